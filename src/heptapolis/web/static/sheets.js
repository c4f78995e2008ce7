// The sheet of a thing. An element with data-sheet="KIND:ID" is explained when it is hovered, focused, tapped or
// held. The address of sheets is on an ancestor or on the page. Listeners are on the document, so boards may be
// swapped.
const HOVER_MS = 350; // ms that a pointer rests on a thing before its sheet opens
const LONG_PRESS_MS = 450; // ms of a long press
const LEAVE_MS = 200; // ms to move from a thing to its sheet
const LOADING_MS = 400; // ms after which a loading sheet becomes visible
const MAX_SLIP_PX = 10; // px that a finger may move during a long press
const GAP = 8; // px between a thing and its sheet
const SAME_PLACE_PX = 60; // px: a thing within this distance after a swap counts as the same one
const CONTROLS = "a, button, label, summary, input, select";
const OPENERS = "a[data-sheet], button[data-sheet]"; // controls without another action
const KEPT_FREE = ".panel, .desk-body"; // areas for decisions, never covered

const source = () =>
  shown?.thing.closest("[data-sheets]") ?? document.querySelector("[data-sheets]");
const version = () => document.querySelector("[data-sheets]")?.dataset.version ?? "";
const answers = new Map(); // by address: promises of markup
let answersOf = ""; // the version of the table that the cache is for
let popover = null;
let shown = null; // { thing, name, isPinned, opener, box } of the visible or pending sheet
let resting = 0; // timers
let leaving = 0;
let holding = 0;
let held = null; // where the finger was put down, until it is lifted
let isTouched = false;
let isReturning = false;

// ── content ──────────────────────────────────────────────────────────────────────────────────────────

/** Return the markup of a sheet, fetched once per version of the table; "" on failure. */
function told(name) {
  if (answersOf !== version()) answers.clear();
  answersOf = version();
  const address = new URL(source().dataset.sheets, location.href);
  address.searchParams.set("thing", name);
  if (!answers.has(address.href)) {
    const answer = fetch(address, { credentials: "same-origin", headers: { "x-fragment": "1" } })
      .then((response) => (response.ok ? response.text() : ""))
      .catch(() => answers.delete(address.href) && "");
    answers.set(address.href, answer);
  }
  return answers.get(address.href);
}

function made() {
  popover = document.createElement("section");
  popover.id = "sheet";
  popover.popover = "manual";
  popover.tabIndex = -1;
  popover.setAttribute("role", "dialog");
  popover.addEventListener("pointerenter", () => clearTimeout(leaving));
  popover.addEventListener("pointerleave", () => leave());
  return popover;
}

/** Explain a thing; `isPinned`: until it is closed, not only while it is hovered or focused. */
async function show(thing, { isPinned = false, withFocus = false } = {}) {
  const name = thing.dataset.sheet;
  if (!source() || !name) return;
  clearTimeout(resting);
  clearTimeout(leaving);
  if (shown?.thing !== thing) close();
  const mine = (shown = {
    thing,
    name,
    isPinned,
    opener: withFocus ? document.activeElement : null,
  });
  const slow = setTimeout(() => shown === mine && fill(""), LOADING_MS);
  const markup = await told(name);
  clearTimeout(slow);
  if (shown !== mine) return;
  if (!markup) return close();
  fill(markup);
  if (withFocus) popover.focus({ preventScroll: true });
}

/** Put a response into the popover; without one, show that it is loading. */
function fill(markup) {
  const { thing } = shown;
  popover ??= made();
  popover.innerHTML = markup || '<p class="thing-waiting">…</p>';
  popover.setAttribute("aria-busy", String(!markup));
  popover.setAttribute(markup ? "aria-labelledby" : "aria-label", markup ? "sheet-name" : "…");
  popover.removeAttribute(markup ? "aria-label" : "aria-labelledby");
  const home = thing.closest("[popover]:popover-open") ?? document.body; // a click inside must not close it
  if (popover.parentElement !== home) home.append(popover);
  if (!popover.matches(":popover-open")) popover.showPopover();
  popover.scrollTop = 0;
  thing.setAttribute("aria-describedby", "sheet");
  thing.classList.add("is-explained");
  put(thing);
  watcher.observe(document.body, { childList: true, subtree: true });
}

function close() {
  clearTimeout(resting);
  clearTimeout(leaving);
  if (!shown) return;
  const { thing, opener } = shown;
  shown = null;
  watcher.disconnect();
  if (thing.getAttribute("aria-describedby") === "sheet") thing.removeAttribute("aria-describedby");
  thing.classList.remove("is-explained");
  isReturning = true; // the focus returns, which is no request
  if (popover?.contains(document.activeElement))
    (opener?.isConnected ? opener : thing).focus?.({ preventScroll: true });
  isReturning = false;
  if (popover?.matches(":popover-open")) popover.hidePopover();
}

function leave() {
  clearTimeout(resting);
  clearTimeout(leaving);
  if (shown && !shown.isPinned) leaving = setTimeout(close, LEAVE_MS);
}

/** After a swap, find the same thing again and refresh its sheet if it has changed. */
const watcher = new MutationObserver(async () => {
  if (!shown || shown.thing.isConnected) return;
  const mine = shown;
  const { name, box } = mine;
  const isNear = ({ x, y }) =>
    box && Math.abs(x - box.x) < SAME_PLACE_PX && Math.abs(y - box.y) < SAME_PLACE_PX;
  const same = [
    ...document.querySelectorAll(`[data-sheet="${CSS.escape(mine.thing.dataset.sheet)}"]`),
  ];
  mine.thing = same.find((thing) => isNear(thing.getBoundingClientRect())) ?? mine.thing;
  if (!mine.thing.isConnected) return close();
  const markup = await told(name);
  if (shown === mine && markup) fill(markup);
});

// ── position ─────────────────────────────────────────────────────────────────────────────────────────

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Place the sheet beside the thing, covering neither it nor the controls; on a phone at the far edge. */
function put(thing) {
  const box = (shown.box = thing.getBoundingClientRect());
  const isNarrow = matchMedia("(width < 46rem)").matches;
  popover.classList.toggle("is-drawn", isNarrow);
  popover.classList.toggle("is-above", isNarrow && box.top + box.height / 2 > innerHeight / 2);
  popover.style.left = popover.style.top = "";
  if (isNarrow) return;
  const { width, height } = popover.getBoundingClientRect();
  const clamp = (value, size, room) => Math.max(GAP, Math.min(value, room - size - GAP));
  const x = clamp(box.left + box.width / 2 - width / 2, width, innerWidth);
  const y = clamp(box.top + box.height / 2 - height / 2, height, innerHeight);
  const places = [
    [box.right + GAP, y],
    [box.left - GAP - width, y],
    [x, box.top - GAP - height],
    [x, box.bottom + GAP],
  ].map(([left, top]) => ({
    left: clamp(left, width, innerWidth),
    top: clamp(top, height, innerHeight),
  }));
  const taken = [...document.querySelectorAll(KEPT_FREE)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const cost = ({ left, top }) => {
    const here = { left, top, right: left + width, bottom: top + height };
    return 1000 * overlap(here, box) + taken.reduce((sum, one) => sum + overlap(here, one), 0);
  };
  const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  popover.style.left = `${best.left}px`;
  popover.style.top = `${best.top}px`;
}

// ── hover ────────────────────────────────────────────────────────────────────────────────────────────

/** Return the thing under the pointer, also where a button covers a whole city. */
function thingAt({ target, clientX, clientY }) {
  if (target.matches?.(".look")) {
    for (const one of document.elementsFromPoint(clientX, clientY)) {
      if (one.closest("[data-sheet]")) return one.closest("[data-sheet]");
    }
    return null;
  }
  return target.closest?.("[data-sheet]") ?? null;
}

function rest(event) {
  if (event.pointerType === "touch" || event.buttons) return;
  if (popover?.contains(event.target)) return clearTimeout(resting);
  const thing = thingAt(event);
  if (thing && thing === shown?.thing) return clearTimeout(leaving);
  leave();
  if (thing && !shown?.isPinned) resting = setTimeout(() => show(thing), HOVER_MS);
}

document.addEventListener("pointerover", rest);
document.addEventListener("pointermove", (event) => {
  if (event.target.matches?.(".look")) rest(event);
});
document.documentElement.addEventListener("pointerleave", leave);

// ── long press ───────────────────────────────────────────────────────────────────────────────────────

function letGo() {
  clearTimeout(holding);
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  isTouched = event.pointerType === "touch";
  clearTimeout(resting);
  letGo();
  const isInside = popover?.contains(event.target);
  const thing = isInside ? null : thingAt(event);
  if (!isInside && thing !== shown?.thing) close();
  else if (!isInside && shown && !shown.isPinned && event.target.closest(CONTROLS)) close(); // a clicked control has its own action
  if (!isTouched || !thing) return;
  held = { x: event.clientX, y: event.clientY, hasFired: false };
  const mine = held;
  holding = setTimeout(() => {
    mine.hasFired = true;
    show(thing, { isPinned: true });
  }, LONG_PRESS_MS);
});
document.addEventListener("pointermove", (event) => {
  if (
    held &&
    !held.hasFired &&
    Math.hypot(event.clientX - held.x, event.clientY - held.y) > MAX_SLIP_PX
  )
    letGo();
});
document.addEventListener("pointerup", () => held?.hasFired || letGo());
document.addEventListener("pointercancel", () => held?.hasFired || letGo());
document.addEventListener("contextmenu", (event) => {
  if (isTouched && event.target.closest?.("[data-sheet]")) event.preventDefault();
});

// ── tap or click ─────────────────────────────────────────────────────────────────────────────────────

document.addEventListener(
  "click",
  (event) => {
    if (held?.hasFired) {
      // The end of a long press chooses nothing.
      event.preventDefault();
      event.stopPropagation();
      return letGo();
    }
    letGo();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thing = event.target.closest?.("[data-sheet]");
    if (!thing || !source()) return;
    const control = event.target.closest(CONTROLS);
    if (control && !control.matches(OPENERS)) return;
    event.preventDefault();
    if (popover?.contains(thing)) follow(thing);
    else if (shown?.isPinned && shown.thing === thing) close();
    else show(thing, { isPinned: true, withFocus: event.detail === 0 });
  },
  true,
);

/** Explain a thing that a sheet mentions in the place of that sheet. */
async function follow(link) {
  const mine = (shown = { ...shown, name: link.dataset.sheet, isPinned: true });
  const markup = await told(mine.name);
  if (shown !== mine || !markup) return;
  fill(markup);
  popover.focus({ preventScroll: true });
}

// ── keyboard ─────────────────────────────────────────────────────────────────────────────────────────

/** Explain the focused thing, else the chosen card; return whether there is one. */
export function explain() {
  const active = document.activeElement;
  const chosen = document.querySelector('input[name="card"]:checked');
  const card = (input) => input?.parentElement.querySelector(":scope > [data-sheet]");
  const thing =
    active?.closest("[data-sheet]") ?? card(active?.closest('input[name="card"]')) ?? card(chosen);
  if (!thing || popover?.contains(active)) return false;
  show(thing, { isPinned: true, withFocus: true });
  return true;
}

document.addEventListener("focusin", ({ target }) => {
  if (isReturning || popover?.contains(target)) return;
  const isThing = target.matches("[data-sheet]:focus-visible") && !target.matches(CONTROLS);
  if (isThing && target !== shown?.thing) show(target);
  else if (!isThing && shown && !shown.isPinned && !shown.thing.contains(target)) close();
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && shown) {
      close();
      event.preventDefault(); // it closes nothing else
      event.stopImmediatePropagation();
    } else if (
      event.key === "Enter" &&
      event.target.matches?.("[data-sheet]") &&
      !event.target.matches(CONTROLS)
    ) {
      explain();
    }
  },
  true,
);
addEventListener("resize", close);
addEventListener(
  "scroll",
  (event) => {
    if (!shown || popover?.contains(event.target)) return;
    // A focused thing may have been scrolled into view by the focus itself: its sheet stays.
    if (!shown.isPinned && shown.thing !== document.activeElement) close();
    else if (popover?.matches(":popover-open") && shown.thing.isConnected) put(shown.thing);
  },
  true,
);
