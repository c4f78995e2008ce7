// Turns are played once, beat by beat, and can be skipped.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { document, FakeElement, storage } from "./page.js";

const { forget, play, remember, skip } = await import(
  "../../../src/heptapolis/web/static/steps.js"
);

const AGE = { kind: "age", seat: null, age: 2 };
const rect = { left: 0, top: 0, width: 100, height: 150 };

/** Return a step in which a hidden card of a seat goes to the discard pile. */
const discard = (seat) => ({ kind: "play", seat, by: seat, card: null, to: "discard" });

/** Return a board on which turns have been announced, with a title, a discard pile and the steps that it tells. */
function boardOf(...turns) {
  const script = new FakeElement("script", { textContent: JSON.stringify(turns) });
  const board = new FakeElement("main", { dataset: { seat: "0" }, told: [] });
  board.title = new FakeElement("h1", { rect });
  board.found = {
    "script.steps": [script],
    "[data-pile]": [new FakeElement("div", { rect })],
    ".status h1": [board.title],
  };
  board.addEventListener("hepta:step", ({ detail }) => board.told.push(detail));
  return board;
}

const turn = (...steps) => ({ age: 1, turn: 1, steps });
const before = () => remember(new FakeElement());
/** Return when the cards of players begin to move, in ms. */
const starts = () =>
  document.made
    .filter(({ className }) => className === "actor")
    .map(({ animations }) => animations[0].delay);

beforeEach(() => {
  skip();
  forget();
  storage.clear();
  document.made.length = 0;
});

test("the steps of a turn are told in order, and the end as well", async () => {
  const board = boardOf(turn(discard(1), discard(2), AGE));
  let hasEnded = false;
  board.addEventListener("hepta:played", () => {
    hasEnded = true;
  });
  const done = play(board, before(), 2);
  assert.deepEqual(board.told, [discard(1), discard(2), AGE]);
  assert.ok(!hasEnded);
  assert.ok(skip());
  await done;
  assert.ok(hasEnded);
  assert.ok(!skip(), "nothing is running any more");
});

test("cards of different cities move together, a second card of one city afterwards", () => {
  play(boardOf(turn(discard(1), discard(2), discard(1))), before(), 2);
  assert.deepEqual(starts(), [0, 0, 400]);
});

test("two cards of each city are two beats", () => {
  play(boardOf(turn(discard(1), discard(2), discard(1), discard(2))), before(), 2);
  assert.deepEqual(starts(), [0, 0, 400, 400]);
});

test("the pace of the user stretches everything", () => {
  storage.set("hepta-pace", "slow");
  play(boardOf(turn(discard(1), discard(1))), before(), 2);
  assert.deepEqual(starts(), [0, 1000]);
});

test("a turn begins when the one before has ended", () => {
  play(boardOf(turn(discard(1)), turn(discard(1)), turn(discard(1))), before(), 3);
  assert.deepEqual(starts(), [0, 400, 800]);
});

test("of too many turns only the last is played", () => {
  const board = boardOf(turn(discard(1)), turn(discard(2)), turn(discard(3)));
  play(board, before(), 2);
  assert.deepEqual(board.told, [discard(3)]);
});

test("the same turns are not played twice, unless the board was left", () => {
  const turns = [turn(discard(1))];
  assert.notEqual(play(boardOf(...turns), before(), 2), null);
  const again = boardOf(...turns);
  assert.equal(play(again, before(), 2), null);
  assert.deepEqual(again.told, []);
  forget();
  assert.notEqual(play(boardOf(...turns), before(), 2), null);
});

test("a new age comes after the wars", () => {
  const war = { kind: "war", seat: 0, other: 1, shields: 1, other_shields: 0, tokens: [[1], [-1]] };
  const board = boardOf(turn(AGE, war, discard(1)));
  play(board, before(), 2);
  assert.deepEqual(
    board.told.map(({ kind }) => kind),
    ["play", "war", "age"],
  );
});

test("a step that shows nothing, or is unknown, is skipped", () => {
  const board = boardOf(turn({ kind: "marker", seat: 0 }, { kind: "end", seat: null }, discard(1)));
  play(board, before(), 2);
  assert.deepEqual(board.told, [discard(1)]);
});

test("a broken picture does not stop the steps after it", () => {
  const board = boardOf(turn(AGE, discard(1)));
  board.title.animate = () => {
    throw new TypeError("no animations here");
  };
  play(board, before(), 2);
  assert.deepEqual(board.told, [discard(1)]);
});

test("without animations the board is simply there", () => {
  const known = before();
  storage.set("hepta-pace", "off");
  assert.equal(before(), null);
  const board = boardOf(turn(discard(1)));
  assert.equal(play(board, known, 2), null);
  assert.deepEqual(board.told, []);
});

test("a board without turns, or with unreadable ones, is not played", () => {
  assert.equal(play(boardOf(), before(), 2), null);
  const board = boardOf();
  board.found["script.steps"][0].textContent = "{";
  assert.equal(play(board, before(), 2), null);
});
