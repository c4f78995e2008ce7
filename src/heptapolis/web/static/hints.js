// @ts-check
// Hints: the hovered line highlights what it refers to, a click selects it. After a request, the focus moves to the
// best hint.
import { board } from "./board.js";
import { targetOf } from "./events.js";

let isAsked = false;

/** Return the hint under the pointer, else the focused one. */
export function activeHint() {
  return board?.querySelector(".hint:hover") ?? board?.querySelector(".hint:focus") ?? null;
}

/**
 * Return what a hint refers to: its cards among the choices, the wonder, the stage to build.
 *
 * @param {HTMLElement} hint
 */
export function* things(hint) {
  const own = board.querySelector(".city.is-acting") ?? board.querySelector(".city.is-mine");
  for (const id of (hint.dataset.lights ?? "").split(" ").filter(Boolean)) {
    const name = `[data-vt="${CSS.escape(id)}"]`;
    yield* board.querySelectorAll(`.choose .pick${name}, .city.is-mine .wonders ${name}`);
  }
  const isStage = hint.dataset.verb === "stage";
  const stage = isStage ? own?.querySelector(".h-terrace .h-stage:not(.h-built)") : null;
  if (stage) yield stage;
}

/**
 * Select what a hint or the coach suggests: the card, the way to pay, and its button. Nothing is played.
 *
 * @param {MouseEvent} event
 */
function select(event) {
  /** @type {HTMLElement | null} */
  const suggestion = targetOf(event).closest(".hint, .coach-suggestion");
  if (!suggestion) return;
  event.preventDefault();
  for (const id of (suggestion.dataset.lights ?? "").split(" ").filter(Boolean)) {
    /** @type {HTMLInputElement | null} */
    const card = board.querySelector(`#card-${CSS.escape(id)}`);
    if (card && !card.checked) card.click();
  }
  const value = CSS.escape(suggestion.dataset.move ?? "");
  /** @type {NodeListOf<HTMLInputElement | HTMLButtonElement>} */
  const ways = board.querySelectorAll(`.choose [name="move"][value="${value}"]`);
  const way = [...ways].find((one) => one.offsetParent !== null);
  if (!way) return;
  if (way instanceof HTMLInputElement) way.checked = true;
  const button = way instanceof HTMLInputElement ? way.form?.querySelector("button") : way;
  for (const other of board.querySelectorAll(".is-suggested"))
    other.classList.remove("is-suggested");
  button?.classList.add("is-suggested");
  button?.focus({ preventScroll: true });
}

function light() {
  const hint = activeHint();
  const lit = new Set(hint ? things(hint) : []);
  for (const thing of board.querySelectorAll(".is-hinted"))
    if (!lit.has(thing)) thing.classList.remove("is-hinted");
  for (const thing of lit) thing.classList.add("is-hinted");
}

/** Show the requested hints: deselect cards that would cover them, and focus the best one. */
function attend() {
  const hint = board.querySelector(".hint");
  if (!isAsked || !hint) return;
  isAsked = false;
  /** @type {NodeListOf<HTMLInputElement>} */
  const chosen = board.querySelectorAll('input[name="card"]:checked');
  for (const card of chosen) card.checked = false;
  hint.closest("details")?.setAttribute("open", "");
  hint.focus({ preventScroll: true });
}

/**
 * Show the progress on the button, also on a board that arrives meanwhile; do not request known hints again.
 *
 * @param {SubmitEvent} event
 */
function ask(event) {
  if (!targetOf(event).matches(".ask-hint")) return;
  isAsked = true;
  if (!board.querySelector(".hint")) {
    board.dataset.thinking = "";
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  attend();
}

if (board) {
  for (const kind of ["focusin", "focusout", "pointerover", "pointerleave"])
    board.addEventListener(kind, light);
  board.addEventListener("click", select);
  document.addEventListener("submit", ask, true);
  for (const show of [light, attend]) board.addEventListener("hepta:shown", show);
  board.addEventListener("hepta:sent", ({ detail }) => {
    if (detail === "hint") delete board.dataset.thinking;
  });
}
