// The speed of animations: a menu choice stored on this device. "Reduced motion" turns animations off.

const FACTORS = { normal: 1, slow: 2.5, fast: 0.5, off: 0 };
const KEY = "hepta-pace";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const choice = document.querySelector("select[data-pace]");

function chosen() {
  try {
    return localStorage.getItem(KEY) ?? "normal";
  } catch {
    return "normal"; // storage may be disabled
  }
}

/** Return the factor for durations; 0 without animations. */
export function pace() {
  return calm.matches || document.hidden ? 0 : (FACTORS[chosen()] ?? 1);
}

/** Return the factor for pauses, which also apply without animations. */
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
      // storage may be disabled
    }
  });
}
