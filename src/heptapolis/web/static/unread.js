// @ts-check
// Count the messages since the drawer was closed on its button. What has been read is remembered as long as the tab
// is open.
import { board } from "./board.js";

const key = () => `hepta-seen-${board.dataset.here ?? location.pathname}`;

/** Return the number of messages that have been read; null before the first look. */
function readCount() {
  try {
    const count = sessionStorage.getItem(key());
    return count === null ? null : Number(count);
  } catch {
    return null; // storage may be disabled: then nothing is counted
  }
}

/** @param {number} count */
function storeReadCount(count) {
  try {
    sessionStorage.setItem(key(), String(count));
  } catch {
    // storage may be disabled
  }
}

/** Show the number of new messages, or mark them as read if they are visible. */
function update() {
  const badge = board.querySelector("[data-unread]");
  const dock = board.querySelector("#dock");
  if (!badge || !dock) return;
  const count = dock.querySelectorAll("#said li").length;
  const before = readCount();
  if (before === null || before > count || dock.checkVisibility()) storeReadCount(count);
  const unread = count - (readCount() ?? count);
  badge.hidden = unread === 0;
  badge.textContent = unread ? String(unread) : "";
}

if (board) {
  update();
  board.addEventListener("hepta:shown", update);
  board.addEventListener("toggle", update, true); // the drawer opens or closes
}
