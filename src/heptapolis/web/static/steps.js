// @ts-check
// Play the events since the board was drawn. The new board is in place and usable at once; cards and coins move above
// it. A step without visible things is skipped. Every step dispatches `hepta:step` on the board, the end
// `hepta:played`.
import { age, destroy, dig, pass, playCard, reveal, settle } from "./cards.js";
import { pace } from "./pace.js";
import { coins, marker, token } from "./pieces.js";
import { Stage } from "./stage.js";
import { Table } from "./table.js";
import { wars } from "./wars.js";

/** @import { OldBoard, Step, Time, Turn } from "../types" */

const SOURCES = "[data-vt], [data-slot], [data-pile], .h-marker, .h-scene";
/** Players of steps; each returns whether there was something to show. */
const KINDS = { play: playCard, dig, coins, pass, reveal, marker, token, destroy, age };

// The start of a step in its beat, and its duration, in ms. Simultaneous steps share a beat: first the cards of all
// players, then the coins, then the consequences.
/** @type {Record<keyof typeof KINDS, [number, number]>} */
const TIMES = {
  play: [0, 400],
  dig: [0, 400],
  destroy: [0, 400],
  token: [80, 400],
  coins: [190, 260],
  marker: [230, 340],
  reveal: [370, 260],
  pass: [350, 270],
  age: [350, 320],
};
const ACTS = ["play", "dig"];
const state = {
  /** @type {Stage | null} */
  stage: null, // of the animations that are running
  lastTurns: "", // what was played last, to avoid playing it twice
};

/**
 * Return the turns in a response.
 *
 * @param {HTMLElement} board
 * @returns {Turn[]}
 */
function turnsIn(board) {
  try {
    return JSON.parse(board.querySelector("script.steps")?.textContent ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Record the positions of things before a swap, in a copy of the board.
 *
 * @param {HTMLElement} board
 * @returns {OldBoard | null}
 */
export function remember(board) {
  if (!pace()) return null;
  const old = new DocumentFragment();
  const copy = /** @type {HTMLElement} */ (board.cloneNode(true));
  const copies = [...copy.querySelectorAll(SOURCES)];
  const rects = new Map();
  for (const [n, element] of board.querySelectorAll(SOURCES).entries())
    rects.set(copies[n], element.getBoundingClientRect());
  old.append(...copy.childNodes);
  return { rects, old };
}

/**
 * Play the events that led to a board that has just been swapped in, or only its last turn if there are more than
 * `maxTurns`; return null, or a promise that resolves at the end.
 *
 * @param {HTMLElement} board
 * @param {OldBoard | null} before
 * @param {number} maxTurns
 */
export function play(board, before, maxTurns) {
  const turns = turnsIn(board);
  const factor = pace();
  const text = JSON.stringify(turns);
  if (!before || !factor) return null;
  const stage = new Stage(factor);
  const table = new Table(board, before, stage);
  const isNew = turns.length > 0 && text !== state.lastTurns;
  try {
    settle(table, turns);
    let at = 0;
    for (const turn of isNew ? turns.slice(turns.length > maxTurns ? -1 : 0) : [])
      at = perform(table, turn, at);
  } catch {
    // The board is complete without the animation.
  }
  if (!isNew) return null;
  state.lastTurns = text;
  state.stage = stage;
  return stage.done.then(() => {
    state.stage = null;
    board.dispatchEvent(new CustomEvent("hepta:played"));
  });
}

/** Note that a board out of sequence was shown, so that turns may be played again. */
export function forget() {
  state.lastTurns = "";
}

/** Finish all animations; return whether any was running. */
export function skip() {
  state.stage?.finish();
  return state.stage !== null;
}

/**
 * Play a turn from a given time; return the time of its end. Wars come after everything else, then a new age.
 *
 * @param {Table} table
 * @param {Turn} turn
 * @param {number} at
 */
function perform(table, turn, at) {
  const { steps } = turn;
  table.age = turn.age;
  table.gone = new Set(steps.map((step) => cardFromHand(table, step)));
  const borders = steps.filter((step) => step.kind === "war");
  const isLate = (/** @type {Step} */ step) => step.kind === "age" && borders.length > 0;
  let end = beats(
    table,
    steps.filter((step) => !isLate(step)),
    at,
  );
  if (borders.length) {
    for (const step of borders) table.tell(step);
    const sheet = table.board.querySelector(".felt .conflict-box"); // what will be there afterwards
    const title = sheet?.querySelector("h2")?.textContent?.trim();
    end =
      wars(table.stage, borders, { title, playerOf: (seat) => table.playerOf(seat) }, end) -
      TIMES.age[0];
    if (sheet) table.stage.hide(sheet, end);
  }
  return beats(table, steps.filter(isLate), end);
}

/**
 * Return the card of a step that leaves my hand.
 *
 * @param {Table} table
 * @param {Step} step
 */
function cardFromHand(table, step) {
  return step.kind === "play" && table.isMine(step.by) ? (step.card ?? "") : "";
}

/**
 * Play steps beat by beat from a given time; return the time of the end.
 *
 * @param {Table} table
 * @param {Step[]} steps
 * @param {number} from
 */
function beats(table, steps, from) {
  let [start, end] = [from, from];
  const acted = new Set();
  for (const step of steps) {
    if (!isPlayable(step)) continue;
    if (ACTS.includes(step.kind)) {
      if (acted.has(step.seat)) {
        start = Math.max(start, end); // a second card of one city
        acted.clear();
      }
      acted.add(step.seat);
    }
    const [at, length] = TIMES[step.kind];
    try {
      if (!playStep(table, step, { at: start + at, length })) continue;
      table.tell(step);
      end = Math.max(end, start + at + length);
    } catch {
      // A picture is missing: the board shows the result anyway.
    }
  }
  return end;
}

/** @typedef {Extract<Step, { kind: keyof typeof KINDS }>} PlayableStep */

/**
 * Return whether a step has an animation of its own.
 *
 * @param {Step} step
 * @returns {step is PlayableStep}
 */
function isPlayable(step) {
  return step.kind in KINDS;
}

/**
 * Play a step; return whether there was something to show.
 *
 * @param {Table} table
 * @param {PlayableStep} step
 * @param {Time} time
 * @returns {boolean}
 */
function playStep(table, step, time) {
  /** @type {(table: Table, step: any, time: Time) => boolean} */
  const player = KINDS[step.kind];
  return player(table, step, time);
}
