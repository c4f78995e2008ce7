// Hints: the line that is pointed at lights what it speaks of, and whoever has asked goes on at the best one.
const board = document.querySelector("#live");
let isAsked = false;

/** The hint under the pointer, else the one that has the focus. */
export function pointed() {
  return board?.querySelector(".hint:hover") ?? board?.querySelector(".hint:focus") ?? null;
}

/** What a hint speaks of: its cards where they are chosen, the wonder, the stage that would be built. */
export function* things(hint) {
  const own = board.querySelector(".city.is-acting") ?? board.querySelector(".city.is-mine");
  for (const id of hint.dataset.lights.split(" ").filter(Boolean)) {
    const name = `[data-vt="${CSS.escape(id)}"]`;
    yield* board.querySelectorAll(`.choose .pick${name}, .city.is-mine .wonders ${name}`);
  }
  const stage = hint.dataset.verb === "stage" && own?.querySelector(".h-terrace .h-stage:not(.h-built)");
  if (stage) yield stage;
}

function light() {
  const hint = pointed();
  const lit = new Set(hint ? things(hint) : []);
  for (const thing of board.querySelectorAll(".is-hinted")) if (!lit.has(thing)) thing.classList.remove("is-hinted");
  for (const thing of lit) thing.classList.add("is-hinted");
}

/** The hints that were asked for are seen: no chosen card covers them, and the best is pointed at. */
function attend() {
  const hint = board.querySelector(".hint");
  if (!isAsked || !hint) return;
  isAsked = false;
  for (const card of board.querySelectorAll('input[name="card"]:checked')) card.checked = false;
  hint.closest("details").open = true;
  hint.focus({ preventScroll: true });
}

/** While somebody thinks about it the button says so, also on a board that comes meanwhile; what is known already
    is not asked again. */
function ask(event) {
  if (!event.target.matches(".ask-hint")) return;
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
  for (const kind of ["focusin", "focusout", "pointerover", "pointerleave"]) board.addEventListener(kind, light);
  new MutationObserver(light).observe(board, { childList: true });
  document.addEventListener("submit", ask, true);
  board.addEventListener("hepta:shown", attend);
  board.addEventListener("hepta:sent", ({ detail }) => {
    if (detail === "hint") delete board.dataset.thinking;
  });
}
