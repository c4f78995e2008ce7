// The rules: the search filters the page as the user types; the contents highlight the current section.
const form = document.querySelector("[data-rule-search]");
const sections = [...document.querySelectorAll(".rule-section")];
const links = new Map(
  [...document.querySelectorAll(".rule-contents ol a")].map((link) => [link.hash.slice(1), link]),
);
const nothing = document.querySelector(".rule-nothing");
const text = (element) => element.textContent.toLocaleLowerCase();

/** Show the passages with all the words; without words, all passages. */
function filter(typed) {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts) => words.every((word) => texts.some((one) => one.includes(word)));
  let isFound = false;
  for (const section of sections) {
    const title = text(section.querySelector("h2"));
    const passages = [...section.querySelectorAll(".passage")];
    for (const passage of passages) passage.hidden = !has(title, text(passage));
    section.hidden = passages.every((passage) => passage.hidden);
    links.get(section.id).parentElement.hidden = section.hidden;
    isFound ||= !section.hidden;
  }
  nothing.hidden = isFound;
  document.querySelector(".rule-found")?.setAttribute("hidden", "");
}

const field = form.elements.q;
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

const reading = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(target.id).setAttribute("aria-current", "true");
    }
  },
  { rootMargin: "-20% 0px -70% 0px" },
);
for (const section of sections) reading.observe(section);
