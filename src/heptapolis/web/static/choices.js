// @ts-check
// The forms of a new game: fields that do not fit the other choices are hidden and not submitted. CSS alone hides
// them too; the script is exact.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLFieldSetElement} Field */

/**
 * Show a part of a form, or hide it and exclude it from the submission.
 *
 * @param {HTMLElement} part
 * @param {boolean} isOffered
 */
function offer(part, isOffered) {
  part.hidden = !isOffered;
  /** @type {Iterable<Field>} */
  const fields =
    part instanceof HTMLFieldSetElement ? [part] : part.querySelectorAll("input, select");
  for (const field of fields) field.disabled = !isOffered;
}

/**
 * Return whether the chosen expansions ("one+two") include all that are needed.
 *
 * @param {string | undefined} chosen
 * @param {string | undefined} needed
 */
function hasAll(chosen, needed) {
  const there = (chosen ?? "").split("+");
  return !needed || needed.split("+").every((name) => there.includes(name));
}

/**
 * Limit a number field to a range: remove the values outside and select the nearest.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {number} least
 * @param {number} most
 */
function limit(form, name, least, most) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const found = form.querySelectorAll(`input[name="${name}"]`);
  const radios = [...found];
  if (!radios.length) return 0;
  const chosen = Number(radios.find((radio) => radio.checked)?.value ?? least);
  const meant = Math.max(least, Math.min(most, chosen));
  for (const radio of radios) {
    const n = Number(radio.value);
    const label = radio.closest("label");
    if (label) offer(label, least <= n && n <= most);
    radio.checked = n === meant;
  }
  const group = radios[0].closest("fieldset");
  if (group) group.hidden = least === most;
  return meant;
}

/**
 * Offer the options of a form that fit its other choices.
 *
 * @param {HTMLFormElement} form
 */
function update(form) {
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
    offer(part, part.dataset.group === game.group && hasAll(game.with, part.dataset.needs));
  for (const part of form.querySelectorAll(".board-choice"))
    offer(part, Number(part.dataset.n) <= seats);
  offerGroups(form, game.with);
}

/**
 * Offer the groups of options that need the chosen expansions.
 *
 * @param {HTMLFormElement} form
 * @param {string | undefined} expansions
 */
function offerGroups(form, expansions) {
  /** @type {NodeListOf<HTMLOptGroupElement>} */
  const groups = form.querySelectorAll("optgroup[data-needs]");
  for (const group of groups) {
    const isThere = hasAll(expansions, group.dataset.needs);
    group.hidden = group.disabled = !isThere;
    const select = group.closest("select");
    if (select && !isThere && group.querySelector("option:checked")) select.value = "";
  }
}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-choices]");
for (const form of forms) {
  form.addEventListener("change", () => update(form));
  window.addEventListener("pageshow", () => update(form)); // also for a page restored from the browser's cache
  update(form);
}
