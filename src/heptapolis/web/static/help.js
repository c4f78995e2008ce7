// Help on every page: the key "?" opens it. At a table it also shows what the table waits for.
const panel = document.querySelector("#keys");
const now = panel?.querySelector(".help-now");

/** Load what the table waits for; without an answer the link stays. */
async function tell() {
  const answer = await fetch(panel.dataset.now, {
    credentials: "same-origin",
    headers: { "x-fragment": "1" },
  });
  if (answer.ok) now.innerHTML = await answer.text();
}

panel?.addEventListener("beforetoggle", ({ newState }) => {
  if (newState === "open" && now) tell().catch(() => {});
});

// A table and a replay handle their own keys, including this one.
if (panel?.querySelector('[data-does="help"]')) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    panel.togglePopover();
    event.preventDefault();
  });
}
