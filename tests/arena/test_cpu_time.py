"""The arena charges a bot for the processor time of the thread that called it."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.arena import play as arena_play
from heptapolis.arena.play import play, single_core_bot
from heptapolis.bots import BOTS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.outside import FileBot
from heptapolis.bots.referee import BotFailure
from heptapolis.bots.search_tree import STEP_SIMULATIONS
from tests.arena import rivals
from tests.arena.fake_tournaments import make_plan

RIVALS = Path(__file__).parent / "rivals.py"
WORK = rivals.WORK


def seconds_a_move(name: str) -> tuple[float, float]:
    """Return processor and wall-clock seconds a move in a game against ``random``."""
    fixture = make_plan(name, "random", games="duel", gauntlet=True).contests[0].deal(0)[0]
    result, seat = play(fixture).result, fixture.line_up.index(name)
    assert not result.faults
    moves = result.moves[seat]
    return result.seconds[seat] / moves, result.wall_seconds[seat] / moves


@pytest.fixture(autouse=True)
def fresh_bots(monkeypatch: pytest.MonkeyPatch) -> Any:
    bots: dict[Any, Any] = {}
    monkeypatch.setattr(arena_play, "_process_bots", bots)
    yield
    for player in bots.values():
        if isinstance(player, FileBot):
            player.close()


@pytest.mark.parametrize("place", ["here", "process"])
def test_only_work_in_the_own_thread_is_charged(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: dict[str, float] = {}
    waited: dict[str, float] = {}
    for bot in (rivals.Busy, rivals.Idle, rivals.Crafty):
        name = bot.__name__
        monkeypatch.setitem(BOTS, name, bot)
        place_name = name if place == "here" else f"{RIVALS}:{name}"
        spent[name], waited[name] = seconds_a_move(place_name)
    assert spent["Busy"] >= WORK
    assert spent["Idle"] < 5 * WORK  # the bot sleeps ten times that long,
    assert spent["Crafty"] < 5 * WORK  # and the other thread of this bot works ten times that long
    assert min(waited["Idle"], waited["Crafty"]) >= 10 * WORK  # wall-clock time includes both


def test_milliseconds_are_processor_time() -> None:
    at_home = hp.bot("mcts:50ms")
    assert isinstance(at_home, MctsBot) and at_home.clock is time.monotonic
    for name in ("mcts:50ms", "master"):
        player = single_core_bot(name)
        assert isinstance(player, MctsBot | NeuralSearchBot)
        assert player.clock is time.thread_time and player.threads == 1


class Ticks:
    """A clock that advances by ten milliseconds at every call."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize(("ms", "steps"), [(5, 1), (25, 3), (95, 10)])
def test_a_search_uses_only_its_given_clock(ms: int, steps: int) -> None:
    player = MctsBot(ms=ms, threads=1, clock=Ticks())
    found = player.search(hp.new("duel", seed=1).view(0), Random(1))
    assert sum(one.visits for one in found) == steps * STEP_SIMULATIONS


@pytest.mark.parametrize(
    ("budget", "in_arena", "told"),
    [
        (":400", True, "400 None None"),
        (":50ms", True, "None 50 thread_time"),
        (":50ms", False, "None 50 monotonic"),
        ("", True, "None None None"),
    ],
)
def test_a_bot_in_a_file_gets_its_budget_and_the_clock(
    budget: str, in_arena: bool, told: str
) -> None:
    make: Callable[[str], Any] = single_core_bot if in_arena else hp.bot
    view = hp.new("duel", seed=1).view(0)
    with make(f"{RIVALS}:Searcher{budget}") as player:
        with pytest.raises(BotFailure, match=f"RuntimeError: {told}"):
            player.choose(view, Random(0))
        assert player.cpu_seconds > 0
