// @ts-check
// The television: kept up to date like a table, awake, and in full-screen mode on request.
import "./live.js";

const fullScreenButton = document.querySelector("[data-fullscreen]");

if (fullScreenButton && document.fullscreenEnabled) {
  fullScreenButton.hidden = false;
  fullScreenButton.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", () => {
    fullScreenButton.hidden = document.fullscreenElement !== null;
  });
}

/** Keep the screen awake: it is watched but never touched. */
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => {}); // a low battery may refuse it
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
