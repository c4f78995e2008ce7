// @ts-check
// Arrows between the cities: the coins that the highlighted way to pay would transfer.
import { board } from "./board.js";
import { activeHint } from "./hints.js";

/** Return the payment: of the hovered or focused hint or use, else of the first use of the chosen card. */
function plan() {
  const hint = activeHint();
  if (hint) return hint;
  const panel = board.querySelector('input[name="card"]:checked ~ .panel');
  if (!panel) return null;
  const use =
    panel.querySelector(".use:hover, .use:focus-within") ??
    panel.querySelector(".use:has([name=move])");
  return use?.querySelector('[name="move"]:checked, button[name="move"]') ?? null;
}

function light() {
  const { left = 0, right = 0 } = plan()?.dataset ?? {};
  /** @type {Record<string, number>} */
  const coins = { left: Number(left), right: Number(right) };
  for (const way of board.querySelectorAll("[data-way]")) {
    const n = coins[way.dataset.way ?? ""] ?? 0;
    way.classList.toggle("is-lit", n > 0);
    way.querySelector("b")?.replaceChildren(n > 0 ? `+${n}` : "");
  }
}

if (board) {
  for (const kind of ["change", "focusin", "pointerover", "click", "keyup", "hepta:shown"])
    board.addEventListener(kind, light);
  board.addEventListener("reset", () => setTimeout(light)); // when the card has been let go
}
