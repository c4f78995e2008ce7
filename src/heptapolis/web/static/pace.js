// @ts-check
// The speed of animations: a menu choice stored on this device. "Reduced motion" turns animations off.

/** @type {Record<string, number>} */
const FACTORS = { normal: 1, slow: 2.5, fast: 0.5, off: 0 };
const KEY = "hepta-pace";
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {HTMLSelectElement | null} */
const choice = document.querySelector("select[data-pace]");

function storedPace() {
  try {
    return localStorage.getItem(KEY) ?? "normal";
  } catch {
    return "normal"; // storage may be disabled
  }
}

/** Return the factor for durations; 0 without animations. */
export function pace() {
  return reducedMotion.matches || document.hidden ? 0 : (FACTORS[storedPace()] ?? 1);
}

/** Return the factor for pauses, which also apply without animations. */
export function pauseFactor() {
  return FACTORS[storedPace()] || 1;
}

if (choice) {
  choice.value = storedPace();
  choice.closest("[hidden]")?.removeAttribute("hidden");
  choice.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, choice.value);
    } catch {
      // storage may be disabled
    }
  });
}
