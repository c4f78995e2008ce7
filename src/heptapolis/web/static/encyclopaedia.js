// The encyclopaedia finds at once: whatever changes in its form is asked for, and the address says what is shown.
const PAUSE = 180; // ms after the last letter

const form = document.querySelector("form.find");
let waiting = 0;
let latest = null; // the request whose answer counts

/** The address of what the form asks for. What is left open is not in it; but where nothing is asked, a game shows its age. */
function wanted() {
  const address = new URL(location.pathname, location.href);
  const asked = [...new FormData(form)].filter(([name, value]) => value || (name === "q" && form.hasAttribute("data-table")));
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
    if (error.name !== "AbortError") location.assign(address); // the browser tells what is wrong with the line
  }
}

/** Put what was found in the place of what was; the line that says how much is one that stays, so that it is read out. */
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
  waiting = setTimeout(find, target.matches("input") ? PAUSE : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
