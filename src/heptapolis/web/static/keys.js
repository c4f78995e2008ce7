// @ts-check
// Keyboard shortcuts. The page's list of keys defines the action of each key.
import { board } from "./board.js";
import { hasModifier, targetOf } from "./events.js";
import "./live.js";
import { explain } from "./sheets.js";
import { actionNames } from "./shortcuts.js";

const CONTROLS = "a, button, input, select, summary, [data-sheet], [tabindex='0']"; // they use arrows themselves
const list = document.querySelector("#keys");
const names = actionNames(list);

function cards() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const found = board.querySelectorAll('input[name="card"]');
  return [...found];
}

/** @param {HTMLInputElement | undefined} card */
function take(card) {
  if (!card) return false;
  card.checked = true;
  card.focus();
  return true;
}

/**
 * Perform the action of a key; return whether it had an effect.
 *
 * @type {Record<string, (key: string) => boolean>}
 */
const actions = {
  choose: (key) => take(cards()[(Number(key) || 10) - 1]),
  // The browser handles arrows within the cards: they are radio buttons.
  walk(key) {
    if (document.activeElement?.closest(CONTROLS)) return false;
    const all = cards();
    const at = all.findIndex((card) => card.checked);
    const step = key === "ArrowRight" ? 1 : -1;
    const first = step > 0 ? 0 : all.length - 1;
    return take(all[at < 0 ? first : (at + step + all.length) % all.length]);
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
  // Move between hints; Enter selects one.
  advise(key) {
    const all = [...board.querySelectorAll(".hint")].filter((hint) => hint.offsetParent !== null);
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const at = all.indexOf(active);
    if (!all.length || (at < 0 && active.closest(CONTROLS))) return false;
    const step = key === "ArrowDown" ? 1 : -1;
    const from = at < 0 && step < 0 ? 0 : at;
    all.at((from + step) % all.length)?.focus({ preventScroll: true });
    return true;
  },
  explain,
  release() {
    /** @type {HTMLInputElement | null} */
    const chosen = board.querySelector('input[name="card"]:checked');
    if (chosen) chosen.checked = false;
    return false; // the key also closes a popover
  },
  list() {
    list?.togglePopover();
    return true;
  },
};

/**
 * Return the name of a key as in the list; on non-Latin layouts, by its position.
 *
 * @param {KeyboardEvent} event
 */
function nameOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return !names.has(key) && /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : key;
}

document.addEventListener("keydown", (event) => {
  if (!board || hasModifier(event)) return;
  if (targetOf(event).matches("input:not([type=radio]), select, textarea")) return;
  const key = nameOf(event);
  if (actions[names.get(key) ?? ""]?.(key)) event.preventDefault();
});

// A click on the selected card deselects it.
board?.addEventListener("click", (event) => {
  const input = targetOf(event).closest(".pick")?.previousElementSibling;
  if (input instanceof HTMLInputElement && input.matches('[name="card"]:checked')) {
    event.preventDefault();
    input.checked = false;
  }
});
