// Props of the step player that no board contains: card backs, coins, tokens. The page has them in a template.

const box = document.querySelector("#props");

/** Return a new copy of a prop; null if the page does not have it. */
export function prop(name) {
  return box?.content.querySelector(`[data-prop="${CSS.escape(name)}"]`)?.cloneNode(true) ?? null;
}

/** Return a new copy of the prop for a place; null if the place needs none. */
export function propFor(place) {
  return (
    box?.content.querySelector(`[data-places~="${CSS.escape(place)}"]`)?.cloneNode(true) ?? null
  );
}
