// A swap leaves the users where they were.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { document, FakeElement } from "./page.js";

const { restore, snapshot } = await import("../../../src/heptapolis/web/static/place.js");

const DECISION = '.choose input[name="decision"]';
const CHECKED = 'input[name="card"]:checked';
const NEXT = '.curtain .big, .choose input[name="card"], .choose .use button:enabled';
const AT_REST = "#verdict, #turn";
globalThis.scrollX = 0;
globalThis.scrollY = 30;
globalThis.scrollTo = (place) => {
  globalThis.scrolledTo = place;
};

/** Return an element that notes when it gets the focus. */
function focusable(properties) {
  const element = new FakeElement("button", properties);
  element.focus = () => {
    element.hasFocus = true;
  };
  return element;
}

/** Return a board on which a decision is asked for. */
function boardOf(decision, found = {}, children = []) {
  const board = new FakeElement("main", { id: "live", dataset: { seat: "0" }, children });
  board.found = { [DECISION]: [new FakeElement("input", { value: decision })], ...found };
  return board;
}

beforeEach(() => {
  document.activeElement = null;
});

test("a chosen card stays chosen while the same is asked", () => {
  const card = new FakeElement("input", { id: "card-baths", checked: false });
  const place = snapshot(boardOf("3", { [CHECKED]: [card] }));
  restore(boardOf("4", { "#card-baths": [card] }), place);
  assert.equal(card.checked, false, "another decision");
  restore(boardOf("3", { "#card-baths": [card] }), place);
  assert.equal(card.checked, true);
});

test("a card chosen on another seat of the same device is not chosen", () => {
  const card = new FakeElement("input", { id: "card-baths", checked: false });
  const place = snapshot(boardOf("3", { [CHECKED]: [card] }));
  const other = boardOf("3", { "#card-baths": [card] });
  other.dataset.seat = "1";
  restore(other, place);
  assert.equal(card.checked, false);
});

test("unfinished text, open parts and scroll positions are kept", () => {
  const field = new FakeElement("input", { id: "text", value: "Hel" });
  const log = new FakeElement("div", { id: "log", scrollTop: 120 });
  const place = snapshot(
    boardOf("3", {
      "input[data-keep]": [field],
      "details[open][id]": [new FakeElement("details", { id: "city-1" })],
      "details:not([open])[id]": [new FakeElement("details", { id: "city-2" })],
      "[id][data-scroll]": [log],
    }),
  );
  const found = {
    "#text:not([data-fresh])": [new FakeElement("input", { value: "" })],
    "#city-1": [new FakeElement("details")],
    "#city-2": [new FakeElement("details", { open: "" })],
    "#log": [new FakeElement("div", { scrollTop: 0 })],
  };
  restore(boardOf("4", found), place);
  assert.equal(found["#text:not([data-fresh])"][0].value, "Hel");
  assert.equal(found["#city-1"][0].open, "");
  assert.ok(!("open" in found["#city-2"][0]));
  assert.equal(found["#log"][0].scrollTop, 120);
  assert.deepEqual(globalThis.scrolledTo, { left: 0, top: 30, behavior: "instant" });
});

test("the focus goes back to the element with the same id", () => {
  document.activeElement = focusable({ id: "turn-button" });
  const place = snapshot(boardOf("3", {}, [document.activeElement]));
  const again = focusable();
  restore(boardOf("4", { "#turn-button": [again], [NEXT]: [focusable()] }), place);
  assert.ok(again.hasFocus);
});

test("an element without a name is found by its path while the same is asked", () => {
  document.activeElement = focusable();
  const panel = new FakeElement("div", { children: [focusable(), document.activeElement] });
  const place = snapshot(boardOf("3", {}, [new FakeElement("p"), panel]));
  const found = { "#live > div:nth-of-type(1) > button:nth-of-type(2)": [focusable()] };
  restore(boardOf("3", found), place);
  assert.ok(Object.values(found)[0][0].hasFocus);
});

test("after a choice the focus is on the next one", () => {
  document.activeElement = focusable();
  const place = snapshot(boardOf("3", {}, [document.activeElement]));
  const [old, next] = [focusable(), focusable()];
  restore(boardOf("4", { "#live > button:nth-of-type(1)": [old], [NEXT]: [next] }), place);
  assert.ok(next.hasFocus && !old.hasFocus);
});

test("the same move keeps the focus, whatever is asked", () => {
  document.activeElement = focusable({ name: "move", value: "build baths" });
  const place = snapshot(boardOf("3", {}, [document.activeElement]));
  const found = { '[name="move"][value="build\\ baths"]:not(.hint)': [focusable()] };
  restore(boardOf("4", { ...found, [NEXT]: [focusable()] }), place);
  assert.ok(Object.values(found)[0][0].hasFocus);
});

test("with nothing to choose the focus waits at the line that says so, and leaves it for a choice", () => {
  document.activeElement = focusable();
  const first = snapshot(boardOf("3", {}, [document.activeElement]));
  const turn = focusable({ id: "turn" });
  restore(boardOf("", { [AT_REST]: [turn] }), first);
  assert.ok(turn.hasFocus);
  document.activeElement = turn;
  const waiting = snapshot(boardOf("", {}, [turn]));
  const next = focusable();
  restore(boardOf("4", { "#turn": [focusable({ id: "turn" })], [NEXT]: [next] }), waiting);
  assert.ok(next.hasFocus);
});

test("a focus elsewhere on the page is left alone", () => {
  document.activeElement = focusable();
  const next = focusable();
  restore(boardOf("4", { [NEXT]: [next] }), snapshot(boardOf("3")));
  assert.ok(!next.hasFocus);
});
