// A page without a browser: as much of the DOM as our modules touch. Each file of tests has a process of its own.

/** An element of a tree. It answers the selectors that a test has prepared in `found`. */
export class FakeElement extends EventTarget {
  parentElement = null;
  id = "";
  className = "";
  dataset = {};
  style = { setProperty() {} };
  found = {}; // elements by selector
  animations = [];
  rect = { left: 0, top: 0, width: 0, height: 0 };

  constructor(localName = "div", { children = [], ...properties } = {}) {
    super();
    this.localName = localName;
    this.children = [];
    this.append(...children);
    Object.assign(this, properties);
  }

  append(...elements) {
    for (const element of elements) {
      this.children.push(element);
      element.parentElement = this;
    }
  }

  replaceChildren(...elements) {
    this.children = [];
    this.append(...elements);
  }

  remove() {
    this.parentElement.children.splice(this.parentElement.children.indexOf(this), 1);
  }

  get childNodes() {
    return this.children;
  }

  matches(selector) {
    return selector === `#${this.id}`;
  }

  contains(element) {
    for (let at = element; at; at = at.parentElement) if (at === this) return true;
    return false;
  }

  querySelectorAll(selector) {
    return this.found[selector] ?? [];
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  setAttribute(name, value) {
    this[name] = value;
  }

  removeAttribute(name) {
    delete this[name];
  }

  /** Return this element: what tests prepare is on the copy too. */
  cloneNode() {
    return this;
  }

  getBoundingClientRect() {
    return this.rect;
  }

  /** Record an animation, which ends when a test or the stage finishes it. */
  animate(frames, timing) {
    const { promise, resolve } = withResolvers();
    const animation = { frames, ...timing, finished: promise, finish: resolve };
    this.animations.push(animation);
    return animation;
  }
}

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export const storage = new Map();

/** The document; what its `createElement` made is in `made`. */
export const document = Object.assign(new FakeElement("document"), {
  activeElement: null,
  hidden: false,
  made: [],
  body: new FakeElement("body"),
  createElement(name) {
    const element = new FakeElement(name);
    document.made.push(element);
    return element;
  },
});

Object.assign(globalThis, {
  document,
  window: new EventTarget(),
  location: new URL("http://table.test/tables/1"),
  innerWidth: 1000,
  innerHeight: 800,
  matchMedia: () => ({ matches: false }),
  CSS: { escape: (text) => text.replace(/[^\w-]/g, "\\$&") },
  DocumentFragment: FakeElement,
  SVGGraphicsElement: class {},
  localStorage: {
    getItem: (name) => storage.get(name) ?? null,
    setItem: (name, value) => storage.set(name, value),
  },
});
