"""Compile the rules once, so that nobody waits in the middle of a game.

Numba compiles a function when it is first called and keeps the result in `kernel.CACHE`. Here every
way into the kernel is called, a step after another.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

from heptapolis.bots import bot
from heptapolis.errors import IllegalMove
from heptapolis.game import Game, from_position, new, replay, score
from heptapolis.kernel import CACHE, JIT
from heptapolis.simulation import simulate, simulate_duel

STEPS = 13
READY = CACHE / "ready"  # stands when everything has been compiled
Report = Callable[[int], None]
DIG = {  # somebody looks through the discard pile
    "players": 3, "turn": 4, "phase": "dig", "actor": 0, "discard": ["altar"],
    "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
}  # fmt: skip

COURT = {  # somebody copies a leader
    "players": 3, "leaders": True, "age": 3, "turn": 4, "phase": "court", "actor": 0,
    "cities": [{"courts": 1, "copied": ["nero"]}, {"leaders": ["plato"]}],
}  # fmt: skip
SEVENTH = {"players": 3, "turn": 6, "phase": "seventh", "actor": 0}
LIBRARY = {  # somebody chooses among the tokens set aside
    "game": "duel", "phase": "library", "due": {"draws": 1, "draw_size": 3}, "taken": 19,
    "layout": {"1": ["?"] * 19 + ["-"]},
}  # fmt: skip


def is_cold() -> bool:
    """Something is still to be compiled."""
    return JIT and not READY.exists()


def warm_up(report: Report) -> None:
    """Compile everything; ``report`` hears after each step how many of `STEPS` are done."""
    gc.disable()  # the compiler makes millions of objects and hardly a cycle
    helper = _start_helper()
    try:
        for done, _ in enumerate(_steps(helper), 1):
            report(done)
    finally:
        gc.enable()
        if helper:
            helper.kill()
            helper.wait()
    if JIT:
        READY.parent.mkdir(parents=True, exist_ok=True)
        READY.touch()


def _start_helper() -> subprocess.Popen[bytes] | None:
    """A second process compiles Duel meanwhile, if there is a core for it."""
    if not is_cold() or (os.cpu_count() or 1) < 2:
        return None
    command = "from heptapolis.warm import compile_duel; compile_duel()"
    null = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", command], stdout=null, stderr=null)


def compile_duel() -> None:
    """Duel's share of the work; what it leaves in the cache is found by everybody."""
    gc.disable()
    for _ in _duel_steps():
        pass


def _steps(helper: subprocess.Popen[bytes] | None = None) -> Iterator[None]:
    """The ways into the kernel; most of the time goes into the first game's."""
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
    game.scores()
    game.view(0).events  # noqa: B018 (asking is what compiles)
    yield
    _write_and_read(game)
    yield
    _play_with_leaders()
    yield
    for _ in simulate(2, 3, leaders=True):
        yield
    for _ in simulate(2, 2):
        yield
    if helper:
        helper.wait()
    yield from _duel_steps()


def _duel_steps() -> Iterator[None]:
    _play_duel()
    yield
    for _ in simulate_duel(2):
        yield


def _play_out(game: Game) -> None:
    player, rng = bot("greedy"), Random(0)
    with suppress(IllegalMove):
        game.submit(0, "build palace")  # the reasons ask the kernel too
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))


def _play_with_leaders() -> None:
    """What only the expansion asks of the kernel."""
    game = new(seats=3, seed=0, leaders=True)
    view = game.view(0)
    game.leader_price(0, view.leader_pack[0])
    view.leader_hand  # noqa: B018 (asking is what compiles)
    _play_out(game)
    _write_and_read(game)
    from_position(COURT)
    from_position(SEVENTH)


def _play_duel() -> None:
    game = new("duel", seed=0)
    view = game.view(0)
    view.sample(Random(0))
    game.price(0, "baths")
    game.has_chain(0, "baths")
    _play_out(game)
    _write_and_read(game)
    from_position({"game": "duel", "cities": [{"buildings": ["baths"]}], "discard": ["stable"]})
    from_position(LIBRARY)


def _write_and_read(game: Game) -> None:
    """Records and positions; a written one deals what it does not tell."""
    score(game.position())
    game.view(0).position()
    game.view(None).position()
    replay(game.record())
    from_position({"players": 3, "turn": 3, "cities": [{"buildings": ["altar"], "stages": 1}]})
    from_position(new(seats=2, seed=0).position())
    from_position(game.position())
