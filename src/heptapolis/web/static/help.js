// @ts-check
// Help on every page: the key "?" opens it. At a table it also shows what the table waits for.
import { hasModifier, targetOf } from "./events.js";

const FIELDS = "input:not([type=radio], [type=checkbox]), select, textarea"; // they take the key themselves
const panel = document.querySelector("#keys");
const now = panel?.querySelector(".help-now");

/**
 * Load what the table waits for; without an answer the link stays.
 *
 * @param {HTMLElement} place
 * @param {string} address
 */
async function load(place, address) {
  const answer = await fetch(address, {
    credentials: "same-origin",
    headers: { "x-fragment": "1" },
  });
  if (answer.ok) place.innerHTML = await answer.text();
}

panel?.addEventListener("beforetoggle", ({ newState }) => {
  if (newState === "open" && now) load(now, panel.dataset.now ?? "").catch(() => {});
});

// A table and a replay handle their own keys, including this one.
if (panel?.querySelector('[data-does="help"]')) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || hasModifier(event) || targetOf(event).matches(FIELDS)) return;
    panel.togglePopover();
    event.preventDefault();
  });
}
