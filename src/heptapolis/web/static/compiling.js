// Show the progress while a new server compiles the rules. Buttons that start a game are held back until it is done.
const POLL_MS = 1_000;
const line = document.querySelector("#compiling");
let held = null; // the button that was pressed

/** Hold back the click: the game starts when it can. A click on another button replaces it. */
function hold(event) {
  if (!event.target.matches("[data-begins]")) return;
  event.preventDefault();
  held?.removeAttribute("aria-busy");
  held = event.submitter;
  held.setAttribute("aria-busy", "true");
  line.querySelector("span").hidden = true;
  line.querySelector("b").hidden = false;
}

function begin() {
  clearInterval(watch);
  document.removeEventListener("submit", hold);
  line.remove(); // it overlays the page, so nothing moves
  held?.form.requestSubmit(held);
}

async function look() {
  const answer = await fetch(line.dataset.status, { credentials: "same-origin" });
  if (!answer.ok) return;
  const { is_ready: isReady, done, steps } = await answer.json();
  const bar = line.querySelector("progress");
  bar.max = steps;
  bar.value = done;
  if (isReady && line.isConnected) begin();
}

document.addEventListener("submit", hold);
const watch = setInterval(() => document.hidden || look().catch(() => {}), POLL_MS);
