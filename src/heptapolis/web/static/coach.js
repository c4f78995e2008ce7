// @ts-check
// Lessons: while the coach is open, highlight what it refers to: the card, the button, the stage, the receiver
// of coins.
import { board } from "./board.js";
import { things } from "./hints.js";

/** @type {string | undefined} */
let lastDecision; // the decision for which the coach was scrolled into view

/**
 * Return the controls of the advised move: its button, or the way to pay and the button below it.
 *
 * @param {HTMLElement} coach
 */
function* buttons(coach) {
  const move = `[name="move"][value="${CSS.escape(coach.dataset.move ?? "")}"]`;
  /** @type {NodeListOf<HTMLButtonElement | HTMLInputElement>} */
  const ways = board.querySelectorAll(`.choose ${move}, .raising ${move}`);
  for (const way of ways) {
    if (way.type !== "radio") {
      yield way;
    } else {
      yield way.closest("label");
      yield way.form?.querySelector("button");
    }
  }
}

/**
 * Return the other things to highlight: a number of the own city, the paid neighbours.
 *
 * @param {HTMLElement} coach
 */
function* sights(coach) {
  for (const sheet of (coach.dataset.shows ?? "").split(" ").filter(Boolean)) {
    const name = `[data-sheet="${CSS.escape(sheet)}"]`;
    const places = [".city.is-mine", ".status", ".felt"];
    const sight = places.map((place) => board.querySelector(`${place} ${name}`)).find(Boolean);
    if (sight) yield sight;
  }
  for (const side of ["left", "right"]) {
    if (Number(coach.dataset[side] ?? 0)) yield* board.querySelectorAll(`.city.on-${side}`);
  }
}

function light() {
  const coach = board.querySelector("details.coach[open]");
  const lit = new Set(coach ? [...things(coach), ...buttons(coach), ...sights(coach)] : []);
  for (const thing of board.querySelectorAll(".is-coached"))
    if (!lit.has(thing)) thing.classList.remove("is-coached");
  for (const thing of lit) thing?.classList.add("is-coached");
}

/** Scroll a new message into view on a small screen that is scrolled down to the cards. */
function attend() {
  const coach = board.querySelector("details.coach[open]");
  if (!coach || coach.dataset.decision === lastDecision) return;
  lastDecision = coach.dataset.decision;
  if (coach.getBoundingClientRect().top < 0) coach.scrollIntoView({ block: "start" });
}

if (board) {
  board.addEventListener("toggle", light, true);
  for (const show of [light, attend]) board.addEventListener("hepta:shown", show);
  light();
  attend();
}
