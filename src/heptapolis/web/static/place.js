// Where the person is on the board: remembered before a swap, found again after it.

/** The focused element, chosen cards, open details and drawers, half-written text, scrolled boxes. */
export function snapshot(root) {
  const active = document.activeElement;
  return {
    focus: active && root.contains(active) ? selector(active) : null,
    decision: decision(root),
    checked: [...root.querySelectorAll('input[name="card"]:checked')].map((input) => input.id),
    open: [...root.querySelectorAll("details[open][id]")].map((details) => details.id),
    closed: [...root.querySelectorAll("details:not([open])[id]")].map((details) => details.id),
    typed: [...root.querySelectorAll("input[data-keep]")].map((input) => [input.id, input.value]),
    drawn: [...root.querySelectorAll("[popover][id]:popover-open")].map((drawer) => drawer.id),
    scrolled: [...root.querySelectorAll("[id][data-scroll]")].map((box) => [box.id, box.scrollTop]),
  };
}

export function restore(root, place) {
  const stillAsked = decision(root) === place.decision;
  for (const id of stillAsked ? place.checked : []) {
    const input = root.querySelector(`#${CSS.escape(id)}`);
    if (input) input.checked = true;
  }
  for (const id of place.open) root.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  for (const id of place.closed) root.querySelector(`#${CSS.escape(id)}`)?.removeAttribute("open");
  for (const [id, value] of place.typed) {
    const input = root.querySelector(`#${CSS.escape(id)}`);
    if (input && !input.dataset.fresh) input.value = value;
  }
  for (const id of place.drawn) root.querySelector(`#${CSS.escape(id)}`)?.showPopover();
  for (const [id, top] of place.scrolled) {
    const box = root.querySelector(`#${CSS.escape(id)}`);
    if (box) box.scrollTop = top;
  }
  if (place.focus === null) return;
  const again = place.focus ? root.querySelector(place.focus) : null;
  const next = again ?? root.querySelector('.curtain .big, .choose input[name="card"], .choose button, #turn');
  next?.focus({ preventScroll: true });
}

/** The number of the choice that the person is to make. */
function decision(root) {
  const number = root.querySelector('.choose input[name="decision"]')?.value;
  return number && `${root.dataset.seat ?? ""}:${number}`;
}

function selector(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name === "move") return `[name="move"][value="${CSS.escape(element.value)}"]`;
  return "";
}
