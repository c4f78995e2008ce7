// Small comforts on every page: a changed select submits, a link can be copied, and on a shared device
// nobody goes back to what another one has held.
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
}

// A browser may keep a page that is left, to show it again at once: never one with somebody's hand in it.
window.addEventListener("pagehide", () => {
  const held = document.querySelector("#live:has(> .holder)");
  if (!held) return;
  held.replaceChildren();
  window.addEventListener("pageshow", () => location.reload());
});
