"""Measure habits of networks: ``python -m lab.habits [GAMES [RULESET …]]`` writes the tables of habits.md between their marks.

`neural` plays all seats, and one seat against other bots, in every seat in turn. The tables show points by
column, for `neural` and for winners against it, the kinds of ends, and those of lost games.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.machine import machine

PAGE = Path(__file__).with_name("habits.md")
RUSH = "lab/rivals/rush.py:"
RIVALS = {
    "duel": ("mcts:1000", *(RUSH + aim for aim in ("science", "war", "coins", "wonder"))),
    "classic": ("mcts:300", *(RUSH + aim for aim in ("science", "war", "blue", "wonder"))),
    "classic+leaders": ("mcts:300",),
}
TABLES: dict[str, dict[str, Any]] = {
    "duel": {"game": "duel"},
    "classic": {"game": "classic", "seats": 3},
    "classic+leaders": {"game": "classic", "seats": 3, "leaders": True},
}
SEED = 31


def play(options: dict[str, Any], rival: str, games: int) -> list[tuple[int, Any]]:
    """Play games with the network at each seat in turn, or at all seats."""
    game, seats = options["game"], options.get("seats", 2)
    rest = {name: value for name, value in options.items() if name != "game"}
    parts = []
    for mine in range(seats):
        bots = [rival] * seats
        bots[mine] = "neural"
        ends = hp.simulate(game, games=games // seats, bots=bots, seed=SEED + mine, **rest)
        parts.append((mine, ends))
    return parts


def tell(ruleset: str, games: int) -> list[str]:
    """Return the results as rows of a table."""
    rows: list[str] = []
    for rival in ("neural", "greedy", *RIVALS[ruleset]):
        parts = play(TABLES[ruleset], rival, games)
        columns = parts[0][1].columns
        sheets = np.concatenate([ends.sheets[:, mine] for mine, ends in parts])
        wins = np.concatenate([ends.wins[:, mine] for mine, ends in parts])
        outcomes = [str(one) for _, ends in parts for one in ends.outcomes]
        by_seat = ", ".join(f"{ends.wins[:, mine].mean():.0%}" for mine, ends in parts)
        won = Counter(way for way, win in zip(outcomes, wins, strict=True) if win)
        lost = Counter(way for way, win in zip(outcomes, wins, strict=True) if not win)
        beaten_by = np.concatenate(
            [_winners(ends)[ends.wins[:, mine] == 0] for mine, ends in parts]
        )
        rows.append(
            f"| {rival.removeprefix('lab/rivals/')} | {len(wins)} | {wins.mean():.0%} | {by_seat} | "
            f"{_points(columns, sheets)} | {_points(columns, beaten_by)} | {_ways(won)} | {_ways(lost)} |"
        )
        print(rows[-1], flush=True)
    return rows


def _winners(ends: Any) -> Any:
    """Return the score sheet of each game's winner, or of the first of several."""
    return ends.sheets[np.arange(len(ends.wins)), ends.wins.argmax(1)]


def _points(columns: Any, sheets: Any) -> str:
    """Return means, without columns that are always empty."""
    if not len(sheets):
        return "–"
    means = zip(columns, sheets.mean(0), strict=True)
    return ", ".join(f"{name} {mean:.1f}" for name, mean in means if mean)


def _ways(ways: Counter[str]) -> str:
    return ", ".join(f"{way} {n}" for way, n in ways.most_common()) or "–"


def main(games: int, rulesets: Sequence[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for ruleset in rulesets:
        begin, end = f"<!-- {ruleset} -->\n", f"<!-- end of {ruleset} -->"
        head, _, rest = text.partition(begin)
        tail = rest.partition(end)[2]
        table = [
            "| against | games | won | by seat | mean points | of its winners | victories by | defeats by |",
            "| --- | ---: | ---: | --- | --- | --- | --- | --- |",
            *tell(ruleset, games),
            "",
            f"{datetime.now(UTC):%Y-%m-%d}, commit {machine()['commit']}.",
        ]
        text = head + begin + "\n".join(table) + "\n" + end + tail
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 240, sys.argv[2:] or list(TABLES))
