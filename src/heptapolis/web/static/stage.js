// @ts-check
// The stage: a layer above a table on which cards and coins move. It takes no input and is hidden from screen
// readers; the board below it is already the new one. Everything it hides or moves on the board is an animation, so
// that cancelling restores the board.

const layer = document.createElement("div");
layer.id = "stage";
layer.setAttribute("aria-hidden", "true");

/** @import { Pose, Rect, Size, Time } from "../types" */
/** @typedef {Partial<Time> & { length: number, easing?: string, fill?: FillMode }} Timing */

export class Stage {
  /** @type {Animation[]} */
  #running = [];
  /** @type {number} */
  #factor;

  /** @param {number} factor the factor for all durations */
  constructor(factor) {
    this.#factor = factor;
    document.body.append(layer);
  }

  /**
   * Animate an element: `at` and `length` in ms, `easing` as usual.
   *
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {Timing} timing
   */
  animate(element, frames, { at = 0, length, easing = "ease", fill = "backwards" }) {
    const timing = { delay: at * this.#factor, duration: length * this.#factor, easing, fill };
    const animation = element.animate(frames, timing);
    this.#running.push(animation);
    return animation;
  }

  /**
   * An actor of a given size, on the layer for the duration of its animation. Poses may turn it over.
   *
   * @param {HTMLElement} actor
   * @param {Size} size
   * @param {Pose[]} poses
   * @param {Timing & { isBehind?: boolean }} timing
   */
  act(actor, size, poses, { isBehind = false, ...timing }) {
    const body = document.createElement("div");
    body.className = "actor";
    body.style.width = `${size.width}px`;
    body.style.height = `${size.height}px`;
    body.style.setProperty("--card", `${size.width}px`);
    body.append(actor);
    if (isBehind) layer.prepend(body);
    else layer.append(body);
    /** @type {Timing} */
    const how = { ...timing, fill: "both" };
    const frames = poses.map(({ turn: _turn, ...frame }) => frame);
    this.animate(body, frames, how).finished.then(
      () => body.remove(),
      () => {},
    );
    if (!poses.some(({ turn }) => turn)) return;
    // Opacity flattens 3D transforms, so the turning part is a separate element.
    const turns = poses.map(({ turn = 0, offset, easing }) =>
      dropUndefined({ transform: `rotateY(${turn}deg)`, offset, easing }),
    );
    this.animate(actor, turns, how);
  }

  /**
   * A scene in front of everything else, which a click or key ends.
   *
   * @param {HTMLElement} element
   * @param {Time} time
   */
  scene(element, { at, length }) {
    layer.append(element);
    const frames = [
      { opacity: 0, visibility: "hidden" },
      { opacity: 1, visibility: "visible", offset: 0.08 },
      { opacity: 1, visibility: "visible", offset: 0.9 },
      { opacity: 0, visibility: "hidden" },
    ];
    this.animate(element, frames, { at, length, easing: "linear", fill: "both" });
  }

  /**
   * Hide an element of the board until its actor arrives.
   *
   * @param {Element} element
   * @param {number} until
   */
  hide(element, until) {
    this.animate(element, [{ opacity: 0 }, { opacity: 0 }], { length: until });
  }

  /**
   * Draw attention to an element of the board.
   *
   * @param {Element} element
   * @param {number} at
   * @param {Keyframe[]} frames
   */
  bump(
    element,
    at,
    frames = [{ scale: 1 }, { scale: 1.18, filter: "brightness(1.25)" }, { scale: 1 }],
  ) {
    this.animate(element, frames, { at, length: 260, easing: "ease-out" });
  }

  /** Run a callback at the end of everything. */
  get done() {
    return Promise.allSettled(this.#running.map((animation) => animation.finished)).then(() =>
      this.#clear(),
    );
  }

  finish() {
    for (const animation of this.#running) animation.finish();
  }

  #clear() {
    layer.replaceChildren();
  }
}

/**
 * Return a keyframe without the properties that are undefined.
 *
 * @param {Keyframe} frame
 * @returns {Keyframe}
 */
function dropUndefined(frame) {
  return Object.fromEntries(Object.entries(frame).filter(([, value]) => value !== undefined));
}

/**
 * Return a pose of an actor of a given size: fit into a rectangle, centred on it.
 *
 * @param {Rect} rect
 * @param {Size} size
 * @param {Pose & { grow?: number, rise?: number }} options
 * @returns {Pose}
 */
export function pose(rect, size, { grow = 1, rise = 0, ...rest } = {}) {
  const isFlat = rect.width > rect.height * 1.6; // a line or a plate, too small for a card
  const scale = grow * (isFlat ? rect.height / size.height : rect.width / size.width);
  const x = rect.left + rect.width / 2 - size.width / 2;
  const y = rect.top + rect.height / 2 - size.height / 2 - rise;
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, ...rest };
}
