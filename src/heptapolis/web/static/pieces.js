// @ts-check
// Animations of everything but cards: coins between purses, the conflict marker and tokens.
import { actor, copy, spot } from "./actors.js";
import { prop } from "./props.js";
import { pose } from "./stage.js";
import { selectorOf } from "./table.js";

/** @import { CoinStep, MarkerStep, Time, TokenStep } from "../types" */
/** @import { Table } from "./table.js" */

const COIN = { width: 26, height: 26 };
const MAX_DRAWN_COINS = 6; // for a payment

/**
 * Move coins between purses, along the arrow between neighbours, or from and to the bank.
 *
 * @param {Table} table
 * @param {CoinStep} step
 * @param {Time} time
 */
export function coins(table, step, time) {
  const [payer, receiver] = [step.from, step.to].map((who) =>
    who === "bank" ? table.bank() : table.purseOf(who),
  );
  if (!payer || !receiver || !step.n) return false;
  const [from, to] = [payer, receiver].map(({ rect }) => spot(rect, COIN, 1));
  const along = arrow(table, step);
  const count = Math.min(step.n, MAX_DRAWN_COINS);
  for (let n = 0; n < count; n++) {
    const body = prop("coin");
    if (!body) return false;
    const frames = [
      pose(from, COIN, { opacity: 0, grow: 0.5 }),
      pose(from, COIN, { opacity: 1, offset: 0.1 }),
      ...(along
        ? [pose(spot(along.rect, COIN, 1), COIN, { opacity: 1, grow: 1.2, offset: 0.5 })]
        : []),
      pose(to, COIN, { opacity: 1, offset: 0.92 }),
      pose(to, COIN, { opacity: 0, grow: 0.6 }),
    ];
    table.stage.act(body, COIN, frames, {
      at: time.at + n * 28,
      length: time.length,
      easing: "ease-in-out",
    });
  }
  for (const { element } of [payer, receiver])
    if (element.matches(".stat, .tv-stat")) table.stage.bump(element, time.at + time.length);
  return true;
}

/**
 * Return the trade arrow between two cities, if one is mine.
 *
 * @param {Table} table
 * @param {CoinStep} step
 */
function arrow(table, step) {
  const other = [step.from, step.to].find((who) => who !== "bank" && !table.isMine(who));
  const hasMe = [step.from, step.to].some((who) => table.isMine(who));
  if (!hasMe || other === undefined) return null;
  const city = table.board.querySelector(`#city-${other}`);
  const side = ["left", "right"].find((one) => city?.classList.contains(`on-${one}`));
  return side ? table.findNew(`[data-way="${side}"]`, `.way.on-${side}`) : null;
}

/**
 * Move the conflict marker along its track.
 *
 * @param {Table} table
 * @param {MarkerStep} _step
 * @param {Time} time
 */
export function marker(table, _step, time) {
  const [before, now] = [table.findOld(".h-marker"), table.findNew(".h-marker")];
  if (!before || !now) return false;
  /** @type {Element} */
  const sign = now.element;
  const matrix = sign instanceof SVGGraphicsElement ? sign.getScreenCTM() : null;
  const scale = matrix?.a || 1; // an SVG has its own units
  const way = (before.rect.left - now.rect.left) / scale;
  table.stage.animate(now.element, [{ translate: `${way}px` }, { translate: "0px" }], {
    ...time,
    easing: "ease-in-out",
  });
  return true;
}

/**
 * Move a progress token to a city.
 *
 * @param {Table} table
 * @param {TokenStep} step
 * @param {Time} time
 */
export function token(table, step, time) {
  const [before, now] = [
    table.findOld(selectorOf(step.token)),
    table.findNew(`${table.cityOf(step.seat)} ${selectorOf(step.token)}`),
  ];
  if (!now) return false;
  const from = before?.rect ?? table.bank()?.rect ?? now.rect;
  const size = { width: now.rect.width, height: now.rect.height };
  const frames = [
    pose(from, size),
    pose(from, size, { grow: 1.25, rise: 12, offset: 0.3 }),
    pose(now.rect, size),
  ];
  table.stage.act(actor(copy(now.element)), size, frames, { ...time, easing: "ease-in-out" });
  table.stage.hide(now.element, time.at + time.length);
  return true;
}
