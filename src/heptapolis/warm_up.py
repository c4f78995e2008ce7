"""Compile the rules once, so that nobody waits in the middle of a game.

Numba compiles a function when it is first called and keeps the result in `kernel.CACHE`. Here every
way into the kernel is called, a step after another.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random

from heptapolis.bots import bot
from heptapolis.bots.advice import advise
from heptapolis.errors import IllegalMove
from heptapolis.game import (
    Game,
    from_position,
    new,
    replay,
    score,
)
from heptapolis.kernel import CACHE, JIT
from heptapolis.simulation.classic import simulate
from heptapolis.simulation.duel import simulate_duel

STEPS = 19
READY = CACHE / "ready"  # stands when everything has been compiled
Report = Callable[[int], None]

# Moments that a game may not come to by itself.
DIG = {  # somebody looks through the discard pile
    "players": 3, "turn": 4, "phase": "dig", "actor": 0, "discard": ["altar"],
    "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
}  # fmt: skip
SEVENTH = {"players": 3, "turn": 6, "phase": "seventh", "actor": 0}
WRITTEN = {"players": 3, "turn": 3, "cities": [{"buildings": ["altar"], "stages": 1}]}
COURT = {  # somebody copies a leader
    "players": 3, "leaders": True, "age": 3, "turn": 4, "phase": "court", "actor": 0,
    "cities": [{"courts": 1, "copied": ["nero"]}, {"leaders": ["plato"]}],
}  # fmt: skip
WRITTEN_DUEL = {"game": "duel", "cities": [{"buildings": ["baths"]}], "discard": ["stable"]}
LIBRARY = {  # somebody chooses among the tokens set aside
    "game": "duel", "phase": "library", "due": {"draws": 1, "draw_size": 3}, "taken": 19,
    "layout": {"1": ["?"] * 19 + ["-"]},
}  # fmt: skip


def is_cold() -> bool:
    """Something is still to be compiled."""
    return JIT and not READY.exists()


def warm_up(report: Report) -> None:
    """Compile everything; ``report`` hears after each step how many of `STEPS` are done."""
    helper = _start_helper()
    try:
        with _no_collector():
            for done, _ in enumerate(_steps(helper), 1):
                report(done)
    finally:
        if helper:
            helper.kill()
            helper.wait()
    if JIT:
        READY.parent.mkdir(parents=True, exist_ok=True)
        READY.touch()


def compile_duel() -> None:
    """The rules of Duel alone, without the bots; what this leaves in the cache is found by all."""
    with _no_collector():
        for _ in _duel_steps():
            pass


def compile_duel_bots() -> None:
    """What plays Duel, after its rules."""
    with _no_collector():
        for _ in _duel_bot_steps():
            pass


@contextmanager
def _no_collector() -> Iterator[None]:
    """The compiler makes millions of objects and hardly a cycle: looking for cycles is in vain."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _start_helper() -> subprocess.Popen[bytes] | None:
    """A second process compiles Duel meanwhile, if there is a core for it."""
    if not is_cold() or (os.cpu_count() or 1) < 2:
        return None
    command = (
        "from heptapolis import warm_up as warm; warm.compile_duel(); warm.compile_duel_bots()"
    )
    null = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", command], stdout=null, stderr=null)


# ── the ways into the kernel, most of the time in the first game's ───────────────────────────────


def _steps(helper: subprocess.Popen[bytes] | None) -> Iterator[None]:
    yield from _classic_steps()
    yield from _leader_steps()
    yield from _bot_steps(new(seats=3, seed=0, leaders=True))
    for _ in simulate(2, 3, players="greedy"):
        yield
    if helper:
        helper.wait()
    yield from _duel_steps()
    yield from _duel_bot_steps()


def _classic_steps() -> Iterator[None]:
    game = new(seats=2, seed=0)
    yield
    moves = game.legal_moves(0)
    yield
    view = game.view(0)
    yield
    view.sample(Random(0))
    yield
    from_position(DIG).view(0).sample(Random(0))
    yield
    game.submit(0, moves[-1])
    game.undo(0)
    _play_out(game)
    _play_out(new(seats=3, seed=0))
    yield
    _look_at(game)
    yield
    for written in (WRITTEN, SEVENTH, new(seats=2, seed=0).position()):
        from_position(written)
    yield
    for _ in simulate(2, 2):
        yield


def _leader_steps() -> Iterator[None]:
    game = new(seats=3, seed=0, leaders=True)
    view = game.view(0)
    game.leader_price(0, [*view.leader_hand, *view.leader_pack][0])
    _play_out(game)
    _look_at(game)
    from_position(COURT)
    yield
    for _ in simulate(2, 3, leaders=True):
        yield


def _duel_steps() -> Iterator[None]:
    game = new("duel", seed=0)
    game.view(0).sample(Random(0))
    game.price(0, "baths")
    game.has_chain(0, "baths")
    _play_out(game)
    _look_at(game)
    for written in (WRITTEN_DUEL, LIBRARY):
        from_position(written)
    yield
    for _ in simulate_duel(2):
        yield


def _duel_bot_steps() -> Iterator[None]:
    yield from _bot_steps(new("duel", seed=0))
    for _ in simulate_duel(2, players="greedy"):
        yield


def _bot_steps(game: Game) -> Iterator[None]:
    view = game.view(game.to_move[0])
    advise(view, simulations=2)
    yield
    _play_out(game, "greedy")
    yield


def _play_out(game: Game, name: str = "random") -> None:
    player, rng = bot(name), Random(0)
    with suppress(IllegalMove):
        game.submit(game.to_move[0], "build palace")  # the reasons ask the kernel too
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))


def _look_at(game: Game) -> None:
    """Scores, views, records and positions."""
    game.scores()
    score(game.position())
    for seat in (0, None):
        game.view(seat).position()
    replay(game.record())
    from_position(game.position())
