// @ts-check
// Make a tree equal to another one and keep as many of its nodes as possible: what has not changed is not laid out
// and drawn anew, and keeps its state.

const KEYS = ["id", "data-vt", "data-part", "data-sheet"]; // what names a thing among its siblings

/**
 * Make a node's attributes and children equal to those of a fresh node, which is used up.
 *
 * @param {Element} old
 * @param {Element} fresh
 */
export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { namespaceURI, name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttributeNS(namespaceURI, name, value);
}

/**
 * Make the children of a node equal to those of a fresh one. Things keep their node, wherever they are now; of other
 * children, alike ones at the same place do.
 *
 * @param {Node} old
 * @param {Node} fresh
 */
export function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keys = new Set(wanted.map(keyOf));
  /** @type {Map<string, ChildNode[]>} */
  const kept = new Map();
  for (const child of [...old.childNodes]) {
    const key = keyOf(child);
    if (key && !keys.has(key)) child.remove();
    else if (key) kept.set(key, [...(kept.get(key) ?? []), child]);
  }
  let at = old.firstChild;
  for (const next of wanted) {
    const key = keyOf(next);
    const same = key ? (kept.get(key)?.shift() ?? null) : unkeyed(at);
    if (!same || !isAlike(same, next)) {
      old.insertBefore(next, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    if (same instanceof Element && next instanceof Element) morph(same, next);
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
  }
  while (at) {
    const rest = at.nextSibling;
    at.remove();
    at = rest;
  }
}

/**
 * Return a node that no fresh node claims by its key.
 *
 * @param {ChildNode | null} node
 */
const unkeyed = (node) => (node && !keyOf(node) ? node : null);

/**
 * Return what names a thing among its siblings, "" for other nodes.
 *
 * @param {Node} node
 */
function keyOf(node) {
  if (!(node instanceof Element)) return "";
  const name = KEYS.map((key) => node.getAttribute(key)).find((value) => value);
  return name ? `${node.localName} ${name}` : "";
}

/**
 * Return whether one node can become the other.
 *
 * @param {Node} old
 * @param {Node} fresh
 */
const isAlike = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName;
