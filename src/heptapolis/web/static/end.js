// @ts-check
// The end of a game as an animation: points are counted column by column with the cities in seat order, then the
// cities move to their places and the result appears. A key or click skips it. Screen readers, and pages opened
// later, get the final numbers.
import { pace } from "./pace.js";

const COLUMN_MS = 330; // ms for counting a column
const RANKING_MS = 450; // ms for moving the cities to their places

/**
 * Return whether a new board shows the end of the game of the old one.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} fresh
 */
export function isGameEnd(board, fresh) {
  return board.dataset.state === "playing" && fresh.dataset.state === "over";
}

/**
 * Hide the end while the last steps are played.
 *
 * @param {HTMLElement} board
 */
export function hold(board) {
  board.classList.toggle("is-closing", pace() > 0);
}

/**
 * Show the end; return a promise that resolves after the last number.
 *
 * @param {HTMLElement} board
 */
export async function conclude(board) {
  board.classList.remove("is-closing");
  const end = board.querySelector(".end");
  if (!end) return;
  scrollTo({ top: 0, behavior: "instant" });
  if (pace() && end.matches(".is-counted")) await new Count(end, pace()).done;
  if (!document.activeElement?.matches("a, button, input, select, summary"))
    end.querySelector("#verdict")?.focus({ preventScroll: true });
}

/** A growing number on the sheet; screen readers get the final value. */
class Figure {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.last = Number(element.dataset.n);
    this.text = element.textContent;
    this.spoken = document.createElement("span");
    this.spoken.className = "sr";
    this.spoken.textContent = this.text;
    this.visible = document.createElement("span");
    this.visible.ariaHidden = "true";
    element.replaceChildren(this.spoken, this.visible);
  }

  /** @param {number} n */
  show(n) {
    this.visible.textContent = n < 0 ? `−${-n}` : String(n);
  }

  clear() {
    this.visible.replaceChildren();
  }

  finish() {
    this.element.textContent = this.text;
  }
}

/** A row of the score sheet: its columns, their sum, and how far it is from its place, in px. */
class Row {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    const figures = [...element.querySelectorAll(".n")].map((one) => new Figure(one));
    this.cells = figures.slice(0, -1);
    this.total = figures[figures.length - 1];
    this.shift = 0;
  }
}

/** The animation of a score sheet that is counted. */
class Count {
  /**
   * @param {HTMLElement} end
   * @param {number} factor
   */
  constructor(end, factor) {
    this.end = end;
    this.rows = [...end.querySelectorAll(".sheet tbody tr")]
      .filter((row) => row.checkVisibility())
      .map((row) => new Row(row));
    this.heads = [...end.querySelectorAll(".sheet thead th")].slice(1, -1);
    this.length = COLUMN_MS * factor;
    end.classList.add("is-counting");
    this.line();
    this.leaving = new AbortController();
    /** @type {() => void} */
    this.resolve = () => {};
    /** @type {Promise<void>} */
    this.done = new Promise((resolve) => {
      this.resolve = resolve;
    });
    for (const kind of ["keydown", "pointerdown"]) {
      document.addEventListener(kind, () => this.finish(), {
        capture: true,
        signal: this.leaving.signal,
      });
    }
    document.addEventListener("visibilitychange", () => this.finish(), {
      signal: this.leaving.signal,
    });
    this.start = performance.now();
    this.draw(0);
    this.tick();
  }

  /** Arrange the cities in seat order instead of the ranking. */
  line() {
    const places = this.rows.map((row) => ({
      row,
      top: row.element.offsetTop,
      height: row.element.offsetHeight,
      seat: Number(row.element.dataset.row),
    }));
    let top = places[0]?.top ?? 0;
    for (const place of places.toSorted((one, other) => one.seat - other.seat)) {
      place.row.shift = top - place.top;
      place.row.element.style.translate = `0 ${place.row.shift}px`;
      top += place.height;
    }
  }

  tick() {
    requestAnimationFrame((now) => {
      if (this.leaving.signal.aborted) return;
      const columns = (now - this.start) / this.length;
      if (columns >= this.heads.length) this.finish();
      else {
        this.draw(columns);
        this.tick();
      }
    });
  }

  /**
   * Show the sheet with so many columns counted; the last may be counted in part.
   *
   * @param {number} columns
   */
  draw(columns) {
    const shares = this.heads.map((_, n) => Math.min(1, Math.max(0, columns - n)));
    for (const [n, head] of this.heads.entries())
      head.classList.toggle("is-counted", shares[n] > 0 && shares[n] < 1);
    for (const { element, cells, total } of this.rows) {
      const counted = cells.map((cell, n) => Math.trunc(cell.last * shares[n]));
      for (const [n, cell] of cells.entries()) {
        if (shares[n]) cell.show(counted[n]);
        else cell.clear();
      }
      total.show(counted.reduce((sum, n) => sum + n, 0));
      for (const [n, head] of this.heads.entries()) {
        const part = element.querySelector(`.bar .${CSS.escape(head.classList[0])}`);
        if (part) part.style.scale = `${shares[n]} 1`;
      }
    }
  }

  /** Show all final numbers and move the cities to their places. */
  finish() {
    if (this.leaving.signal.aborted) return;
    this.leaving.abort();
    for (const head of this.heads) head.classList.remove("is-counted");
    for (const { element, cells, total, shift } of this.rows) {
      for (const figure of [...cells, total]) figure.finish();
      for (const part of element.querySelectorAll(".bar > *")) part.style.removeProperty("scale");
      element.style.removeProperty("translate");
      if (shift && pace())
        element.animate([{ translate: `0 ${shift}px` }, { translate: "0 0" }], {
          duration: RANKING_MS * pace(),
          easing: "ease-in-out",
        });
    }
    this.end.classList.remove("is-counting");
    this.resolve();
  }
}
