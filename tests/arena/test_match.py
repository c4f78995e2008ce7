"""Tournaments from Python: bots as objects, classes and names; the result object."""

import inspect
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.arena.match import ArenaResult
from heptapolis.contract import View
from heptapolis.move import Move


class First:
    """Choose the first legal move."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal_moves()[0]


class Broken:
    def choose(self, view: View, rng: Random) -> Move:
        raise RuntimeError("out of ideas")


@pytest.fixture(scope="module")
def result() -> ArenaResult:
    return hp.arena([First(), "greedy"], "duel", deals=8, stop=False, seed=3)


def test_objects_and_names_play_together(result: ArenaResult) -> None:
    assert result.deals == 8 and result.games == 16 == len(result.records)
    assert [row.bot for row in result.rows] == ["greedy", "First"]
    assert result.shares["greedy"].share + result.shares["First"].share == pytest.approx(1)
    game = hp.replay(next(iter(result.records.values())))
    assert game.is_over and set(game.names) == {"greedy", "First"}
    assert result.ratings and list(result.ratings) == ["greedy", "First"]


def test_a_match_plays_the_same_games_as_the_command(result: ArenaResult) -> None:
    from heptapolis.arena.play import play
    from heptapolis.arena.schedule import parse_plan

    plan = parse_plan(["duel", "random", "greedy"], seed=3)
    assert plan
    own = hp.arena(["random", "greedy"], "duel", deals=2, stop=False, seed=3)
    fixtures = [fixture for deal in (0, 1) for fixture in plan.contests[0].deal(deal)]
    assert own.records == {fixture.id: play(fixture).record for fixture in fixtures}


def test_a_result_has_a_text_form(result: ArenaResult) -> None:
    text, page = repr(result), result._repr_html_()
    assert "Duel: 8 deals, 16 games, par 50.0%" in text and "Ratings" in text
    assert re.search(r"^greedy +\d+\.\d%", text, re.MULTILINE)
    assert page.count("<table>") == 2 and "<td>First</td>" in page


def test_a_result_becomes_a_data_frame(result: ArenaResult) -> None:
    (greedy, _), frame = result.to_dicts(), result.to_pandas()
    assert frame["wins"].tolist()[0] == greedy["wins"] == result.to_polars()["wins"][0]
    assert frame["points_science"].dtype.kind == "f"


def test_without_openskill_there_are_no_ratings(
    result: ArenaResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    fresh = ArenaResult(result.tournament, result.records)
    assert fresh.ratings is None and "Ratings" not in repr(fresh)


def test_bots_can_be_named() -> None:
    one = hp.arena([First(), First, "random"], seats=3, deals=1)
    assert set(one.shares) == {"First", "First 2", "random"}
    two = hp.arena({"mine": First(), "base": "random"}, "duel", deals=1)
    assert set(two.shares) == {"mine", "base"}


def test_a_gauntlet_reports_the_share_of_the_hero() -> None:
    one = hp.arena(["greedy", First(), "random"], "duel", deals=40, gauntlet=True)
    assert list(one.shares) == ["First", "random"] and one.is_answered
    assert all(share.low > 0.5 for share in one.shares.values())


def test_an_interrupted_match_keeps_the_games_played() -> None:
    seen: list[int] = []

    def watch(standing: ArenaResult) -> None:
        seen.append(standing.deals)
        if standing.deals == 3:
            raise KeyboardInterrupt

    one = hp.arena([First(), "random"], "duel", deals=9, stop=False, progress=watch)
    assert seen == [1, 2, 3] and one.deals == 3 and one.games == 6


def test_a_bot_that_fails_forfeits_and_is_named() -> None:
    one = hp.arena([Broken(), "random"], "duel", deals=1)
    assert one.shares["Broken"].share == 0
    assert "Broken failed in 2 of its games, first: RuntimeError: out of ideas" in repr(one)


def test_workers_play_the_same_games() -> None:
    here, there = (
        hp.arena([First(), "random"], "duel", deals=1, workers=workers).records
        for workers in (1, 2)
    )
    assert here == there


@pytest.mark.parametrize(
    ("bots", "options", "message"),
    [
        ([First()], {}, "bots: at least two, got First"),
        ("greedy", {}, r"bots: a list such as \[MyBot\(\), 'greedy'\], got 'greedy'"),
        (None, {}, "bots: a list such as .* got None"),
        ([First(), "gredy"], {}, "no bot 'gredy'"),
        (["random", "greedy"], {"deals": 0}, "deals: at least 1, got 0"),
        (["random", "greedy"], {"seed": "x"}, r"seed: a whole number below 2\*\*128, got 'x'"),
        (["random", "greedy"], {"seats": 9}, "seats: 2 to 7, got 9"),
        (["random", "greedy"], {"game": "duel", "seats": 5}, "seats: 2 in duel, got 5"),
    ],
)
def test_mistakes_are_one_line(bots: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hp.arena(bots, **options)


def test_an_object_without_choose_is_refused() -> None:
    with pytest.raises(ValueError, match=r"int: a bot has a method choose\(view, rng\), got 7"):
        hp.arena([7, "greedy"])  # type: ignore[list-item]


def test_the_package_is_callable_and_has_a_signature() -> None:
    package: Any = sys.modules["heptapolis.arena"]
    assert hp.arena is package
    assert list(inspect.signature(package).parameters)[:2] == ["bots", "game"]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sys.modules["heptapolis.arena"].nothing  # noqa: B018


# ── bots in modules ──────────────────────────────────────────────────────────────────────────────

MODULE = """
from helper import first

class MyBot:
    def __init__(self, simulations=0):
        self.simulations = simulations
    def choose(self, view, rng):
        return first(view)

def make():
    return MyBot()

ready = MyBot()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mymodule.py").write_text(MODULE)
    (tmp_path / "helper.py").write_text("def first(view):\n    return view.legal_moves()[0]\n")
    package = tmp_path / "mypackage"
    package.mkdir()
    (package / "bots.py").write_text("from mymodule import MyBot\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["mymodule:MyBot", "mymodule:make", "mymodule:ready", "mypackage.bots:MyBot:40"]
)
def test_a_module_of_this_folder_has_bots(name: str, folder: Path) -> None:
    view = hp.new("duel", seed=1).view(0)
    with hp.bot(name) as player:  # type: ignore[attr-defined]
        assert player.choose(view, Random(1)) == view.legal_moves()[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mymodul:MyBot", "no bot 'mymodul:MyBot': no module 'mymodul' in "),
        ("mymodule:Other", "mymodule:Other cannot start: AttributeError: .*'Other'"),
        ("mymodule:MyBot:fast", "'mymodule:MyBot:fast': use mymodule:MyBot:400"),
    ],
)
def test_a_wrong_name_is_one_line(name: str, message: str, folder: Path) -> None:
    with pytest.raises(ValueError, match=message) as error:
        hp.arena([name, "random"], "duel", deals=1)
    assert "\n" not in str(error.value)


def test_the_command_takes_a_module(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from heptapolis.arena.schedule import parse_plan
    from heptapolis.terminal.arena import arena

    arena(parse_plan(["duel", "mymodule:MyBot", "random"]), deals=1, workers=1, folder=folder / "a")
    assert "mymodule:MyBot" in capsys.readouterr().out
