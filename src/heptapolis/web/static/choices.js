// The forms of a new game: fields that do not fit the other choices are hidden and not submitted. CSS alone hides
// them too; the script is exact.

/** Show a part of a form, or hide it and exclude it from the submission. */
function offer(part, isOffered) {
  part.hidden = !isOffered;
  const fields = part.matches("fieldset") ? [part] : part.querySelectorAll("input, select");
  for (const field of fields) field.disabled = !isOffered;
}

/** Limit a number field to a range: remove the values outside and select the nearest. */
function limit(form, name, least, most) {
  const radios = [...form.querySelectorAll(`input[name="${name}"]`)];
  if (!radios.length) return 0;
  const chosen = Number(radios.find((radio) => radio.checked)?.value ?? least);
  const meant = Math.max(least, Math.min(most, chosen));
  for (const radio of radios) {
    const n = Number(radio.value);
    offer(radio.closest("label"), least <= n && n <= most);
    radio.checked = n === meant;
  }
  radios[0].closest("fieldset").hidden = least === most;
  return meant;
}

function fit(form) {
  const game = form.querySelector(
    'input[name="variant"]:checked, select[name="variant"] option:checked',
  )?.dataset;
  if (!game) return;
  const seats = limit(form, "seats", Number(game.least), Number(game.most));
  const people = limit(form, "people", 1, seats);
  for (const part of form.querySelectorAll(".level-choice, .figure-choice"))
    offer(part, people < seats && !("chance" in game));
  for (const part of form.querySelectorAll(".pause-choice")) offer(part, !("open" in game));
  for (const part of form.querySelectorAll(".person"))
    offer(part, Number(part.dataset.n) <= people);
  for (const part of form.querySelectorAll(".variant-options"))
    offer(part, part.dataset.group === game.group);
  for (const part of form.querySelectorAll(".board-choice"))
    offer(part, Number(part.dataset.n) <= seats);
  for (const part of form.querySelectorAll("optgroup[data-needs]")) {
    const isThere = part.dataset.needs === (game.with ?? "");
    part.hidden = part.disabled = !isThere;
    if (!isThere && part.querySelector("option:checked")) part.closest("select").value = "";
  }
}

for (const form of document.querySelectorAll("form[data-choices]")) {
  form.addEventListener("change", () => fit(form));
  window.addEventListener("pageshow", () => fit(form)); // also for a page restored from the browser's cache
  fit(form);
}
