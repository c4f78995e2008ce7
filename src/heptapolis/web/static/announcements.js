// @ts-check
// What the stream has announced since the board was drawn.
import { board } from "./board.js";
import { prop } from "./props.js";

/** @import { StreamEvent } from "../types" */

export const announced = {
  /** @type {Pick<StreamEvent, "version" | "to_move"> & Partial<StreamEvent>} */
  last: { version: 0, to_move: [] },
  /** @type {string[]} */
  kinds: [], // of events since the board was drawn
};

/**
 * Remember an event of the stream.
 *
 * @param {StreamEvent} event
 */
export function note(event) {
  announced.kinds.push(event.kind);
  if (event.version > announced.last.version) announced.last = event;
}

/** Mark the seats that have chosen on the current board. */
export function markChosen() {
  const { to_move: toMove } = announced.last;
  for (const name of board.querySelectorAll("[data-late]")) {
    if (toMove.includes(Number(name.dataset.late))) continue;
    name.remove();
    board.querySelector("[data-everyone]")?.remove();
  }
  for (const sign of board.querySelectorAll(".city .thinking, .seat .thinking")) {
    if (!toMove.includes(seatOf(sign))) sign.replaceWith(prop("done") ?? "");
  }
}

/**
 * Return the seat of the city, or of the line in the row of seats, that contains an element.
 *
 * @param {Element} element
 */
function seatOf(element) {
  const place = element.closest("[id^=city-], [href^='#city-']");
  const name = place?.getAttribute("href") ?? place?.id ?? "";
  return Number(name.split("-")[1]);
}
