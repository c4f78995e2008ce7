// Replay of a finished game. The controls stay while boards are fetched and swapped: a single step forward is played
// as at the table, any other is shown at once. The address follows the displayed step.
import { calmness } from "./pace.js";
import { restore, snapshot } from "./place.js";
import { forget, play, remember, skip } from "./steps.js";

const board = document.querySelector("#replay");
const controls = document.querySelector("nav.replay");
const slider = controls.querySelector('[name="step"]');
const runner = controls.querySelector("[data-play]");
const list = document.querySelector("#keys");
const link = document.querySelector("[data-copy]");
const linkWords = link.textContent;
const positions = JSON.parse(controls.querySelector(".positions").textContent);
const last = positions.length - 1;
const LOOK_MS = 1300; // ms for looking at a step before the next one is played
const MOST_KEPT = 60; // steps

let wanted = here(); // the position of the controls
let isSwift = false; // steps pass quickly: a key is held or the slider is dragged

function here() {
  return { step: Number(board.dataset.step), seat: board.dataset.seat };
}

const nameOf = ({ step, seat }) => `step=${step}&seat=${seat}`;

// ── fetching ──────────────────────────────────────────────────────────────────────────────────────────────────────

const pages = new Map(); // by name: the promise of the markup, with a function to abort a pending request

function fetchPage(place) {
  const name = nameOf(place);
  if (pages.has(name)) return pages.get(name).text;
  const giving = new AbortController();
  const page = { giving };
  page.text = fetch(`${location.pathname}/step?${name}`, {
    credentials: "same-origin",
    signal: giving.signal,
  }).then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    page.giving = null;
    return answer.text();
  });
  page.text.catch(() => pages.delete(name));
  pages.set(name, page);
  for (const [old, { giving: isOnItsWay }] of pages)
    if (pages.size > MOST_KEPT && !isOnItsWay) pages.delete(old);
  return page.text;
}

function fetchNext({ step, seat }) {
  if (step < last) fetchPage({ step: step + 1, seat }).catch(() => {});
}

/** Abort pending requests that are no longer wanted. */
function giveUp() {
  for (const [name, page] of pages) if (name !== nameOf(wanted)) page.giving?.abort();
}

// ── navigation ────────────────────────────────────────────────────────────────────────────────────────────────────

let following = null;

/** Go to a step or a seat; return a promise that resolves when it has been shown and played. */
function go(place) {
  const goal = { ...wanted, ...place };
  skip();
  if (nameOf(goal) === nameOf(wanted)) return following;
  wanted = goal;
  point();
  if (!isSwift) giveUp(); // otherwise it is shown on the way
  following ??= follow().finally(() => (following = null));
  return following;
}

/** Show the wanted steps, one after the other, until there are no more. */
async function follow() {
  while (nameOf(here()) !== nameOf(wanted)) {
    const goal = wanted;
    try {
      await show(await fetchPage(goal), goal);
    } catch {
      if (goal !== wanted) continue;
      stop();
      location.assign(`${location.pathname}?${nameOf(goal)}`); // the page shows the error
      return;
    }
  }
}

/** Swap in a step; return null, or a promise that resolves when it has been played. */
function show(text, place) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#replay");
  const before = here();
  const isNext = place.step === before.step + 1 && place.seat === before.seat && !isSwift;
  const picture = isNext ? remember(board) : null;
  const kept = snapshot(board);
  if (!isNext) forget();
  board.className = fresh.className;
  Object.assign(board.dataset, fresh.dataset);
  (picture?.old ?? new DocumentFragment()).append(...board.childNodes);
  board.replaceChildren(...fresh.childNodes);
  restore(board, kept);
  stay(`${location.pathname}?${nameOf(place)}`);
  fetchNext(place);
  return play(board, picture, 2);
}

/** Update the address and all links back here to the step. */
function stay(address) {
  document.title = board.dataset.title;
  history.replaceState(null, "", address);
  for (const back of document.querySelectorAll('[name="back"]')) back.value = address;
  link.dataset.copy = location.href;
  link.textContent = linkWords;
}

/** Return the step that a control leads to. */
function target(what) {
  return {
    start: 0,
    back: Math.max(0, wanted.step - 1),
    next: Math.min(last, wanted.step + 1),
    end: last,
  }[what];
}

/** Update the controls for the target step. */
function point() {
  const { step, seat } = wanted;
  const [title, count] = positions[step];
  slider.value = step;
  slider.setAttribute("aria-valuetext", title);
  slider.style.setProperty("--done", `${(100 * step) / Math.max(last, 1)}%`);
  controls.querySelector('[name="seat"]').value = seat;
  controls.querySelector(".position b").textContent = title;
  controls.querySelector(".position span").textContent = count;
  for (const control of controls.querySelectorAll("[data-go]")) {
    const goal = target(control.dataset.go);
    control.href = `${location.pathname}?${nameOf({ step: goal, seat })}`;
    if (goal === step) control.setAttribute("aria-disabled", "true");
    else control.removeAttribute("aria-disabled");
  }
}

// ── automatic playback ────────────────────────────────────────────────────────────────────────────────────────────

let run = 0; // odd while playing; another number is another run

const isRunning = () => run % 2 === 1;
const rest = () => new Promise((done) => setTimeout(done, LOOK_MS * calmness()));

async function start() {
  const mine = (run += 1);
  sayRunning();
  if (wanted.step === last) {
    await go({ step: 0 });
    await rest();
  }
  while (mine === run && wanted.step < last) {
    await go({ step: wanted.step + 1 });
    if (mine === run) await rest();
  }
  if (mine === run) stop();
}

function stop() {
  if (!isRunning()) return;
  run += 1;
  sayRunning();
}

function sayRunning() {
  const words = runner.querySelector(".sr");
  runner.classList.toggle("is-running", isRunning());
  [words.textContent, runner.dataset.other] = [runner.dataset.other, words.textContent];
}

// ── input ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** By the names in the list of keys. */
const actions = {
  back: () => go({ step: target("back") }),
  next: () => go({ step: target("next") }),
  start: () => go({ step: 0 }),
  end: () => go({ step: last }),
  play: () => start(),
  list: () => list.togglePopover(),
};
const doings = new Map();
for (const { dataset } of list.querySelectorAll("[data-does]")) {
  for (const key of dataset.keys.split(" ")) doings.set(key, dataset.does);
}

/** Return whether a key belongs to the focused element. */
function isTaken({ target: at, key }) {
  if (at.matches("select, textarea, input:not([type=range])")) return true;
  if (at.closest(".stack .placed")) return key.startsWith("Arrow"); // cities.js handles arrows there
  return key === " " && at.matches("button, summary");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target === runner && isTaken(event)))
    return;
  const doing = doings.get(event.key === " " ? "Space" : event.key);
  const wasRunning = isRunning();
  stop();
  skip();
  if (!doing || isTaken(event)) return;
  event.preventDefault();
  if (doing === "play" && wasRunning) return;
  isSwift = event.repeat;
  actions[doing]();
});

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey; // otherwise a link opens elsewhere

document.addEventListener("click", (event) => {
  skip();
  const control = event.target.closest("[data-go], [data-view]");
  if (!control || !isPlain(event)) return;
  event.preventDefault();
  stop();
  isSwift = false;
  go(control.dataset.go ? { step: target(control.dataset.go) } : { seat: control.dataset.view });
});

slider.addEventListener("pointerdown", stop);
slider.addEventListener("input", () => {
  stop();
  isSwift = true;
  go({ step: Number(slider.value) });
});

runner.addEventListener("click", () => {
  isSwift = false;
  if (isRunning()) stop();
  else start();
});
document.addEventListener("visibilitychange", () => document.hidden && stop());

runner.hidden = false;
point();
fetchNext(wanted);
