// @ts-check
// A switch in the head of a page: off by default, stored on this device.

/**
 * Return whether a switch is on.
 *
 * @param {string} name
 */
export function isOn(name) {
  try {
    return localStorage.getItem(`hepta-${name}`) === "on";
  } catch {
    return false; // storage may be disabled
  }
}

/**
 * Connect a switch; `ask` may refuse to turn it on.
 *
 * @param {string} name
 * @param {() => Promise<boolean>} ask
 */
export function watch(name, ask) {
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector(`button[data-toggle="${name}"]`);
  if (!button) return;
  const draw = () => button.setAttribute("aria-pressed", String(isOn(name)));
  button.hidden = false;
  button.addEventListener("click", async () => {
    const willBeOn = !isOn(name) && (await ask());
    try {
      localStorage.setItem(`hepta-${name}`, willBeOn ? "on" : "off");
    } catch {
      // storage may be disabled: the switch stays off
    }
    draw();
  });
  draw();
}
