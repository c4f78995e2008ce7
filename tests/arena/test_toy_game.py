"""A tournament of a game from outside."""

from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import heptapolis as hp
from heptapolis.arena import play as arena_play
from heptapolis.arena import result_tables
from heptapolis.arena.folder import Budget, TournamentFolder
from heptapolis.arena.play import play
from heptapolis.arena.report import page
from heptapolis.arena.schedule import parse_format, parse_plan
from heptapolis.arena.standing import rows
from heptapolis.arena.tournament import Tournament, run
from heptapolis.arena.workers import local_pool
from heptapolis.bots import BOTS
from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.move import Move
from heptapolis.terminal.arena import arena
from heptapolis.variants import Variant
from tests.arena.fake_tournaments import instant_pool, make_plan

pytestmark = pytest.mark.usefixtures("pebbles")


class HighestBot:
    """Throw the last pebble, which is the highest."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal_moves()[-1]


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "highest", HighestBot)
    monkeypatch.setattr(arena_play, "_process_bots", {})


def play_all(path: Path, games: str, seats: str | None = None) -> Tournament:
    """Play a tournament of a few deals in this process."""
    plan, budget = make_plan("random", "highest", games=games, seats=seats), Budget(3)
    folder = TournamentFolder(path, plan, budget)
    tournament = Tournament(plan, budget, folder.results)
    for _ in run(tournament, folder, instant_pool(play)):
        pass
    return tournament


def test_its_names_are_accepted() -> None:
    plan = parse_plan(["pebbles", "gold", "duel", "a", "b"], seats="2,5")
    assert plan and [str(game_format) for game_format in plan.formats] == [
        "pebbles:2",
        "pebbles:5",
        "gold:2",
        "gold:5",
        "duel",
    ]
    assert parse_format("pebbles+gold") == parse_format("gold:3")
    with pytest.raises(ValueError, match="seats: 2 to 5, got 6"):
        parse_plan(["pebbles", "a", "b"], seats="4-6")
    with pytest.raises(ValueError, match="--seats: an option of classic, pebbles, not of duel"):
        parse_plan(["duel", "a", "b"], seats="2")


@pytest.mark.parametrize("name", ["scholar", "merchant:hard"])
def test_a_bot_that_cannot_play_the_game_is_refused_at_the_start(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"^{name} cannot start: .* does not play pebbles$"):
        arena(make_plan("random", name, games="duel pebbles"), folder=tmp_path / "x")
    assert not (tmp_path / "x").exists()


@pytest.mark.usefixtures("highest")
def test_a_tournament_is_played_stored_and_reported(tmp_path: Path) -> None:
    tournament = play_all(tmp_path / "x", "pebbles gold", "2,4")
    assert not tournament.open_tallies
    for result in tournament.results.values():
        assert not result.faults
        game = hp.replay((tmp_path / "x" / "records" / f"{result.id}.txt").read_text())
        assert tuple(game.scores()) == result.scores
    columns = [list(rows(tally)[0].columns) for tally in tournament.tallies]
    assert columns == [["won"], ["won"], ["won", "gold"], ["won", "gold"]]
    assert (
        result_tables.live_table(tournament.plan, tournament.tallies, translator()).lines[0][1]
        == "Pebbles, 2 seats"
    )


@pytest.mark.usefixtures("highest")
def test_a_report_draws_its_columns(tmp_path: Path) -> None:
    tournament = play_all(tmp_path / "x", "gold")
    text = page(tournament.plan, tournament.tallies, translator("hu"))
    ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert "Kavicsok arannyal, 3 játékos: " in text and "Won" in text and "Gold" in text


def test_a_worker_process_learns_the_game(pebbles: Variant) -> None:
    fixture = make_plan("random", "x", games="pebbles").contests[0].deal(0)[0]
    alone = replace(fixture, line_up=("random",) * 3)
    assert pebbles.engine  # the module is loaded here and cannot be pickled
    with local_pool(1) as pool:
        game = pool.submit(alone).result(timeout=120)
    assert game.record == play(alone).record and not game.result.faults
