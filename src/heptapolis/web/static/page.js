// @ts-check
// Small features of every page: a changed select submits its form, links can be copied or shared, and on a shared
// device no player can go back to another one's page.
import { board } from "./board.js";
import { targetOf } from "./events.js";

/** @type {NodeListOf<HTMLSelectElement>} */
const selects = document.querySelectorAll("select[data-submit]");
for (const select of selects) {
  select.addEventListener("change", () => select.form?.requestSubmit());
}

/**
 * Copy the link of a button; browsers without clipboard access over http copy the selection.
 *
 * @param {HTMLElement} button
 * @param {string} link
 */
async function copy(button, link) {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const fields = document.querySelectorAll("input[readonly], textarea[readonly]");
  const field = [...fields].find(({ value }) => value === link);
  if (navigator.clipboard) await navigator.clipboard.writeText(link);
  else if (field) {
    field.select();
    document.execCommand("copy");
  } else return;
  button.textContent = button.dataset.done ?? "";
}

/** Show the buttons that this browser supports. */
function offer() {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("button[data-share]"))
    button.hidden = !("share" in navigator);
}

document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("button[data-copy], button[data-share]");
  if (!button) return;
  const { copy: link, title, share: url } = button.dataset;
  if (link) copy(button, link);
  else navigator.share({ title, url }).catch(() => {}); // the user cancelled
});
board?.addEventListener("hepta:shown", offer);
offer();

// Do not restore a page with a player's hand from the browser's cache.
window.addEventListener("pagehide", () => {
  const heldPage = document.querySelector("#live:has(> .holder)");
  if (!heldPage) return;
  heldPage.replaceChildren();
  window.addEventListener("pageshow", () => location.reload());
});
