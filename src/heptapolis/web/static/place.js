// @ts-check
// The user's place on the board: saved before a swap and restored after it.

/** @typedef {{ path: string, isLasting: boolean }} Address a selector; a lasting one names the same thing after a choice */
/** @typedef {ReturnType<typeof snapshot>} Place */

/**
 * Return the focused element, chosen cards, open details and drawers, unfinished text, scroll positions.
 *
 * @param {HTMLElement} root
 */
export function snapshot(root) {
  const active = document.activeElement;
  return {
    focus: active && root.contains(active) ? address(active, root) : null,
    page: { left: scrollX, top: scrollY },
    decision: decision(root),
    checked: idsOf(root, 'input[name="card"]:checked'),
    open: idsOf(root, "details[open][id]"),
    closed: idsOf(root, "details:not([open])[id]"),
    typed: [...inputs(root, "input[data-keep]")].map(({ id, value }) => ({ id, value })),
    drawn: idsOf(root, "[popover][id]:popover-open"),
    scrolled: [...root.querySelectorAll("[id][data-scroll]")].map(({ id, scrollTop }) => ({
      id,
      scrollTop,
    })),
  };
}

/**
 * Return the ids of the elements that match.
 *
 * @param {HTMLElement} root
 * @param {string} selector
 */
const idsOf = (root, selector) => [...root.querySelectorAll(selector)].map(({ id }) => id);

/**
 * Return the fields that match.
 *
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {Iterable<HTMLInputElement>}
 */
const inputs = (root, selector) => root.querySelectorAll(selector);

/**
 * Return the element with an id.
 *
 * @param {HTMLElement} root
 * @param {string} id
 */
const byId = (root, id) => root.querySelector(`#${CSS.escape(id)}`);

/**
 * Bring the user back to a place, as far as the new board still has it.
 *
 * @param {HTMLElement} root
 * @param {Place} place
 */
export function restore(root, place) {
  const stillAsked = decision(root) === place.decision;
  for (const id of stillAsked ? place.checked : [])
    for (const input of inputs(root, `#${CSS.escape(id)}`)) input.checked = true;
  for (const id of place.open) byId(root, id)?.setAttribute("open", "");
  for (const id of place.closed) byId(root, id)?.removeAttribute("open");
  for (const { id, value } of place.typed)
    for (const input of inputs(root, `#${CSS.escape(id)}:not([data-fresh])`)) input.value = value;
  for (const id of place.drawn) {
    const drawer = byId(root, id);
    if (drawer && !drawer.matches(":popover-open")) drawer.showPopover();
  }
  for (const { id, scrollTop } of place.scrolled) {
    const box = byId(root, id);
    if (box) box.scrollTop = scrollTop;
  }
  focus(root, place, stillAsked);
  scrollTo({ ...place.page, behavior: "instant" });
}

/**
 * Restore the focus, or move it to the next choice, the result, or the waiting line.
 *
 * @param {HTMLElement} root
 * @param {Place} place
 * @param {boolean} stillAsked
 */
function focus(root, place, stillAsked) {
  if (place.focus === null) return;
  const { path, isLasting } = place.focus;
  const again = path && (isLasting || stillAsked) ? root.querySelector(path) : null;
  const isWaiting = again?.id === "turn"; // focused by this script when there was nothing to choose
  const next = root.querySelector(
    '.curtain .big, .choose input[name="card"], .choose .use button:enabled',
  );
  (isWaiting ? (next ?? again) : (again ?? next ?? root.querySelector("#verdict, #turn")))?.focus({
    preventScroll: true,
  });
}

/**
 * Return the number of the user's current choice.
 *
 * @param {HTMLElement} root
 */
function decision(root) {
  /** @type {HTMLInputElement | null} */
  const input = root.querySelector('.choose input[name="decision"]');
  const number = input?.value;
  return number && `${root.dataset.seat ?? ""}:${number}`;
}

/**
 * Return a selector for an element; a named element stays the same thing after a choice.
 *
 * @param {Element} element
 * @param {HTMLElement} root
 * @returns {Address}
 */
function address(element, root) {
  if (element.id) return { path: `#${CSS.escape(element.id)}`, isLasting: true };
  if (isField(element) && element.name === "move") {
    const path = `[name="move"][value="${CSS.escape(element.value)}"]:not(.hint)`;
    return { path, isLasting: true };
  }
  const steps = [];
  let at = element;
  while (at !== root && !at.id && at.parentElement) {
    const { localName, parentElement } = at;
    const alike = [...parentElement.children].filter((child) => child.localName === localName);
    steps.unshift(`${localName}:nth-of-type(${alike.indexOf(at) + 1})`);
    at = parentElement;
  }
  const start = `#${CSS.escape(at.id)}`;
  return { path: [start, ...steps].join(" > "), isLasting: at !== root };
}

/**
 * Return whether an element has a name and a value.
 *
 * @param {Element} element
 * @returns {element is HTMLInputElement | HTMLButtonElement}
 */
function isField(element) {
  return "name" in element && "value" in element;
}
