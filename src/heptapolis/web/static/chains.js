// The tree of chains: a hovered or focused card highlights the lines that lead to and from it.
const tree = document.querySelector(".h-chain-tree");
const lines = tree ? [...tree.querySelectorAll("[data-giver]")] : [];
const cards = tree ? [...tree.querySelectorAll("[data-card]")] : [];

/** Return all cards that lead to a card, or follow from it. */
function reach(id, from, to, found = new Set([id])) {
  for (const { dataset } of lines) {
    if (dataset[from] === id && !found.has(dataset[to]))
      reach(dataset[to], from, to, found.add(dataset[to]));
  }
  return found;
}

function light(id) {
  const lit = id ? new Set([...reach(id, "giver", "taker"), ...reach(id, "taker", "giver")]) : null;
  tree.classList.toggle("is-lit", Boolean(lit));
  for (const card of cards) card.classList.toggle("is-on", Boolean(lit?.has(card.dataset.card)));
  for (const { dataset, classList } of lines)
    classList.toggle("is-on", Boolean(lit?.has(dataset.giver) && lit.has(dataset.taker)));
}

const idOf = (target) => target.closest?.("[data-card]")?.dataset.card;
tree?.addEventListener("pointerover", ({ target }) => light(idOf(target)));
tree?.addEventListener("pointerleave", () => light(idOf(document.activeElement)));
tree?.addEventListener("focusin", ({ target }) => light(idOf(target)));
tree?.addEventListener("focusout", () => light(""));
