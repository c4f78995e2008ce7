// @ts-check
// Where events happened.

/**
 * Return the element in which an event happened; for an event of the whole page, its root.
 *
 * @param {Event} event
 */
export function targetOf({ target }) {
  return /** @type {HTMLElement} */ (target instanceof Element ? target : document.documentElement);
}

/**
 * Return whether a key or a click has a modifier that gives it another meaning.
 *
 * @param {KeyboardEvent | MouseEvent} event
 */
export function hasModifier(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}
