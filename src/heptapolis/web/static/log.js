// @ts-check
// Search the log: lines without the words are hidden, and turns without lines.
import { board } from "./board.js";
import { targetOf } from "./events.js";

/** Show the lines of the log that contain the words of the search field. */
function search() {
  /** @type {HTMLInputElement | null} */
  const field = board.querySelector("#log-search");
  if (!field) return;
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  for (const turn of board.querySelectorAll("#log .log > li")) {
    const heading = turn.querySelector("h3")?.textContent ?? "";
    let hasMatch = false;
    for (const line of turn.querySelectorAll("li, tr")) {
      const text = `${heading} ${line.textContent}`.toLocaleLowerCase();
      const isMatch = words.every((word) => text.includes(word));
      line.classList.toggle("is-unmatched", !isMatch);
      hasMatch ||= isMatch;
    }
    turn.classList.toggle("is-unmatched", !hasMatch && words.length > 0);
  }
}

if (board) {
  board.addEventListener("input", (event) => {
    if (targetOf(event).matches("#log-search")) search();
  });
  board.addEventListener("hepta:shown", search);
}
