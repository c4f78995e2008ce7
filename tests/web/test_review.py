"""Finished games looked at again on a page."""

import asyncio
import re
from collections.abc import Coroutine
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots.review import Review, review
from heptapolis.i18n import LANGUAGES
from heptapolis.record import Record
from heptapolis.server import reviews
from heptapolis.server.bot_pool import BotPool
from heptapolis.web.render import page
from heptapolis.web.review import review_page
from tests.server.conftest import Running, wait_for
from tests.web.conftest import Visitor
from tests.web.test_boards import played

WAITING = 'http-equiv="refresh"'


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SIMULATIONS", 5)


@pytest.fixture(scope="module")
def seen() -> tuple[Record, Review]:
    """A whole game and what is said of it."""
    record = played("duel", 999).record()
    return record, review(record, simulations=20)


def test_a_game_is_looked_at_again_when_it_is_over(site: Running) -> None:
    ann = Visitor(site)
    ann.send("/quick", variant="duel", level="beginner")
    table = ann.path
    wait_for(lambda: ann.look(table) and ann.moves())
    ann.look(f"{table}/review")
    assert ann.page.status_code == 403, "while it is played nothing is told"
    ann.look(table)
    ann.send(f"{table}/move", move=ann.moves()[0])
    ann.look(table)
    ann.send(f"{table}/resign")
    assert f'href="{table}/review"' in ann.text
    ann.look(f"{table}/review")
    assert ann.page.status_code == 200
    wait_for(lambda: WAITING not in ann.look(f"{table}/review"))
    assert "Costliest decisions" in ann.text and "A player has resigned." in ann.text
    assert "Bot 2" in ann.text
    ann.http.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_is_told_in_every_language(language: str, seen: tuple[Record, Review]) -> None:
    record, found = seen
    told = review_page(record, found, language, ["Ann <b>", "Bo"])
    assert len(told.seats) == 2 and told.curve.count("<polyline") == 2
    assert told.mistakes and any(one.why for one in told.mistakes)
    shown = page(
        "review.html", language, path="/", review=told, verdict="", done=0, all=1,
        urls={"table": "/t", "replay": "/r"},
    )  # fmt: skip
    assert "Ann &lt;b&gt;" in shown and "Ann <b>" not in shown and WAITING not in shown
    assert not re.search(r"<style|\bstyle=|<script>|\bon\w+=", shown), "the policy forbids it"


def test_a_page_without_a_review_comes_again() -> None:
    shown = page(
        "review.html", "en", path="/", review=None, verdict="", done=3, all=9,
        urls={"table": "/t", "replay": "/r"},
    )  # fmt: skip
    assert WAITING in shown and "3 of 9" in shown


def test_a_game_that_nobody_played_has_a_review_too() -> None:
    record = hp.new("duel", seed=1).record()
    told = review_page(record, review(record, simulations=5), "en", ["Ann", "Bo"])
    assert not told.curve and not told.mistakes and told.seats[0].best == "0 of 0"


def test_each_game_is_looked_at_once_and_the_last_are_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[str] = []

    def look(record: str, **_: Any) -> str:
        made.append(record)
        if record == "broken":
            raise ValueError
        return f"review of {record}"

    monkeypatch.setattr(reviews, "review", look)
    monkeypatch.setattr(reviews, "MOST", 2)

    async def visit() -> None:
        bots, tasks = BotPool(1), []

        def spawn(work: Coroutine[Any, Any, None]) -> None:
            tasks.append(asyncio.create_task(work))

        kept: Any = reviews.Reviews(bots, spawn, asyncio.Event())
        assert [kept.of("a", "A", None) for _ in range(3)] == [None] * 3 and "a" in kept
        await asyncio.gather(*tasks)
        assert kept.of("a", "A", None) == "review of A" and made == ["A"]
        for table in ("b", "broken"):
            kept.of(table, table, None)
        await asyncio.gather(*tasks)
        assert "broken" not in kept and "could not be reviewed" in caplog.text
        assert kept.of("a", "A", None) == "review of A"
        kept.of("c", "C", None)
        await asyncio.gather(*tasks)
        assert "b" not in kept and "a" in kept and "c" in kept
        bots.close()

    asyncio.run(visit())
