// @ts-check
// The board of the table on this page.

/** The board. Pages without a table have none: modules that such pages load check it before they use it. */
export const board = /** @type {HTMLElement} */ (document.querySelector("#live"));
