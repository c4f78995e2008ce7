// @ts-check
// The event stream from the server: reconnects after any failure, and shows a notice while it is down or when a
// request failed.

const NOTICE_DELAY_MS = 1500; // ms; a stream usually reconnects within a second, without a notice
const REOPEN_DELAY_MS = 2000; // ms until a stream that the browser has closed is reopened
const HEARTBEAT_TIMEOUT_MS = 40_000; // ms; the server sends a heartbeat every 15 seconds
const notice = document.querySelector("#connection");
let isCut = false;
let requestState = ""; // of failed requests: one of the notice's texts, or "" if all succeeded

/** Show the notice; screen readers announce it when its text changes. */
function tell() {
  if (!notice) return;
  const words = [isCut ? "cut" : "", requestState]
    .filter(Boolean)
    .map((word) => notice.dataset[word])
    .join(" ");
  if (notice.textContent !== words) notice.textContent = words;
}

/**
 * Set the state of requests: "unsent", "lost" (to be repeated), or "" after success.
 *
 * @param {"" | "lost" | "unsent"} state
 */
export function report(state) {
  requestState = state;
  tell();
}

/**
 * Listen to the events at `address()`; call `onReconnect` after a reconnection.
 *
 * @param {() => string} address
 * @param {(event: MessageEvent<string>) => void} onChange
 * @param {() => void} onReconnect
 */
export function listen(address, onChange, onReconnect) {
  /** @type {EventSource} */
  let stream;
  const timers = { notice: 0, reopen: 0 };
  let lastSign = Date.now(); // when the server was heard last

  function open() {
    clearTimeout(timers.reopen);
    stream?.close();
    stream = new EventSource(address());
    stream.addEventListener("change", onChange);
    for (const sign of ["open", "change", "still"]) stream.addEventListener(sign, noteSign);
    stream.addEventListener("open", confirm);
    stream.addEventListener("error", fail);
  }

  function noteSign() {
    lastSign = Date.now();
  }

  /** Handle a working connection. */
  function confirm() {
    clearTimeout(timers.notice);
    timers.notice = 0;
    if (!isCut) return;
    isCut = false;
    tell();
    onReconnect();
  }

  /** Handle an interrupted connection. */
  function fail() {
    timers.notice ||= setTimeout(cut, NOTICE_DELAY_MS);
    if (stream.readyState !== EventSource.CLOSED) return; // otherwise the browser reconnects
    clearTimeout(timers.reopen);
    timers.reopen = setTimeout(open, REOPEN_DELAY_MS);
  }

  function cut() {
    isCut = true;
    tell();
  }

  /** Detect a dead connection that was never closed: a sleeping phone, a changed network. */
  function check() {
    if (Date.now() - lastSign < HEARTBEAT_TIMEOUT_MS) return;
    noteSign();
    cut();
    open();
  }

  /** Close the stream when the page is left, so that the browser can put the page into its back/forward cache. */
  function leave() {
    clearTimeout(timers.reopen);
    clearTimeout(timers.notice);
    timers.notice = 0;
    stream.close();
  }

  /** @param {PageTransitionEvent} event */
  function comeBack({ persisted }) {
    if (!persisted) return;
    noteSign();
    open();
    onReconnect();
  }

  setInterval(check, HEARTBEAT_TIMEOUT_MS / 8);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("offline", cut);
  window.addEventListener("online", open);
  open();
}
