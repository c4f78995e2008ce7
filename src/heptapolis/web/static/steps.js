// Plays what has happened since the board was drawn. The new board stands at once and can be played on; cards
// and coins move above it from where they were to where they are. A step whose things are nowhere to be seen is
// left out. Every step that is played is told by `hepta:step` on the board, the end by `hepta:played`.
import { pace } from "./pace.js";
import { prop } from "./props.js";
import { Stage, pose } from "./stage.js";
import { wars } from "./wars.js";

const SOURCES = "[data-vt], [data-slot], [data-pile], .h-marker, .h-scene";
const OPEN = ":is(.structure, .hand)"; // where cards lie that somebody takes
const COIN = { width: 26, height: 26 };
const MOST_COINS = 6; // drawn of a payment

// When a step begins in its beat and how long it takes, in ms. A beat is what happens at once: everybody's card,
// then the money, then what follows.
const TIMES = {
  play: [0, 400], dig: [0, 400], destroy: [0, 400], token: [80, 400],
  coins: [190, 260], marker: [230, 340], reveal: [370, 260], pass: [350, 270], age: [350, 320],
};
const ACTS = ["play", "dig"];
let playing = null;
let last = ""; // what was played last, lest it come twice

/** The turns that an answer tells. */
function turnsIn(board) {
  try {
    return JSON.parse(board.querySelector("script.steps")?.textContent ?? "[]");
  } catch {
    return [];
  }
}

/** Where things are before a swap; `old` will hold them after it. */
export function remember(board) {
  if (!pace()) return null;
  const rects = new Map();
  for (const element of board.querySelectorAll(SOURCES)) rects.set(element, element.getBoundingClientRect());
  return { rects, old: new DocumentFragment() };
}

/** Play what led to a board that has just been swapped in, or the last turn of it if there are more than `most`;
    null, or the promise of its end. */
export function play(board, before, most) {
  const turns = turnsIn(board);
  const factor = pace();
  const text = JSON.stringify(turns);
  if (!before || !factor) return null;
  const stage = new Stage(factor);
  const table = new Table(board, before, stage);
  settle(table, turns);
  if (!turns.length || text === last) return null;
  last = text;
  playing = stage;
  let at = 0;
  for (const turn of turns.length > most ? turns.slice(-1) : turns) at = perform(table, turn, at);
  return playing.done.then(() => {
    playing = null;
    board.dispatchEvent(new CustomEvent("hepta:played"));
  });
}

/** Bring everything to its end; whether anything was on its way. */
export function skip() {
  playing?.finish();
  return playing !== null;
}

/** Play a turn from a time on; the time when it is over. Armies meet after everything else, then an age begins. */
function perform(table, { age, steps }, at) {
  table.age = age;
  table.gone = new Set(steps.filter((step) => table.isMine(step.by)).map((step) => step.card));
  const borders = steps.filter((step) => step.kind === "war");
  const isLate = (step) => step.kind === "age" && borders.length > 0;
  let end = beats(table, steps.filter((step) => !isLate(step)), at);
  if (borders.length) {
    for (const step of borders) table.tell(step);
    const sheet = table.board.querySelector(".felt .conflict-box"); // what will stand there afterwards
    const title = sheet?.querySelector("h2")?.textContent.trim();
    end = wars(table.stage, borders, { title, playerOf: (seat) => table.playerOf(seat) }, end) - TIMES.age[0];
    if (sheet) table.stage.hide(sheet, end);
  }
  return beats(table, steps.filter(isLate), end);
}

/** Play steps beat by beat from a time on; the time when all is over. */
function beats(table, steps, from) {
  let [start, end, acted] = [from, from, new Set()];
  for (const step of steps) {
    if (!TIMES[step.kind]) continue;
    if (ACTS.includes(step.kind)) {
      if (acted.has(step.seat)) [start, acted] = [Math.max(start, end), new Set()]; // a second card of one city
      acted.add(step.seat);
    }
    const [at, length] = TIMES[step.kind];
    try {
      if (!KINDS[step.kind](table, step, { at: start + at, length })) continue;
      table.tell(step);
      end = Math.max(end, start + at + length);
    } catch {
      // A picture is missing: the board says it all the same.
    }
  }
  return end;
}

/** The old board and the new one, and how to find things on them. */
class Table {
  // Of the turn that is played:
  age = 1;
  gone = new Set(); // cards that I have played

  constructor(board, before, stage) {
    Object.assign(this, { board, before, stage });
  }

  /** A visible element of the new board. */
  now(...selectors) {
    for (const selector of selectors) {
      for (const element of this.board.querySelectorAll(selector)) {
        const rect = element.getBoundingClientRect();
        if (rect.width && rect.height) return { element, rect };
      }
    }
    return null;
  }

  /** An element of the old board that was visible, and where. */
  was(...selectors) {
    for (const selector of selectors) {
      for (const element of this.before.old.querySelectorAll(selector)) {
        const rect = this.before.rects.get(element);
        if (rect?.width && rect.height) return { element, rect };
      }
    }
    return null;
  }

  isMine(seat) {
    return String(seat) === this.board.dataset.seat;
  }

  cityOf(seat) {
    return `:is(#city-${seat}, .tv-city:has(#tv-${seat}))`;
  }

  /** Where a city speaks of itself: its head, else its line in the row of seats. */
  headOf(seat) {
    const city = this.cityOf(seat);
    return this.now(`${city} > header`, `${city} header`, `[href="#city-${seat}"]`);
  }

  /** The coins of a city, which are the first thing in its purse. */
  purseOf(seat) {
    return this.now(`${this.cityOf(seat)} :is(.purse, .tv-purse) > :first-child`, `[href="#city-${seat}"] .purse > :first-child`) ?? this.headOf(seat);
  }

  /** The bank and the pile of discarded cards have no place of their own on every board. */
  bank() {
    return this.now("[data-bank]", "[data-pile]", ".status h1", ".tv-head h1");
  }

  /** How a player is named, with their emblem. */
  playerOf(seat) {
    const name = this.board.querySelector(`#city-name-${seat}, #tv-${seat}`);
    return (name?.querySelector(".player") ?? name)?.cloneNode(true) ?? "";
  }

  back(kind = this.age) {
    return prop(`back-${kind}`) ?? prop("back-1");
  }

  tell(step) {
    this.board.dispatchEvent(new CustomEvent("hepta:step", { detail: step }));
  }
}

const one = (id) => `[data-vt="${CSS.escape(id)}"]`;

/** The drawing in an element: a whole card if there is one. */
function drawing(element) {
  return element.matches(".h-card") ? element : (element.querySelector(".h-card, .h-wonder, .h-medal") ?? element.firstElementChild ?? element);
}

function copy(element) {
  const face = document.createElement("div");
  face.className = "face";
  face.append(drawing(element).cloneNode(true));
  return face;
}

function actor(front, back) {
  const body = document.createElement("div");
  body.className = "turner";
  if (front) body.append(front);
  if (back) {
    back.classList.add("is-back");
    body.append(back);
  }
  return body;
}

/** As large as a card is drawn on this board. */
function cardSize(table) {
  const known = table.now(`${OPEN} .h-card`);
  const width = Math.min(known?.rect.width ?? 110, 130);
  return { width, height: width * 1.5 };
}

/** A smaller rectangle in the middle of another. */
function spot(rect, size, share) {
  const [width, height] = [size.width * share, size.height * share];
  return { left: rect.left + rect.width / 2 - width / 2, top: rect.top + rect.height / 2 - height / 2, width, height };
}

/** Where a card goes. */
function goal(table, step) {
  const city = table.cityOf(step.seat);
  if (step.to === "discard") return table.now("[data-pile]") ?? table.bank();
  if (step.to === "stage") return table.now(`${city} [data-stage="${step.stage}"]`, `${city} .h-stage:nth-child(${step.stage})`) ?? table.headOf(step.seat);
  if (step.to === "wonder") return table.now(`${city} ${one(step.wonder)}`) ?? table.headOf(step.seat);
  return (step.card && table.now(`${city} ${one(step.card)}`)) || table.headOf(step.seat);
}

/** Where a card comes from, if it lay open before me; a card of mine from my hand, where that can be seen no more. */
function origin(table, step) {
  const isMine = table.isMine(step.by ?? step.seat);
  const open = step.card && [...(isMine ? [`.hand ${one(step.card)}`] : []), `.structure ${one(step.card)}`];
  const found = open && table.was(...open);
  if (found || !isMine) return found;
  const hand = table.now(".choose .hand", ".choose");
  const size = cardSize(table);
  return hand && { rect: { ...spot(hand.rect, size, 1), ...size } };
}

/** The picture of a card, from wherever it can be seen. */
function face(table, step, source) {
  if (!step.card || step.to === "stage" || step.to === "wonder" || step.to === "discard") return source?.element && copy(source.element);
  const there = [...table.board.querySelectorAll(`${table.cityOf(step.seat)} ${one(step.card)}`)];
  const found = source?.element ?? there.find((element) => element.querySelector(".h-card")) ?? there[0];
  return found && copy(found);
}

/** A card goes to a city: mine from my hand, another's turns face up on its way. */
function playCard(table, step, time) {
  const target = goal(table, step);
  if (!target) return false;
  const source = origin(table, step);
  const isBuried = step.to === "stage" || step.to === "wonder";
  const isHidden = isBuried || step.to === "discard" || !step.card;
  const size = source ? fit(source.rect) : cardSize(table);
  const front = face(table, step, source);
  const body = actor(front, table.back(step.to === "leaders" || step.to === "kept" ? "leader" : table.age));
  const frames = source ? fromSight(source.rect, target.rect, size, [front ? 0 : -180, isHidden || !front ? -180 : 0]) : fromHand(table, step, target.rect, size, isHidden || !front);
  table.stage.act(body, size, frames, { at: time.at, length: time.length, easing: "linear" });
  const landing = time.at + time.length * 0.88;
  if (isBuried) rise(table, step, target, landing);
  else if (target.element.matches("[data-vt]")) table.stage.hide(target.element, landing);
  return true;
}

function fit(rect) {
  return { width: rect.width, height: Math.min(rect.height, rect.width * 1.5) };
}

/** A card that lay before me lifts and travels, with one side up in the beginning and one in the end. */
function fromSight(from, to, size, [before, turn]) {
  const start = { ...fit(from), left: from.left, top: from.top };
  return [
    pose(start, size, { turn: before, offset: 0, easing: "ease-out" }),
    pose(start, size, { turn: before, grow: 1.1, rise: 14, offset: 0.2, easing: "cubic-bezier(0.5, 0, 0.3, 1)" }),
    pose(to, size, { turn, offset: 0.9 }),
    pose(to, size, { turn, opacity: 0, offset: 1 }),
  ];
}

/** A card out of a hand that I do not see: it rises from the head of its city, is turned over, and lands. */
function fromHand(table, step, to, size, staysDown) {
  const head = table.headOf(step.seat)?.rect ?? to;
  const shown = spot(head, size, 0.85);
  shown.top = Math.max(head.bottom + 4, 4);
  shown.left = Math.min(Math.max(shown.left, 4), innerWidth - shown.width - 4);
  const turn = staysDown ? 180 : 0;
  return [
    pose(spot(head, size, 0.2), size, { turn: 180, opacity: 0, offset: 0, easing: "ease-out" }),
    pose(shown, size, { turn: 180, opacity: 1, offset: 0.25, easing: "ease-in-out" }),
    pose(shown, size, { turn, offset: 0.6, easing: "ease-in-out" }),
    pose(to, size, { turn, opacity: 1, offset: 0.92 }),
    pose(to, size, { turn, opacity: 0, offset: 1 }),
  ];
}

/** A built stage is an event: it shines, and its wonder grows out of the ground. */
function rise(table, step, target, at) {
  const shine = [
    { scale: 1, filter: "brightness(1)", boxShadow: "0 0 0 0 #f2c64b00" },
    { scale: 1.14, filter: "brightness(1.3)", boxShadow: "0 0 1.6rem 0.5rem #f2c64bcc", offset: 0.35 },
    { scale: 1, filter: "brightness(1)", boxShadow: "0 0 0 0 #f2c64b00" },
  ];
  table.stage.animate(target.element, shine, { at, length: 620 });
  const place = step.to === "wonder" ? `${table.cityOf(step.seat)} ${one(step.wonder)}` : table.cityOf(step.seat);
  const before = table.was(`${place} .h-scene`, `${place}.h-scene`);
  const now = table.now(`${place} .h-scene`, `${place}.h-scene`);
  if (!before || !now) return;
  const veil = before.element.cloneNode(true); // behind the cards that stand before it
  veil.classList.add("veil");
  now.element.after(veil);
  const fall = table.stage.animate(veil, [{ clipPath: "inset(0)" }, { clipPath: "inset(0 0 100%)" }], { at, length: 520, easing: "ease-in-out", fill: "both" });
  fall.finished.then(() => veil.remove(), () => {});
}

/** Where an element with a name belongs: a card can be in a hand and in cities at once. */
function belonging(element) {
  return `${element.closest(".city[id]")?.id ?? (element.closest(".hand") ? "hand" : "")} ${element.dataset.vt}`;
}

/** Cards that are where they were, but for room that others need, get there smoothly; new ones of a hand come in. */
function settle(table, turns) {
  const before = new Map();
  for (const [element, rect] of table.before.rects) if (element.dataset.vt) before.set(belonging(element), rect);
  const isPassed = turns.some(({ steps }) => steps.some(({ kind }) => kind === "pass" || kind === "age"));
  for (const element of table.board.querySelectorAll(`.city[id] [data-vt]${isPassed ? "" : ", .hand [data-vt]"}`)) {
    const now = element.getBoundingClientRect();
    const was = before.get(belonging(element));
    const isDrawn = !was && element.closest(".hand");
    if (!now.width || !(was?.width || isDrawn)) continue;
    const [x, y] = isDrawn ? [0, 40] : [was.left - now.left, was.top - now.top];
    if (Math.hypot(x, y) < 1) continue;
    const frames = [{ transform: `translate(${x}px, ${y}px)`, opacity: isDrawn ? 0 : 1 }, { transform: "none" }];
    table.stage.animate(element, frames, { at: isDrawn ? 120 : 0, length: 260 });
  }
}

/** A card comes back from the discard pile. */
function dig(table, step, time) {
  const target = goal(table, { to: "city", ...step });
  const pile = table.was("[data-pile]") ?? table.bank();
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
  if (target.element.matches("[data-vt]")) table.stage.hide(target.element, time.at + time.length * 0.88);
  return true;
}

/** Coins run between purses, along the arrow between neighbours, or from and to the bank. */
function coins(table, step, time) {
  const ends = [step.from, step.to].map((who) => (who === "bank" ? table.bank() : table.purseOf(who)));
  if (!ends[0] || !ends[1] || !step.n) return false;
  const [from, to] = ends.map(({ rect }) => spot(rect, COIN, 1));
  const along = arrow(table, step);
  const count = Math.min(step.n, MOST_COINS);
  for (let n = 0; n < count; n++) {
    const body = prop("coin");
    if (!body) return false;
    const frames = [
      pose(from, COIN, { opacity: 0, grow: 0.5 }),
      pose(from, COIN, { opacity: 1, offset: 0.1 }),
      ...(along ? [pose(spot(along.rect, COIN, 1), COIN, { opacity: 1, grow: 1.2, offset: 0.5 })] : []),
      pose(to, COIN, { opacity: 1, offset: 0.92 }),
      pose(to, COIN, { opacity: 0, grow: 0.6 }),
    ];
    table.stage.act(body, COIN, frames, { at: time.at + n * 28, length: time.length, easing: "ease-in-out" });
  }
  for (const { element } of ends.filter((end) => end.element.matches(".stat, .tv-stat"))) table.stage.bump(element, time.at + time.length);
  return true;
}

/** The arrow of trade that lies between two cities, if one is mine. */
function arrow(table, step) {
  const other = [step.from, step.to].find((who) => who !== "bank" && !table.isMine(who));
  const hasMe = [step.from, step.to].some((who) => table.isMine(who));
  const city = hasMe && other !== undefined && table.board.querySelector(`#city-${other}`);
  const side = city && ["left", "right"].find((one) => city.classList.contains(`on-${one}`));
  return side ? table.now(`[data-way="${side}"]`, `.way.on-${side}`) : null;
}

/** Hands are passed on: mine leaves to one side, the next comes from the other. */
function pass(table, step, time) {
  const way = { left: -1, right: 1 }[step.way] ?? 0;
  const cards = [...table.board.querySelectorAll(".hand .pick")];
  const before = [...table.before.old.querySelectorAll(".hand .pick")];
  if (!cards.length && !before.length) return false;
  for (const card of before) {
    const rect = table.before.rects.get(card);
    if (!rect?.width || table.gone.has(card.dataset.vt)) continue;
    const size = fit(rect);
    const start = { ...size, left: rect.left, top: rect.top };
    const end = { ...start, left: rect.left + way * Math.max(260, innerWidth / 4), top: rect.top - (way ? 40 : 160) };
    const frames = [pose(start, size, { opacity: 1 }), pose(end, size, { opacity: 0, grow: 0.7 })];
    table.stage.act(actor(copy(card)), size, frames, { at: time.at * 0.6, length: time.length, easing: "ease-in" });
  }
  cards.forEach((card, n) => {
    const order = way < 0 ? n : cards.length - n;
    const frames = [{ transform: `translate(${-way * 9}rem, ${way ? 0 : -5}rem) scale(0.9)`, opacity: 0 }, { transform: "none", opacity: 1 }];
    table.stage.animate(card, frames, { at: time.at + order * 14, length: time.length, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
  });
  return true;
}

/** Duel: a card that nothing covers any longer turns over. */
function reveal(table, step, time) {
  const place = `[data-slot="${step.slot}"]`;
  const now = table.now(`${place} .pick`, place, `.structure ${one(step.card)}`);
  const before = table.was(place) ?? now;
  if (!now) return false;
  const card = drawing(now.element);
  const rect = card.getBoundingClientRect();
  const size = { width: rect.width, height: rect.height };
  const down = before.element.querySelector(".h-back") ? copy(before.element) : table.back();
  const frames = [
    pose(rect, size, { turn: 180 }),
    pose(rect, size, { turn: 90, grow: 1.08 }),
    pose(rect, size, { turn: 0 }),
  ];
  // Until it is its turn it lies there face down.
  table.stage.act(actor(copy(now.element), down), size, frames, { ...time, easing: "ease-in-out" });
  table.stage.hide(card, time.at + time.length);
  return true;
}

/** Duel: the conflict marker moves along its track. */
function marker(table, step, time) {
  const [before, now] = [table.was(".h-marker"), table.now(".h-marker")];
  if (!before || !now) return false;
  const scale = now.element.getScreenCTM()?.a || 1; // a picture has units of its own
  const way = (before.rect.left - now.rect.left) / scale;
  table.stage.animate(now.element, [{ translate: `${way}px` }, { translate: "0px" }], { ...time, easing: "ease-in-out" });
  return true;
}

/** Duel: a progress token goes to a city. */
function token(table, step, time) {
  const [before, now] = [table.was(one(step.token)), table.now(`${table.cityOf(step.seat)} ${one(step.token)}`)];
  if (!now) return false;
  const from = before?.rect ?? table.bank()?.rect ?? now.rect;
  const size = { width: now.rect.width, height: now.rect.height };
  const frames = [pose(from, size), pose(from, size, { grow: 1.25, rise: 12, offset: 0.3 }), pose(now.rect, size)];
  table.stage.act(actor(copy(now.element)), size, frames, { ...time, easing: "ease-in-out" });
  table.stage.hide(now.element, time.at + time.length);
  return true;
}

/** Duel: a building of the rival is lost. */
function destroy(table, step, time) {
  const before = table.was(`${table.cityOf(step.from)} ${one(step.card)}`);
  if (!before) return false;
  const size = { width: before.rect.width, height: before.rect.height };
  const still = { ...size, left: before.rect.left, top: before.rect.top };
  const aside = (x) => ({ ...still, left: still.left + x });
  const frames = [
    pose(still, size, { filter: "none" }), pose(aside(-5), size), pose(aside(5), size), pose(aside(-4), size),
    pose(aside(3), size, { filter: "saturate(0.2) brightness(0.7)", opacity: 1 }),
    pose({ ...still, top: still.top + 60 }, size, { filter: "saturate(0) brightness(0.4)", opacity: 0, grow: 0.8 }),
  ];
  table.stage.act(actor(copy(before.element)), size, frames, { ...time, easing: "ease-in" });
  return true;
}

/** A new age: its cards are dealt. */
function age(table, step, time) {
  const cards = [...table.board.querySelectorAll(`${OPEN} .pick`)];
  cards.forEach((card, n) => {
    const frames = [{ transform: "translateY(-6rem) rotate(-4deg)", opacity: 0 }, { transform: "none", opacity: 1 }];
    table.stage.animate(card, frames, { at: time.at + n * 14, length: time.length, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
  });
  const title = table.now(".status h1", ".tv-head h1");
  if (title) table.stage.bump(title.element, time.at);
  return cards.length > 0 || title !== null;
}

const KINDS = { play: playCard, dig, coins, pass, reveal, marker, token, destroy, age };
