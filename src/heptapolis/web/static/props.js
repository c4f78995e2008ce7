// @ts-check
// Props of the step player that no board contains: card backs, coins, tokens. The page has them in a template.

/** @type {HTMLTemplateElement | null} */
const box = document.querySelector("#props");

/**
 * Return a new copy of a prop; null if the page does not have it.
 *
 * @param {string} name
 */
export function prop(name) {
  return find(`[data-prop="${CSS.escape(name)}"]`);
}

/**
 * Return a new copy of the prop for a place; null if the place needs none.
 *
 * @param {string} place
 */
export function propFor(place) {
  return find(`[data-places~="${CSS.escape(place)}"]`);
}

/**
 * Return a copy of the first prop that matches.
 *
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function find(selector) {
  const found = box?.content.querySelector(selector);
  return found ? /** @type {HTMLElement} */ (found.cloneNode(true)) : null;
}
