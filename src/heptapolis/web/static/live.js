// Keeps a table fresh: listens to its stream, fetches the board anew and swaps it in.
import { restore, snapshot } from "./place.js";

const board = document.querySelector("#live");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let wanted = 0;
let shown = 0;
let sending = 0;
let latest = 0; // the version of which the stream has told
const news = []; // kinds of what has happened since the board was drawn

/** Put fresh markup in the place of the board; cards that are still there move. */
export function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#live");
  if (!fresh) return;
  if (fresh.dataset.version) board.dataset.version = fresh.dataset.version; // others ask at once
  const swap = () => {
    const place = snapshot(board);
    board.className = fresh.className;
    Object.assign(board.dataset, fresh.dataset);
    board.replaceChildren(...fresh.childNodes);
    restore(board, place);
    nameCards();
    document.title = board.querySelector("[data-title]")?.dataset.title ?? document.title;
    stay();
    board.dispatchEvent(new CustomEvent("hepta:shown", { detail: news.splice(0) }));
  };
  if (calm.matches || !document.startViewTransition || document.hidden) {
    swap();
  } else {
    nameCards();
    const moving = document.startViewTransition(swap);
    for (const end of [moving.ready, moving.finished]) end.catch(() => {}); // skipped by the next
  }
}

/** The address is that of what is shown: on a shared device it says whose seat that is. */
function stay() {
  const { here } = board.dataset;
  if (here && here !== location.pathname + location.search) history.replaceState(null, "", here);
}

/** Each card is known to the browser by its name, so that it can move. */
function nameCards() {
  const seen = new Set();
  for (const card of board.querySelectorAll("[data-vt]")) {
    const name = `card-${card.dataset.vt.replace(/\W/g, "-")}`;
    card.style.viewTransitionName = seen.has(name) || seen.size > 60 ? "none" : name;
    seen.add(name);
  }
}

/** Fetch what there is now; of several that overlap the last one counts. */
async function refresh() {
  const mine = ++wanted;
  try {
    const answer = await fetch(board.dataset.fragment, { credentials: "same-origin" });
    if (!answer.ok || mine < shown) return;
    const html = await answer.text();
    if (mine < shown) return;
    shown = mine;
    show(html);
  } catch {
    // The stream comes back by itself and calls again.
  }
}

/** What has been sent need not be typed any longer; what was refused stays. */
function forget(form) {
  for (const input of form.querySelectorAll("input[data-keep]")) input.value = "";
}

/** Send a form and show what it answers with. */
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  button?.setAttribute("aria-busy", "true");
  const mine = ++wanted;
  sending += 1;
  try {
    const answer = await fetch(form.action, {
      method: "POST", body, credentials: "same-origin", headers: { Accept: "text/html", "X-Fragment": "1" },
    });
    const html = await answer.text();
    if (mine < shown) return;
    shown = mine;
    show(html);
  } finally {
    sending -= 1;
    keepUp();
  }
}

let pending = 0;

function soon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 60);
}

/** Fetch the board if it is older than the news; an answer that is on its way may have it all. */
function keepUp() {
  const isFresh = latest <= Number(board.dataset.version); // a page that does not say is never
  if (!isFresh && !sending) soon();
}

if (board) {
  nameCards();
  const stream = new EventSource(board.dataset.stream);
  stream.addEventListener("change", (event) => {
    const { kind, version } = JSON.parse(event.data);
    news.push(kind);
    latest = Math.max(latest, version);
    keepUp();
  });
  document.addEventListener("visibilitychange", () => document.hidden || soon());
  board.addEventListener("submit", (event) => {
    if (!("live" in event.target.dataset)) return;
    event.preventDefault();
    send(event.target, event.submitter).catch(() => event.target.submit());
  });
}
