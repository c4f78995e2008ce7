// @ts-check
// Keyboard navigation on the table: Tab enters each part at its first thing, arrows move on, Escape leaves.

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const PARTS = ".city, .held, .ways, .between, .status, .structure, .hand.is-idle, .sheet, .log";
const THINGS = "[data-sheet]:not(label, button, a, :is(label, button, a) *)"; // controls have tab stops of their own

/** @param {HTMLElement} part */
const things = (part) =>
  [...part.querySelectorAll(THINGS)].filter(
    (thing) => thing.closest(PARTS) === part && thing.checkVisibility(),
  );

/** Give every part a tab stop, including parts added since the last call. */
function prepare() {
  for (const part of document.querySelectorAll(PARTS)) {
    const all = things(part);
    if (all.length && !all.some((thing) => thing.tabIndex === 0)) all[0].tabIndex = 0;
  }
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab") prepare();
    const thing = document.activeElement?.closest(THINGS);
    const part = thing?.closest(PARTS);
    if (!thing || !part) return;
    if (event.key === "Escape") thing.blur();
    const step = STEPS[event.key];
    if (!step) return;
    const all = things(part);
    const next = all[all.indexOf(thing) + step];
    if (next && !next.hasAttribute("tabindex")) next.tabIndex = -1;
    next?.focus({ preventScroll: !part.matches(".log") }); // a board is static, a log is long
    event.preventDefault();
  },
  true,
);
