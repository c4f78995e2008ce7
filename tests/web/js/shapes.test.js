// Sizes and poses of what moves above a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { cardSizeIn, spot } = await import("../../../src/heptapolis/web/static/actors.js");
const { pose, Stage } = await import("../../../src/heptapolis/web/static/stage.js");
const { FakeElement, document } = await import("./page.js");

const CARD = { width: 100, height: 150 };

test("a spot is a smaller rectangle with the same centre", () => {
  const rect = { left: 10, top: 20, width: 200, height: 100 };
  assert.deepEqual(spot(rect, CARD, 0.5), { left: 85, top: 32.5, width: 50, height: 75 });
});

test("a picture higher than a card is cut to the form of a card", () => {
  assert.deepEqual(cardSizeIn({ width: 80, height: 400 }), { width: 80, height: 120 });
  assert.deepEqual(cardSizeIn({ width: 80, height: 100 }), { width: 80, height: 100 });
});

test("a pose is centred on its rectangle and as wide", () => {
  const { transform, opacity } = pose({ left: 0, top: 0, width: 50, height: 75 }, CARD);
  assert.equal(transform, "translate(-25px, -37.5px) scale(0.5)");
  assert.equal(opacity, 1);
});

test("on a flat plate a pose is as high as the plate", () => {
  const { transform } = pose({ left: 0, top: 0, width: 300, height: 30 }, CARD);
  assert.equal(transform, "translate(100px, -60px) scale(0.2)");
});

test("a pose grows, rises and keeps its own properties", () => {
  const rect = { left: 0, top: 0, ...CARD };
  const { transform, offset, opacity } = pose(rect, CARD, {
    grow: 2,
    rise: 10,
    offset: 0.5,
    opacity: 0,
  });
  assert.equal(transform, "translate(0px, -10px) scale(2)");
  assert.deepEqual([offset, opacity], [0.5, 0]);
});

test("an actor that turns over has the rotation on a part of its own", () => {
  const stage = new Stage(1);
  const actor = new FakeElement();
  const rect = { left: 0, top: 0, ...CARD };
  stage.act(actor, CARD, [pose(rect, CARD, { turn: 180 }), pose(rect, CARD)], { length: 300 });
  const body = document.made.at(-1);
  assert.ok(body.animations[0].frames.every((frame) => !("turn" in frame)));
  assert.deepEqual(actor.animations[0].frames, [
    { transform: "rotateY(180deg)" },
    { transform: "rotateY(0deg)" },
  ]);
});

test("an actor that lies still is not turned", () => {
  const actor = new FakeElement();
  new Stage(1).act(actor, CARD, [pose({ left: 0, top: 0, ...CARD }, CARD)], { length: 300 });
  assert.deepEqual(actor.animations, []);
});
