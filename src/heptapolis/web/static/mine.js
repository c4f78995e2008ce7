// Keep the front page up to date: refresh my games every half minute, and show the number of waiting games in the
// title.
import { notify } from "./notify.js";
import "./sound.js";

const REFRESH_MS = 25_000;
const title = document.title;
let mine = document.querySelector("#mine");

function show() {
  const waiting = Number(mine.dataset.waiting);
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

async function refresh() {
  const answer = await fetch(mine.dataset.fragment, { credentials: "same-origin" });
  if (!answer.ok) return;
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .querySelector("#mine");
  if (!fresh || fresh.outerHTML === mine.outerHTML) return;
  const more = Number(fresh.dataset.waiting) > Number(mine.dataset.waiting);
  const focus = mine.contains(document.activeElement)
    ? document.activeElement.getAttribute("href")
    : "";
  mine.replaceWith(fresh);
  mine = fresh;
  if (focus) mine.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus();
  show();
  if (more) notify(`${mine.dataset.words} · ${title}`, "mine");
}

if (mine) {
  const again = () => refresh().catch(() => {}); // the next request may succeed
  show();
  setInterval(again, REFRESH_MS);
  document.addEventListener("visibilitychange", () => document.hidden || again());
  window.addEventListener("pageshow", ({ persisted }) => persisted && again()); // restored from the browser's cache
}
