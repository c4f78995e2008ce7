// @ts-check
// Count down the time for a choice; every new board brings the server's value.

/** @type {WeakMap<HTMLElement, number>} */
const ends = new WeakMap();

/**
 * Return a duration as minutes and seconds, with hours if there are any.
 *
 * @param {number} duration in seconds
 */
export function formatTime(duration) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(duration / 60);
  const seconds = two(duration % 60);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[role=timer]")) {
    const end = ends.get(clock) ?? Date.now() + Number(clock.dataset.left) * 1000;
    ends.set(clock, end);
    const seconds = Math.max(0, Math.round((end - Date.now()) / 1000));
    clock.textContent = formatTime(seconds);
    clock.classList.toggle("is-short", seconds <= 10);
  }
}

tick();
setInterval(tick, 1000);
