// @ts-check
// The outbox: form submissions are kept and retried until the server has received them.
import { report } from "./connection.js";
import { baseHeader, textOf } from "./updates.js";

/** @import { Letter, Reply } from "../types" */

const REQUEST_TIMEOUT_MS = 60_000; // ms; the timeout of a request
const RETRY_MS = 3000; // ms between retries, unless the connection returns earlier
const CHOICES = ["move", "undo", "go"];
const ONE_SHOT_ACTIONS = ["bots", "hint"]; // not repeated: they are obsolete later
/** @type {Map<string, Letter>} */
const latestLetters = new Map(); // the latest letter on each subject
/** @type {Map<string, Letter>} */
const unsentLetters = new Map(); // letters that failed
let timer = 0;

/**
 * Return the content of a form. Of choices the last one counts, of messages each one.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {string} [version] the version that the writer has seen, which lets the server detect duplicates
 * @returns {Letter}
 */
export function letterOf(form, button, version) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
  if (version) body.set("seen", version);
  const name = new URL(form.action).pathname.split("/").pop() ?? "";
  return {
    form,
    about: subjectOf(name, body),
    address: form.action,
    body,
    isKept: !ONE_SHOT_ACTIONS.includes(name),
  };
}

/**
 * Return the subject of a letter: a later letter on the same subject replaces it.
 *
 * @param {string} name
 * @param {URLSearchParams} body
 */
function subjectOf(name, body) {
  if (CHOICES.includes(name)) return "choice";
  return name === "hint" ? name : `${name} ${body}`;
}

/**
 * Return whether the same letter is already pending.
 *
 * @param {Letter} letter
 */
export function isUnderWay({ about, isKept }) {
  return !isKept && latestLetters.has(about);
}

/**
 * Send a letter; return the response, or null if the request failed.
 *
 * @param {Letter} letter
 * @param {string} [version]
 */
export async function deliver(letter, version) {
  latestLetters.set(letter.about, letter);
  unsentLetters.delete(letter.about); // a replaced letter is not sent any more
  const reply = await post(letter, version);
  if (latestLetters.get(letter.about) === letter) {
    if (reply || !letter.isKept) latestLetters.delete(letter.about);
    else unsentLetters.set(letter.about, letter);
  }
  if (unsentLetters.size) report("unsent");
  else report(reply || letter.isKept ? "" : "lost");
  return reply;
}

/**
 * Send one request.
 *
 * @param {Letter} letter
 * @param {string} [version]
 * @returns {Promise<Reply | null>}
 */
async function post({ address, body }, version) {
  const headers = {
    Accept: "text/html",
    "X-Fragment": "1",
    ...baseHeader(),
    ...(version && { "X-Since": version }),
  };
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const answer = await fetch(address, {
      method: "POST",
      body,
      headers,
      signal,
      credentials: "same-origin",
    });
    const html = await textOf(answer);
    if (answer.status > 500 && !html.includes('id="live"')) return null; // a proxy answers for an unreachable server
    return { isDone: answer.ok, html };
  } catch {
    return null;
  }
}

/**
 * Call `send` with the failed letters, in the order in which they were written.
 *
 * @param {(letter: Letter) => void} send
 */
export function resend(send) {
  clearTimeout(timer);
  timer = 0;
  for (const letter of [...unsentLetters.values()]) send(letter);
}

/**
 * Retry later, even without a sign that the connection is back.
 *
 * @param {(letter: Letter) => void} send
 */
export function resendLater(send) {
  if (unsentLetters.size) timer ||= setTimeout(resend, RETRY_MS, send);
}
