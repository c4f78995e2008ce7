// @ts-check
// Animations of cards: from hands and the structure into cities, over and under, from hand to hand.
import { actor, cardSize, cardSizeIn, copy, drawing, spot } from "./actors.js";
import { pose } from "./stage.js";
import { selectorOf } from "./table.js";

/** @import {
 *   AgeStep, DestroyStep, DigStep, PassStep, PlayStep, Pose, Rect, RevealStep, Sight, Size, Time, Turn
 * } from "../types"
 */
/** @import { Table } from "./table.js" */
/** @typedef {{ element?: HTMLElement, rect: Rect }} Origin where a card comes from, and its picture there */
/** @typedef {Pick<PlayStep, "card" | "seat" | "to"> & Partial<Omit<PlayStep, "kind">>} Arrival a card that comes to a city */

/** @type {Record<string, number>} */
const WAYS = { left: -1, right: 1 };

/**
 * Return the destination of a card.
 *
 * @param {Table} table
 * @param {Arrival} step
 * @returns {Sight | null}
 */
function goal(table, step) {
  const city = table.cityOf(step.seat);
  if (step.to === "discard") return table.findNew("[data-pile]") ?? table.bank();
  if (step.to === "stage")
    return (
      table.findNew(
        `${city} [data-stage="${step.stage}"]`,
        `${city} .h-stage:nth-child(${step.stage})`,
      ) ?? table.headOf(step.seat)
    );
  if (step.to === "wonder")
    return table.findNew(`${city} ${selectorOf(step.wonder ?? "")}`) ?? table.headOf(step.seat);
  return (
    (step.card && table.findNew(`${city} ${selectorOf(step.card)}`)) || table.headOf(step.seat)
  );
}

/**
 * Return the origin of a card that I could see, or the place of my hand for a card of mine.
 *
 * @param {Table} table
 * @param {PlayStep} step
 * @returns {Origin | null}
 */
function origin(table, step) {
  const isMine = table.isMine(step.by ?? step.seat);
  const elsewhere = isMine ? ".city *" : ".city *, .hand *"; // my hand is not the origin of another player's card
  const found = step.card ? table.findOld(`${selectorOf(step.card)}:not(${elsewhere})`) : null;
  if (found || !isMine) return found;
  const hand = table.findNew(".choose .hand", ".choose");
  return hand && { rect: spot(hand.rect, cardSize(table), 1) };
}

/**
 * Return the picture of a card from any visible copy.
 *
 * @param {Table} table
 * @param {Arrival} step
 * @param {Origin | null} source
 */
function face(table, step, source) {
  if (!step.card || ["stage", "wonder", "discard"].includes(step.to))
    return source?.element ? copy(source.element) : null;
  const there = [
    ...table.board.querySelectorAll(`${table.cityOf(step.seat)} ${selectorOf(step.card)}`),
  ];
  const found =
    source?.element ?? there.find((element) => element.querySelector(".h-card")) ?? there[0];
  return found ? copy(found) : null;
}

/**
 * Move a card to a city: mine from my hand, another player's turned face up on the way.
 *
 * @param {Table} table
 * @param {PlayStep} step
 * @param {Time} time
 */
export function playCard(table, step, time) {
  const target = goal(table, step);
  if (!target) return false;
  const source = origin(table, step);
  const isBuried = step.to === "stage" || step.to === "wonder";
  const isHidden = isBuried || step.to === "discard" || !step.card;
  const size = source ? cardSizeIn(source.rect) : cardSize(table);
  const front = face(table, step, source);
  const body = actor(front, table.backTo(step.to));
  const frames = source
    ? fromSight(source.rect, target.rect, size, [front ? 0 : -180, isHidden || !front ? -180 : 0])
    : fromHand(table, step, target.rect, size, isHidden || !front);
  table.stage.act(body, size, frames, { at: time.at, length: time.length, easing: "linear" });
  const landing = time.at + time.length * 0.88;
  if (isBuried) rise(table, step, target, landing);
  else if (target.element.matches("[data-vt]")) table.stage.hide(target.element, landing);
  return true;
}

/**
 * Lift and move a visible card, with one side up at the start and one at the end.
 *
 * @param {Rect} from
 * @param {Rect} to
 * @param {Size} size
 * @param {[number, number]} sides degrees at the start and at the end
 * @returns {Pose[]}
 */
function fromSight(from, to, size, [before, turn]) {
  const start = { ...cardSizeIn(from), left: from.left, top: from.top };
  return [
    pose(start, size, { turn: before, offset: 0, easing: "ease-out" }),
    pose(start, size, {
      turn: before,
      grow: 1.1,
      rise: 14,
      offset: 0.2,
      easing: "cubic-bezier(0.5, 0, 0.3, 1)",
    }),
    pose(to, size, { turn, offset: 0.9 }),
    pose(to, size, { turn, opacity: 0, offset: 1 }),
  ];
}

/**
 * Move a card out of a hidden hand: it rises from the head of its city, turns over, and lands.
 *
 * @param {Table} table
 * @param {PlayStep} step
 * @param {Rect} to
 * @param {Size} size
 * @param {boolean} staysDown
 * @returns {Pose[]}
 */
function fromHand(table, step, to, size, staysDown) {
  const head = table.headOf(step.seat)?.rect ?? to;
  const stop = spot(head, size, 0.85); // where the card is visible below the head
  stop.top = Math.max(head.top + head.height + 4, 4);
  stop.left = Math.min(Math.max(stop.left, 4), innerWidth - stop.width - 4);
  const turn = staysDown ? 180 : 0;
  return [
    pose(spot(head, size, 0.2), size, { turn: 180, opacity: 0, offset: 0, easing: "ease-out" }),
    pose(stop, size, { turn: 180, opacity: 1, offset: 0.25, easing: "ease-in-out" }),
    pose(stop, size, { turn, offset: 0.6, easing: "ease-in-out" }),
    pose(to, size, { turn, opacity: 1, offset: 0.92 }),
    pose(to, size, { turn, opacity: 0, offset: 1 }),
  ];
}

/**
 * Animate a built stage: it shines, and its wonder grows out of the ground.
 *
 * @param {Table} table
 * @param {PlayStep} step
 * @param {Sight} target
 * @param {number} at
 */
function rise(table, step, target, at) {
  const shine = [
    { scale: 1, filter: "brightness(1)", boxShadow: "0 0 0 0 #f2c64b00" },
    {
      scale: 1.14,
      filter: "brightness(1.3)",
      boxShadow: "0 0 1.6rem 0.5rem #f2c64bcc",
      offset: 0.35,
    },
    { scale: 1, filter: "brightness(1)", boxShadow: "0 0 0 0 #f2c64b00" },
  ];
  table.stage.animate(target.element, shine, { at, length: 620 });
  const place =
    step.to === "wonder"
      ? `${table.cityOf(step.seat)} ${selectorOf(step.wonder ?? "")}`
      : table.cityOf(step.seat);
  const before = table.findOld(`${place} .h-scene`, `${place}.h-scene`);
  const now = table.findNew(`${place} .h-scene`, `${place}.h-scene`);
  if (!before || !now) return;
  const veil = /** @type {HTMLElement} */ (before.element.cloneNode(true)); // behind the cards in front of it
  veil.classList.add("veil");
  now.element.after(veil);
  const fall = table.stage.animate(
    veil,
    [{ clipPath: "inset(0)" }, { clipPath: "inset(0 0 100%)" }],
    { at, length: 520, easing: "ease-in-out", fill: "both" },
  );
  fall.finished.then(
    () => veil.remove(),
    () => {},
  );
}

/**
 * Return the scope of an element's name: one card can be in a hand and in several cities.
 *
 * @param {HTMLElement} element
 */
function scopedName(element) {
  return `${element.closest(".city[id]")?.id ?? (element.closest(".hand") ? "hand" : "")} ${element.dataset.vt}`;
}

/**
 * Move the cards that were displaced smoothly; let new cards enter a hand.
 *
 * @param {Table} table
 * @param {Turn[]} turns
 */
export function settle(table, turns) {
  /** @type {Map<string, DOMRect>} */
  const before = new Map();
  for (const [element, rect] of table.before.rects)
    if (element.dataset.vt) before.set(scopedName(element), rect);
  const isPassed = turns.some(({ steps }) =>
    steps.some(({ kind }) => kind === "pass" || kind === "age"),
  );
  for (const element of table.board.querySelectorAll(
    `.city[id] [data-vt]${isPassed ? "" : ", .hand [data-vt]"}`,
  )) {
    const now = element.getBoundingClientRect();
    const was = before.get(scopedName(element));
    const isDrawn = !was && element.closest(".hand") !== null;
    if (!now.width || !(was?.width || isDrawn)) continue;
    const [x, y] = was ? [was.left - now.left, was.top - now.top] : [0, 40];
    if (Math.hypot(x, y) < 1) continue;
    const frames = [
      { transform: `translate(${x}px, ${y}px)`, opacity: isDrawn ? 0 : 1 },
      { transform: "none" },
    ];
    table.stage.animate(element, frames, { at: isDrawn ? 120 : 0, length: 260 });
  }
}

/**
 * Return a card from the discard pile.
 *
 * @param {Table} table
 * @param {DigStep} step
 * @param {Time} time
 */
export function dig(table, step, time) {
  const target = goal(table, { ...step, to: "city" });
  const pile = table.findOld("[data-pile]") ?? table.bank();
  if (!target || !pile) return false;
  const size = cardSize(table);
  const body = actor(face(table, { ...step, to: "city" }, null), table.back());
  const frames = [
    pose(spot(pile.rect, size, 0.2), size, { turn: 180, opacity: 0, offset: 0 }),
    pose(spot(pile.rect, size, 0.5), size, { turn: 180, opacity: 1, rise: -30, offset: 0.25 }),
    pose(target.rect, size, { opacity: 1, offset: 0.92 }),
    pose(target.rect, size, { opacity: 0, offset: 1 }),
  ];
  table.stage.act(body, size, frames, { ...time, easing: "ease-in-out" });
  if (target.element.matches("[data-vt]"))
    table.stage.hide(target.element, time.at + time.length * 0.88);
  return true;
}

/**
 * Pass hands on: mine leaves to one side, the next enters from the other.
 *
 * @param {Table} table
 * @param {PassStep} step
 * @param {Time} time
 */
export function pass(table, step, time) {
  const way = WAYS[step.way] ?? 0;
  const cards = [...table.board.querySelectorAll(".hand .pick")];
  const before = [...table.before.old.querySelectorAll(".hand .pick")];
  if (!cards.length && !before.length) return false;
  for (const card of before) {
    const rect = table.before.rects.get(card);
    const hasLeft = card.dataset.vt && table.gone.has(card.dataset.vt);
    if (!rect?.width || hasLeft) continue;
    const size = cardSizeIn(rect);
    const start = { ...size, left: rect.left, top: rect.top };
    const end = {
      ...start,
      left: rect.left + way * Math.max(260, innerWidth / 4),
      top: rect.top - (way ? 40 : 160),
    };
    const frames = [pose(start, size, { opacity: 1 }), pose(end, size, { opacity: 0, grow: 0.7 })];
    table.stage.act(actor(copy(card)), size, frames, {
      at: time.at - 140,
      length: time.length,
      easing: "ease-in",
      isBehind: true,
    });
  }
  cards.forEach((card, n) => {
    const order = way < 0 ? n : cards.length - n;
    const frames = [
      { transform: `translate(${-way * 9}rem, ${way ? 0 : -5}rem) scale(0.9)`, opacity: 0 },
      { transform: "none", opacity: 1 },
    ];
    table.stage.animate(card, frames, {
      at: time.at + order * 14,
      length: time.length,
      easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
    });
  });
  return true;
}

/**
 * Turn over a card of the structure that is no longer covered.
 *
 * @param {Table} table
 * @param {RevealStep} step
 * @param {Time} time
 */
export function reveal(table, step, time) {
  const place = `[data-slot="${step.slot}"]`;
  const now = table.findNew(`${place} .pick`, place, `.structure ${selectorOf(step.card)}`);
  if (!now) return false;
  const before = table.findOld(place) ?? now;
  const card = drawing(now.element);
  const rect = card.getBoundingClientRect();
  const size = { width: rect.width, height: rect.height };
  const down = before.element.querySelector(".h-back") ? copy(before.element) : table.back();
  const frames = [
    pose(rect, size, { turn: 180 }),
    pose(rect, size, { turn: 90, grow: 1.08 }),
    pose(rect, size, { turn: 0 }),
  ];
  // Until then it lies there face down.
  table.stage.act(actor(copy(now.element), down), size, frames, { ...time, easing: "ease-in-out" });
  table.stage.hide(card, time.at + time.length);
  return true;
}

/**
 * Remove a destroyed building of the rival.
 *
 * @param {Table} table
 * @param {DestroyStep} step
 * @param {Time} time
 */
export function destroy(table, step, time) {
  const before = table.findOld(`${table.cityOf(step.from)} ${selectorOf(step.card)}`);
  if (!before) return false;
  const size = { width: before.rect.width, height: before.rect.height };
  const still = { ...size, left: before.rect.left, top: before.rect.top };
  const aside = (/** @type {number} */ x) => ({ ...still, left: still.left + x });
  const frames = [
    pose(still, size, { filter: "none" }),
    pose(aside(-5), size),
    pose(aside(5), size),
    pose(aside(-4), size),
    pose(aside(3), size, { filter: "saturate(0.2) brightness(0.7)", opacity: 1 }),
    pose({ ...still, top: still.top + 60 }, size, {
      filter: "saturate(0) brightness(0.4)",
      opacity: 0,
      grow: 0.8,
    }),
  ];
  table.stage.act(actor(copy(before.element)), size, frames, { ...time, easing: "ease-in" });
  return true;
}

/**
 * Start a new age by dealing its cards.
 *
 * @param {Table} table
 * @param {AgeStep} _step
 * @param {Time} time
 */
export function age(table, _step, time) {
  const cards = [...table.board.querySelectorAll(":is(.structure, .hand) .pick")];
  cards.forEach((card, n) => {
    const frames = [
      { transform: "translateY(-6rem) rotate(-4deg)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ];
    table.stage.animate(card, frames, {
      at: time.at + n * 14,
      length: time.length,
      easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
    });
  });
  const title = table.findNew(".status h1", ".tv-head h1");
  if (title) table.stage.bump(title.element, time.at);
  return cards.length > 0 || title !== null;
}
