// What the player of steps needs and no board has at hand: backs of cards, coins, tokens. The page brings them
// drawn, in a template.

const box = document.querySelector("#props");

/** A new copy of a thing; null if the page does not have it. */
export function prop(name) {
  return box?.content.querySelector(`[data-prop="${CSS.escape(name)}"]`)?.cloneNode(true) ?? null;
}

/** A new copy of the thing that stands for a place; null if it needs none of its own. */
export function propFor(place) {
  return box?.content.querySelector(`[data-places~="${CSS.escape(place)}"]`)?.cloneNode(true) ?? null;
}
