// How fast moves are shown: a choice in the menu, remembered on this device. Who wants no motion gets none.

const FACTORS = { normal: 1, slow: 2.5, fast: 0.5, off: 0 };
const KEY = "hepta-pace";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const choice = document.querySelector("select[data-pace]");

function chosen() {
  try {
    return localStorage.getItem(KEY) ?? "normal";
  } catch {
    return "normal"; // storage can be forbidden
  }
}

/** By how much everything takes longer than usual; 0 if nothing is to move. */
export function pace() {
  return calm.matches || document.hidden ? 0 : (FACTORS[chosen()] ?? 1);
}

/** By how much longer than usual everything is left to be looked at, also where nothing moves. */
export function calmness() {
  return FACTORS[chosen()] || 1;
}

if (choice) {
  choice.value = chosen();
  choice.closest("[hidden]").hidden = false;
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, choice.value);
    } catch {
      // Then it cannot be remembered.
    }
  });
}
