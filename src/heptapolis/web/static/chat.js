// @ts-check
// Show chat times in the reader's time zone.
import { board } from "./board.js";

/** Write the times of a page in local time. */
function tell() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("#said time");
  for (const time of times) {
    const at = new Date(time.dateTime);
    time.textContent = [at.getHours(), at.getMinutes()]
      .map((n) => String(n).padStart(2, "0"))
      .join(":");
  }
}

tell();
board?.addEventListener("hepta:shown", tell);
