// The television: kept fresh like a table, awake, and on the whole screen if asked.
import "./live.js";

const full = document.querySelector("[data-fullscreen]");

if (full && document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    full.hidden = document.fullscreenElement !== null;
  });
}

/** A screen that everybody looks at and nobody touches must not fall asleep. */
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => {}); // a battery may need its rest
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
