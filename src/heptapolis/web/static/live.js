// @ts-check
// Keep a table up to date: listen to its stream, fetch new boards and have them shown.
import { announced, markChosen, note } from "./announcements.js";
import { board } from "./board.js";
import { boardIn, isPlaying, latestFacts, present } from "./boards.js";
import { listen } from "./connection.js";
import { targetOf } from "./events.js";
import { deliver, isUnderWay, letterOf, resend, resendLater } from "./outbox.js";
import { skip } from "./steps.js";
import { baseHeader, textOf } from "./updates.js";
import "./unread.js";

/** @import { Letter, StreamEvent } from "../types" */

const GONE_STATUSES = [403, 404, 422]; // statuses of a table that is no longer accessible or has been undone
const MAX_PLAYED_TURNS = 2; // of more turns at once, and after an absence, only the last is played
const MAX_PLAYED_TURNS_AFTER_CHOICE = 4; // the same after a choice of one's own, which is the first of them
const REFRESH_DELAY_MS = 60; // ms in which further events cause no request of their own

/** Requests are numbered: an answer that is older than the board is ignored. */
const requests = {
  last: 0,
  shown: 0, // the request of the latest board
  sending: 0, // letters under way
  refreshTimer: 0,
  neededVersion: 0, // the version that the stream requires
  hasMissed: false, // turns may have passed unseen
  /** @type {Partial<StreamEvent> | null} */
  eventBefore: null, // the last event when the pending board was requested
};

/** Fetch the current board; of overlapping requests the last one counts. */
async function refresh() {
  requests.last += 1;
  const number = requests.last;
  const maxTurns = requests.hasMissed ? 1 : MAX_PLAYED_TURNS;
  requests.hasMissed = false;
  const eventBefore = announced.last;
  requests.eventBefore = eventBefore;
  try {
    const answer = await fetch(boardAddress(), {
      credentials: "same-origin",
      headers: baseHeader(),
    });
    if (GONE_STATUSES.includes(answer.status)) location.reload(); // the page shows the reason
    const fresh = answer.ok && boardIn(await textOf(answer));
    if (fresh) take(fresh, number, maxTurns);
  } catch {
    requests.hasMissed = true;
    // The stream reconnects by itself and calls this again.
  } finally {
    if (requests.eventBefore === eventBefore) requests.eventBefore = null;
  }
}

/** Return the address of the current board. */
function boardAddress() {
  const address = new URL(board.dataset.fragment ?? "", location.href);
  const { version } = latestFacts();
  if (version) address.searchParams.set("since", version);
  return address;
}

/**
 * Show the board that a request has brought, unless a later request was answered before.
 *
 * @param {HTMLElement} fresh
 * @param {number} number
 * @param {number} maxTurns
 */
function take(fresh, number, maxTurns) {
  if (number < requests.shown) return;
  requests.shown = number;
  present(fresh, maxTurns);
}

/**
 * Submit a form and show the response; a failed request is sent again.
 *
 * @param {Letter} letter
 */
async function send(letter) {
  requests.last += 1;
  const number = requests.last;
  requests.sending += 1;
  const reply = await deliver(letter, latestFacts().version);
  requests.sending -= 1;
  const fresh = reply && boardIn(reply.html);
  if (fresh && reply.isDone) clearFields(letter.form);
  if (fresh) take(fresh, number, MAX_PLAYED_TURNS_AFTER_CHOICE);
  keepUp();
  resendLater(send);
}

/**
 * Clear the fields that have been sent; keep those that were refused.
 *
 * @param {HTMLFormElement} form
 */
function clearFields(form) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("input[data-keep]");
  for (const { id, value } of fields) {
    /** @type {HTMLInputElement | null} */
    const input = board.querySelector(`#${CSS.escape(id)}`); // the form may have been replaced meanwhile
    if (input?.value === value) input.value = "";
  }
}

/**
 * Send a form with the button that was pressed.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function submit(form, button) {
  const letter = letterOf(form, button, latestFacts().version);
  if (isUnderWay(letter)) return;
  button?.setAttribute("aria-busy", "true");
  await send(letter);
  button?.removeAttribute("aria-busy");
  board.dispatchEvent(new CustomEvent("hepta:sent", { detail: letter.about }));
}

function scheduleRefresh() {
  clearTimeout(requests.refreshTimer);
  requests.refreshTimer = setTimeout(refresh, REFRESH_DELAY_MS);
}

/** After an absence, missed turns are not played. */
function comeBack() {
  requests.hasMissed = true;
  scheduleRefresh();
}

/** Fetch the board if it is older than the latest event; a pending response may be recent enough. */
function keepUp() {
  const isFresh = requests.neededVersion <= Number(latestFacts().version); // a page without a version is never up to date
  if (!isFresh && !requests.sending) scheduleRefresh();
}

/**
 * Return whether an event only says that another seat has chosen since the latest or pending board, so that no new
 * board is needed.
 *
 * @param {StreamEvent} event
 */
function isQuiet({ kind, moment, to_move: toMove }) {
  const isShared = !board.matches(".game") || board.querySelector(".curtain, .holder") !== null; // a player on this device may be next
  if (kind !== "move" || isShared) return false;
  const facts = latestFacts();
  const seat = Number(facts.seat || -1);
  const isMyTurn = toMove.includes(seat);
  if (moment === Number(facts.moment) && isMyTurn === (facts.turn === "mine")) return true;
  const { eventBefore } = requests;
  return moment === eventBefore?.moment && isMyTurn === eventBefore.to_move?.includes(seat);
}

/**
 * Handle an event: mark a seat that has chosen, otherwise fetch the board.
 *
 * @param {MessageEvent<string>} message
 */
function handle({ data }) {
  /** @type {StreamEvent} */
  const event = JSON.parse(data);
  note(event);
  if (event.version <= Number(latestFacts().version)) return;
  if (isQuiet(event)) {
    if (!isPlaying()) markChosen();
  } else {
    requests.neededVersion = Math.max(requests.neededVersion, event.version);
    keepUp();
  }
}

function reconnect() {
  resend(send);
  comeBack();
}

if (board) {
  listen(() => board.dataset.stream ?? "", handle, reconnect);
  document.addEventListener("visibilitychange", () => (document.hidden ? skip() : comeBack()));
  board.addEventListener("submit", (event) => {
    const form = targetOf(event);
    if (!(form instanceof HTMLFormElement) || !("live" in form.dataset)) return;
    event.preventDefault();
    submit(form, event.submitter);
  });
}
