// The cards of a city with the keyboard: Tab comes to its first one, arrows walk on, Escape lets go.
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  const card = document.activeElement?.closest(".stack .placed");
  if (!card) return;
  if (event.key === "Escape") card.blur();
  const step = STEPS[event.key];
  if (!step) return;
  const cards = [...card.closest(".city, .held").querySelectorAll(".stack .placed")];
  cards[cards.indexOf(card) + step]?.focus({ preventScroll: true });
  event.preventDefault();
});
