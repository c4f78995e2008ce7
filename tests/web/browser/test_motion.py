"""In a browser: steps are animated in order, skipped, slowed or left out; nothing else moves."""

from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Player, RunningServer
from tests.web.conftest import Open, open_drawer, sign_in

MOTION_ALLOWED = {"reduced_motion": "no-preference"}
# Records the animated steps, and how often an animation ended.
NOTES = """
window.told = [];
window.played = 0;
document.addEventListener("hepta:step", (event) => window.told.push(event.detail), true);
document.addEventListener("hepta:played", () => window.played++, true);
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
# Keeps animations running until the test ends them.
FIND_ENDLESS = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  return animate.call(this, frames, { ...timing, duration: timing.duration * 10000 });
};
"""
PLACES = """() => [...document.querySelectorAll(
    '.status, .status > *, .seats, .city, .city header, .city [data-vt], .city [data-stage],' +
    '.way, .hand .pick, .structure .pick, .h-track'
  )].filter((box) => !box.previousElementSibling?.checked || !box.matches('.pick')).map((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    const place = [x, y, width, height].map(Math.round);
    return `${box.closest('.city')?.id} ${box.className} ${box.dataset.vt ?? ""} ${place}`;
  })"""


class Company:
    """Guests at one table: the first watches a page, all choose over the API."""

    def __init__(self, site: RunningServer, count: int, **options: Any) -> None:
        self.people = [site.player(name) for name in ("Ann", "Bob", "Eve", "Dan")[:count]]
        self.table = self.ann.open(seats=count, **options)
        for guest in self.people[1:]:
            guest.make(f"/tables/{self.table}/seats")

    @property
    def ann(self) -> Player:
        return self.people[0]

    def watch(self, page: Page, *scripts: str) -> Page:
        sign_in(page, self.ann)
        for script in (NOTES, *scripts):
            page.context.add_init_script(script)
        page.goto(f"/tables/{self.table}")
        return page

    def moment(self) -> tuple[int, int]:
        view = self.ann.view(self.table)
        return view["age"], view["turn"]

    def turn(self, people: list[Player] | None = None) -> None:
        """Choose for the guests until the next turn."""
        before = self.moment()
        while self.moment() == before:
            for guest in people or self.people:
                view = guest.view(self.table)
                if view["legal_moves"] and (view["age"], view["turn"]) == before:
                    guest.choose(self.table, best_move(view)).raise_for_status()

    def steps(self, since: str) -> list[list[Any]]:
        """Return the steps since a version from the API, turn by turn."""
        told = self.ann.get(f"/tables/{self.table}/view?since={since}")["steps"]
        return [turn["steps"] for turn in told]


def best_move(view: Any) -> str:
    """Return a move that builds or recruits if possible: it causes the most steps."""
    verbs = ("build", "recruit", "stage", "wonder")
    moves = sorted(view["legal_moves"], key=lambda move: move["verb"] not in verbs)
    return str(moves[0]["text"])


def version(page: Page) -> str:
    return page.locator("#live").get_attribute("data-version") or ""


def played_steps(page: Page, moment: str) -> list[Any]:
    """Wait for the animations since a moment to end; return the animated steps."""
    page.wait_for_function(
        """before => document.querySelector('#live').dataset.moment !== before && played > 0 &&
        !document.querySelector('#stage > *')""",
        arg=moment,
    )
    page.evaluate("played = 0")
    told: list[Any] = page.evaluate("told.splice(0)")
    return told


def moment(page: Page) -> str:
    return page.locator("#live").get_attribute("data-moment") or ""


@pytest.mark.parametrize(
    ("seats", "options", "turns"),
    [(3, {}, 2), (3, {"leaders": True}, 6), (2, {"game": "classic"}, 3)],
    ids=["classic", "leaders", "free city"],
)
def test_the_steps_of_a_turn_are_played_in_their_order(
    visit: Open, site: RunningServer, seats: int, options: dict[str, Any], turns: int
) -> None:
    company = Company(site, seats, **options)
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    kinds = set()
    for _ in range(turns):
        since, before = version(page), moment(page)
        company.turn()
        told = played_steps(page, before)
        assert told == [*chain(*company.steps(since))], "a step is missing"
        assert told[0]["by"] == 0, "the own card must come first"
        kinds |= {step["kind"] for step in told}
    assert kinds >= {"play", "pass"}


def test_in_duel_the_card_goes_first_and_what_it_uncovered_turns_over_last(
    visit: Open, site: RunningServer
) -> None:
    company = Company(site, 2, game="duel")
    while company.ann.view(company.table)["age"] == 0:
        company.turn()
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    revealed = 0
    for _ in range(8):
        since, before = version(page), moment(page)
        company.turn()
        told = played_steps(page, before)
        assert told == [*chain(*company.steps(since))]
        kinds = [step["kind"] for step in told]
        assert kinds[0] == "play"
        assert kinds[len(kinds) - kinds.count("reveal") :] == ["reveal"] * kinds.count("reveal")
        revealed += kinds.count("reveal")
    assert revealed


def test_an_age_ends_with_a_scene_of_its_wars(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    while company.moment() != (1, 6):
        company.turn()
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    before = moment(page)
    company.turn()
    told = played_steps(page, before)
    kinds = [step["kind"] for step in told]
    assert kinds[-4:] == ["war", "war", "war", "age"]
    assert page.locator(".conflict-box").is_visible()


def test_a_key_ends_a_scene_and_does_nothing_else(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    while company.moment() != (1, 6):
        company.turn()
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED), FIND_ENDLESS)
    company.turn()
    scene = page.locator("#stage .wars")
    scene.wait_for(state="attached")
    assert scene.locator("li").count() == 3
    page.evaluate(
        """for (const one of document.querySelector('#stage .wars').getAnimations())
        one.currentTime = one.effect.getComputedTiming().endTime / 2"""
    )
    expect(scene).to_be_visible()
    page.keyboard.press("1")
    expect(scene).to_have_count(0)
    assert not page.locator('input[name="card"]:checked').count()
    page.keyboard.press("1")
    expect(page.locator('input[name="card"]:checked')).to_have_count(1)


@pytest.mark.parametrize("how", ["key", "click"])
def test_a_key_or_click_skips_to_the_end_and_does_what_it_says(
    visit: Open, site: RunningServer, how: str
) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED), FIND_ENDLESS)
    company.turn()
    page.locator("#stage .actor").first.wait_for(state="attached")
    if how == "key":
        page.keyboard.press("1")
    else:
        page.locator('input[name="card"]').first.dispatch_event("click")
    expect(page.locator("#stage > *")).to_have_count(0)
    expect(page.locator('input[name="card"]').first).to_be_checked()
    assert page.evaluate("played") == 1
    assert not page.evaluate(
        "document.getAnimations().filter((one) => one.effect.getTiming().duration > 5000).length"
    )


def test_the_speed_of_animations_is_remembered_on_the_device(
    visit: Open, site: RunningServer
) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    for speed, is_played in (("off", False), ("slow", True)):
        page.locator(".menu-button").click()
        page.locator("#pace").select_option(speed)
        page.keyboard.press("Escape")
        page.reload()
        assert page.locator("#pace").input_value() == speed
        before = moment(page)
        company.turn()
        expect(page.locator("#live")).not_to_have_attribute("data-moment", before)
        page.locator(".turn.is-mine").wait_for()
        assert bool(page.evaluate("told.length")) == is_played


def test_reduced_motion_shows_marks_instead(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800))
    before = moment(page)
    company.turn()
    expect(page.locator("#live")).not_to_have_attribute("data-moment", before)
    assert page.evaluate("told") == []
    assert not page.locator("#stage > *").count()
    assert page.locator(".city:not(.is-mine) :is(.is-new, .h-new)").count(), (
        "marks must replace the animation"
    )


def test_a_hidden_page_plays_no_animations(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    page.evaluate("window.away = true")
    before = moment(page)
    company.turn()
    expect(page.locator("#live")).not_to_have_attribute("data-moment", before)
    assert page.evaluate("told") == []
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    page.reload()
    assert page.locator("script.steps").count() == 0
    assert page.evaluate("told") == []


def test_of_several_missed_turns_the_last_one_is_animated(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800, expected="ERR_INTERNET_DISCONNECTED", **MOTION_ALLOWED))
    since, before = version(page), moment(page)
    page.context.set_offline(True)
    for _ in range(3):
        company.turn()
    page.context.set_offline(False)
    assert played_steps(page, before) == company.steps(since)[-1]


def test_the_television_shows_animations(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1920, 1080, **MOTION_ALLOWED))
    page.goto(f"/tables/{company.table}/tv")
    before = moment(page)
    company.turn()
    seats = [step["seat"] for step in played_steps(page, before) if step["kind"] == "play"]
    assert seats == [0, 1, 2]


def test_players_who_have_chosen_are_marked_without_a_new_page(
    visit: Open, site: RunningServer
) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800))
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    company.people[1].choose(company.table).raise_for_status()
    expect(page.locator("#city-1 .done").first).to_be_visible()
    expect(page.locator("#city-2 .thinking").first).to_be_visible()
    assert not [url for url in fetched if "/live" in url]
    page.keyboard.press("1")
    page.locator('input[name="card"]:checked ~ .panel button[name=move]:enabled').last.click()
    expect(page.locator("#turn")).to_have_text("Waiting for Eve")


def test_after_a_move_the_focus_is_at_the_table(visit: Open, site: RunningServer) -> None:
    company = Company(site, 3)
    page = company.watch(visit(1440, 800, **MOTION_ALLOWED))
    page.keyboard.press("1")
    page.keyboard.press("d")
    page.locator(".chosen").wait_for()
    assert page.evaluate("document.activeElement.id") == "turn"
    before = moment(page)
    company.turn(company.people[1:])
    played_steps(page, before)
    assert page.evaluate("document.activeElement.name") == "card"


@pytest.mark.parametrize("options", [{"game": "classic"}, {"game": "duel"}], ids=str)
def test_opening_a_card_moves_nothing(
    visit: Open, site: RunningServer, options: dict[str, Any]
) -> None:
    company = Company(site, 3 if options["game"] == "classic" else 2, **options)
    while company.ann.view(company.table)["age"] == 0:
        company.turn()
    while not company.ann.view(company.table)["legal_moves"]:
        company.people[1].choose(company.table).raise_for_status()
    page = company.watch(visit(1440, 800))
    before = page.evaluate(PLACES)
    for key in ("1", "2"):
        page.keyboard.press(key)
        assert [*{*page.evaluate(PLACES)} - {*before}] == [], "only the chosen card may move"


def test_unread_messages_are_counted_while_the_drawer_is_closed(
    visit: Open, site: RunningServer
) -> None:
    company = Company(site, 2, game="duel")
    page = company.watch(visit(1366, 800))
    badge, bob = page.locator("[data-unread]"), company.people[1]
    assert not badge.is_visible()
    for n, words in enumerate(("Hello!", "Anybody there?"), start=1):
        bob.post(f"/tables/{company.table}/messages", text=words).raise_for_status()
        expect(badge).to_have_text(str(n))
    page.reload()
    expect(badge).to_have_text("2")
    open_drawer(page)
    expect(badge).to_be_hidden()
    page.keyboard.press("Escape")
    bob.post(f"/tables/{company.table}/messages", text="There you are").raise_for_status()
    expect(badge).to_have_text("1")
