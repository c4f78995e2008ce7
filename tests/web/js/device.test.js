// What a device remembers: pace, switches; and the words of a clock.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { document, FakeElement, storage } from "./page.js";

mock.timers.enable({ apis: ["setInterval", "Date"] });
const button = new FakeElement("button", { hidden: true });
document.found['button[data-toggle="sound"]'] = [button];
const tones = [];
globalThis.AudioContext = class {
  state = "running";
  currentTime = 5;
};
globalThis.OscillatorNode = class {
  constructor(_, { frequency }) {
    this.frequency = frequency;
  }

  connect(node) {
    return node;
  }

  start(at) {
    tones.push([this.frequency, at]);
  }

  stop() {}
};
globalThis.GainNode = class {
  gain = {
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  };

  connect() {}
};
const load = (name) => import(`../../../src/heptapolis/web/static/${name}.js`);
const { pace, pauseFactor } = await load("pace");
const { isOn } = await load("toggle");
const { play } = await load("sound");
const { formatTime } = await load("clock");
const { actionNames } = await load("shortcuts");
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  storage.clear();
  tones.length = 0;
  document.hidden = false;
});

test("the pace is the user's choice, normal for any other word", () => {
  assert.equal(pace(), 1);
  for (const [word, factor] of [
    ["slow", 2.5],
    ["fast", 0.5],
    ["off", 0],
    ["warp", 1],
  ]) {
    storage.set("hepta-pace", word);
    assert.equal(pace(), factor, word);
  }
});

test("nothing moves on a hidden page", () => {
  document.hidden = true;
  assert.equal(pace(), 0);
});

test("pauses remain where animations are off", () => {
  storage.set("hepta-pace", "off");
  assert.equal(pauseFactor(), 1);
  storage.set("hepta-pace", "slow");
  assert.equal(pauseFactor(), 2.5);
});

test("a switch is off until it is turned on", async () => {
  assert.equal(isOn("sound"), false);
  assert.equal(button.hidden, false);
  button.dispatchEvent(new Event("click"));
  await settle();
  assert.equal(isOn("sound"), true);
  assert.equal(button["aria-pressed"], "true");
  assert.deepEqual(
    tones,
    [
      [660, 5],
      [880, 5.13],
    ],
    "it sounds to show how",
  );
  button.dispatchEvent(new Event("click"));
  await settle();
  assert.equal(isOn("sound"), false);
});

test("without storage every switch is off", () => {
  const { getItem } = localStorage;
  localStorage.getItem = () => {
    throw new Error("disabled");
  };
  assert.equal(isOn("sound"), false);
  assert.equal(pace(), 1);
  localStorage.getItem = getItem;
});

test("a sound is played where sounds are on", async () => {
  play("card");
  await settle();
  assert.deepEqual(tones, []);
  storage.set("hepta-sound", "on");
  play("card");
  await settle();
  assert.deepEqual(tones, [[520, 5]]);
});

test("a clock shows minutes and seconds, and hours where there are any", () => {
  assert.equal(formatTime(5), "0:05");
  assert.equal(formatTime(600), "10:00");
  assert.equal(formatTime(3599), "59:59");
  assert.equal(formatTime(3661), "1:01:01");
});

test("a clock counts down, and stands out at the end", () => {
  const classes = new Set();
  const classList = { toggle: (name, isIn) => (isIn ? classes.add(name) : classes.delete(name)) };
  const clock = new FakeElement("p", { dataset: { left: "12" }, classList });
  document.found["[role=timer]"] = [clock];
  mock.timers.tick(1000);
  assert.equal(clock.textContent, "0:12");
  mock.timers.tick(1000);
  assert.equal(clock.textContent, "0:11");
  assert.ok(!classes.has("is-short"));
  mock.timers.tick(1000);
  assert.ok(classes.has("is-short"));
  mock.timers.tick(60_000);
  assert.equal(clock.textContent, "0:00");
});

test("every key of a list has the name of its action", () => {
  const items = [
    { dataset: { keys: "ArrowLeft ArrowRight", does: "walk" } },
    { dataset: { keys: "?", does: "list" } },
  ];
  const list = new FakeElement("dl", { found: { "[data-does]": items } });
  assert.deepEqual(
    [...actionNames(list)],
    [
      ["ArrowLeft", "walk"],
      ["ArrowRight", "walk"],
      ["?", "list"],
    ],
  );
  assert.equal(actionNames(null).size, 0);
});
