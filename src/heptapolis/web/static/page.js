// Small features of every page: a changed select submits its form, links can be copied or shared, and on a shared
// device no player can go back to another one's page.
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
/** Copy a link; browsers without clipboard access over http copy the selection. */
async function copy(button) {
  const field = [...document.querySelectorAll("input[readonly], textarea[readonly]")].find(
    ({ value }) => value === button.dataset.copy,
  );
  if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
  else if (field) {
    field.select();
    document.execCommand("copy");
  } else return;
  button.textContent = button.dataset.done;
}

/** Show the buttons that this browser supports. */
function offer() {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("button[data-share]"))
    button.hidden = !navigator.share;
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-copy], button[data-share]");
  if (button?.dataset.copy) copy(button);
  else if (button)
    navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}); // the user cancelled
});
document.querySelector("#live")?.addEventListener("hepta:shown", offer);
offer();

// Do not restore a page with a player's hand from the browser's cache.
window.addEventListener("pagehide", () => {
  const held = document.querySelector("#live:has(> .holder)");
  if (!held) return;
  held.replaceChildren();
  window.addEventListener("pageshow", () => location.reload());
});
