// Sounds and notifications for events at a table.
import "./live.js";
import { notify } from "./notify.js";
import { play } from "./sound.js";

const board = document.querySelector("#live");
let before = facts();

function facts() {
  const { state, turn, war } = board?.dataset ?? {};
  return { state, turn, war };
}

/** Return the most significant sound for the changes. */
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

// A click on a name in the row of seats opens the city, even inside a closed box.
board?.addEventListener("click", (event) => {
  const city = event.target.closest('a[href^="#city-"]')?.hash;
  const box = city && board.querySelector(city)?.closest("details");
  if (box) box.open = true;
});
