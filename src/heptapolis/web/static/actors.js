// Actors on the stage: scaled copies of drawings, with one side or two.

/** Return the drawing in an element: a whole card if there is one. */
export function drawing(element) {
  return element.matches(".h-card")
    ? element
    : (element.querySelector(".h-card, .h-wonder, .h-medal") ??
        element.firstElementChild ??
        element);
}

export function copy(element) {
  const face = document.createElement("div");
  face.className = "face";
  face.append(drawing(element).cloneNode(true));
  return face;
}

export function actor(front, back) {
  const body = document.createElement("div");
  body.className = "turner";
  if (front) body.append(front);
  if (back) {
    back.classList.add("is-back");
    body.append(back);
  }
  return body;
}

/** Return the size of a card on this board. */
export function cardSize(table) {
  const known = table.now(":is(.structure, .hand) .h-card");
  const width = Math.min(known?.rect.width ?? 110, 130);
  return { width, height: width * 1.5 };
}

/** Return a smaller rectangle with the same centre. */
export function spot(rect, size, share) {
  const [width, height] = [size.width * share, size.height * share];
  return {
    left: rect.left + rect.width / 2 - width / 2,
    top: rect.top + rect.height / 2 - height / 2,
    width,
    height,
  };
}

export function fit(rect) {
  return { width: rect.width, height: Math.min(rect.height, rect.width * 1.5) };
}
