// What happens at a table, for ears and for those who look elsewhere.
import "./live.js";
import { notify } from "./notify.js";
import { play } from "./sound.js";

const board = document.querySelector("#live");
let before = facts();

function facts() {
  const { state, turn, war } = board?.dataset ?? {};
  return { state, turn, war };
}

/** The one sound that says most about what has changed. */
function sound(now, hasChosen) {
  if (now.state === "over" && before.state === "playing") return "end";
  if (now.war !== before.war && before.state === "playing") return "war";
  if (now.turn && !before.turn) return "turn";
  return hasChosen ? "card" : "";
}

board?.addEventListener("hepta:shown", (event) => {
  const now = facts();
  const name = sound(now, event.detail.includes("move"));
  if (name) play(name);
  if (now.turn && !before.turn) notify(document.title, location.pathname);
  before = now;
});

// Any city opens by a click on its name in the row of seats, also one in a closed box.
board?.addEventListener("click", (event) => {
  const city = event.target.closest('a[href^="#city-"]')?.hash;
  const box = city && board.querySelector(city)?.closest("details");
  if (box) box.open = true;
});
