// The stream survives interruptions, and the page says so only when one lasts.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { document, FakeElement } from "./page.js";

const notice = new FakeElement("p", { textContent: "", dataset: { cut: "cut", lost: "lost" } });
document.found["#connection"] = [notice];
const streams = [];
globalThis.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;

  constructor(address) {
    super();
    this.address = address;
    streams.push(this);
  }

  close() {
    this.readyState = EventSource.CLOSED;
  }

  happen(kind) {
    this.dispatchEvent(new Event(kind));
  }

  fail({ isFinal = false } = {}) {
    if (isFinal) this.close();
    this.happen("error");
  }
};
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
const { listen, report } = await import("../../../src/heptapolis/web/static/connection.js");
const calls = { changes: 0, reconnections: 0 };
listen(
  () => `/stream/${streams.length}`,
  () => {
    calls.changes += 1;
  },
  () => {
    calls.reconnections += 1;
  },
);
const stream = () => streams.at(-1);

beforeEach(() => {
  stream().happen("open");
  report("");
  Object.assign(calls, { changes: 0, reconnections: 0 });
});

test("events of the stream are handed on", () => {
  stream().happen("change");
  stream().happen("still"); // a heartbeat is no change
  assert.equal(calls.changes, 1);
});

test("a short interruption is left to the browser, and not shown", () => {
  const before = streams.length;
  stream().fail();
  mock.timers.tick(1499);
  stream().happen("open");
  mock.timers.tick(5000);
  assert.equal(streams.length, before);
  assert.equal(notice.textContent, "");
  assert.equal(calls.reconnections, 0);
});

test("a longer interruption is shown until the stream is back", () => {
  stream().fail();
  mock.timers.tick(1500);
  assert.equal(notice.textContent, "cut");
  stream().happen("open");
  assert.equal(notice.textContent, "");
  assert.equal(calls.reconnections, 1);
});

test("a stream that the browser gave up is opened anew, at the address of now", () => {
  const before = streams.length;
  stream().fail({ isFinal: true });
  mock.timers.tick(1999);
  assert.equal(streams.length, before);
  mock.timers.tick(1);
  assert.equal(streams.length, before + 1);
  assert.equal(stream().address, `/stream/${before}`);
});

test("a silent stream is taken for dead after forty seconds", () => {
  const before = streams.length;
  mock.timers.tick(35_000);
  stream().happen("still");
  mock.timers.tick(35_000);
  assert.equal(streams.length, before, "a heartbeat came");
  mock.timers.tick(10_000);
  assert.equal(streams.length, before + 1);
  assert.equal(notice.textContent, "cut");
});

test("silence is noticed within five seconds, whenever it begins", () => {
  for (let round = 0; round < 4; round++) {
    const before = streams.length;
    stream().happen("open");
    for (let second = 0; second <= 45; second++) mock.timers.tick(1000);
    assert.equal(streams.length, before + 1);
  }
});

test("a request that failed is shown beside the state of the stream", () => {
  report("lost");
  assert.equal(notice.textContent, "lost");
  stream().fail();
  mock.timers.tick(1500);
  assert.equal(notice.textContent, "cut lost");
});

test("a page from the browser's cache listens again", () => {
  const before = streams.length;
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  assert.equal(streams.length, before, "a new page listens already");
  window.dispatchEvent(new Event("pagehide"));
  assert.equal(stream().readyState, EventSource.CLOSED);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert.equal(streams.length, before + 1);
  assert.equal(calls.reconnections, 1);
});
