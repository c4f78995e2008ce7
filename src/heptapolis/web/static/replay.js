// A finished game step by step. The controls stay, the board is fetched and swapped: one step forward is played as
// it was at the table, every other is shown at once. The address is always that of the step that is shown.
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
const LOOK = 1300; // ms for which a step is left to be looked at before the next one is played
const MOST_KEPT = 60; // steps

let wanted = here(); // where the controls are already
let isSwift = false; // steps go by, with a key that is held or a slider that is drawn

function here() {
  return { step: Number(board.dataset.step), seat: board.dataset.seat };
}

const nameOf = ({ step, seat }) => `step=${step}&seat=${seat}`;

// ── fetching ──────────────────────────────────────────────────────────────────────────────────────────────────────

const pages = new Map(); // by name: the promise of the markup; and until it is there, how to give it up

function fetchPage(place) {
  const name = nameOf(place);
  if (pages.has(name)) return pages.get(name).text;
  const giving = new AbortController();
  const page = { giving };
  page.text = fetch(`${location.pathname}/step?${name}`, { credentials: "same-origin", signal: giving.signal }).then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    page.giving = null;
    return answer.text();
  });
  page.text.catch(() => pages.delete(name));
  pages.set(name, page);
  for (const [old, { giving: isOnItsWay }] of pages) if (pages.size > MOST_KEPT && !isOnItsWay) pages.delete(old);
  return page.text;
}

function fetchNext({ step, seat }) {
  if (step < last) fetchPage({ step: step + 1, seat }).catch(() => {});
}

/** Give up whatever is on its way and not wanted any longer. */
function giveUp() {
  for (const [name, page] of pages) if (name !== nameOf(wanted)) page.giving?.abort();
}

// ── going ─────────────────────────────────────────────────────────────────────────────────────────────────────────

let following = null;

/** Go to a step, or to a seat; the promise of its being shown and played. */
function go(place) {
  const goal = { ...wanted, ...place };
  skip();
  if (nameOf(goal) === nameOf(wanted)) return following;
  wanted = goal;
  point();
  if (!isSwift) giveUp(); // else what comes is shown on the way
  following ??= follow().finally(() => (following = null));
  return following;
}

/** Show what is wanted, one after the other, until there is nothing else. */
async function follow() {
  while (nameOf(here()) !== nameOf(wanted)) {
    const goal = wanted;
    try {
      await show(await fetchPage(goal), goal);
    } catch {
      if (goal !== wanted) continue;
      stop();
      location.assign(`${location.pathname}?${nameOf(goal)}`); // the page says what is wrong
      return;
    }
  }
}

/** Put a step in the place of the one that is shown; null, or the promise of the end of what is played. */
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

/** The address, and whatever leads back here, is that of the step. */
function stay(address) {
  document.title = board.dataset.title;
  history.replaceState(null, "", address);
  for (const back of document.querySelectorAll('[name="back"]')) back.value = address;
  link.dataset.copy = location.href;
  link.textContent = linkWords;
}

/** The step that a control leads to. */
function target(what) {
  return { start: 0, back: Math.max(0, wanted.step - 1), next: Math.min(last, wanted.step + 1), end: last }[what];
}

/** Let the controls say where we are going. */
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

// ── playing by itself ─────────────────────────────────────────────────────────────────────────────────────────────

let run = 0; // odd while it plays; another number is another run

const isRunning = () => run % 2 === 1;
const rest = () => new Promise((done) => setTimeout(done, LOOK * calmness()));

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

// ── what people do ────────────────────────────────────────────────────────────────────────────────────────────────

/** By the names that the list of keys has for them. */
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

/** Whether a key belongs to what has the focus. */
function isTaken({ target: at, key }) {
  if (at.matches("select, textarea, input:not([type=range])")) return true;
  if (at.closest(".stack .placed")) return key.startsWith("Arrow"); // cities.js walks there
  return key === " " && at.matches("button, summary");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target === runner && isTaken(event))) return;
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

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey; // else a link opens elsewhere

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
