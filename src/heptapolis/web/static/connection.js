// The line to the server: a stream that is opened again whatever ends it, and a word to the person
// while it is cut, or when a click did not get through.

const GRACE = 1500; // ms; a stream comes back after one second, and nobody need know that it ended
const PAUSE = 2000; // ms until a stream that the browser has given up is opened anew
const SILENCE = 40_000; // ms; the server gives a sign of life every 15 seconds
const notice = document.querySelector("#connection");
let isCut = false;
let post = ""; // what became of clicks: one of the notice's words, or nothing if all is well

/** Say what is wrong; screen readers hear it when the words change. */
function tell() {
  if (!notice) return;
  const words = [isCut ? "cut" : "", post].filter(Boolean).map((word) => notice.dataset[word]).join(" ");
  if (notice.textContent !== words) notice.textContent = words;
}

/** Clicks did not get through: they are "unsent", or "lost" and to be repeated; "" is that they did. */
export function report(what) {
  post = what;
  tell();
}

/** Listen to what changes, from what `address()` says; `back` is called when it could not be heard for a while. */
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
    for (const sign of ["open", "change", "still"]) stream.addEventListener(sign, () => (heard = Date.now()));
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
    doubt ||= setTimeout(cut, GRACE);
    if (stream.readyState !== EventSource.CLOSED) return; // else the browser tries again
    clearTimeout(anew);
    anew = setTimeout(open, PAUSE);
  }

  function cut() {
    isCut = true;
    tell();
  }

  /** A line can be dead without an end: a phone that slept, a network that changed. */
  function check() {
    if (Date.now() - heard < SILENCE) return;
    heard = Date.now();
    cut();
    open();
  }

  /** A page that is left keeps no line, so that the browser can keep the page: going back is instant. */
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

  setInterval(check, SILENCE / 8);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("offline", cut);
  window.addEventListener("online", open);
  open();
}
