// @ts-check
// Hints: the hovered line highlights what it refers to. After a request, the focus moves to the best hint.
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
  new MutationObserver(light).observe(board, { childList: true });
  document.addEventListener("submit", ask, true);
  board.addEventListener("hepta:shown", attend);
  board.addEventListener("hepta:sent", ({ detail }) => {
    if (detail === "hint") delete board.dataset.thinking;
  });
}
