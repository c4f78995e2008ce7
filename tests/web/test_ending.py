"""The end of a game: the result for each viewer, the ranking by the rules, the animated count."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from heptapolis.i18n import LANGUAGES
from heptapolis.narration.score import GameEnd
from heptapolis.variants import Variant
from heptapolis.web.assets import address
from tests.server.conftest import RunningServer, wait_for
from tests.web import ends
from tests.web.conftest import Open, Visitor, sign_in

SCORE = re.compile(r"−?\d+ : −?\d+")  # with non-breaking spaces


@pytest.fixture(autouse=True)
def pebbles_variant(pebbles: Variant) -> Variant:
    """Register a game without pages of its own."""
    return pebbles


# ── the result ───────────────────────────────────────────────────────────────────────────────────

HEADLINES = {  # for the first winner, the last player, a spectator
    "classic 3": ("You won 21 : 17", "Place 3 of 3", "Chloë won 21 : 17"),
    "coins decide": (
        "You won 2 : 2",
        "Place 3 of 4",
        "Bartholomew of Antioch won 2 : 2",
    ),
    "classic shared": (
        "You share the victory",
        "Place 3 of 3",
        "Shared victory: Bartholomew of Antioch and Chloë",
    ),
    "science": ("You won", "You lost", "Anna won"),
    "war": ("You won", "You lost", "Anna won"),
    "resigned": ("You won", "You resigned", "Anna won"),
}
REASONS = {
    "coins decide": "Equal points; the coins decide: 8 : 7.",
    "blue cards decide": "Equal points; the blue cards decide: 3 : 0.",
    "classic shared": "Equal points, and equal coins.",
    "duel shared": "Equal points, and equal points from blue cards.",
    "science": "6 different science symbols: an immediate victory.",
    "war": "The conflict marker has reached the enemy capital.",
    "resigned": "Bartholomew of Antioch has resigned.",
    "abandoned": "The players did not want to continue, so there is no winner.",
}


def viewers(one: GameEnd) -> tuple[int, int, None]:
    """Return the seats of the first winner, of the last player, and of a spectator."""
    ranking = one.ranking or [[0], [1]]
    return ranking[0][0], ranking[-1][-1], None


@pytest.mark.parametrize("kind", HEADLINES)
def test_each_viewer_gets_a_result_of_their_own(kind: str) -> None:
    one = ends.end(kind)
    told = [ends.end_page(one, "en", me) for me in viewers(one)]
    assert tuple(ending.headline.replace("\u00a0", " ") for ending in told) == HEADLINES[kind]
    assert [ending.is_won for ending in told] == [True, False, False]


@pytest.mark.parametrize("kind", REASONS)
def test_the_reason_of_a_victory_is_shown(kind: str) -> None:
    reason = ends.end_page(ends.end(kind), "en", None).reason.striptags().replace("\u00a0", " ")
    assert reason == REASONS[kind]


def test_the_largest_lead_is_named_where_points_decide() -> None:
    reason = ends.end_page(ends.end("classic 3"), "en", 2).reason.replace("\u00a0", " ")
    assert reason == "Ahead by 4 points; the largest lead: Civilian, 7 : 4."


def test_a_seat_without_the_victory_reads_how_far_the_next_place_was() -> None:
    told = ends.end_page(ends.end("classic 3"), "en", 0).reason.striptags().replace("\u00a0", " ")
    assert told == "20 points behind Bartholomew of Antioch; the largest gap: Military, −6 : 9."
    tied = ends.end_page(ends.end("coins decide"), "en", 2).reason.replace("\u00a0", " ")
    assert tied == "Equal points; the coins decide: 7 : 8."


def test_lines_of_others_fold_away_in_a_long_sheet() -> None:
    points = ends.end_page(ends.end("classic 7"), "en", 0).points
    shown = [row.place for row in points.rows if row.seat not in points.folded]
    assert shown == [1, 6, 7] and len(points.rows) == 7
    assert not ends.end_page(ends.end("classic 7"), "en", None).points.folded
    assert not ends.end_page(ends.end("classic 3"), "en", 0).points.folded


def test_after_a_resignation_no_points_are_counted() -> None:
    text = ends.html(ends.end("resigned"), "en", 1)
    assert "is-counted" not in text and 'class="early-points"' in text
    assert "You resigned" in text and "points do not count" in text
    assert "is-counted" in ends.html(ends.end("science"), "en", 1)


def test_games_with_one_column_name_no_lead() -> None:
    assert ends.end_page(ends.end("pebbles"), "en", 0).reason == "Ahead by 3 points."


def test_an_abandoned_game_says_that_it_has_no_winner() -> None:
    told = ends.end_page(ends.end("abandoned"), "en", 0)
    assert told.headline == "The game was abandoned" and not told.winners
    assert not told.points.is_ranked and not any(row.place for row in told.points.rows)


@pytest.mark.parametrize("kind", ends.KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_is_described_in_every_language(kind: str, language: str) -> None:
    one = ends.end(kind)
    headlines = set()
    for me in viewers(one):
        told, english = ends.end_page(one, language, me), ends.end_page(one, "en", me)
        headlines.add(told.headline)
        assert told.reason and told.kind, "every end must name its kind and reason"
        assert bool(SCORE.search(told.headline)) == bool(SCORE.search(english.headline))
        if language != "en":
            assert told.headline != english.headline and told.reason != english.reason
        text = ends.html(one, language, me)
        assert "None" not in text and " style=" not in text
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))
        tv = ends.html(one, language, None, "tv.html")
        assert "tv-end" in tv and "<form" not in tv
    assert len(headlines) >= (1 if kind == "abandoned" else 2)


# ── the ranking ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", [kind for kind in ends.KINDS if kind != "abandoned"])
def test_the_order_is_that_of_the_rules(kind: str) -> None:
    one = ends.end(kind)
    rows = ends.end_page(one, "en", 0).points.rows
    assert [row.seat for row in rows] == [seat for place in one.ranking for seat in place]
    for row in rows:
        before = sum(len(place) for place in one.ranking[: place_of(one, row.seat)])
        assert row.place == before + 1
        assert row.total == sum(cell.points for cell in row.cells) == one.total(row.seat)


def place_of(one: GameEnd, seat: int) -> int:
    return next(n for n, seats in enumerate(one.ranking) if seat in seats)


@pytest.mark.parametrize("kind", ["science", "war", "resigned"])
def test_a_winner_with_fewer_points_is_listed_first(kind: str) -> None:
    rows = ends.end_page(ends.end(kind), "en", 1).points.rows
    assert [row.place for row in rows] == [1, 2]
    assert rows[0].total <= rows[1].total


def test_players_who_tie_share_a_place_and_the_next_place_is_skipped() -> None:
    one = GameEnd(
        ends.finished_classic(*ends.cities_with_coins(9, 4, 4, 1)), "points", [[0], [1, 2], [3]]
    )
    assert [row.place for row in ends.end_page(one, "en", 3).points.rows] == [1, 2, 2, 4]


def test_a_tie_break_is_shown_only_where_it_decided() -> None:
    ties = {
        kind: [row.tie.striptags() for row in ends.end_page(ends.end(kind), "en", 0).points.rows]
        for kind in ("coins decide", "blue cards decide", "classic 3", "science", "pebbles")
    }
    assert ties["coins decide"] == ["8 coins", "7 coins", "6 coins", "6 coins"]
    assert ties["blue cards decide"] == ["3 for blue cards", "0 for blue cards"]
    assert not any(ties["classic 3"]) and not any(ties["science"]) and not any(ties["pebbles"])


def test_points_lost_are_drawn_to_the_left_of_zero() -> None:
    points = ends.end_page(ends.end("classic 3"), "en", 0).points
    (loser,) = [row for row in points.rows if row.seat == 0]
    (lost,) = [part for part in points.bars(loser) if part.is_minus]
    assert lost.column == "military" and loser.cells[0].text == "−6"
    assert lost.start + lost.length == pytest.approx(points.zero)
    for row in points.rows:
        for part in points.bars(row):
            assert part.start >= -0.01 and part.start + part.length <= 100.01
            assert part.is_minus or part.start >= points.zero


# ── over HTTP ────────────────────────────────────────────────────────────────────────────────────


def test_a_resigned_game_has_no_more_decisions(site: RunningServer) -> None:
    ann, bob = Visitor(site), Visitor(site)
    ann.send("/quick", variant="duel", level="beginner")
    table = ann.path
    wait_for(lambda: ann.look(table) and ann.moves())
    ann.send(f"{table}/resign")
    text = ann.look(table)
    assert ">You resigned</h1>" in text and "Bot 2" in text and not ann.moves()
    assert "You resigned · Heptapolis</title>" in text and 'class="turn is-mine"' not in text
    seen = bob.look(table)
    assert ">Bot 2 won</h1>" in seen and f'action="{table}/rematch"' not in seen
    ann.send(f"{table}/rematch")
    assert ann.path != table, "a rematch must be one click away"
    for visitor in (ann, bob):
        visitor.http.close()


def test_people_at_one_device_see_names(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    ann.send(f"{table}/sit", person="Zoë")
    ann.look(table)
    ann.send(f"{table}/resign?seat=0")
    assert ">Zoë won</h1>" in ann.look(table)


# ── in a browser ─────────────────────────────────────────────────────────────────────────────────

FIND_CUT = """all => all.filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map(one => [one.className, one.scrollWidth, one.clientWidth])"""
FIND_OUTSIDE = """(all, [width, height]) => all.filter(one => one.checkVisibility()).filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > width + 1 || box.top < 0 || box.bottom > height + 1;
}).map(one => one.outerHTML.slice(0, 120))"""
VISIBLE_PARTS = (
    ".end h1, .end-winners, .end-reason, .end-doors :is(a, button), .end .sheet :is(th, td)"
)
SHORT_ENDINGS = ["classic 7", "science", "war", "coins decide", "pebbles"]
SIZES = [(360, 740), (740, 360), (820, 1180), (1366, 650), (1440, 800), (1920, 1080)]


def show(page: Page, text: str) -> None:
    """Show a page without server and scripts."""
    text = re.sub("<script.*?</script>", "", text, flags=re.DOTALL)
    page.unroute("**/shown")
    page.route("**/shown", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto("/shown")


def check_fits(page: Page, kind: str, language: str, sizes: list[tuple[int, int]]) -> None:
    show(page, ends.html(ends.end(kind), language, 0))
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        height = size[1] if size[0] >= 1366 else 100_000
        where = (kind, language, size)
        assert page.locator(VISIBLE_PARTS).evaluate_all(FIND_OUTSIDE, [size[0], height]) == [], (
            where
        )
        assert (
            page.locator(".end, .end-words, .sheet, .points-box, .end .scroll").evaluate_all(
                FIND_CUT
            )
            == []
        ), where
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], where


def test_the_end_fits_a_phone_and_one_screen_of_a_desk(visit: Open) -> None:
    page = visit(bypass_csp=True)
    for kind, language in zip(SHORT_ENDINGS, ["hu", "ru", "uk", "en", "hu"], strict=True):
        check_fits(page, kind, language, [(360, 740), (1366, 650)])
        found = Axe().run(page).response["violations"]
        assert not found, (kind, [one["id"] for one in found])


@pytest.mark.long  # the short run checks some of them
@pytest.mark.parametrize("kind", ends.KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_fits_everywhere(visit: Open, kind: str, language: str) -> None:
    for scheme in ("light", "dark"):
        page = visit(bypass_csp=True, color_scheme=scheme)
        check_fits(page, kind, language, SIZES)
        found = Axe().run(page).response["violations"]
        assert not found, (kind, [one["id"] for one in found])


def numbers(page: Page) -> list[list[str]]:
    """Return the visible numbers of the score sheet."""
    cells = "row => [...row.querySelectorAll('.n')].map(n => n.innerText.trim())"
    found: list[list[str]] = page.locator(".sheet tbody tr").evaluate_all(
        f"all => all.map({cells})"
    )
    return found


def numbers_while_counting(page: Page) -> Iterator[list[list[str]]]:
    """Show the end of a game as it happens: yield the final numbers, then those shown during the count."""
    show(page, ends.html(ends.end("classic 3"), "en", 0))
    yield numbers(page)
    page.evaluate(
        f"""async () => {{
          const {{ conclude }} = await import("{address("end.js")}");
          window.done = conclude(document.querySelector("#live"));
        }}"""
    )
    yield numbers(page)


def test_points_are_counted_up_and_a_key_ends_that(visit: Open) -> None:
    page = visit(1366, 650, reduced_motion="no-preference", bypass_csp=True)
    page.clock.install(time=0)
    page.clock.pause_at(1)  # the count runs until the test moves the clock
    final, begun = numbers_while_counting(page)
    assert begun != final and page.locator(".end.is-counting").count()
    heard = page.locator(".sheet tbody .n .sr").all_inner_texts()
    assert heard == [n for row in final for n in row], "screen readers must get the final numbers"
    page.keyboard.press("Escape")
    assert numbers(page) == final and not page.locator(".is-counting, .n .sr").count()
    assert page.evaluate("document.activeElement.id") == "verdict"
    list(numbers_while_counting(page))
    page.clock.run_for(30_000)
    page.evaluate("window.done")
    assert numbers(page) == final, "the count must also end by itself"


def test_with_reduced_motion_the_score_sheet_appears_at_once(visit: Open) -> None:
    page = visit(1366, 650)
    final, begun = numbers_while_counting(page)
    assert begun == final and not page.locator(".is-counting").count()


COUNT_PARTS = """() => {
  window.counted = false;
  new MutationObserver(() => { window.counted ||= !!document.querySelector(".is-counting"); })
    .observe(document.querySelector("#live"), { subtree: true, childList: true, attributes: true });
}"""


def test_the_count_is_animated_only_when_the_game_ends_on_the_page(
    visit: Open, site: RunningServer
) -> None:
    page, ann = visit(reduced_motion="no-preference"), site.player("Ann")
    table = ann.open(game="pebbles", seats=3, stones=1, bots=["random"] * 2)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".moves button")
    page.evaluate(COUNT_PARTS)
    page.locator(".moves button").first.click()
    page.wait_for_selector(".end:not(.is-counting)")
    page.wait_for_function("window.counted && !document.querySelector('.is-counting, .is-closing')")
    final, headline = numbers(page), page.inner_text("#verdict")
    page.reload()
    assert numbers(page) == final and page.inner_text("#verdict") == headline
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector('#live[data-state="playing"]')
