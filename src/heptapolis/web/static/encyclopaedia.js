// Live search in the encyclopaedia: every change of the form is requested, and the address follows the results.
const TYPING_PAUSE_MS = 180; // ms after the last keystroke

const form = document.querySelector("form.find");
let waiting = 0;
let latest = null; // the latest request; older answers are ignored

/** Return the address of the form's search, without empty fields. Without any search, a game shows one age. */
function wanted() {
  const address = new URL(location.pathname, location.href);
  const asked = [...new FormData(form)].filter(
    ([name, value]) => value || (name === "q" && form.hasAttribute("data-table")),
  );
  for (const [name, value] of asked) address.searchParams.set(name, value);
  return address;
}

async function find() {
  clearTimeout(waiting);
  const address = wanted();
  latest?.abort();
  const mine = (latest = new AbortController());
  try {
    const answer = await fetch(address, { headers: { "x-fragment": "1" }, signal: mine.signal });
    if (!answer.ok) return;
    const markup = await answer.text();
    if (latest !== mine) return;
    const part = new DOMParser().parseFromString(markup, "text/html").querySelector("#found");
    show(part);
    history.replaceState(null, "", address);
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address); // the browser reports the error of the connection
  }
}

/** Replace the results. The line with their number stays in place, so that screen readers announce it. */
function show(part) {
  const found = document.querySelector("#found");
  const status = found.querySelector('[role="status"]');
  const said = part.querySelector('[role="status"]');
  status.textContent = said.textContent;
  said.remove();
  found.replaceChildren(status, ...part.childNodes);
}

form.addEventListener("input", ({ target }) => {
  clearTimeout(waiting);
  waiting = setTimeout(find, target.matches("input") ? TYPING_PAUSE_MS : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
