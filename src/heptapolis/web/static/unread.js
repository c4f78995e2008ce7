// Count the messages since the drawer was closed on its button. What has been read is remembered as long as the tab
// is open.

const board = document.querySelector("#live");
const key = () => `hepta-seen-${board.dataset.here ?? location.pathname}`;

function seen() {
  try {
    const count = sessionStorage.getItem(key());
    return count === null ? null : Number(count);
  } catch {
    return null; // storage may be disabled: then nothing is counted
  }
}

function see(count) {
  try {
    sessionStorage.setItem(key(), String(count));
  } catch {
    // storage may be disabled
  }
}

/** Count new messages, or mark them as read if they are visible. */
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
  board.addEventListener("toggle", count, true); // the drawer opens or closes
}
