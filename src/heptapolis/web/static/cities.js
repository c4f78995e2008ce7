// What lies on the table with the keyboard: Tab comes to the first thing of each part, arrows walk on, Escape lets go.
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const PARTS = ".city, .held, .ways, .between, .status, .structure, .hand.is-idle, .sheet, .log";
const THINGS = "[data-sheet]:not(label, button, a, :is(label, button, a) *)"; // controls have stops of their own

const things = (part) => [...part.querySelectorAll(THINGS)].filter((thing) => thing.closest(PARTS) === part && thing.checkVisibility());

/** Every part has a stop, whatever has been put on the page since the last time. */
function prepare() {
  for (const part of document.querySelectorAll(PARTS)) {
    const all = things(part);
    if (all.length && !all.some((thing) => thing.tabIndex === 0)) all[0].tabIndex = 0;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") prepare();
  const thing = document.activeElement?.closest(THINGS);
  const part = thing?.closest(PARTS);
  if (!part) return;
  if (event.key === "Escape") thing.blur();
  const step = STEPS[event.key];
  if (!step) return;
  const all = things(part);
  const next = all[all.indexOf(thing) + step];
  if (next && !next.hasAttribute("tabindex")) next.tabIndex = -1;
  next?.focus({ preventScroll: !part.matches(".log") }); // a board stands still, a log is long
  event.preventDefault();
}, true);
