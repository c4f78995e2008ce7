// A switch in the head of a page: off until somebody turns it on, remembered on this device.

/** Whether a switch is on. */
export function isOn(name) {
  try {
    return localStorage.getItem(`hepta-${name}`) === "on";
  } catch {
    return false; // storage can be forbidden
  }
}

/** Let a switch work; `ask` may refuse to have it turned on. */
export function watch(name, ask) {
  const button = document.querySelector(`button[data-toggle="${name}"]`);
  if (!button) return;
  const draw = () => button.setAttribute("aria-pressed", String(isOn(name)));
  button.hidden = false;
  button.addEventListener("click", async () => {
    const wanted = !isOn(name) && (await ask());
    try {
      localStorage.setItem(`hepta-${name}`, wanted ? "on" : "off");
    } catch {
      // Then it cannot be remembered, nor turned on.
    }
    draw();
  });
  draw();
}
