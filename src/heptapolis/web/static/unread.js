// What was said while the drawer was shut is counted on its button. What somebody has seen is remembered for as
// long as the tab is open.

const board = document.querySelector("#live");
const key = () => `hepta-seen-${board.dataset.here ?? location.pathname}`;

function seen() {
  try {
    const count = sessionStorage.getItem(key());
    return count === null ? null : Number(count);
  } catch {
    return null; // storage can be forbidden: then nothing is counted
  }
}

function see(count) {
  try {
    sessionStorage.setItem(key(), String(count));
  } catch {
    // As above.
  }
}

/** Count what is new, or take it as read if it can be seen. */
export function count() {
  const badge = board.querySelector("[data-unread]");
  const dock = board.querySelector("#dock");
  if (!badge || !dock) return;
  const said = dock.querySelectorAll("#said li").length;
  if (seen() === null || seen() > said || dock.checkVisibility()) see(said);
  const unread = said - (seen() ?? said);
  badge.hidden = unread === 0;
  badge.textContent = unread || "";
}

if (board) {
  count();
  board.addEventListener("hepta:shown", count);
  board.addEventListener("toggle", count, true); // the drawer opens or shuts
}
