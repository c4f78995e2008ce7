// A new server compiles the rules: how far that is, until it is done.
const PAUSE = 1_000;
const line = document.querySelector("#compiling");

async function look() {
  const answer = await fetch(line.dataset.status, { credentials: "same-origin" });
  if (!answer.ok) return;
  const { is_ready: isReady, done, steps } = await answer.json();
  const bar = line.querySelector("progress");
  bar.max = steps;
  bar.value = done;
  if (isReady) {
    clearInterval(watch);
    line.remove(); // it lies above the page: nothing moves
  }
}

const watch = setInterval(() => document.hidden || look().catch(() => {}), PAUSE);
