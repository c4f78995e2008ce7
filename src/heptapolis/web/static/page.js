// Small comforts on every page: a changed select submits, a link can be copied or shared, and on a shared device
// nobody goes back to what another one has held.
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
/** Copy a link; browsers that keep their clipboard for https take what is selected. */
async function copy(button) {
  const field = [...document.querySelectorAll("input[readonly], textarea[readonly]")].find(({ value }) => value === button.dataset.copy);
  if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
  else if (field) {
    field.select();
    document.execCommand("copy");
  } else return;
  button.textContent = button.dataset.done;
}

/** Buttons for what this browser can do. */
function offer() {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("button[data-share]")) button.hidden = !navigator.share;
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-copy], button[data-share]");
  if (button?.dataset.copy) copy(button);
  else if (button) navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}); // thought better of it
});
document.querySelector("#live")?.addEventListener("hepta:shown", offer);
offer();

// A browser may keep a page that is left, to show it again at once: never one with somebody's hand in it.
window.addEventListener("pagehide", () => {
  const held = document.querySelector("#live:has(> .holder)");
  if (!held) return;
  held.replaceChildren();
  window.addEventListener("pageshow", () => location.reload());
});
