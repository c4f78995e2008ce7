// @ts-check
// The end of an age: its wars as a scene, one border after the other. It advances by itself, or by a key or click.
import { prop } from "./props.js";

/** @import { WarStep } from "../types" */
/** @import { Stage } from "./stage.js" */
/** @typedef {(seat: number) => Node | string} PlayerOf */

const BORDER_MS = 360; // ms between borders
const MAX_SEQUENCE_MS = 1100; // ms until the last one begins, for any number of borders
const CLASH_MS = 320; // ms until shields have met
const END_MS = 720; // ms for looking at the last one

/**
 * A side of a border: the city, its shields and its tokens.
 *
 * @param {Node | string} who
 * @param {number} shields
 * @param {number[]} tokens
 * @param {boolean} hasWon
 */
function side(who, shields, tokens, hasWon) {
  const box = prop("war-side");
  if (!box) return "";
  box.classList.toggle("has-won", hasWon);
  box.querySelector(".war-name")?.append(who);
  box.querySelector(".war-shields b")?.replaceChildren(String(shields));
  box.querySelector(".war-token")?.append(...tokens.map((points) => prop(`token${points}`) ?? ""));
  return box;
}

/**
 * @param {WarStep} step
 * @param {PlayerOf} playerOf
 */
function border(step, playerOf) {
  const row = document.createElement("li");
  const [ours, theirs] = [step.shields, step.other_shields];
  const [left, right] = step.tokens;
  row.append(side(playerOf(step.seat), ours, left, ours > theirs));
  row.append(prop("war-versus") ?? "");
  row.append(side(playerOf(step.other), theirs, right, theirs > ours));
  return row;
}

/**
 * Let shields meet in the middle, then tokens fly from there.
 *
 * @param {Stage} stage
 * @param {Element} row
 * @param {number} at
 */
function fight(stage, row, at) {
  stage.animate(
    row,
    [
      { opacity: 0, transform: "translateY(1rem)" },
      { opacity: 1, transform: "none" },
    ],
    { at, length: 220 },
  );
  for (const [n, shields] of row.querySelectorAll(".war-shields").entries()) {
    const way = n ? 1 : -1;
    const frames = [
      { transform: `translateX(${way * 5}rem)`, opacity: 0 },
      { transform: `translateX(${way * -0.7}rem)`, opacity: 1, offset: 0.75 },
      { transform: "none" },
    ];
    stage.animate(shields, frames, { at, length: CLASH_MS, easing: "ease-in" });
  }
  const versus = [
    { scale: 0.2, opacity: 0 },
    { scale: 1.7, opacity: 1, offset: 0.6 },
    { scale: 1 },
  ];
  for (const sign of row.querySelectorAll(".war-versus"))
    stage.animate(sign, versus, { at: at + CLASH_MS * 0.6, length: 260 });
  for (const [n, token] of row.querySelectorAll(".war-token").entries()) {
    const frames = [
      { transform: `translateX(${n ? -7 : 7}rem) scale(0.2)`, opacity: 0 },
      { opacity: 1, offset: 0.4 },
      { transform: "none" },
    ];
    stage.animate(token, frames, {
      at: at + CLASH_MS,
      length: 300,
      easing: "cubic-bezier(0.2, 1.3, 0.5, 1)",
    });
  }
}

/**
 * Show the wars of an age from a given time; return the time of the end. `title` is the page's own, if it has one.
 *
 * @param {Stage} stage
 * @param {WarStep[]} steps
 * @param {{ title?: string, playerOf: PlayerOf }} names
 * @param {number} at
 */
export function wars(stage, steps, { title, playerOf }, at) {
  const scene = prop("wars");
  if (!scene) return at;
  const list = scene.querySelector("ul") ?? scene;
  const each = Math.min(BORDER_MS, MAX_SEQUENCE_MS / steps.length);
  const length = each * (steps.length - 1) + CLASH_MS + END_MS;
  if (title) scene.querySelector("h2")?.replaceChildren(title);
  const rows = steps.map((step) => border(step, playerOf));
  list.append(...rows);
  stage.scene(scene, { at, length });
  for (const [n, row] of rows.entries()) fight(stage, row, at + 120 + n * each);
  return at + length;
}
