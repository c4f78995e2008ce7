// @ts-check
// Sounds and notifications for events at a table.
import { board } from "./board.js";
import { targetOf } from "./events.js";
import "./live.js";
import { notify } from "./notify.js";
import { play } from "./sound.js";

let lastFacts = facts();

function facts() {
  const { state, turn, war } = board?.dataset ?? {};
  return { state, turn, war };
}

/**
 * Return the most significant sound for the changes.
 *
 * @param {ReturnType<typeof facts>} now
 * @param {boolean} hasChosen
 */
function sound(now, hasChosen) {
  if (now.state === "over" && lastFacts.state === "playing") return "end";
  if (now.war !== lastFacts.war && lastFacts.state === "playing") return "war";
  if (now.turn && !lastFacts.turn) return "turn";
  return hasChosen ? "card" : null;
}

board?.addEventListener("hepta:shown", (event) => {
  const now = facts();
  const name = sound(now, event.detail.includes("move"));
  if (name) play(name);
  if (now.turn && !lastFacts.turn) notify(document.title, location.pathname);
  lastFacts = now;
});

// A click on a name in the row of seats opens the city, even inside a closed box.
board?.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = targetOf(event).closest('a[href^="#city-"]');
  const box = link && board.querySelector(link.hash)?.closest("details");
  if (box) box.open = true;
});
