"""How fast it is here: the figures of the design's performance table."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import cycle
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots import bot
from heptapolis.bots.mcts import MctsBot
from heptapolis.contract import Game, View
from heptapolis.game import new
from heptapolis.games.classic.edition import ours as our_edition
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.simulation import run_batch, simulate
from heptapolis.games.duel.edition import our_duel
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.simulation import run_duel_batch
from heptapolis.i18n import translator
from heptapolis.machine import machine
from heptapolis.simulation import CHUNK
from heptapolis.simulation.playouts import playout
from heptapolis.terminal import console
from heptapolis.terminal.progress import compile_rules
from heptapolis.vector import DEVICES, VectorEnv
from heptapolis.warm_up import is_cold

FIRST_MOVE = """
from time import perf_counter, process_time
from typing import Any
start = perf_counter()
import heptapolis as hp
hp.new("classic", seats=3, seed=1).legal_moves(0)
print(perf_counter() - start)
"""


STORED: dict[str, Any] = json.loads(
    files("heptapolis.terminal").joinpath("stored_figures.json").read_text(encoding="utf-8")
)
SIMULATIONS = 1500  # for a decision: one tree
GAMES_SIDE_BY_SIDE = 8192  # so many that calling a step costs little beside it


@dataclass(frozen=True)
class Figure:
    """A measured number, what it must be and should be; ``more`` is better, or less. What was not
    measured just now, ours or others', says in ``stored`` where it is from."""

    what: str
    value: float
    unit: str
    must: float | None = None
    goal: float | None = None
    more: bool = True
    peers: str = ""
    stored: str = ""

    @property
    def verdict(self) -> str:
        """ "goal", "must" or "missed"; nothing where there is no mark to reach."""
        for name, bound in (("goal", self.goal), ("must", self.must)):
            if bound is not None and (self.value >= bound if self.more else self.value <= bound):
                return name
        return "" if self.must is None else "missed"


def bench(
    *, seconds: float = 1.5, cold: bool = False, as_json: bool = False, device: str = "cpu"
) -> None:
    """Measure, with about so many seconds of play behind each figure, and print."""
    if not seconds > 0:
        raise ValueError(f"seconds: more than 0, got {seconds}")
    if device not in DEVICES:
        raise ValueError(f"device: {' or '.join(DEVICES)}, got {device!r}")
    out = Console(stderr=True, highlight=False)
    figures = list(_figures(seconds, cold, out) if device == "cpu" else _on_gpu(seconds, out))
    if as_json:
        facts = [asdict(figure) | {"verdict": figure.verdict} for figure in figures]
        sources = {"peers": STORED["peers_source"]}
        print(json.dumps({"machine": machine(), "sources": sources, "figures": facts}, indent=1))
    else:
        console().print(_table(figures))
        console().print(Text(f"\nPeers: {STORED['peers_source']}"))


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def _figures(seconds: float, cold: bool, out: Console) -> Iterator[Figure]:
    """One figure after another, with a line on what is being measured."""
    if is_cold():
        compile_rules(out, translator())
    steps: list[tuple[str, Callable[[], Figure]]] = [
        ("random games, 2 seats", lambda: _whole_games(seconds, 2)),
        ("random games, 3 seats", lambda: _whole_games(seconds, 3, 30_000, 40_000, "classic_3")),
        ("random games, 7 seats", lambda: _whole_games(seconds, 7, 13_000, 18_000, "classic_7")),
        ("random games, leaders", lambda: _whole_games(seconds, 3, 18_000, 25_000, leaders=True)),
        ("random games, Duel", lambda: _duels(seconds)),
        ("search", lambda: _search(seconds)),
        ("search, Duel", lambda: _duel_search(seconds)),
        ("playouts from Python", lambda: _playout(seconds, "classic", seats=3)),
        ("playouts from Python, 7 seats", lambda: _playout(seconds, "classic", seats=7)),
        ("playouts from Python, Duel", lambda: _playout(seconds, "duel")),
        ("decisions from Python", lambda: _decisions(seconds)),
        ("decisions from Python, Duel", lambda: _duel_decisions(seconds)),
        ("first legal move", lambda: _first_move(3 if seconds >= 1 else 1)),
        ("memory", _memory),
        ("memory, Duel", _duel_memory),
        ("threads", lambda: _threads(seconds)),
        ("games side by side", lambda: _side_by_side(seconds, "classic", 3, 150_000, 300_000)),
        ("games side by side, 5 seats", lambda: _side_by_side(seconds, "classic", 5)),
        ("games side by side, leaders", lambda: _side_by_side(seconds, "classic+leaders", 3)),
        ("games side by side, Duel", lambda: _side_by_side(seconds, "duel", 2, 400_000, 750_000)),
    ]
    if STORED["server_move"]:
        steps.append(("the server", _server_move))
    if cold:
        steps += [
            ("a cold compile of Duel", _cold_duel),
            ("a cold compile of everything, a minute or so", _cold_compile),
        ]
    for text, measure in steps:
        with out.status(Text(f"measuring: {text}")):
            yield measure()


def _on_gpu(seconds: float, out: Console) -> Iterator[Figure]:
    from heptapolis.terminal.cuda_bench import cuda_figures

    return cuda_figures(seconds, out)


def _speed(play: Callable[[int, int], object], seconds: float) -> float:
    """Games for a second of processor time, of what plays some with a seed; the median of three."""
    speeds = []
    play(10, 0)
    for seed in range(3):
        games, start = 0, process_time()
        while (spent := process_time() - start) < seconds / 3:
            play(200, (seed << 32) + games)
            games += 200
        speeds.append(games / spent)
    return median(speeds)


def _games_per_second(seconds: float, players: int, leaders: bool = False) -> float:
    """Whole random games on one thread."""
    ours = our_edition(leaders)
    return _speed(lambda n, seed: run_batch(ours, n, players, seed, leaders=leaders), seconds)


def _whole_games(
    seconds: float,
    players: int,
    must: float | None = None,
    goal: float | None = None,
    peers: str = "",
    *,
    leaders: bool = False,
) -> Figure:
    what = f"random games, {'leaders' if leaders else 'classic'}, {players} seats"
    speed = _games_per_second(seconds, players, leaders)
    return Figure(what, speed, "games/CPU s", must, goal, peers=STORED["peers"].get(peers, ""))


def _duels(seconds: float) -> Figure:
    speed = _speed(lambda n, seed: run_duel_batch(our_duel(), n, seed), seconds)
    peers = STORED["peers"]["duel"]
    return Figure("random games, Duel", speed, "games/CPU s", 60_000, 90_000, peers=peers)


def _threads(seconds: float) -> Figure:
    """How much faster all cores together are than one; the median of three runs."""
    cores = os.cpu_count() or 1
    chunks = int(_games_per_second(seconds / 3, 3) * seconds / CHUNK) // (2 * cores)
    games = max(1, chunks) * cores * CHUNK

    def speed(threads: int) -> float:
        start = perf_counter()
        for _ in simulate(games, 3, threads=threads):
            pass
        return games / (perf_counter() - start)

    factor = median(speed(cores) / speed(1) for _ in range(3))
    return Figure(f"all {cores} cores against one", factor, "times", round(0.9 * cores, 1))


def _side_by_side(seconds: float, ruleset: str, seats: int, must: int = 0, goal: int = 0) -> Figure:
    """Decisions of games side by side on all cores, each of the legal actions equally likely and
    every array read once; the median of five runs. The marks are for each core."""
    cores = os.cpu_count() or 1
    env = VectorEnv(ruleset, GAMES_SIDE_BY_SIDE, seats=seats)
    env.step(env.any_actions())
    speeds = []
    with ThreadPoolExecutor(cores) as readers:
        for _ in range(5):
            decisions, start = 0, perf_counter()
            while (spent := perf_counter() - start) < seconds / 5:
                decisions += int(env.to_move.sum())
                env.step(env.any_actions())
                list(readers.map(np.max, _parts(env, cores)))
            speeds.append(decisions / spent)
    env.close()
    table = f"{ruleset}, {seats} seats, all {cores} cores"
    what = f"decisions of {GAMES_SIDE_BY_SIDE:,} games side by side, {table}"
    return Figure(what, median(speeds), "/s", must * cores or None, goal * cores or None)


def _parts(env: VectorEnv, n: int) -> list[Any]:
    """What an environment shows, in n parts; the large arrays in words of eight bytes."""
    large = [array.reshape(-1)[: array.size // 8 * 8].view(np.uint64)
             for array in (env.observations, env.mask)]  # fmt: skip
    small = [env.to_move, env.seat, env.done, env.rewards, env.outcome, env.sheets, env.facts]
    return [part for array in large for part in np.array_split(array, n)] + small


def _decisions(seconds: float) -> Figure:
    each = _each_decision(seconds, lambda seed: new(seats=3, seed=seed))
    return Figure("submit + view, one decision, classic", each, "µs", 50, 20, False)


def _duel_decisions(seconds: float) -> Figure:
    each = _each_decision(seconds, lambda seed: new("duel", seed=seed))
    return Figure("submit + view, one decision, Duel", each, "µs", 50, 20, False)


def _each_decision(seconds: float, deal: Callable[[int], Game]) -> float:
    """Microseconds for a view and a submission in random games, choosing not counted; the median
    game, since a busy machine stretches some of them."""
    rng, player = Random(0), bot("random")
    games: list[tuple[float, int]] = []
    while sum(spent for spent, _ in games) < seconds / 3:
        game, spent, n = deal(len(games)), 0.0, 0
        while not game.is_over:
            seat = game.to_move[0]
            move = player.choose(game.view(seat), rng)
            start = process_time()
            game.view(seat)
            game.submit(seat, move)
            spent += process_time() - start
            n += 1
        games.append((spent, n))
    return median(spent / n for spent, n in games) * 1e6


def _search(seconds: float) -> Figure:
    speed = _simulations_per_second(seconds, lambda seed: new(seats=3, seed=seed))
    return Figure("simulations of the search, classic, 3 seats, real positions", speed, "/CPU s")


def _duel_search(seconds: float) -> Figure:
    speed = _simulations_per_second(seconds, lambda seed: new("duel", seed=seed))
    what, peers = "simulations of the search, Duel, real positions", STORED["peers"]["duel_search"]
    return Figure(what, speed, "/CPU s", 100_000, 130_000, peers=peers)


def _simulations_per_second(seconds: float, deal: Callable[[int], Game]) -> float:
    """In positions of games between greedy players, early and late ones mixed; one thread."""
    rng, searcher = Random(0), MctsBot(SIMULATIONS, threads=1)
    views = _positions(deal)
    searcher.search(views[0], rng)
    spent, simulations = 0.0, 0
    for view in cycle(views):
        start = process_time()
        searcher.search(view, rng)
        spent += process_time() - start
        simulations += SIMULATIONS
        if spent >= seconds:
            break
    return simulations / spent


def _playout(seconds: float, game: str, **options: int) -> Figure:
    """One at a time from Python, each with its sample, in the same positions."""
    rng, views = Random(0), _positions(lambda seed: new(game, seed=seed, **options))
    playout(views[0], rng)
    spent, n = 0.0, 0
    while spent < seconds:
        start = process_time()
        for view in views:
            playout(view, rng)
        spent += process_time() - start
        n += len(views)
    table = f"{game}, {options['seats']} seats" if options else game.capitalize()
    return Figure(
        f"playout of a view, {table}, real positions", spent / n * 1e6, "µs", 100, None, False
    )


def _positions(deal: Callable[[int], Game], games: int = 3) -> list[View]:
    """What seats saw before every real choice, in a mixed order."""
    rng, player, views = Random(0), bot("greedy"), []
    for seed in range(games):
        game = deal(seed)
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            if len({move.without_payment() for move in view.legal_moves()}) > 1:
                views.append(view)
            game.submit(seat, player.choose(view, rng))
    rng.shuffle(views)
    return views


def _memory() -> Figure:
    return Figure("memory of one game in a batch", CLASSIC.itemsize, "bytes", 4096, None, False)


def _duel_memory() -> Figure:
    return Figure("memory of one Duel in a batch", DUEL.itemsize, "bytes", 2048, None, False)


def _first_move(times: int) -> Figure:
    """In a fresh interpreter with a warm cache; the median."""
    runs = [float(_python("-c", FIRST_MOVE).stdout) for _ in range(times)]
    return Figure("import to first legal move", median(runs), "s", 1.2, 0.7, False)


def _server_move() -> Figure:
    """As `benchmarks/load.py` has measured it: a server with people at it is a run of its own."""
    facts = STORED["server_move"]
    here = facts["machine"]
    stored = (
        f"stored: {facts['tables']} tables on {here['processor']}, {here['cores']} cores, "
        f"commit {here['commit']}, {facts['date']}, load {facts['load']}"
    )
    what = "server's processor time for a move"
    return Figure(what, facts["ms"], "ms", 8, 4, False, stored=stored)


def _cold_compile() -> Figure:
    seconds = _cold("-m", "heptapolis", "warm-up")
    return Figure("cold compile of what playing and search need", seconds, "s", 60, 45, False)


def _cold_duel() -> Figure:
    command = "from heptapolis.warm_up import compile_rules; compile_rules('duel')"
    return Figure("cold compile of Duel's rules", _cold("-c", command), "s", 20, None, False)


def _cold(*args: str) -> float:
    """Seconds that Python takes with nothing compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        _python(*args, HEPTAPOLIS_CACHE=folder)
        return perf_counter() - start


def _python(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *args]
    env = dict(os.environ) | environment
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True)


# ── telling ──────────────────────────────────────────────────────────────────────────────────────

_STYLES = {"goal": "green", "must": "yellow", "missed": "red", "": ""}


def _table(figures: list[Figure]) -> Grid:
    here = machine()
    title = (
        f"{here['processor']}, {here['cores']} cores · Python {here['python']} · "
        f"Numba {here['numba']} · heptapolis {here['heptapolis']} {here['commit'] or ''}"
    )
    table = Grid(
        title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, show_edge=False,
        pad_edge=False,
    )  # fmt: skip
    table.add_column("what")
    for name in ("measured", "must", "goal"):
        table.add_column(name, justify="right")
    table.add_column("reached")
    table.add_column("peers")
    for figure in figures:
        style = _STYLES[figure.verdict]
        table.add_row(
            figure.what,
            Text(f"{_number(figure.value)} {figure.unit}", style=style),
            _bound(figure.must, figure.more),
            _bound(figure.goal, figure.more),
            Text(figure.verdict, style=style),
            Text(figure.peers or figure.stored),
        )
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _bound(value: float | None, more: bool) -> str:
    return "" if value is None else f"{'≥' if more else '≤'} {value:,.9g}"
