// What a click tells the server, kept until it has got through: it is sent again by itself.
import { report } from "./connection.js";

const PATIENCE = 60_000; // ms; no answer takes as long
const PAUSE = 3000; // ms until what did not get through is tried again, if the line does not call sooner
const CHOICES = ["move", "undo", "go"];
const ONCE = ["bots", "hint"]; // what would be done twice if only the answer was lost, or is wanted now or never
const latest = new Map(); // the last letter about each thing
const unsent = new Map(); // those that did not get through
let timer = 0;

/** What a form says now. Of choices the last one counts, of words every one; `version` is what its writer
 * has seen, by which the server knows words that it has heard already. */
export function letterOf(form, button, version) {
  const body = new URLSearchParams(new FormData(form, button));
  if (version) body.set("seen", version);
  const name = new URL(form.action).pathname.split("/").pop();
  const about = CHOICES.includes(name) ? "choice" : name === "hint" ? name : `${name} ${body}`;
  return { form, about, address: form.action, body, isKept: !ONCE.includes(name) };
}

/** Whether the same is on its way already and need not be asked again. */
export function isUnderWay({ about, isKept }) {
  return !isKept && latest.has(about);
}

/** The answer to a letter: whether it is done, and a page; null if the letter did not get through. */
export async function deliver(letter, version) {
  latest.set(letter.about, letter);
  unsent.delete(letter.about); // what it replaces is wanted no longer
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
  const headers = { Accept: "text/html", "X-Fragment": "1", ...(version && { "X-Since": version }) };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await fetch(address, { method: "POST", body, headers, signal, credentials: "same-origin" });
    const html = await answer.text();
    if (answer.status > 500 && !html.includes('id="live"')) return null; // a proxy speaks for a server that is away
    return { isDone: answer.ok, html };
  } catch {
    return null;
  }
}

/** Let `send` have all that did not get through, in the order in which it was written. */
export function resend(send) {
  clearTimeout(timer);
  timer = 0;
  for (const letter of [...unsent.values()]) send(letter);
}

/** Try again in a while, also if nothing tells that the line is back. */
export function resendLater(send) {
  if (unsent.size) timer ||= setTimeout(resend, PAUSE, send);
}
