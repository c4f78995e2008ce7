"""Reviews of finished games on a page."""

import asyncio
import random
import re
from collections.abc import Coroutine, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import heptapolis as hp
from heptapolis.bots.advice import reasons
from heptapolis.bots.review import JudgedMove, Moment, Review, review
from heptapolis.i18n import LANGUAGES
from heptapolis.narration import wording_of
from heptapolis.record import Record
from heptapolis.server import reviews
from heptapolis.server.bot_pool import BotPool
from heptapolis.web.render import page
from heptapolis.web.replay import Film
from heptapolis.web.review import MAX_MISTAKES, ReviewPage, review_page
from tests.server.conftest import RunningServer, wait_for
from tests.web.browser.test_whole_games import fits
from tests.web.conftest import Open, Visitor
from tests.web.test_boards import EN, GAMES, new_game

WAITING = 'http-equiv="refresh"'


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SIMULATIONS", 5)


@pytest.fixture(scope="module")
def judged_game() -> tuple[Record, Review]:
    return judge_random_game("duel")


def judge_random_game(kind: str) -> tuple[Record, Review]:
    """Play a game with random moves and return it with a review in which two of three decisions had
    a better move."""
    game, rng = new_game(kind), random.Random(3)
    decisions: list[JudgedMove] = []
    while not game.is_over:
        seat, n = game.to_move[0], len(decisions)
        view = game.view(seat)
        move, better = (rng.choice(view.legal_moves()) for _ in range(2))
        if n % 3 == 0 or move.without_payment() == better.without_payment():
            better = move
        cost, why = (n * 7 % 60 + 1) / 100 * (better is not move), tuple(reasons(view, better))
        now = (game.age, game.turn, seat)
        decisions.append(JudgedMove(*now, move, better, 0.3, 0.3 + cost, 40.0, 41.0, why))
        game.submit(seat, move)
    turns = dict.fromkeys((one.age, one.turn) for one in decisions)
    rest = (0.0,) * (game.players - 2)
    curve = [Moment(*turn, (n % 9 / 10, 1 - n % 9 / 10, *rest)) for n, turn in enumerate(turns)]
    end = Moment(game.age, game.turn + 1, (1.0, 0.0, *rest))
    return game.record(), Review(game, tuple(decisions), (*curve, end))


def review_from_seat(
    judged_game: tuple[Record, Review], seat: int, own: Sequence[int] = (), language: str = "en"
) -> ReviewPage:
    record, found = judged_game
    names = ["Ann <b>", "Bo", "Cy"][: found.game.players]
    step_of = Film(record, found.game.edition).step_of
    return review_page(record, found, language, names, seat, own, step_of)


def review_markup(
    review: ReviewPage | None, language: str = "en", seat: int = 0, done: int = 0, total: int = 1
) -> str:
    return page(
        "review.html",
        language,
        path="/",
        review=review,
        headline="",
        done=done,
        all=total,
        seat=seat,
        urls={"table": "/t", "replay": "/r"},
    )


def test_a_finished_game_can_be_reviewed(site: RunningServer) -> None:
    ann, eve = Visitor(site), Visitor(site)
    ann.send("/quick", variant="duel", level="beginner")
    table = ann.path
    wait_for(lambda: ann.look(table) and ann.moves())
    ann.look(f"{table}/review")
    assert ann.page.status_code == 403, "no review while the game is played"
    ann.look(table)
    ann.send(f"{table}/move", move=ann.moves()[0])
    ann.look(table)
    ann.send(f"{table}/resign")
    assert f'href="{table}/review"' in ann.text
    ann.look(f"{table}/review")
    assert ann.page.status_code == 200
    wait_for(lambda: WAITING not in ann.look(f"{table}/review"))
    assert "Costliest decisions" in ann.text and "<h1>You resigned</h1>" in ann.text
    assert "You found the best move" in ann.text and "Bot 2" in ann.text
    assert re.search('href="\\?seat=0" aria-current="page">.*<span class="you">', ann.text)
    ann.look(f"{table}/review?seat=1")
    assert "You found" not in ann.text and 'href="?seat=1" aria-current="page"' in ann.text
    eve.look(f"{table}/review?seat=0")
    assert "You found" not in eve.text and 'class="you"' not in eve.text, "Eve is only a spectator"
    assert 'href="?seat=0" aria-current="page"' in eve.text
    assert eve.look(f"{table}/review?seat=9") and eve.page.status_code == 200
    for visitor in (ann, eve):
        visitor.http.close()


# ── from a seat ──────────────────────────────────────────────────────────────────────────────────


def test_a_review_shows_the_decisions_of_its_seat(judged_game: tuple[Record, Review]) -> None:
    _, found = judged_game
    for seat in (0, 1):
        page = review_from_seat(judged_game, seat, own=[1])
        assert [one.seat for one in page.seats] == [1, 0] and page.is_mine == (seat == 1)
        worst = found.worst(MAX_MISTAKES, seat)
        assert [one.number for one in page.lapses] == list(range(1, len(worst) + 1))
        for lapse, judged in zip(page.lapses, worst, strict=True):
            assert lapse.played.shown.plan.move == str(judged.move)
            assert lapse.better.shown.plan.move == str(judged.best)
            assert lapse.played.win < lapse.better.win
        own = sum(one.seat == seat for one in found.decisions)
        assert f" of {own} decisions that mattered." in page.summary[0]
        assert page.summary[0].startswith("You" if seat == 1 else "<span")
        assert page.curve and page.curve.lines[-1].is_chosen and len(page.curve.marks) > 2
    shared = review_from_seat(judged_game, 0, own=[0, 1])
    assert shared.is_mine and "You found" not in shared.summary[0], (
        "decisions of both seats are the viewer's own"
    )


@pytest.mark.parametrize("kind", GAMES)
def test_every_decision_links_to_its_step_of_the_replay(kind: str) -> None:
    """The step shows the reviewed move, chosen by that seat."""
    record, found = judge_random_game(kind)
    names = list(found.game.names)
    film, n_lapses = Film(record, found.game.edition), 0
    for seat in range(found.game.players):
        page = review_page(record, found, "en", names, seat, (), film.step_of)
        for lapse in page.lapses:
            step, view = film.step(lapse.step, seat, "en", names), film.view(lapse.step, seat)
            assert lapse.played.words in [one.move for one in step.chosen if one.seat == seat]
            assert wording_of(view, EN).moment(view.age, view.turn) == lapse.when
            n_lapses += 1
    assert n_lapses > 4


def test_the_cost_of_a_decision_is_said_in_words(judged_game: tuple[Record, Review]) -> None:
    page = review_from_seat(judged_game, 0, own=[0])
    lapse = page.lapses[0]
    best, mine = re.findall(r"\d+", lapse.way)
    assert f"cost {int(best) - int(mine)} points of win chance" == lapse.cost
    assert re.fullmatch(r"(Age I+, turn \d+|Wonder draft|Before age I+)", lapse.when)
    assert page.summary[1] == f"The costliest choice: {lapse.when}."
    assert re.fullmatch(r"On average a decision cost \d+ points? of win chance.", page.summary[2])
    text = review_markup(page)
    assert not re.search(r"\b[IVW]+\.\d|[Gg]iven away", text)
    assert f'href="/r?step={lapse.step}&amp;seat=0"' in text and 'id="decision-1"' in text
    assert text.count('class="h-card') >= len(page.lapses), "the reasons must show their cards"


def test_the_curve_can_be_read(judged_game: tuple[Record, Review]) -> None:
    _, found = judged_game
    curve = review_from_seat(judged_game, 1).curve
    assert curve and len(curve.rows) == len(found.curve) and curve.rows[-1][0] == "End"
    assert sorted(curve.rows[-1][1]) == ["0%", "100%"]
    assert [line.is_chosen for line in curve.legend] == [True, False]
    for mark in curve.marks:
        assert f"{mark.x},{mark.y}" in curve.lines[-1].points, "marks must be on the line"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_is_written_in_every_language(
    language: str, judged_game: tuple[Record, Review]
) -> None:
    text = review_markup(review_from_seat(judged_game, 0, language=language), language)
    assert text.count("<polyline") == 2 and text.count('class="lapse box"') > 2
    assert "Ann &lt;b&gt;" in text and "Ann <b>" not in text and WAITING not in text
    assert not re.search(r"<style|\bstyle=|<script>|\bon\w+=", text), (
        "the Content-Security-Policy forbids it"
    )


def test_a_game_of_bots_can_be_reviewed() -> None:
    record = hp.new("duel", seed=1).record()
    page = review_from_seat((record, review(record, simulations=5)), 0, own=[0])
    assert not page.curve and not page.lapses and page.summary == ("There was nothing to decide.",)
    assert "No decision was clearly a mistake." in review_markup(page)


# ── being made ───────────────────────────────────────────────────────────────────────────────────


def test_the_page_reloads_until_the_review_is_ready() -> None:
    text = review_markup(None, done=3, total=9)
    assert WAITING in text and "3 of 9" in text


def test_each_game_is_reviewed_once_and_the_latest_reviews_are_cached(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[str] = []

    def look(record: str, **_: Any) -> str:
        made.append(record)
        if record == "broken":
            raise ValueError
        return f"review of {record}"

    monkeypatch.setattr(reviews, "review", look)
    monkeypatch.setattr(reviews, "MAX_CACHED_REVIEWS", 2)

    async def visit() -> None:
        bots, tasks = BotPool(1), []

        def spawn(work: Coroutine[Any, Any, None]) -> None:
            tasks.append(asyncio.create_task(work))

        kept: Any = reviews.Reviews(bots, spawn, asyncio.Event())
        assert [kept.review_of("a", "A", None) for _ in range(3)] == [None] * 3 and "a" in kept
        await asyncio.gather(*tasks)
        assert kept.review_of("a", "A", None) == "review of A" and made == ["A"]
        for table in ("b", "broken"):
            kept.review_of(table, table, None)
        await asyncio.gather(*tasks)
        assert "broken" not in kept and "could not be reviewed" in caplog.text
        assert kept.review_of("a", "A", None) == "review of A"
        kept.review_of("c", "C", None)
        await asyncio.gather(*tasks)
        assert "b" not in kept and "a" in kept and "c" in kept
        bots.close()

    asyncio.run(visit())


def test_progress_is_shown_and_then_replaced_by_the_review(
    visit: Open, judged_game: tuple[Record, Review]
) -> None:
    now = review_markup(None, done=1, total=9)  # the review is still under way
    at = visit()
    at.route("**/waiting", lambda route: route.fulfill(body=now, content_type="text/html"))
    at.goto(at.url.rstrip("/") + "/waiting")
    assert at.locator(".review-progress").inner_text().strip() == "1 of 9"
    now = review_markup(None, done=5, total=9)
    at.get_by_text("5 of 9").wait_for()
    now = review_markup(review_from_seat(judged_game, 0, own=[0]))
    at.wait_for_selector("#decision-1")
    assert not at.locator("progress").count()
    for width in (360, 1366, 1920):
        at.set_viewport_size({"width": width, "height": 800})
        assert fits(at)
    at.locator(".mark-2").click()
    at.wait_for_selector("#decision-2:target")
    at.locator(".mark-1").hover()
    edge = "getComputedStyle(document.querySelector('#decision-1')).boxShadow"
    assert at.evaluate(edge) != "none", "the decision must be highlighted"
    at.route(
        "**/t/sheets*",
        lambda route: route.fulfill(body="<h2 id=sheet-name>Sheet</h2>", content_type="text/html"),
    )
    played = at.locator("#decision-2 [data-sheet]").first
    with at.expect_request("**/t/sheets*") as asked:
        played.click()
    at.wait_for_selector("#sheet:popover-open #sheet-name")
    link = at.locator("#decision-2 a[href^='/r']").get_attribute("href") or ""
    then = parse_qs(urlsplit(link).query)
    told_of = parse_qs(urlsplit(asked.value.url).query)
    assert told_of == then | {"thing": [played.get_attribute("data-sheet")]}, (
        "the position before the decision"
    )
