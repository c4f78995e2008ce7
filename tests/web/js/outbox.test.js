// Forms reach the server once, in order, and no failure loses one.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { document, FakeElement } from "./page.js";

const notice = new FakeElement("p", {
  textContent: "",
  dataset: { unsent: "unsent", lost: "lost" },
});
document.found["#connection"] = [notice];
globalThis.FormData = class {
  constructor({ fields }) {
    this.fields = fields;
  }

  [Symbol.iterator]() {
    return Object.entries(this.fields)[Symbol.iterator]();
  }
};
const { deliver, isUnderWay, letterOf, resend, resendLater } = await import(
  "../../../src/heptapolis/web/static/outbox.js"
);

const form = (name, fields = {}) => ({ action: `http://table.test/tables/1/${name}`, fields });
const letter = (name, fields) => letterOf(form(name, fields), null, "7");

/** Let the server answer: a status and a page, or an error. */
function answer(status, html = '<main id="live">') {
  const requests = [];
  globalThis.fetch = async (address, options) => {
    requests.push({ address, ...options, body: String(options.body) });
    if (!status) throw new TypeError("no connection");
    return { ok: status < 400, status, headers: new Headers(), text: async () => html };
  };
  return requests;
}

/** Return the letters that wait to be sent again. */
function unsent() {
  const letters = [];
  resend((one) => letters.push(one));
  return letters;
}

afterEach(async () => {
  answer(200);
  for (const one of unsent()) await deliver(one);
});

test("a letter carries the fields and the version that its writer has seen", () => {
  const { address, body } = letter("move", { move: "build baths" });
  assert.equal(address, "http://table.test/tables/1/move");
  assert.equal(String(body), "move=build+baths&seen=7");
});

test("choices share a subject; each message has its own", () => {
  assert.equal(letter("move").about, letter("undo").about);
  assert.notEqual(letter("messages", { text: "a" }).about, letter("messages", { text: "b" }).about);
});

test("the reply says whether the server did it", async () => {
  const requests = answer(200, "page");
  assert.deepEqual(await deliver(letter("move"), "7"), { isDone: true, html: "page" });
  assert.equal(requests[0].method, "POST");
  assert.equal(requests[0].headers["X-Since"], "7");
  answer(422, "refused");
  assert.deepEqual(await deliver(letter("move")), { isDone: false, html: "refused" });
  assert.deepEqual(unsent(), []);
});

test("a letter without an answer is kept and announced until it arrives", async () => {
  answer(0);
  const lost = letter("move");
  assert.equal(await deliver(lost), null);
  assert.equal(notice.textContent, "unsent");
  assert.deepEqual(unsent(), [lost]);
  answer(200);
  await deliver(lost);
  assert.equal(notice.textContent, "");
  assert.deepEqual(unsent(), []);
});

test("a proxy that answers for the server has not delivered anything", async () => {
  answer(502, "Bad gateway");
  assert.equal(await deliver(letter("move")), null);
  assert.equal(unsent().length, 1);
});

test("an error page of the server is an answer", async () => {
  for (const [status, html] of [
    [503, '<main id="live">'],
    [500, "Internal server error"],
  ]) {
    answer(status, html);
    assert.equal((await deliver(letter("move"))).isDone, false);
  }
});

test("a later choice replaces one that failed; messages stay in order", async () => {
  answer(0);
  const messages = [letter("messages", { text: "a" }), letter("messages", { text: "b" })];
  const choices = [letter("move", { move: "1" }), letter("move", { move: "2" })];
  for (const one of [choices[0], ...messages, choices[1]]) await deliver(one);
  assert.deepEqual(unsent(), [...messages, choices[1]]);
});

test("a choice that is replaced on its way is not kept when it fails", async () => {
  let fail;
  globalThis.fetch = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const first = deliver(letter("move", { move: "1" }));
  answer(200);
  await deliver(letter("move", { move: "2" }));
  fail(new TypeError("no connection"));
  await first;
  assert.deepEqual(unsent(), []);
});

test("a hint is asked for once, and not again after a failure", async () => {
  answer(0);
  const hint = letter("hint");
  const pending = deliver(hint);
  assert.ok(isUnderWay(letter("hint")));
  await pending;
  assert.ok(!isUnderWay(hint));
  assert.deepEqual(unsent(), []);
  assert.equal(notice.textContent, "lost");
});

test("a choice is never held back as a duplicate", async () => {
  answer(0);
  const pending = deliver(letter("move"));
  assert.ok(!isUnderWay(letter("move")));
  await pending;
});

test("failed letters are sent again after a while", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  answer(0);
  const lost = letter("move");
  await deliver(lost);
  const sent = [];
  resendLater((one) => sent.push(one));
  resendLater((one) => sent.push(one)); // one timer is enough
  context.mock.timers.tick(2999);
  assert.deepEqual(sent, []);
  context.mock.timers.tick(1);
  assert.deepEqual(sent, [lost]);
});
