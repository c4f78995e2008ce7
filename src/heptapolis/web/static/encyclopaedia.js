// @ts-check
// Live search in the encyclopaedia: every change of the form is requested, and the address follows the results.
import { targetOf } from "./events.js";

const TYPING_PAUSE_MS = 180; // ms after the last keystroke

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.find"));
let typingTimer = 0;
/** @type {AbortController | null} */
let latestRequest = null; // older answers are ignored

/** Return the address of the form's search, without empty fields. Without any search, a game shows one age. */
function searchAddress() {
  const address = new URL(location.pathname, location.href);
  for (const [name, value] of new FormData(form)) {
    const isAsked = value || (name === "q" && form.hasAttribute("data-table"));
    if (isAsked) address.searchParams.set(name, String(value));
  }
  return address;
}

async function search() {
  clearTimeout(typingTimer);
  const address = searchAddress();
  latestRequest?.abort();
  const request = new AbortController();
  latestRequest = request;
  try {
    const answer = await fetch(address, { headers: { "x-fragment": "1" }, signal: request.signal });
    if (!answer.ok) return;
    const markup = await answer.text();
    if (latestRequest !== request) return;
    const part = new DOMParser().parseFromString(markup, "text/html").querySelector("#found");
    if (part) show(part);
    history.replaceState(null, "", address);
  } catch (error) {
    // The browser reports the error of the connection.
    if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(address);
  }
}

/**
 * Replace the results. The line with their number stays in place, so that screen readers announce it.
 *
 * @param {HTMLElement} part
 */
function show(part) {
  const results = document.querySelector("#found");
  const status = results?.querySelector('[role="status"]');
  const newStatus = part.querySelector('[role="status"]');
  if (!results || !status || !newStatus) return;
  status.textContent = newStatus.textContent;
  newStatus.remove();
  results.replaceChildren(status, ...part.childNodes);
}

form.addEventListener("input", (event) => {
  clearTimeout(typingTimer);
  typingTimer = setTimeout(search, targetOf(event).matches("input") ? TYPING_PAUSE_MS : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
