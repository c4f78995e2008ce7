// @ts-check
// The old and the new board while steps are played, and lookups on them.
import { prop, propFor } from "./props.js";

/** @import { OldBoard, Purse, Sight, Step } from "../types" */
/** @import { Stage } from "./stage.js" */

/**
 * Return the selector of a thing.
 *
 * @param {string} id
 */
export const selectorOf = (id) => `[data-vt="${CSS.escape(id)}"]`;

/** The old and the new board, with lookups on both. */
export class Table {
  // Of the turn that is played:
  age = 1;
  /** @type {Set<string>} */
  gone = new Set(); // cards that I have played

  /**
   * @param {HTMLElement} board
   * @param {OldBoard} before
   * @param {Stage} stage
   */
  constructor(board, before, stage) {
    this.board = board;
    this.before = before;
    this.stage = stage;
  }

  /**
   * Return a visible element of the new board.
   *
   * @param {...string} selectors
   * @returns {Sight | null}
   */
  findNew(...selectors) {
    for (const selector of selectors) {
      for (const element of this.board.querySelectorAll(selector)) {
        const rect = element.getBoundingClientRect();
        if (rect.width && rect.height) return { element, rect };
      }
    }
    return null;
  }

  /**
   * Return an element of the old board that was visible, with its position.
   *
   * @param {...string} selectors
   * @returns {Sight | null}
   */
  findOld(...selectors) {
    for (const selector of selectors) {
      for (const element of this.before.old.querySelectorAll(selector)) {
        const rect = this.before.rects.get(element);
        if (rect?.width && rect.height) return { element, rect };
      }
    }
    return null;
  }

  /** @param {Purse} seat */
  isMine(seat) {
    return String(seat) === this.board.dataset.seat;
  }

  /** @param {Purse} seat */
  cityOf(seat) {
    return `:is(#city-${seat}, .tv-city:has(#tv-${seat}))`;
  }

  /**
   * Return the header of a city: its head, or its line in the row of seats.
   *
   * @param {Purse} seat
   */
  headOf(seat) {
    const city = this.cityOf(seat);
    return this.findNew(`${city} > header`, `${city} header`, `[href="#city-${seat}"]`);
  }

  /**
   * Return the coins of a city, the first element of its purse.
   *
   * @param {Purse} seat
   */
  purseOf(seat) {
    return (
      this.findNew(
        `${this.cityOf(seat)} :is(.purse, .tv-purse) > :first-child`,
        `[href="#city-${seat}"] .purse > :first-child`,
      ) ?? this.headOf(seat)
    );
  }

  /** Return the place of the bank or the discard pile, which some boards do not show. */
  bank() {
    return this.findNew("[data-bank]", "[data-pile]", ".status h1", ".tv-head h1");
  }

  /**
   * Return the name of a player with their emblem.
   *
   * @param {number} seat
   */
  playerOf(seat) {
    const name = this.board.querySelector(`#city-name-${seat}, #tv-${seat}`);
    return (name?.querySelector(".player") ?? name)?.cloneNode(true) ?? "";
  }

  back() {
    return prop(`back-${this.age}`) ?? prop("back-1");
  }

  /**
   * Return the back of a card by its destination; for most cards by age.
   *
   * @param {string} place
   */
  backTo(place) {
    return propFor(place) ?? this.back();
  }

  /** @param {Step} step */
  tell(step) {
    this.board.dispatchEvent(new CustomEvent("hepta:step", { detail: step }));
  }
}
