// The layer above a table on which cards and coins move. It is a picture only: nobody can touch it, screen
// readers do not hear of it, and the board below it is the new one already. Whatever it hides or moves on the
// board is an animation, so that nothing is left behind when it is ended.

const layer = document.createElement("div");
layer.id = "stage";
layer.setAttribute("aria-hidden", "true");

export class Stage {
  #running = [];
  #factor;

  /** `factor`: by how much everything takes longer than it says. */
  constructor(factor) {
    this.#factor = factor;
    document.body.append(layer);
  }

  /** Animate an element: `at` and `length` in ms, `easing` as usual. */
  animate(element, frames, { at = 0, length, easing = "ease", fill = "backwards" }) {
    const timing = { delay: at * this.#factor, duration: length * this.#factor, easing, fill };
    const animation = element.animate(frames, timing);
    this.#running.push(animation);
    return animation;
  }

  /** An actor of some size: on the layer for as long as its animation goes. Poses may turn it over. */
  act(actor, size, poses, { isBehind = false, ...timing }) {
    const body = document.createElement("div");
    body.className = "actor";
    body.style.width = `${size.width}px`;
    body.style.height = `${size.height}px`;
    body.style.setProperty("--card", `${size.width}px`);
    body.append(actor);
    if (isBehind) layer.prepend(body);
    else layer.append(body);
    const how = { ...timing, fill: "both" };
    const frames = poses.map(({ turn, ...frame }) => frame);
    this.animate(body, frames, how).finished.then(() => body.remove(), () => {});
    if (!poses.some(({ turn }) => turn)) return;
    // What is transparent is flat, so the turning is an element of its own.
    const turns = poses.map(({ turn = 0, offset, easing }) => clean({ transform: `rotateY(${turn}deg)`, offset, easing }));
    this.animate(actor, turns, how);
  }

  /** A scene before everything else, which a click or key ends. */
  scene(element, { at, length }) {
    layer.append(element);
    const frames = [
      { opacity: 0, visibility: "hidden" }, { opacity: 1, visibility: "visible", offset: 0.08 },
      { opacity: 1, visibility: "visible", offset: 0.9 }, { opacity: 0, visibility: "hidden" },
    ];
    this.animate(element, frames, { at, length, easing: "linear", fill: "both" });
  }

  /** What an actor brings is not on the board before it comes. */
  hide(element, until) {
    this.animate(element, [{ opacity: 0 }, { opacity: 0 }], { length: until });
  }

  /** A moment in which an element of the board is looked at. */
  bump(element, at, frames = [{ scale: 1 }, { scale: 1.18, filter: "brightness(1.25)" }, { scale: 1 }]) {
    this.animate(element, frames, { at, length: 260, easing: "ease-out" });
  }

  /** At the end of everything. */
  get done() {
    return Promise.allSettled(this.#running.map((animation) => animation.finished)).then(() => this.#clear());
  }

  finish() {
    for (const animation of this.#running) animation.finish();
  }

  #clear() {
    layer.replaceChildren();
  }
}

function clean(frame) {
  return Object.fromEntries(Object.entries(frame).filter(([, value]) => value !== undefined));
}

/** A pose of an actor of some size: fit into a rectangle, its middle upon the other's. */
export function pose(rect, size, { grow = 1, rise = 0, ...rest } = {}) {
  const isFlat = rect.width > rect.height * 1.6; // a line or a plate, in which a card has no room
  const scale = grow * (isFlat ? rect.height / size.height : rect.width / size.width);
  const x = rect.left + rect.width / 2 - size.width / 2;
  const y = rect.top + rect.height / 2 - size.height / 2 - rise;
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, ...rest };
}
