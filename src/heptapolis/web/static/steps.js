// Plays what has happened since the board was drawn. The new board stands at once and can be played on; cards
// and coins move above it from where they were to where they are. A step whose things are nowhere to be seen is
// left out. Every step that is played is told by `hepta:step` on the board, the end by `hepta:played`.
import { age, destroy, dig, pass, playCard, reveal, settle } from "./cards.js";
import { pace } from "./pace.js";
import { coins, marker, token } from "./pieces.js";
import { Stage } from "./stage.js";
import { Table } from "./table.js";
import { wars } from "./wars.js";

const SOURCES = "[data-vt], [data-slot], [data-pile], .h-marker, .h-scene";
const KINDS = { play: playCard, dig, coins, pass, reveal, marker, token, destroy, age };

// When a step begins in its beat and how long it takes, in ms. A beat is what happens at once: everybody's card,
// then the money, then what follows.
const TIMES = {
  play: [0, 400], dig: [0, 400], destroy: [0, 400], token: [80, 400],
  coins: [190, 260], marker: [230, 340], reveal: [370, 260], pass: [350, 270], age: [350, 320],
};
const ACTS = ["play", "dig"];
let playing = null;
let last = ""; // what was played last, lest it come twice

/** The turns that an answer tells. */
function turnsIn(board) {
  try {
    return JSON.parse(board.querySelector("script.steps")?.textContent ?? "[]");
  } catch {
    return [];
  }
}

/** Where things are before a swap; `old` will hold them after it. */
export function remember(board) {
  if (!pace()) return null;
  const rects = new Map();
  for (const element of board.querySelectorAll(SOURCES)) rects.set(element, element.getBoundingClientRect());
  return { rects, old: new DocumentFragment() };
}

/** Play what led to a board that has just been swapped in, or the last turn of it if there are more than `most`;
    null, or the promise of its end. */
export function play(board, before, most) {
  const turns = turnsIn(board);
  const factor = pace();
  const text = JSON.stringify(turns);
  if (!before || !factor) return null;
  const stage = new Stage(factor);
  const table = new Table(board, before, stage);
  const isNew = turns.length > 0 && text !== last;
  try {
    settle(table, turns);
    let at = 0;
    for (const turn of isNew ? turns.slice(turns.length > most ? -1 : 0) : []) at = perform(table, turn, at);
  } catch {
    // The board stands all the same.
  }
  if (!isNew) return null;
  last = text;
  playing = stage;
  return stage.done.then(() => {
    playing = null;
    board.dispatchEvent(new CustomEvent("hepta:played"));
  });
}

/** Another board was shown than the one that came next: what was played before may be played again. */
export function forget() {
  last = "";
}

/** Bring everything to its end; whether anything was on its way. */
export function skip() {
  playing?.finish();
  return playing !== null;
}

/** Play a turn from a time on; the time when it is over. Armies meet after everything else, then an age begins. */
function perform(table, turn, at) {
  const { steps } = turn;
  table.age = turn.age;
  table.gone = new Set(steps.filter((step) => table.isMine(step.by)).map((step) => step.card));
  const borders = steps.filter((step) => step.kind === "war");
  const isLate = (step) => step.kind === "age" && borders.length > 0;
  let end = beats(table, steps.filter((step) => !isLate(step)), at);
  if (borders.length) {
    for (const step of borders) table.tell(step);
    const sheet = table.board.querySelector(".felt .conflict-box"); // what will stand there afterwards
    const title = sheet?.querySelector("h2")?.textContent.trim();
    end = wars(table.stage, borders, { title, playerOf: (seat) => table.playerOf(seat) }, end) - TIMES.age[0];
    if (sheet) table.stage.hide(sheet, end);
  }
  return beats(table, steps.filter(isLate), end);
}

/** Play steps beat by beat from a time on; the time when all is over. */
function beats(table, steps, from) {
  let [start, end, acted] = [from, from, new Set()];
  for (const step of steps) {
    if (!TIMES[step.kind]) continue;
    if (ACTS.includes(step.kind)) {
      if (acted.has(step.seat)) [start, acted] = [Math.max(start, end), new Set()]; // a second card of one city
      acted.add(step.seat);
    }
    const [at, length] = TIMES[step.kind];
    try {
      if (!KINDS[step.kind](table, step, { at: start + at, length })) continue;
      table.tell(step);
      end = Math.max(end, start + at + length);
    } catch {
      // A picture is missing: the board says it all the same.
    }
  }
  return end;
}
