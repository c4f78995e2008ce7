// @ts-check
// Swap new boards in, one after another, and play what has happened.
import { announced, markChosen } from "./announcements.js";
import { board } from "./board.js";
import { conclude, hold, isGameEnd } from "./end.js";
import { morphChildren } from "./morph.js";
import { restore, snapshot } from "./place.js";
import { play, remember, skip } from "./steps.js";

/** Boards that wait until the one before them has been played. */
const queue = {
  /** @type {{ fresh: HTMLElement, maxTurns: number }[]} */
  waiting: [],
  isPlaying: false,
  isHurried: false, // the user has skipped an animation: what waits is shown at once
};
/** @type {DOMStringMap} */
let latestData = { ...board?.dataset }; // data attributes of the latest received board

/** Return the data attributes of the latest received board, which may not be visible yet. */
export const latestFacts = () => latestData;

/** Return whether a board is being played. */
export const isPlaying = () => queue.isPlaying;

/**
 * Return the board in a response, if there is one.
 *
 * @param {string} html
 */
export function boardIn(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector("#live");
}

/**
 * Show a board after the queued ones. A user who is in a hurry or far behind sees the last one at once.
 *
 * @param {HTMLElement} fresh
 * @param {number} maxTurns of more turns, only the last is played
 */
export async function present(fresh, maxTurns) {
  latestData = { ...fresh.dataset };
  queue.waiting.push({ fresh, maxTurns });
  if (queue.isPlaying) return;
  queue.isPlaying = true;
  for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) {
    const isEnd = isGameEnd(board, next.fresh);
    const isBehind = queue.isHurried || queue.waiting.length > 1;
    const played = swap(next.fresh, isBehind ? 0 : next.maxTurns);
    if (played) {
      await played;
      await new Promise((resolve) => setTimeout(resolve)); // a click that skipped it is still on its way to the board
    }
    if (isEnd) conclude(board); // a board that arrives meanwhile shows its numbers at once
  }
  queue.isPlaying = queue.isHurried = false;
}

/**
 * Swap in a new board and play what has happened; of more turns than `maxTurns`, only the last.
 *
 * @param {HTMLElement} fresh
 * @param {number} maxTurns
 * @returns null, or a promise that resolves at the end
 */
function swap(fresh, maxTurns) {
  const before = maxTurns ? remember(board) : null;
  const place = snapshot(board);
  const isEnd = isGameEnd(board, fresh);
  board.className = fresh.className;
  Object.assign(board.dataset, fresh.dataset);
  morphChildren(board, fresh);
  resetFields();
  restore(board, place);
  document.title = board.querySelector("[data-title]")?.dataset.title ?? document.title;
  if (isEnd) hold(board);
  updateAddress();
  if (announced.last.version > Number(board.dataset.version)) markChosen();
  board.dispatchEvent(new CustomEvent("hepta:shown", { detail: announced.kinds.splice(0) }));
  return play(board, before, maxTurns);
}

/** Give all fields the values with which the server has sent them: nodes that were kept have those of the user. */
function resetFields() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = board.querySelectorAll("input");
  for (const input of inputs) {
    input.checked = input.defaultChecked;
    input.value = input.defaultValue;
  }
}

/** Keep the address in step with the board: on a shared device it contains the seat. */
function updateAddress() {
  const { here } = board.dataset;
  if (here && here !== location.pathname + location.search) history.replaceState(null, "", here);
}

/**
 * Skip all animations on a key or click; in front of a scene that covers the board, do nothing else.
 *
 * @param {Event} event
 */
function hurry(event) {
  const scene = document.querySelector("#stage .wars");
  const isScene = scene?.checkVisibility({ visibilityProperty: true });
  if (!skip()) return;
  queue.isHurried = true;
  if (!isScene) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

if (board) for (const kind of ["keydown", "click"]) document.addEventListener(kind, hurry, true);
