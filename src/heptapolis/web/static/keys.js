// One hand on the keyboard: numbers choose a card, letters a use, Escape lets go.
import "./live.js";

const board = document.querySelector("#live");

document.addEventListener("keydown", (event) => {
  if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio]), select, textarea")) return;
  if (/^[0-9]$/.test(event.key)) {
    const cards = board.querySelectorAll('input[name="card"]');
    const card = cards[(Number(event.key) || 10) - 1];
    if (!card) return;
    card.checked = true;
    card.focus();
    event.preventDefault();
  } else if (event.key === "Escape") {
    const chosen = board.querySelector('input[name="card"]:checked');
    if (chosen) chosen.checked = false;
  } else if (/^[a-z]$/.test(event.key)) {
    const panel = board.querySelector('input[name="card"]:checked ~ .panel') ?? board;
    const button = panel.querySelector(`button[data-key="${event.key}"]:not(:disabled)`);
    if (!button || button.offsetParent === null) return;
    event.preventDefault();
    button.click();
  }
});

// A click on the chosen card lets go of it.
board?.addEventListener("click", (event) => {
  const input = event.target.closest(".pick")?.previousElementSibling;
  if (input?.matches('input[name="card"]:checked')) {
    event.preventDefault();
    input.checked = false;
  }
});
