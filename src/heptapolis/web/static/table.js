// The old board and the new one while steps are played, and how things are found on them.
import { prop, propFor } from "./props.js";

export const one = (id) => `[data-vt="${CSS.escape(id)}"]`;

/** The old board and the new one, and how to find things on them. */
export class Table {
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

  /** The back of a card that goes to a place; of most their age tells it. */
  backTo(place) {
    return propFor(place) ?? this.back();
  }

  tell(step) {
    this.board.dispatchEvent(new CustomEvent("hepta:step", { detail: step }));
  }
}
