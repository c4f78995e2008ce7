// Changes of a board become the board again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { baseHeader, textOf } from "../../../src/heptapolis/web/static/updates.js";

const answer = (body, id, kind = "text/html; charset=utf-8") => ({
  headers: new Headers({ "Content-Type": kind, ...(id && { "X-Page": id }) }),
  text: async () => body,
});
const change = (id, base, ...parts) =>
  answer(JSON.stringify({ base, parts }), id, "application/json");

test("a change is applied to the text that it names", async () => {
  assert.deepEqual(baseHeader(), { "X-Base": "" });
  assert.equal(await textOf(answer("a\nb\nc", "1")), "a\nb\nc");
  assert.deepEqual(baseHeader(), { "X-Base": "1" });
  assert.equal(await textOf(change("2", "1", 0, 1, "x", 1, 3)), "a\nx\nb\nc");
  assert.equal(await textOf(change("3", "1", 2, 3)), "c", "a response that was under way");
  assert.deepEqual(baseHeader(), { "X-Base": "3" });
});

test("after a change of an unknown text a whole one is requested", async () => {
  assert.equal(await textOf(change("9", "nothing", 0, 1)), "");
  assert.deepEqual(baseHeader(), { "X-Base": "" });
});

test("only a few texts are kept", async () => {
  for (const id of ["a", "b", "c", "d", "e"]) await textOf(answer("text", id));
  assert.equal(await textOf(change("f", "a", 0, 1)), "");
  assert.equal(await textOf(change("g", "b", 0, 1)), "text");
});

test("other responses stay as they are", async () => {
  const before = baseHeader();
  assert.equal(await textOf(answer('{"error": 1}', "", "application/json")), '{"error": 1}');
  assert.deepEqual(baseHeader(), before);
});
