// The end of a game as an animation: points are counted column by column with the cities in seat order, then the
// cities move to their places and the result appears. A key or click skips it. Screen readers, and pages opened
// later, get the final numbers.
import { pace } from "./pace.js";

const COLUMN_MS = 330; // ms for counting a column
const RANKING_MS = 450; // ms for moving the cities to their places

/** Return whether a new board shows the end of the game of the old one. */
export function ends(board, fresh) {
  return board.dataset.state === "playing" && fresh.dataset.state === "over";
}

/** Hide the end while the last steps are played. */
export function hold(board) {
  board.classList.toggle("is-closing", pace() > 0);
}

/** Show the end; return a promise that resolves after the last number. */
export async function conclude(board) {
  board.classList.remove("is-closing");
  const end = board.querySelector(".end");
  if (!end) return;
  scrollTo({ top: 0, behavior: "instant" });
  if (pace()) await new Count(end, pace()).done;
  if (!document.activeElement?.matches("a, button, input, select, summary"))
    end.querySelector("#verdict")?.focus({ preventScroll: true });
}

/** A growing number on the sheet; screen readers get the final value. */
class Figure {
  constructor(element) {
    this.element = element;
    this.last = Number(element.dataset.n);
    this.text = element.textContent;
    this.spoken = document.createElement("span");
    this.spoken.className = "sr";
    this.spoken.textContent = this.text;
    this.seen = document.createElement("span");
    this.seen.ariaHidden = "true";
    element.replaceChildren(this.spoken, this.seen);
  }

  show(n) {
    this.seen.textContent = n < 0 ? `−${-n}` : n;
  }

  finish() {
    this.element.textContent = this.text;
  }
}

class Count {
  constructor(end, factor) {
    this.end = end;
    this.rows = [...end.querySelectorAll(".sheet tbody tr")].map((row) => {
      const figures = [...row.querySelectorAll(".n")].map((element) => new Figure(element));
      return { row, cells: figures.slice(0, -1), total: figures.at(-1) };
    });
    this.heads = [...end.querySelectorAll(".sheet thead th")].slice(1, -1);
    this.length = COLUMN_MS * factor;
    end.classList.add("is-counting");
    this.line();
    this.leaving = new AbortController();
    this.done = new Promise((resolve) => (this.resolve = resolve));
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
    const places = this.rows.map(({ row }) => row.offsetTop);
    const heights = this.rows.map(({ row }) => row.offsetHeight);
    const seated = this.rows
      .map((_, n) => n)
      .sort((one, other) => this.rows[one].row.dataset.row - this.rows[other].row.dataset.row);
    let top = places[0];
    for (const n of seated) {
      this.rows[n].shift = top - places[n];
      this.rows[n].row.style.translate = `0 ${this.rows[n].shift}px`;
      top += heights[n];
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

  /** Show the sheet with so many columns counted; the last may be counted in part. */
  draw(columns) {
    const shares = this.heads.map((_, n) => Math.min(1, Math.max(0, columns - n)));
    this.heads.forEach((head, n) =>
      head.classList.toggle("is-counted", shares[n] > 0 && shares[n] < 1),
    );
    for (const { row, cells, total } of this.rows) {
      const counted = cells.map((cell, n) => Math.trunc(cell.last * shares[n]));
      cells.forEach((cell, n) => (shares[n] ? cell.show(counted[n]) : cell.seen.replaceChildren()));
      total.show(counted.reduce((sum, n) => sum + n, 0));
      this.heads.forEach((head, n) => {
        const part = row.querySelector(`.bar .${CSS.escape(head.classList[0])}`);
        if (part) part.style.scale = `${shares[n]} 1`;
      });
    }
  }

  /** Show all final numbers and move the cities to their places. */
  finish() {
    if (this.leaving.signal.aborted) return;
    this.leaving.abort();
    for (const head of this.heads) head.classList.remove("is-counted");
    for (const { row, cells, total, shift } of this.rows) {
      for (const figure of [...cells, total]) figure.finish();
      for (const part of row.querySelectorAll(".bar > *")) part.style.removeProperty("scale");
      row.style.removeProperty("translate");
      if (shift && pace())
        row.animate([{ translate: `0 ${shift}px` }, { translate: "0 0" }], {
          duration: RANKING_MS * pace(),
          easing: "ease-in-out",
        });
    }
    this.end.classList.remove("is-counting");
    this.resolve();
  }
}
