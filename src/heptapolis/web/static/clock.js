// Count down the time for a choice; every new board brings the server's value.
const ends = new WeakMap();

function shown(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[role=timer]")) {
    if (!ends.has(clock)) ends.set(clock, Date.now() + Number(clock.dataset.left) * 1000);
    const seconds = Math.max(0, Math.round((ends.get(clock) - Date.now()) / 1000));
    clock.textContent = shown(seconds);
    clock.classList.toggle("is-short", seconds <= 10);
  }
}

tick();
setInterval(tick, 1000);
