// @ts-check
// Poll a review that is being computed: update its progress, then replace the page.
const POLL_MS = 1000; // ms between requests
const COUNT = ".review-progress span";
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

async function poll() {
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  const markup = answer?.ok ? await answer.text() : null;
  if (markup !== null && update(new DOMParser().parseFromString(markup, "text/html"))) return;
  setTimeout(poll, POLL_MS);
}

/**
 * Show the progress, or the finished review; return whether it is finished.
 *
 * @param {Document} page
 */
function update(page) {
  const bar = page.querySelector("progress");
  if (!bar) {
    main.replaceChildren(...(page.querySelector("main")?.childNodes ?? []));
    return true;
  }
  main.querySelector("progress")?.setAttribute("value", String(bar.value));
  main.querySelector(COUNT)?.replaceChildren(page.querySelector(COUNT)?.textContent ?? "");
  return false;
}

if (main.querySelector("progress")) setTimeout(poll, POLL_MS);
