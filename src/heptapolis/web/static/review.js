// Poll a review that is being computed: update its progress, then replace the page.
const POLL_MS = 1000; // ms between requests
const main = document.querySelector("main");

async function look() {
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  const page = answer?.ok
    ? new DOMParser().parseFromString(await answer.text(), "text/html")
    : null;
  const bar = page?.querySelector("progress");
  if (page && !bar) {
    main.replaceChildren(...page.querySelector("main").childNodes);
    return;
  }
  if (bar) {
    main.querySelector("progress").value = bar.value;
    main.querySelector(".review-progress span").textContent =
      page.querySelector(".review-progress span").textContent;
  }
  setTimeout(look, POLL_MS);
}

if (main.querySelector("progress")) setTimeout(look, POLL_MS);
