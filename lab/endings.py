"""Measure what players lose in endings of Duel: ``python -m lab.endings make``, then ``judge``.

``make`` plays games between networks, takes two decisions with at most nine cards left from each,
and solves them exactly; it writes endings.json. ``judge`` asks players for a move within the time
of a move; its distance to the best is the loss. The table goes into endings.md.
"""

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import heptapolis as hp
from heptapolis.bots.endings import SolvedMove
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.contract import View
from heptapolis.games.duel.endings import DuelEnding
from heptapolis.machine import machine
from heptapolis.move import Move
from heptapolis.record import Record

LAB = Path(__file__).parent
POSITIONS_FILE, PAGE = LAB / "endings.json", LAB / "endings.md"
DECISIONS, PER_GAME = 200, 2
MAX_CARDS, MIN_CARDS = 9, 4  # cards left in age III
ALL_POSITIONS = 2_000_000_000
TABLE_ROWS = 1 << 24  # limit of the exact solutions
MOVE_MS = 200
SLOW_MS = 200  # longer solutions are only counted


class UnsolvedSearchBot(NeuralSearchBot):
    """`neural-search` without the solver."""

    def _solve(self, view: View) -> list[SolvedMove] | None:
        return None


def advised_move(view: View, _rng: Random) -> Move:
    return hp.advise(view)[0].move


PLAYERS: dict[str, Callable[[View, Random], Move]] = {
    "`hp.advise`, hints": advised_move,
    "`neural-search:200ms`": NeuralSearchBot(ms=MOVE_MS).choose,
    "`neural-search:200ms` without the solver": UnsolvedSearchBot(ms=MOVE_MS).choose,
    "`mcts:200ms`": MctsBot(ms=MOVE_MS, threads=1).choose,
}


def cards_left(view: Any) -> int:
    return sum(not place.is_taken for place in view.places) if view.age == 3 else 99


def make_positions() -> None:
    """Write records of games up to a decision, with the exact chance of every move; continue where the
    last call stopped."""
    entries = json.loads(POSITIONS_FILE.read_text()) if POSITIONS_FILE.exists() else []
    network = hp.bot("neural")
    seed = 1 + max((Record.parse(entry["record"]).seed or 0 for entry in entries), default=-1)
    for number in itertools.count(seed):
        if len(entries) >= DECISIONS:
            break
        entries += _solved_entries(number, network)
        print(f"{len(entries)} of {DECISIONS}", flush=True)
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        POSITIONS_FILE.write_text(f"[\n{lines}\n]\n")


def _solved_entries(seed: int, network: Any) -> list[dict[str, Any]]:
    """Return decisions of a game between networks."""
    game: Any = hp.new("duel", seed=seed)
    rng, entries = Random(seed), []
    wanted = set(rng.sample(range(MIN_CARDS, MAX_CARDS + 1), PER_GAME))
    while not game.is_over:
        view = game.view(game.to_move[0])
        if cards_left(view) in wanted and len(view.legal_moves()) > 1:
            wanted.remove(cards_left(view))
            entries.append(_solved_entry(game, view))
        game.submit(view.seat, network.choose(view, rng))
    return entries


def _solved_entry(game: Any, view: Any) -> dict[str, Any]:
    start = time.perf_counter()
    ending = DuelEnding(view, TABLE_ROWS)
    ending.solve(ALL_POSITIONS)
    assert ending.is_solved
    return {
        "record": str(game.record()),
        "cards": cards_left(view),
        "seconds": round(time.perf_counter() - start, 3),
        "chances": {str(one.move): round(one.win, 9) for one in ending.moves()},
    }


def positions() -> Iterator[tuple[View, dict[str, Any]]]:
    """Return the decisions, each with its entry."""
    for entry in json.loads(POSITIONS_FILE.read_text()):
        game = hp.replay(Record.parse(entry["record"]))
        yield game.view(game.to_move[0]), entry


def judge_players() -> dict[str, Any]:
    """Return the losses of each player, and the time of its moves in milliseconds."""
    found: dict[str, Any] = {name: {"losses": [], "ms": []} for name in PLAYERS}
    for n, (view, entry) in enumerate(positions()):
        best = max(entry["chances"].values())
        for name, choose in PLAYERS.items():
            start = time.perf_counter()
            move = choose(view, Random(n))
            found[name]["ms"].append(1000 * (time.perf_counter() - start))
            found[name]["losses"].append(best - entry["chances"][str(move)])
        print(n, {name: round(mean(one["losses"]), 4) for name, one in found.items()}, flush=True)
    return found


def write_page(found: dict[str, Any]) -> None:
    entries = json.loads(POSITIONS_FILE.read_text())
    seconds = sorted(entry["seconds"] for entry in entries)
    slow = sum(1000 * one > SLOW_MS for one in seconds)
    facts = machine()
    lines = [
        "# Exact endings of Duel",
        "",
        f"{len(entries)} decisions with {MIN_CARDS} to {MAX_CARDS} cards left, from games between networks, were solved exactly",
        "(`games/duel/players/endings.py`). Each player chose within the time of a move; its loss is the difference to the best",
        "move, in chances to win, over everything that can still be hidden.",
        "",
        f"Made by `python -m lab.endings judge` on {datetime.now(UTC):%Y-%m-%d} at commit {facts['commit']}, "
        f"{facts['processor']}, one thread.",
        "",
        "| player | mean loss | largest loss | decisions with a loss | median time | longest time |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(_row(name, one) for name, one in found.items()),
        "",
        f"Solving takes {1000 * seconds[len(seconds) // 2]:.0f} ms in the median and {seconds[-1]:.1f} s at most; "
        f"{slow} of {len(seconds)} take longer than {SLOW_MS} ms. There the players fall back to their search.",
    ]
    PAGE.write_text("\n".join(lines) + "\n")


def _row(name: str, one: dict[str, list[float]]) -> str:
    losses, times = one["losses"], sorted(one["ms"])
    return (
        f"| {name} | {mean(losses):.4f} | {max(losses):.2f} | {sum(loss > 1e-6 for loss in losses)} "
        f"| {times[len(times) // 2]:.0f} ms | {times[-1]:.0f} ms |"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("make", "judge"))
    if parser.parse_args().task == "make":
        make_positions()
    else:
        write_page(judge_players())
