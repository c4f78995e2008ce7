// Keyboard shortcuts. The page's list of keys defines the action of each key.
import "./live.js";
import { explain } from "./sheets.js";

const board = document.querySelector("#live");
const list = document.querySelector("#keys");
const doings = new Map();
for (const { dataset } of list?.querySelectorAll("[data-does]") ?? []) {
  for (const key of dataset.keys.split(" ")) doings.set(key, dataset.does);
}

const cards = () => [...board.querySelectorAll('input[name="card"]')];

function take(card) {
  if (!card) return false;
  card.checked = true;
  card.focus();
  return true;
}

/** Perform the action of a key; return whether it had an effect. */
const actions = {
  choose: (key) => take(cards()[(Number(key) || 10) - 1]),
  // The browser handles arrows within the cards: they are radio buttons.
  walk(key) {
    if (
      document.activeElement.closest(
        "a, button, input, select, summary, [data-sheet], [tabindex='0']",
      )
    )
      return false;
    const all = cards();
    const at = all.findIndex((card) => card.checked);
    const step = key === "ArrowRight" ? 1 : -1;
    return take(
      all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length],
    );
  },
  press(key) {
    const panel = board.querySelector('input[name="card"]:checked ~ .panel');
    const buttons = [panel, board].flatMap((place) => [
      ...(place?.querySelectorAll(`button[data-key="${key}"]:enabled`) ?? []),
    ]);
    const button = buttons.find((one) => one.offsetParent !== null);
    if (!button) return false;
    button.click();
    return true;
  },
  // Move between hints; Enter makes the move.
  advise(key) {
    const at = document.activeElement;
    const all = [...board.querySelectorAll(".hint")].filter((hint) => hint.offsetParent !== null);
    if (
      !all.length ||
      (!all.includes(at) &&
        at.closest("a, button, input, select, summary, [data-sheet], [tabindex='0']"))
    )
      return false;
    const step = key === "ArrowDown" ? 1 : -1;
    const from = all.includes(at) || step > 0 ? all.indexOf(at) : 0;
    all.at((from + step) % all.length).focus({ preventScroll: true });
    return true;
  },
  explain,
  release() {
    const chosen = board.querySelector('input[name="card"]:checked');
    if (chosen) chosen.checked = false;
    return false; // the key also closes a popover
  },
  list() {
    list.togglePopover();
    return true;
  },
};

/** Return the name of a key as in the list; on non-Latin layouts, by its position. */
function named({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return !doings.has(key) && /^Key[A-Z]$/.test(code) ? code.at(-1).toLowerCase() : key;
}

document.addEventListener("keydown", (event) => {
  if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio]), select, textarea")) return;
  const key = named(event);
  if (actions[doings.get(key)]?.(key)) event.preventDefault();
});

// A click on the selected card deselects it.
board?.addEventListener("click", (event) => {
  const input = event.target.closest(".pick")?.previousElementSibling;
  if (input?.matches('input[name="card"]:checked')) {
    event.preventDefault();
    input.checked = false;
  }
});
