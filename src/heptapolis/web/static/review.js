// A review that is being made: its progress moves, and when it is there it takes the page's place.
const PAUSE = 1000; // ms between two looks
const main = document.querySelector("main");

async function look() {
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const bar = page?.querySelector("progress");
  if (page && !bar) {
    main.replaceChildren(...page.querySelector("main").childNodes);
    return;
  }
  if (bar) {
    main.querySelector("progress").value = bar.value;
    main.querySelector(".review-progress span").textContent = page.querySelector(".review-progress span").textContent;
  }
  setTimeout(look, PAUSE);
}

if (main.querySelector("progress")) setTimeout(look, PAUSE);
