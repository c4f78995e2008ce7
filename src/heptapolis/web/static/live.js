// Keep a table up to date: listen to its stream, fetch new boards and swap them in.
import { listen } from "./connection.js";
import { conclude, ends, hold } from "./end.js";
import { deliver, isUnderWay, letterOf, resend, resendLater } from "./outbox.js";
import { restore, snapshot } from "./place.js";
import { prop } from "./props.js";
import { play, remember, skip } from "./steps.js";
import "./unread.js";

const board = document.querySelector("#live");
const GONE_STATUSES = [403, 404, 422]; // statuses of a table that is no longer accessible or has been undone
const MAX_PLAYED_TURNS = 2; // of more turns at once, and after an absence, only the last is played
const MAX_PLAYED_TURNS_AFTER_CHOICE = 4; // the same after a choice of one's own, which is the first of them
let wanted = 0;
let shown = 0;
let sending = 0;
let latest = 0; // the version announced by the stream
let newest = { ...board?.dataset }; // data attributes of the latest received board
let heard = { version: 0, to_move: [] }; // the last event of the stream
let coming = null; // the last event when the pending board was requested
const waiting = []; // boards queued behind the one being played
let isPlaying = false;
let isHurried = false;
let hasMissed = false;
const news = []; // kinds of events since the board was drawn

/** Return the board in a response, if there is one. */
function boardIn(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector("#live");
}

/** Swap in a new board and play what has happened; of more than `most` turns, only the last. Return null, or a
   promise that resolves at the end. */
function show(fresh, most) {
  const before = most ? remember(board) : null;
  const place = snapshot(board);
  const isEnd = ends(board, fresh);
  board.className = fresh.className;
  Object.assign(board.dataset, fresh.dataset);
  (before?.old ?? new DocumentFragment()).append(...board.childNodes);
  board.replaceChildren(...fresh.childNodes);
  restore(board, place);
  document.title = board.querySelector("[data-title]")?.dataset.title ?? document.title;
  if (isEnd) hold(board);
  stay();
  if (heard.version > Number(board.dataset.version)) markChosen();
  board.dispatchEvent(new CustomEvent("hepta:shown", { detail: news.splice(0) }));
  return play(board, before, most);
}

/** Show a board after the queued ones. A user who is in a hurry or far behind sees the last one at once. */
async function present(fresh, most) {
  newest = { ...fresh.dataset };
  waiting.push([fresh, most]);
  if (isPlaying) return;
  isPlaying = true;
  while (waiting.length) {
    const [next, turns] = waiting.shift();
    const isEnd = ends(board, next);
    const played = show(next, isHurried || waiting.length > 1 ? 0 : turns);
    if (played) {
      await played;
      await new Promise(setTimeout); // a click that skipped it is still on its way to the board
    }
    if (isEnd) conclude(board); // a board that arrives meanwhile shows its numbers at once
  }
  isPlaying = isHurried = false;
}

/** Skip all animations on a key or click; in front of a scene that covers the board, do nothing else. */
function hurry(event) {
  const isScene = document
    .querySelector("#stage .wars")
    ?.checkVisibility({ visibilityProperty: true });
  if (!skip()) return;
  isHurried = true;
  if (!isScene) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keep the address in step with the board: on a shared device it contains the seat. */
function stay() {
  const { here } = board.dataset;
  if (here && here !== location.pathname + location.search) history.replaceState(null, "", here);
}

/** Fetch the current board; of overlapping requests the last one counts. */
async function refresh() {
  const mine = ++wanted;
  const most = hasMissed ? 1 : MAX_PLAYED_TURNS;
  hasMissed = false;
  const told = (coming = heard);
  try {
    const address = new URL(board.dataset.fragment, location.href);
    if (newest.version) address.searchParams.set("since", newest.version);
    const answer = await fetch(address, { credentials: "same-origin" });
    if (GONE_STATUSES.includes(answer.status)) location.reload(); // the page shows the reason
    const fresh = answer.ok && boardIn(await answer.text());
    if (!fresh || mine < shown) return;
    shown = mine;
    present(fresh, most);
  } catch {
    hasMissed = true;
    // The stream reconnects by itself and calls this again.
  } finally {
    if (coming === told) coming = null;
  }
}

/** Clear the fields that have been sent; keep those that were refused. */
function forget(form) {
  for (const { id, value } of form.querySelectorAll("input[data-keep]")) {
    const input = board.querySelector(`#${CSS.escape(id)}`); // the form may have been replaced meanwhile
    if (input?.value === value) input.value = "";
  }
}

/** Submit a form and show the response; a failed request is sent again. */
async function send(letter) {
  const mine = ++wanted;
  sending += 1;
  const answer = await deliver(letter, newest.version);
  sending -= 1;
  const fresh = answer && boardIn(answer.html);
  if (fresh && answer.isDone) forget(letter.form);
  if (fresh && mine >= shown) {
    shown = mine;
    present(fresh, MAX_PLAYED_TURNS_AFTER_CHOICE);
  }
  keepUp();
  resendLater(send);
}

async function submit(form, button) {
  const letter = letterOf(form, button, newest.version);
  if (isUnderWay(letter)) return;
  button?.setAttribute("aria-busy", "true");
  await send(letter);
  button?.removeAttribute("aria-busy");
  board.dispatchEvent(new CustomEvent("hepta:sent", { detail: letter.about }));
}

let pending = 0;

function soon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 60);
}

/** After an absence, missed turns are not played. */
function comeBack() {
  hasMissed = true;
  soon();
}

/** Fetch the board if it is older than the latest event; a pending response may be recent enough. */
function keepUp() {
  const isFresh = latest <= Number(newest.version); // a page without a version is never up to date
  if (!isFresh && !sending) soon();
}

/** Return whether an event only says that another seat has chosen since the latest or pending board, so that no new
   board is needed. */
function isQuiet({ kind, moment, to_move }) {
  const isShared = !board.matches(".game") || board.querySelector(".curtain, .holder") !== null; // a player on this device may be next
  if (kind !== "move" || isShared) return false;
  const isWanted = to_move.includes(Number(newest.seat || -1));
  const isKnown = moment === Number(newest.moment) && isWanted === (newest.turn === "mine");
  return (
    isKnown ||
    (moment === coming?.moment && isWanted === coming.to_move.includes(Number(newest.seat || -1)))
  );
}

/** Mark a seat that has chosen on the current board. */
function markChosen() {
  for (const name of board.querySelectorAll("[data-late]")) {
    if (heard.to_move.includes(Number(name.dataset.late))) continue;
    name.remove();
    board.querySelector("[data-everyone]")?.remove();
  }
  for (const sign of board.querySelectorAll(".city .thinking, .seat .thinking")) {
    const place = sign.closest("[id^=city-], [href^='#city-']");
    const seat = Number((place?.hash || place?.id || "").split("-")[1]);
    if (!heard.to_move.includes(seat)) sign.replaceWith(prop("done") ?? "");
  }
}

/** Handle an event: mark a seat that has chosen, otherwise fetch the board. */
function hear(event) {
  const told = JSON.parse(event.data);
  news.push(told.kind);
  if (told.version > heard.version) heard = told;
  if (told.version <= Number(newest.version)) return;
  if (isQuiet(told)) {
    if (!isPlaying) markChosen();
  } else {
    latest = Math.max(latest, told.version);
    keepUp();
  }
}

if (board) {
  listen(
    () => board.dataset.stream,
    hear,
    () => {
      resend(send);
      comeBack();
    },
  );
  document.addEventListener("visibilitychange", () => (document.hidden ? skip() : comeBack()));
  for (const kind of ["keydown", "click"]) document.addEventListener(kind, hurry, true);
  board.addEventListener("submit", (event) => {
    if (!("live" in event.target.dataset)) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });
}
