// Show chat times in the reader's time zone.

/** Write the times of a page in local time. */
function tell() {
  for (const time of document.querySelectorAll("#said time")) {
    const at = new Date(time.dateTime);
    const pad = (n) => String(n).padStart(2, "0");
    time.textContent = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  }
}

tell();
document.querySelector("#live")?.addEventListener("hepta:shown", tell);
