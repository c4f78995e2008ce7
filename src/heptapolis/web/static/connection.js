// The event stream from the server: reconnects after any failure, and shows a notice while it is down or when a
// request failed.

const NOTICE_DELAY_MS = 1500; // ms; a stream usually reconnects within a second, without a notice
const REOPEN_DELAY_MS = 2000; // ms until a stream that the browser has closed is reopened
const HEARTBEAT_TIMEOUT_MS = 40_000; // ms; the server sends a heartbeat every 15 seconds
const notice = document.querySelector("#connection");
let isCut = false;
let post = ""; // state of failed requests: one of the notice's texts, or "" if all succeeded

/** Show the notice; screen readers announce it when its text changes. */
function tell() {
  if (!notice) return;
  const words = [isCut ? "cut" : "", post]
    .filter(Boolean)
    .map((word) => notice.dataset[word])
    .join(" ");
  if (notice.textContent !== words) notice.textContent = words;
}

/** Set the state of requests: "unsent", "lost" (to be repeated), or "" after success. */
export function report(what) {
  post = what;
  tell();
}

/** Listen to the events at `address()`; call `back` after a reconnection. */
export function listen(address, hear, back) {
  let stream = null;
  let doubt = 0; // timers
  let anew = 0;
  let heard = Date.now();

  function open() {
    clearTimeout(anew);
    stream?.close();
    stream = new EventSource(address());
    stream.addEventListener("change", hear);
    for (const sign of ["open", "change", "still"])
      stream.addEventListener(sign, () => (heard = Date.now()));
    stream.addEventListener("open", isBack);
    stream.addEventListener("error", hasEnded);
  }

  function isBack() {
    clearTimeout(doubt);
    doubt = 0;
    if (!isCut) return;
    isCut = false;
    tell();
    back();
  }

  function hasEnded() {
    doubt ||= setTimeout(cut, NOTICE_DELAY_MS);
    if (stream.readyState !== EventSource.CLOSED) return; // otherwise the browser reconnects
    clearTimeout(anew);
    anew = setTimeout(open, REOPEN_DELAY_MS);
  }

  function cut() {
    isCut = true;
    tell();
  }

  /** Detect a dead connection that was never closed: a sleeping phone, a changed network. */
  function check() {
    if (Date.now() - heard < HEARTBEAT_TIMEOUT_MS) return;
    heard = Date.now();
    cut();
    open();
  }

  /** Close the stream when the page is left, so that the browser can put the page into its back/forward cache. */
  function leave() {
    clearTimeout(anew);
    clearTimeout(doubt);
    doubt = 0;
    stream.close();
  }

  function comeBack({ persisted }) {
    if (!persisted) return;
    heard = Date.now();
    open();
    back();
  }

  setInterval(check, HEARTBEAT_TIMEOUT_MS / 8);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("offline", cut);
  window.addEventListener("online", open);
  open();
}
