// The outbox: form submissions are kept and retried until the server has received them.
import { report } from "./connection.js";

const REQUEST_TIMEOUT_MS = 60_000; // ms; the timeout of a request
const RETRY_MS = 3000; // ms between retries, unless the connection returns earlier
const CHOICES = ["move", "undo", "go"];
const UNREPEATABLE = ["bots", "hint"]; // fields of actions that must not be repeated, or that are obsolete later
const latest = new Map(); // the latest letter on each subject
const unsent = new Map(); // letters that failed
let timer = 0;

/** Return the content of a form. Of choices the last one counts, of messages each one; `version` is the version the
   writer has seen, which lets the server detect duplicates. */
export function letterOf(form, button, version) {
  const body = new URLSearchParams(new FormData(form, button));
  if (version) body.set("seen", version);
  const name = new URL(form.action).pathname.split("/").pop();
  const about = CHOICES.includes(name) ? "choice" : name === "hint" ? name : `${name} ${body}`;
  return { form, about, address: form.action, body, isKept: !UNREPEATABLE.includes(name) };
}

/** Return whether the same letter is already pending. */
export function isUnderWay({ about, isKept }) {
  return !isKept && latest.has(about);
}

/** Return the response to a letter: whether it is done, and a page; null if the request failed. */
export async function deliver(letter, version) {
  latest.set(letter.about, letter);
  unsent.delete(letter.about); // a replaced letter is not sent any more
  const answer = await post(letter, version);
  if (latest.get(letter.about) === letter) {
    if (answer || !letter.isKept) latest.delete(letter.about);
    else unsent.set(letter.about, letter);
  }
  if (unsent.size) report("unsent");
  else report(answer || letter.isKept ? "" : "lost");
  return answer;
}

async function post({ address, body }, version) {
  const headers = {
    Accept: "text/html",
    "X-Fragment": "1",
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
    const html = await answer.text();
    if (answer.status > 500 && !html.includes('id="live"')) return null; // a proxy answers for an unreachable server
    return { isDone: answer.ok, html };
  } catch {
    return null;
  }
}

/** Call `send` with the failed letters, in the order in which they were written. */
export function resend(send) {
  clearTimeout(timer);
  timer = 0;
  for (const letter of [...unsent.values()]) send(letter);
}

/** Retry later, even without a sign that the connection is back. */
export function resendLater(send) {
  if (unsent.size) timer ||= setTimeout(resend, RETRY_MS, send);
}
