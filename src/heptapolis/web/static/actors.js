// @ts-check
// Actors on the stage: scaled copies of drawings, with one side or two.

/** @import { Rect, Size } from "../types" */
/** @import { Table } from "./table.js" */

/**
 * Return the drawing in an element: a whole card if there is one.
 *
 * @param {HTMLElement} element
 * @returns {HTMLElement}
 */
export function drawing(element) {
  if (element.matches(".h-card")) return element;
  const first = /** @type {HTMLElement | null} */ (element.firstElementChild);
  return element.querySelector(".h-card, .h-wonder, .h-medal") ?? first ?? element;
}

/** @param {HTMLElement} element */
export function copy(element) {
  const face = document.createElement("div");
  face.className = "face";
  face.append(drawing(element).cloneNode(true));
  return face;
}

/**
 * Return an actor with a front, a back, or both.
 *
 * @param {HTMLElement | null} front
 * @param {HTMLElement | null} [back]
 */
export function actor(front, back = null) {
  const body = document.createElement("div");
  body.className = "turner";
  if (front) body.append(front);
  if (back) {
    back.classList.add("is-back");
    body.append(back);
  }
  return body;
}

/**
 * Return the size of a card on this board.
 *
 * @param {Table} table
 */
export function cardSize(table) {
  const known = table.findNew(":is(.structure, .hand) .h-card");
  const width = Math.min(known?.rect.width ?? 110, 130);
  return { width, height: width * 1.5 };
}

/**
 * Return a smaller rectangle with the same centre.
 *
 * @param {Rect} rect
 * @param {Size} size
 * @param {number} share
 * @returns {Rect}
 */
export function spot(rect, size, share) {
  const [width, height] = [size.width * share, size.height * share];
  const left = rect.left + rect.width / 2 - width / 2;
  return { left, top: rect.top + rect.height / 2 - height / 2, width, height };
}

/**
 * Return the size of the card at the top of a rectangle: as wide, and at most as high as a card.
 *
 * @param {Size} rect
 * @returns {Size}
 */
export function cardSizeIn(rect) {
  return { width: rect.width, height: Math.min(rect.height, rect.width * 1.5) };
}
