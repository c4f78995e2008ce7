// @ts-check
// Keep the front page up to date: refresh my games every half minute, and show the number of waiting games in the
// title.
import { notify } from "./notify.js";
import "./sound.js";

const REFRESH_MS = 25_000;
const title = document.title;

/**
 * Show the number of games that wait for me.
 *
 * @param {HTMLElement} games
 */
function show({ dataset }) {
  const waiting = Number(dataset.waiting);
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** Fetch my games and replace them if they have changed. */
async function refresh() {
  const games = document.querySelector("#mine");
  if (!games) return;
  const answer = await fetch(games.dataset.fragment ?? "", { credentials: "same-origin" });
  if (!answer.ok) return;
  const markup = await answer.text();
  const fresh = new DOMParser().parseFromString(markup, "text/html").querySelector("#mine");
  if (!fresh || fresh.outerHTML === games.outerHTML) return;
  const hasMore = Number(fresh.dataset.waiting) > Number(games.dataset.waiting);
  const active = document.activeElement;
  const focus = games.contains(active) ? active?.getAttribute("href") : "";
  games.replaceWith(fresh);
  if (focus) fresh.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus();
  show(fresh);
  if (hasMore) notify(`${fresh.dataset.words} · ${title}`, "mine");
}

/** Refresh; after a failure, the next request may succeed. */
function refreshQuietly() {
  refresh().catch(() => {});
}

const first = document.querySelector("#mine");
if (first) {
  show(first);
  setInterval(refreshQuietly, REFRESH_MS);
  document.addEventListener("visibilitychange", () => document.hidden || refreshQuietly());
  window.addEventListener("pageshow", ({ persisted }) => persisted && refreshQuietly()); // restored from the browser's cache
}
