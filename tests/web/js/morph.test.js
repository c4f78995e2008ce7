// A morphed tree equals the fresh one and keeps the nodes of what has not changed.
import assert from "node:assert/strict";
import { test } from "node:test";

/** A node with as much of the DOM as morphing touches. Text has the name "#text". */
class Node {
  childNodes = [];
  parent = null;

  constructor(nodeName, { text = null, children = [], ...attributes } = {}) {
    this.nodeName = this.localName = nodeName;
    this.nodeType = nodeName === "#text" ? 3 : 1;
    this.nodeValue = text;
    this.values = new Map(Object.entries(attributes));
    for (const child of children) this.insertBefore(child, null);
  }

  get attributes() {
    return [...this.values].map(([name, value]) => ({ namespaceURI: null, name, value }));
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    return this.parent.childNodes[this.parent.childNodes.indexOf(this) + 1] ?? null;
  }

  getAttribute(name) {
    return this.values.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.values.has(name);
  }

  removeAttribute(name) {
    this.values.delete(name);
  }

  setAttributeNS(_, name, value) {
    this.values.set(name, value);
  }

  insertBefore(node, next) {
    node.parent?.childNodes.splice(node.parent.childNodes.indexOf(node), 1);
    const place = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(place, 0, node);
    node.parent = this;
  }

  remove() {
    this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }

  isEqualNode(other) {
    return String(this) === String(other);
  }

  toString() {
    const attributes = this.attributes.map(({ name, value }) => ` ${name}=${value}`).sort();
    const inside = this.nodeValue ?? this.childNodes.join("");
    return `<${this.nodeName}${attributes.join("")}>${inside}</>`;
  }
}

/** Return an element. */
const node = (name, facts) => new Element(name, facts);
const text = (words) => new Node("#text", { text: words });
class Element extends Node {}
globalThis.Element = Element;

const { morph } = await import("../../../src/heptapolis/web/static/morph.js");

/** Return a list with a keyed item for each id. */
const list = (...ids) =>
  node("ul", { children: ids.map((id) => node("li", { "data-vt": id, children: [text(id)] })) });

/** Morph a tree, and return the children that it had before. */
function morphed(old, fresh) {
  const [before, wanted] = [[...old.childNodes], String(fresh)];
  morph(old, fresh);
  assert.equal(String(old), wanted);
  return before;
}

test("equal trees keep every node", () => {
  const old = list("altar", "baths");
  const before = morphed(old, list("altar", "baths"));
  assert.deepEqual(old.childNodes, before);
});

test("things keep their nodes wherever they are now", () => {
  const old = list("altar", "baths", "forum");
  const [altar, baths, forum] = morphed(old, list("forum", "altar", "mint"));
  assert.deepEqual(old.childNodes.slice(0, 2), [forum, altar]);
  assert.equal(baths.parent, null);
});

test("attributes and texts change in place", () => {
  const old = node("p", { class: "quiet", hidden: "", children: [text("3 coins")] });
  const [words] = morphed(old, node("p", { class: "loud", children: [text("4 coins")] }));
  assert.equal(old.firstChild, words);
});

test("a node of another kind takes the place of the old one", () => {
  const old = node("div", { children: [node("b"), node("i", { id: "kept" })] });
  const fresh = node("div", { children: [node("u"), node("i", { id: "kept", class: "new" })] });
  const [bold, kept] = morphed(old, fresh);
  assert.equal(old.childNodes[1], kept);
  assert.equal(bold.parent, null);
});

test("two things with one name keep two nodes", () => {
  const old = list("altar", "altar");
  const before = morphed(old, list("altar", "altar", "altar"));
  assert.deepEqual(old.childNodes.slice(0, 2), before);
});
