// @ts-check
// The sheet of a thing. An element with data-sheet="KIND:ID" is explained when it is hovered, focused, tapped or
// held. The address of sheets is on an ancestor or on the page. Listeners are on the document, so boards may be
// swapped.
import { targetOf } from "./events.js";

/**
 * @typedef {object} Sheet the visible or pending sheet
 * @property {HTMLElement} thing what it explains
 * @property {string} name
 * @property {boolean} isPinned open until it is closed, not only while the thing is hovered or focused
 * @property {HTMLElement | null} opener what had the focus before
 * @property {DOMRect} [box] where the thing was when the sheet was placed
 */

const HOVER_MS = 350; // ms that a pointer rests on a thing before its sheet opens
const LONG_PRESS_MS = 450; // ms of a long press
const LEAVE_MS = 200; // ms to move from a thing to its sheet
const LOADING_MS = 400; // ms after which a loading sheet becomes visible
const MAX_SLIP_PX = 10; // px that a finger may move during a long press
const GAP_PX = 8; // between a thing and its sheet
const SAME_PLACE_PX = 60; // px: a thing within this distance after a swap counts as the same one
const CONTROLS = "a, button, label, summary, input, select";
const OPENERS = "a[data-sheet], button[data-sheet]"; // controls without another action
const DECISION_AREAS = ".panel, .desk-body"; // areas for decisions, never covered

const source = () =>
  currentSheet?.thing.closest("[data-sheets]") ?? document.querySelector("[data-sheets]");
const version = () => document.querySelector("[data-sheets]")?.dataset.version ?? "";
const answers = {
  version: "", // of the table
  /** @type {Map<string, Promise<string>>} */
  texts: new Map(), // by address
};
/** @type {HTMLElement | null} */
let popover = null;
/** @type {Sheet | null} */
let currentSheet = null;
const timers = { open: 0, close: 0, press: 0 };
/** @type {{ x: number, y: number, hasFired: boolean } | null} */
let press = null; // where the finger was put down, until it is lifted
let isTouched = false;
let isReturning = false;

// ── content ──────────────────────────────────────────────────────────────────────────────────────────

/**
 * Return the markup of a sheet, fetched once per version of the table; "" on failure.
 *
 * @param {string} name
 */
function fetchSheet(name) {
  if (answers.version !== version()) answers.texts.clear();
  answers.version = version();
  const address = new URL(source()?.dataset.sheets ?? "", location.href);
  address.searchParams.set("thing", name);
  const text = answers.texts.get(address.href) ?? fetchText(address);
  answers.texts.set(address.href, text);
  return text;
}

/**
 * Return the text at an address; "" on failure, which is not kept.
 *
 * @param {URL} address
 */
async function fetchText(address) {
  try {
    const headers = { "x-fragment": "1" };
    const answer = await fetch(address, { credentials: "same-origin", headers });
    return answer.ok ? await answer.text() : "";
  } catch {
    answers.texts.delete(address.href);
    return "";
  }
}

function createPopover() {
  const section = document.createElement("section");
  section.id = "sheet";
  section.popover = "manual";
  section.tabIndex = -1;
  section.setAttribute("role", "dialog");
  section.addEventListener("pointerenter", () => clearTimeout(timers.close));
  section.addEventListener("pointerleave", () => leave());
  return section;
}

/**
 * Explain a thing.
 *
 * @param {HTMLElement} thing
 * @param {{ isPinned?: boolean, withFocus?: boolean }} [how]
 */
async function show(thing, { isPinned = false, withFocus = false } = {}) {
  const name = thing.dataset.sheet;
  if (!source() || !name) return;
  clearTimeout(timers.open);
  clearTimeout(timers.close);
  if (currentSheet?.thing !== thing) close();
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  /** @type {Sheet} */
  const sheet = { thing, name, isPinned, opener: withFocus ? active : null };
  currentSheet = sheet;
  const loadingTimer = setTimeout(() => currentSheet === sheet && fill(sheet, ""), LOADING_MS);
  const markup = await fetchSheet(name);
  clearTimeout(loadingTimer);
  if (currentSheet !== sheet) return;
  if (!markup) return close();
  fill(sheet, markup);
  if (withFocus) popover?.focus({ preventScroll: true });
}

/**
 * Put a response into the popover; without one, show that it is loading.
 *
 * @param {Sheet} sheet
 * @param {string} markup
 */
function fill(sheet, markup) {
  const { thing } = sheet;
  popover ??= createPopover();
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
  put(popover, sheet);
  watcher.observe(document.body, { childList: true, subtree: true });
}

function close() {
  clearTimeout(timers.open);
  clearTimeout(timers.close);
  if (!currentSheet) return;
  const { thing, opener } = currentSheet;
  currentSheet = null;
  watcher.disconnect();
  if (thing.getAttribute("aria-describedby") === "sheet") thing.removeAttribute("aria-describedby");
  thing.classList.remove("is-explained");
  isReturning = true; // the focus returns, which is no request
  if (popover?.contains(document.activeElement))
    (opener?.isConnected ? opener : thing).focus({ preventScroll: true });
  isReturning = false;
  if (popover?.matches(":popover-open")) popover.hidePopover();
}

function leave() {
  clearTimeout(timers.open);
  clearTimeout(timers.close);
  if (currentSheet && !currentSheet.isPinned) timers.close = setTimeout(close, LEAVE_MS);
}

/** After a swap, find the same thing again, if its node is gone, and refresh its sheet. */
const watcher = new MutationObserver(async () => {
  if (!currentSheet) return;
  const sheet = currentSheet;
  const { name, thing: lost, box } = sheet;
  if (lost.isConnected && answers.version === version()) return;
  const isNear = (/** @type {DOMRect} */ { x, y }) =>
    box && Math.abs(x - box.x) < SAME_PLACE_PX && Math.abs(y - box.y) < SAME_PLACE_PX;
  const same = document.querySelectorAll(`[data-sheet="${CSS.escape(lost.dataset.sheet ?? "")}"]`);
  if (!lost.isConnected)
    sheet.thing = [...same].find((thing) => isNear(thing.getBoundingClientRect())) ?? lost;
  if (!sheet.thing.isConnected) return close();
  const markup = await fetchSheet(name);
  if (currentSheet === sheet && markup) fill(sheet, markup);
});

// ── position ─────────────────────────────────────────────────────────────────────────────────────────

/** @typedef {Pick<DOMRect, "bottom" | "left" | "right" | "top">} Area */

/**
 * Return the common area of two rectangles.
 *
 * @param {Area} a
 * @param {Area} b
 */
const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Place a sheet beside its thing, covering neither it nor the controls; on a phone at the far edge.
 *
 * @param {HTMLElement} popover
 * @param {Sheet} sheet
 */
function put(popover, sheet) {
  const box = sheet.thing.getBoundingClientRect();
  sheet.box = box;
  const isNarrow = matchMedia("(width < 46rem)").matches;
  popover.classList.toggle("is-drawn", isNarrow);
  popover.classList.toggle("is-above", isNarrow && box.top + box.height / 2 > innerHeight / 2);
  popover.style.left = popover.style.top = "";
  if (isNarrow) return;
  const best = placeBeside(box, popover.getBoundingClientRect());
  popover.style.left = `${best.left}px`;
  popover.style.top = `${best.top}px`;
}

/**
 * Return the best place of a sheet beside a thing.
 *
 * @param {DOMRect} box of the thing
 * @param {DOMRect} size of the sheet
 */
function placeBeside(box, { width, height }) {
  const clamp = (
    /** @type {number} */ value,
    /** @type {number} */ size,
    /** @type {number} */ room,
  ) => Math.max(GAP_PX, Math.min(value, room - size - GAP_PX));
  const x = clamp(box.left + box.width / 2 - width / 2, width, innerWidth);
  const y = clamp(box.top + box.height / 2 - height / 2, height, innerHeight);
  const places = [
    [box.right + GAP_PX, y],
    [box.left - GAP_PX - width, y],
    [x, box.top - GAP_PX - height],
    [x, box.bottom + GAP_PX],
  ].map(([left, top]) => ({
    left: clamp(left, width, innerWidth),
    top: clamp(top, height, innerHeight),
  }));
  const taken = [...document.querySelectorAll(DECISION_AREAS)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const cost = (/** @type {{ left: number, top: number }} */ { left, top }) => {
    const here = { left, top, right: left + width, bottom: top + height };
    return 1000 * overlap(here, box) + taken.reduce((sum, one) => sum + overlap(here, one), 0);
  };
  return places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
}

// ── hover ────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Return the thing under the pointer, also where a button covers a whole city.
 *
 * @param {PointerEvent} event
 */
function thingAt(event) {
  const target = targetOf(event);
  if (!target.matches(".look")) return target.closest("[data-sheet]");
  const covered = document.elementsFromPoint(event.clientX, event.clientY);
  return covered.map((one) => one.closest("[data-sheet]")).find(Boolean) ?? null;
}

/**
 * Explain a thing on which the pointer rests.
 *
 * @param {PointerEvent} event
 */
function hover(event) {
  if (event.pointerType === "touch" || event.buttons) return;
  if (popover?.contains(targetOf(event))) return clearTimeout(timers.open);
  const thing = thingAt(event);
  // In a narrow window the sheet would cover the panel, which explains what can be chosen.
  if (thing?.matches("label.pick") && matchMedia("(width < 62rem)").matches) return leave();
  if (thing && thing === currentSheet?.thing) return clearTimeout(timers.close);
  leave();
  if (thing && !currentSheet?.isPinned) timers.open = setTimeout(() => show(thing), HOVER_MS);
}

document.addEventListener("pointerover", hover);
document.addEventListener("pointermove", (event) => {
  if (targetOf(event).matches(".look")) hover(event);
});
document.documentElement.addEventListener("pointerleave", leave);

// ── long press ───────────────────────────────────────────────────────────────────────────────────────

function letGo() {
  clearTimeout(timers.press);
  press = null;
}

/** Lift the finger: the end of a long press is handled as a click. */
function endPress() {
  if (!press?.hasFired) letGo();
}

document.addEventListener("pointerdown", (event) => {
  const target = targetOf(event);
  isTouched = event.pointerType === "touch";
  clearTimeout(timers.open);
  letGo();
  const isInside = popover?.contains(target);
  const thing = isInside ? null : thingAt(event);
  const isAction = currentSheet && !currentSheet.isPinned && target.closest(CONTROLS); // of the control itself
  if (!isInside && (thing !== currentSheet?.thing || isAction)) close();
  if (!isTouched || !thing) return;
  const mine = { x: event.clientX, y: event.clientY, hasFired: false };
  press = mine;
  timers.press = setTimeout(() => {
    mine.hasFired = true;
    show(thing, { isPinned: true });
  }, LONG_PRESS_MS);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!press || press.hasFired) return;
  if (Math.hypot(clientX - press.x, clientY - press.y) > MAX_SLIP_PX) letGo();
});
document.addEventListener("pointerup", endPress);
document.addEventListener("pointercancel", endPress);
document.addEventListener("contextmenu", (event) => {
  if (isTouched && targetOf(event).closest("[data-sheet]")) event.preventDefault();
});

// ── tap or click ─────────────────────────────────────────────────────────────────────────────────────

document.addEventListener(
  "click",
  (event) => {
    if (press?.hasFired) {
      // The end of a long press chooses nothing.
      event.preventDefault();
      event.stopPropagation();
      return letGo();
    }
    letGo();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thing = targetOf(event).closest("[data-sheet]");
    if (!thing || !source()) return;
    const control = targetOf(event).closest(CONTROLS);
    if (control && !control.matches(OPENERS)) return;
    event.preventDefault();
    if (popover?.contains(thing)) follow(thing);
    else if (currentSheet?.isPinned && currentSheet.thing === thing) close();
    else show(thing, { isPinned: true, withFocus: event.detail === 0 });
  },
  true,
);

/**
 * Explain a thing that a sheet mentions in the place of that sheet.
 *
 * @param {HTMLElement} link
 */
async function follow(link) {
  if (!currentSheet) return;
  const sheet = { ...currentSheet, name: link.dataset.sheet ?? "", isPinned: true };
  currentSheet = sheet;
  const markup = await fetchSheet(sheet.name);
  if (currentSheet !== sheet || !markup) return;
  fill(sheet, markup);
  popover?.focus({ preventScroll: true });
}

// ── keyboard ─────────────────────────────────────────────────────────────────────────────────────────

/** Explain the focused thing, else the chosen card; return whether there is one. */
export function explain() {
  const active = document.activeElement;
  const chosen = document.querySelector('input[name="card"]:checked');
  const card = (/** @type {HTMLElement | null | undefined} */ input) =>
    input?.parentElement?.querySelector(":scope > [data-sheet]");
  const thing =
    active?.closest("[data-sheet]") ?? card(active?.closest('input[name="card"]')) ?? card(chosen);
  if (!thing || popover?.contains(active)) return false;
  show(thing, { isPinned: true, withFocus: true });
  return true;
}

document.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  if (isReturning || popover?.contains(target)) return;
  const isThing = target.matches("[data-sheet]:focus-visible") && !target.matches(CONTROLS);
  const isLeft = currentSheet && !currentSheet.isPinned && !currentSheet.thing.contains(target);
  if (isThing && target !== currentSheet?.thing) show(target);
  else if (!isThing && isLeft) close();
});
document.addEventListener(
  "keydown",
  (event) => {
    const target = targetOf(event);
    if (event.key === "Escape" && currentSheet) {
      close();
      event.preventDefault(); // it closes nothing else
      event.stopImmediatePropagation();
    } else if (
      event.key === "Enter" &&
      target.matches("[data-sheet]") &&
      !target.matches(CONTROLS)
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
    if (!currentSheet || popover?.contains(targetOf(event))) return;
    // A focused thing may have been scrolled into view by the focus itself: its sheet stays.
    if (!currentSheet.isPinned && currentSheet.thing !== document.activeElement) close();
    else if (popover?.matches(":popover-open") && currentSheet.thing.isConnected)
      put(popover, currentSheet);
  },
  true,
);
