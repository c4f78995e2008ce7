// @ts-check
// The tree of chains: a hovered or focused card highlights the lines that lead to and from it.
import { targetOf } from "./events.js";

const tree = document.querySelector(".h-chain-tree");
const lines = tree ? [...tree.querySelectorAll("[data-giver]")] : [];
const cards = tree ? [...tree.querySelectorAll("[data-card]")] : [];

/**
 * Return all cards that lead to a card, or follow from it.
 *
 * @param {string} id
 * @param {"giver" | "taker"} from
 * @param {"giver" | "taker"} to
 */
function reach(id, from, to, found = new Set([id])) {
  for (const { dataset } of lines) {
    const [start, end] = [dataset[from], dataset[to] ?? ""];
    if (start === id && !found.has(end)) reach(end, from, to, found.add(end));
  }
  return found;
}

/** @param {string | undefined} id */
function light(id) {
  const lit = id ? new Set([...reach(id, "giver", "taker"), ...reach(id, "taker", "giver")]) : null;
  const isLit = (/** @type {string | undefined} */ card) => Boolean(card && lit?.has(card));
  tree?.classList.toggle("is-lit", Boolean(lit));
  for (const card of cards) card.classList.toggle("is-on", isLit(card.dataset.card));
  for (const { dataset, classList } of lines)
    classList.toggle("is-on", isLit(dataset.giver) && isLit(dataset.taker));
}

/** @param {Element | null} element */
const cardOf = (element) => element?.closest("[data-card]")?.dataset.card;
tree?.addEventListener("pointerover", (event) => light(cardOf(targetOf(event))));
tree?.addEventListener("pointerleave", () => light(cardOf(document.activeElement)));
tree?.addEventListener("focusin", (event) => light(cardOf(targetOf(event))));
tree?.addEventListener("focusout", () => light(undefined));
