// @ts-check
// The rules: the search filters the page as the user types; the contents highlight the current section.
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-rule-search]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const sections = [...document.querySelectorAll(".rule-section")];
/** @type {NodeListOf<HTMLAnchorElement>} */
const contents = document.querySelectorAll(".rule-contents ol a");
const links = new Map([...contents].map((link) => [link.hash.slice(1), link]));

/** @param {Element | null} element */
const text = (element) => element?.textContent?.toLocaleLowerCase() ?? "";

/**
 * Show the passages with all the words; without words, all passages.
 *
 * @param {string} query
 */
function filter(query) {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {string[]} */ ...texts) =>
    words.every((word) => texts.some((one) => one.includes(word)));
  let isFound = false;
  for (const section of sections) {
    const title = text(section.querySelector("h2"));
    const passages = [...section.querySelectorAll(".passage")];
    for (const passage of passages) passage.hidden = !has(title, text(passage));
    section.hidden = passages.every((passage) => passage.hidden);
    links.get(section.id)?.parentElement?.toggleAttribute("hidden", section.hidden);
    isFound ||= !section.hidden;
  }
  document.querySelector(".rule-nothing")?.toggleAttribute("hidden", isFound);
  document.querySelector(".rule-found")?.setAttribute("hidden", "");
}

field.addEventListener("input", () => filter(field.value));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  filter(field.value);
});

// A link to a rule shows it even while the others are hidden.
addEventListener("hashchange", () => {
  const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!rule || rule.checkVisibility()) return;
  field.value = "";
  filter("");
  rule.scrollIntoView();
});

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id)?.setAttribute("aria-current", "true");
    }
  },
  { rootMargin: "-20% 0px -70% 0px" },
);
for (const section of sections) observer.observe(section);
