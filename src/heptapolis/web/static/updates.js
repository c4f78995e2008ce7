// @ts-check
// Receive boards as changes to one that the server has sent before.

/** @import { Change } from "../types" */

const MAX_BASES = 4; // texts that a response under way may refer to

/** @type {Map<string, string[]>} */
const bases = new Map();
let latestId = "";

/** Return the header that names the latest text, "" at first. */
export const baseHeader = () => ({ "X-Base": latestId });

/**
 * Return the text of a response, put together if it brings changes only; "" if that is impossible.
 *
 * @param {Response} answer
 */
export async function textOf(answer) {
  const text = await answer.text();
  const id = answer.headers.get("X-Page");
  if (!id) return text;
  const isChange = answer.headers.get("Content-Type")?.startsWith("application/json");
  const lines = isChange ? changedLines(JSON.parse(text)) : text.split("\n");
  latestId = lines ? id : ""; // the next request gets a whole text
  if (!lines) return "";
  bases.set(id, lines);
  for (const old of [...bases.keys()].slice(0, -MAX_BASES)) bases.delete(old);
  return lines.join("\n");
}

/**
 * Return the lines that a change makes of its base: numbers are the begin and end of a range, strings are new lines.
 *
 * @param {Change} change
 */
function changedLines({ base, parts }) {
  const before = bases.get(base);
  if (!before) return null;
  /** @type {string[]} */
  const lines = [];
  for (let n = 0; n < parts.length; n += 1) {
    const part = parts[n];
    if (typeof part === "string") {
      lines.push(part);
    } else {
      n += 1;
      lines.push(...before.slice(part, Number(parts[n])));
    }
  }
  return lines;
}
