// @ts-check
// The keys of a page, as its own list names them.

/**
 * Return the names of actions by key.
 *
 * @param {Element | null} list
 */
export function actionNames(list) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { dataset } of list?.querySelectorAll("[data-does]") ?? []) {
    for (const key of dataset.keys?.split(" ") ?? []) names.set(key, dataset.does ?? "");
  }
  return names;
}
