// @ts-check
// Show the progress while a new server compiles the rules. Buttons that start a game are held back until it is done.
import { targetOf } from "./events.js";

const POLL_MS = 1_000;
const line = /** @type {HTMLElement} */ (document.querySelector("#compiling"));
const bar = /** @type {HTMLProgressElement} */ (line.querySelector("progress"));
/** @type {HTMLButtonElement | null} */
let heldButton = null; // the button that was pressed

/**
 * Hold back the click: the game starts when it can. A click on another button replaces it.
 *
 * @param {SubmitEvent} event
 */
function hold(event) {
  if (!targetOf(event).matches("[data-begins]")) return;
  event.preventDefault();
  heldButton?.removeAttribute("aria-busy");
  heldButton = /** @type {HTMLButtonElement | null} */ (event.submitter);
  heldButton?.setAttribute("aria-busy", "true");
  line.querySelector("span")?.setAttribute("hidden", "");
  line.querySelector("b")?.removeAttribute("hidden");
}

function begin() {
  clearInterval(watch);
  document.removeEventListener("submit", hold);
  line.remove(); // it overlays the page, so nothing moves
  heldButton?.form?.requestSubmit(heldButton);
}

async function poll() {
  const answer = await fetch(line.dataset.status ?? "", { credentials: "same-origin" });
  if (!answer.ok) return;
  const { is_ready: isReady, done, steps } = await answer.json();
  bar.max = steps;
  bar.value = done;
  if (isReady && line.isConnected) begin();
}

document.addEventListener("submit", hold);
const watch = setInterval(() => document.hidden || poll().catch(() => {}), POLL_MS);
