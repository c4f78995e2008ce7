// Keeps a table fresh: listens to its stream, fetches the board anew and swaps it in.
import { listen } from "./connection.js";
import { conclude, ends, hold } from "./end.js";
import { deliver, isUnderWay, letterOf, resend, resendLater } from "./outbox.js";
import { restore, snapshot } from "./place.js";
import { prop } from "./props.js";
import { play, remember, skip } from "./steps.js";
import "./unread.js";

const board = document.querySelector("#live");
const GONE = [403, 404, 422]; // what a table answers that may not be looked at any longer, or is not as far as it was
const SEEN = 2; // turns that come at once and are followed still; of more, and after an absence, the last is
const ANSWERED = 4; // the same after a choice of one's own, which is the first of them
let wanted = 0;
let shown = 0;
let sending = 0;
let latest = 0; // the version of which the stream has told
let newest = { ...board?.dataset }; // what the last board that has come says of itself
let heard = { version: 0, to_move: [] }; // the last that the stream has told
let coming = null; // what it had told when the board was fetched that is on its way
const waiting = []; // boards to be shown after the one that is being played
let isPlaying = false;
let isHurried = false;
let hasMissed = false;
const news = []; // kinds of what has happened since the board was drawn

/** The board in an answer, if there is one. */
function boardIn(html) {
  return new DOMParser().parseFromString(html, "text/html").querySelector("#live");
}

/** Put a fresh board in the place of the old one and play what has happened, of more than `most` turns the last
    one alone; null, or the promise of its end. */
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

/** Show a board after those that came before it. Who is in a hurry, or far behind, sees the last at once. */
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
      await new Promise(setTimeout); // a click that ended it is still on its way to the board
    }
    if (isEnd) conclude(board); // a board that comes in the meantime shows its numbers at once
  }
  isPlaying = isHurried = false;
}

/** A key or click brings everything to its end; before a scene that covers the board it does no more. */
function hurry(event) {
  const isScene = document.querySelector("#stage .wars")?.checkVisibility({ visibilityProperty: true });
  if (!skip()) return;
  isHurried = true;
  if (!isScene) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The address is that of what is shown: on a shared device it says whose seat that is. */
function stay() {
  const { here } = board.dataset;
  if (here && here !== location.pathname + location.search) history.replaceState(null, "", here);
}

/** Fetch what there is now; of several that overlap the last one counts. */
async function refresh() {
  const mine = ++wanted;
  const most = hasMissed ? 1 : SEEN;
  hasMissed = false;
  const told = (coming = heard);
  try {
    const address = new URL(board.dataset.fragment, location.href);
    if (newest.version) address.searchParams.set("since", newest.version);
    const answer = await fetch(address, { credentials: "same-origin" });
    if (GONE.includes(answer.status)) location.reload(); // the page says why
    const fresh = answer.ok && boardIn(await answer.text());
    if (!fresh || mine < shown) return;
    shown = mine;
    present(fresh, most);
  } catch {
    hasMissed = true;
    // The stream comes back by itself and calls again.
  } finally {
    if (coming === told) coming = null;
  }
}

/** What has been sent need not be typed any longer; what was refused stays. */
function forget(form) {
  for (const { id, value } of form.querySelectorAll("input[data-keep]")) {
    const input = board.querySelector(`#${CSS.escape(id)}`); // the form may have been swapped since
    if (input?.value === value) input.value = "";
  }
}

/** Send what a form says and show the answer; what did not get through is sent again. */
async function send(letter) {
  const mine = ++wanted;
  sending += 1;
  const answer = await deliver(letter, newest.version);
  sending -= 1;
  const fresh = answer && boardIn(answer.html);
  if (fresh && answer.isDone) forget(letter.form);
  if (fresh && mine >= shown) {
    shown = mine;
    present(fresh, ANSWERED);
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

/** After an absence there may be turns that nobody waited for. */
function comeBack() {
  hasMissed = true;
  soon();
}

/** Fetch the board if it is older than the news; an answer that is on its way may have it all. */
function keepUp() {
  const isFresh = latest <= Number(newest.version); // a page that does not say is never
  if (!isFresh && !sending) soon();
}

/** Whether an event says no more than that somebody else has chosen, since the newest board or the one that is on
    its way: then no other need be fetched. */
function isQuiet({ kind, moment, to_move }) {
  const isShared = !board.matches(".game") || board.querySelector(".curtain, .holder") !== null; // somebody here may be next
  if (kind !== "move" || isShared) return false;
  const isWanted = to_move.includes(Number(newest.seat || -1));
  const isKnown = moment === Number(newest.moment) && isWanted === (newest.turn === "mine");
  return isKnown || (moment === coming?.moment && isWanted === coming.to_move.includes(Number(newest.seat || -1)));
}

/** Who has chosen by now, said on the board that is there. */
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

/** Hear what has happened; who has chosen is marked, for all else the board is fetched. */
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
  listen(() => board.dataset.stream, hear, () => {
    resend(send);
    comeBack();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? skip() : comeBack()));
  for (const kind of ["keydown", "click"]) document.addEventListener(kind, hurry, true);
  board.addEventListener("submit", (event) => {
    if (!("live" in event.target.dataset)) return;
    event.preventDefault();
    submit(event.target, event.submitter);
  });
}
