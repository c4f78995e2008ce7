// The user's place on the board: saved before a swap and restored after it.

/** Return the focused element, chosen cards, open details and drawers, unfinished text, scroll positions. */
export function snapshot(root) {
  const active = document.activeElement;
  return {
    focus: active && root.contains(active) ? address(active, root) : null,
    page: { left: scrollX, top: scrollY },
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
  focus(root, place, stillAsked);
  scrollTo({ ...place.page, behavior: "instant" });
}

/** Restore the focus, or move it to the next choice, the result, or the waiting line. */
function focus(root, place, stillAsked) {
  if (place.focus === null) return;
  const { path, isLasting } = place.focus;
  const again = path && (isLasting || stillAsked) ? root.querySelector(path) : null;
  const isWaiting = again?.id === "turn"; // focused by this script when there was nothing to choose
  const next = root.querySelector(
    '.curtain .big, .choose input[name="card"], .choose .use button:enabled',
  );
  (isWaiting ? (next ?? again) : (again ?? next ?? root.querySelector("#verdict, #turn")))?.focus({
    preventScroll: true,
  });
}

/** Return the number of the user's current choice. */
function decision(root) {
  const number = root.querySelector('.choose input[name="decision"]')?.value;
  return number && `${root.dataset.seat ?? ""}:${number}`;
}

/** Return a selector for an element; a named element stays the same thing after a choice. */
function address(element, root) {
  if (element.id) return { path: `#${CSS.escape(element.id)}`, isLasting: true };
  if (element.name === "move")
    return {
      path: `[name="move"][value="${CSS.escape(element.value)}"]:not(.hint)`,
      isLasting: true,
    };
  const steps = [];
  let at = element;
  for (; at !== root && !at.id; at = at.parentElement) {
    const alike = [...at.parentElement.children].filter(
      (child) => child.localName === at.localName,
    );
    steps.unshift(`${at.localName}:nth-of-type(${alike.indexOf(at) + 1})`);
  }
  const start = `#${CSS.escape(at.id)}`;
  return { path: [start, ...steps].join(" > "), isLasting: at !== root };
}
