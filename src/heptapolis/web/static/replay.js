// @ts-check
// Replay of a finished game. The controls stay while boards are fetched and swapped: a single step forward is played
// as at the table, any other is shown at once. The address follows the displayed step.
import { hasModifier, targetOf } from "./events.js";
import { pauseFactor } from "./pace.js";
import { restore, snapshot } from "./place.js";
import { actionNames } from "./shortcuts.js";
import { forget, play, remember, skip } from "./steps.js";

/** @typedef {{ step: number, seat: string }} Place a step of the game, from the view of a seat */

const LOOK_MS = 1300; // ms for looking at a step before the next one is played
const MAX_CACHED_STEPS = 60;

const board = find(document, "#replay");
const controls = find(document, "nav.replay");
const slider = /** @type {HTMLInputElement} */ (find(controls, '[name="step"]'));
const runner = find(controls, "[data-play]");
const list = find(document, "#keys");
const link = find(document, "[data-copy]");
const linkWords = link.textContent;
/** @type {[string, string][]} */
const positions = JSON.parse(find(controls, ".positions").textContent ?? "");
const last = positions.length - 1;

const state = {
  goal: boardPlace(), // the position of the controls
  isSwift: false, // steps pass quickly: a key is held or the slider is dragged
  run: 0, // of the automatic playback; odd while playing, and another number is another run
  /** @type {Promise<void> | null} */
  following: null, // resolves when the board has reached the goal
};

/**
 * Return an element that every replay has.
 *
 * @param {ParentNode} root
 * @param {string} selector
 */
function find(root, selector) {
  return /** @type {HTMLElement} */ (root.querySelector(selector));
}

/**
 * Return the position of the board.
 *
 * @returns {Place}
 */
function boardPlace() {
  return { step: Number(board.dataset.step), seat: board.dataset.seat ?? "" };
}

/** @param {Place} place */
const nameOf = ({ step, seat }) => `step=${step}&seat=${seat}`;

// ── fetching ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** @typedef {{ text: Promise<string>, request: AbortController | null }} Page its request, while that is pending */
/** @type {Map<string, Page>} */
const pages = new Map(); // by the name of the place

/**
 * Return the markup of a step.
 *
 * @param {Place} place
 */
function fetchPage(place) {
  const name = nameOf(place);
  const known = pages.get(name);
  if (known) return known.text;
  const request = new AbortController();
  const text = fetchText(`${location.pathname}/step?${name}`, request.signal);
  /** @type {Page} */
  const page = { text, request };
  pages.set(name, page);
  text.then(
    () => {
      page.request = null;
    },
    () => pages.delete(name),
  );
  for (const [old, { request: pending }] of pages)
    if (pages.size > MAX_CACHED_STEPS && !pending) pages.delete(old);
  return text;
}

/**
 * Return the text at an address.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function fetchText(address, signal) {
  const answer = await fetch(address, { credentials: "same-origin", signal });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

/** @param {Place} place */
function fetchNext({ step, seat }) {
  if (step < last) fetchPage({ step: step + 1, seat }).catch(() => {});
}

/** Abort pending requests that are no longer wanted. */
function giveUp() {
  for (const [name, page] of pages) if (name !== nameOf(state.goal)) page.request?.abort();
}

// ── navigation ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Go to a step or a seat; return a promise that resolves when it has been shown and played.
 *
 * @param {Partial<Place>} place
 */
function go(place) {
  const goal = { ...state.goal, ...place };
  skip();
  if (nameOf(goal) === nameOf(state.goal)) return state.following;
  state.goal = goal;
  point();
  if (!state.isSwift) giveUp(); // otherwise it is shown on the way
  state.following ??= follow().finally(() => {
    state.following = null;
  });
  return state.following;
}

/** Show the goal, and every other one that comes meanwhile. */
async function follow() {
  while (nameOf(boardPlace()) !== nameOf(state.goal)) {
    const { goal } = state;
    try {
      await show(await fetchPage(goal), goal);
    } catch {
      if (goal !== state.goal) continue;
      stop();
      location.assign(`${location.pathname}?${nameOf(goal)}`); // the page shows the error
      return;
    }
  }
}

/**
 * Swap in a step; return null, or a promise that resolves when it has been played.
 *
 * @param {string} text
 * @param {Place} place
 */
function show(text, place) {
  const fresh = find(new DOMParser().parseFromString(text, "text/html"), "#replay");
  const before = boardPlace();
  const isNext = place.step === before.step + 1 && place.seat === before.seat && !state.isSwift;
  const picture = isNext ? remember(board) : null;
  const kept = snapshot(board);
  if (!isNext) forget();
  board.className = fresh.className;
  Object.assign(board.dataset, fresh.dataset);
  (picture?.old ?? new DocumentFragment()).append(...board.childNodes);
  board.replaceChildren(...fresh.childNodes);
  restore(board, kept);
  updateAddress(`${location.pathname}?${nameOf(place)}`);
  fetchNext(place);
  return play(board, picture, 2);
}

/**
 * Update the address and all links back here to the step.
 *
 * @param {string} address
 */
function updateAddress(address) {
  document.title = board.dataset.title ?? document.title;
  history.replaceState(null, "", address);
  /** @type {NodeListOf<HTMLInputElement>} */
  const links = document.querySelectorAll('[name="back"]');
  for (const back of links) back.value = address;
  link.dataset.copy = location.href;
  link.textContent = linkWords;
}

/**
 * Return the step that a control leads to.
 *
 * @param {string} control its name
 */
function target(control) {
  const { step } = state.goal;
  /** @type {Record<string, number>} */
  const steps = {
    start: 0,
    back: Math.max(0, step - 1),
    next: Math.min(last, step + 1),
    end: last,
  };
  return steps[control];
}

/** Update the controls for the target step. */
function point() {
  const { step, seat } = state.goal;
  const [title, count] = positions[step];
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", title);
  slider.style.setProperty("--done", `${(100 * step) / Math.max(last, 1)}%`);
  /** @type {HTMLInputElement} */ (find(controls, '[name="seat"]')).value = seat;
  find(controls, ".position b").textContent = title;
  find(controls, ".position span").textContent = count;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = controls.querySelectorAll("[data-go]");
  for (const control of links) {
    const goal = target(control.dataset.go ?? "");
    control.href = `${location.pathname}?${nameOf({ step: goal, seat })}`;
    if (goal === step) control.setAttribute("aria-disabled", "true");
    else control.removeAttribute("aria-disabled");
  }
}

// ── automatic playback ────────────────────────────────────────────────────────────────────────────────────────────

const isRunning = () => state.run % 2 === 1;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS * pauseFactor()));

async function start() {
  state.run += 1;
  const { run } = state;
  showRunning();
  if (state.goal.step === last) {
    await go({ step: 0 });
    await pause();
  }
  while (run === state.run && state.goal.step < last) {
    await go({ step: state.goal.step + 1 });
    if (run === state.run) await pause();
  }
  if (run === state.run) stop();
}

function stop() {
  if (!isRunning()) return;
  state.run += 1;
  showRunning();
}

/** Show on the button whether steps are played. */
function showRunning() {
  const words = find(runner, ".sr");
  runner.classList.toggle("is-running", isRunning());
  const { other = "" } = runner.dataset;
  runner.dataset.other = words.textContent ?? "";
  words.textContent = other;
}

// ── input ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * By the names in the list of keys.
 *
 * @type {Record<string, () => void>}
 */
const actions = {
  back: () => go({ step: target("back") }),
  next: () => go({ step: target("next") }),
  start: () => go({ step: 0 }),
  end: () => go({ step: last }),
  play: () => start(),
  list: () => list.togglePopover(),
};
const names = actionNames(list);

/**
 * Return whether a key belongs to the focused element.
 *
 * @param {KeyboardEvent} event
 */
function isTaken(event) {
  const { key } = event;
  const at = targetOf(event);
  if (at.matches("select, textarea, input:not([type=range])")) return true;
  if (at.closest(".stack .placed")) return key.startsWith("Arrow"); // cities.js handles arrows there
  return key === " " && at.matches("button, summary");
}

document.addEventListener("keydown", (event) => {
  if (hasModifier(event) || (event.target === runner && isTaken(event))) return;
  const name = names.get(event.key === " " ? "Space" : event.key);
  const wasRunning = isRunning();
  stop();
  skip();
  if (!name || isTaken(event)) return;
  event.preventDefault();
  if (name === "play" && wasRunning) return;
  state.isSwift = event.repeat;
  actions[name]?.();
});

/** @param {MouseEvent} event */
const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey; // otherwise a link opens elsewhere

document.addEventListener("click", (event) => {
  skip();
  const control = targetOf(event).closest("[data-go], [data-view]");
  if (!control || !isPlain(event)) return;
  event.preventDefault();
  stop();
  state.isSwift = false;
  go(control.dataset.go ? { step: target(control.dataset.go) } : { seat: control.dataset.view });
});

slider.addEventListener("pointerdown", stop);
slider.addEventListener("input", () => {
  stop();
  state.isSwift = true;
  go({ step: Number(slider.value) });
});

runner.addEventListener("click", () => {
  state.isSwift = false;
  if (isRunning()) stop();
  else start();
});
document.addEventListener("visibilitychange", () => document.hidden && stop());

runner.hidden = false;
point();
fetchNext(state.goal);
