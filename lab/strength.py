"""Measure the strength of bots: ``python -m lab.strength play MINUTES [WORDS …]``, then ``write``.

``play`` plays every match within the time limit, on all cores, and stores the results in strength.json. With
WORDS, such as hard or "duel: mcts", it plays only matches whose variant and hero contain one of them, and
keeps the other results. ``write`` makes strength.md from all results and updates the table of levels in
docs/strength.md: run ``play MINUTES hard master`` after a change of these. Seats rotate, and every match of a
variant has the same deals.
"""

import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import heptapolis as hp
from heptapolis.arena.play import single_core_bot
from heptapolis.balance import estimate
from heptapolis.machine import machine

LAB = Path(__file__).parent
DATA, PAGE = LAB / "strength.json", LAB / "strength.md"
LEVELS_PAGE = LAB.parent / "docs" / "strength.md"

Facts = dict[str, Any]


@dataclass(frozen=True)
class Match:
    """One hero against rivals of one kind at all other seats."""

    part: str
    variant: str  # "3 seats", "4 seats with leaders", "duel" ...
    hero: str
    rival: str
    games: int
    must: float | None = None  # the target share


BUDGETS = ((10, 300), (30, 300), (100, 300), (300, 150), (1000, 100), (3000, 30))
LEVELS = list(hp.LEVELS)
MATCHES = [
    *(
        Match("budget", "3 seats", f"mcts:{n}", "greedy", games, 0.75 if n == 1000 else None)
        for n, games in BUDGETS
    ),
    *(
        Match("budget", "duel", f"mcts:{n}", "greedy", games, 0.85 if n == 1000 else None)
        for n, games in BUDGETS
    ),
    Match("random", "3 seats", "greedy", "random", 2000, 0.85),
    Match("random", "duel", "greedy", "random", 2000, 0.95),
    Match("random", "3 seats", "mcts:1000", "random", 100),
    Match("random", "3 seats", "mcts:64ms", "random", 100),
    *(
        Match("levels", variant, hero, rival, 60 if hero == "master" else 400, must)
        for variant, must in (("3 seats", 0.5), ("duel", 0.65))
        for rival, hero in pairwise(LEVELS)
    ),
    *(
        Match("variants", variant, "mcts:300", "greedy", 100)
        for variant in (
            "2 seats",
            "5 seats",
            "7 seats",
            "3 seats with leaders",
            "5 seats with leaders",
        )
    ),
]


def table(variant: str, seed: int) -> hp.Game:
    """Return a new game of a variant."""
    if variant == "duel":
        return hp.new("duel", seed=seed)
    return hp.new(seats=int(variant[0]), seed=seed, leaders="leaders" in variant)


def play_one(number: int, game: int) -> tuple[int, float, float, float]:
    """Play a game; return the number of its match, the hero's share of the win, its points and the rivals'."""
    match = MATCHES[number]
    hero, rival = single_core_bot(match.hero), single_core_bot(match.rival)
    board = table(match.variant, 0)
    board = table(match.variant, game // board.players)
    place, rng = game % board.players, Random(game)
    while not board.is_over:
        seat = board.to_move[0]
        move = (hero if seat == place else rival).choose(board.view(seat), rng)
        board.submit(seat, move)
    first, points = board.ranking()[0], [sheet["total"] for sheet in board.scores()]
    others = [points[seat] for seat in range(board.players) if seat != place]
    return number, (place in first) / len(first), points[place], sum(others) / len(others)


def is_meant(match: Match, words: list[str]) -> bool:
    return not words or any(word in f"{match.variant}: {match.hero}" for word in words)


def play(minutes: float, words: list[str]) -> None:
    """Play the selected matches in parallel within the time limit."""
    numbers = [k for k, match in enumerate(MATCHES) if is_meant(match, words)]
    if not numbers:
        sys.exit(f"no match has {' or '.join(words)} in its variant and hero")
    for variant in ("3 seats", "3 seats with leaders", "duel"):  # compiles before the workers start
        board = table(variant, 0)
        single_core_bot("mcts:2").choose(board.view(board.to_move[0]), Random(0))
        single_core_bot("greedy").choose(board.view(board.to_move[0]), Random(0))
        single_core_bot("neural-search:2").choose(board.view(board.to_move[0]), Random(0))
    end = time.time() + 60 * minutes
    jobs = [(k, game) for k in numbers for game in range(MATCHES[k].games)]
    jobs.sort(key=lambda job: job[1] / MATCHES[job[0]].games)
    results: list[list[tuple[float, float, float]]] = [[] for _ in MATCHES]
    with multiprocessing.Pool() as pool:
        running = [pool.apply_async(play_one, job) for job in jobs]
        for n, job in enumerate(running):
            left = end - time.time()
            if left <= 0:
                break
            try:
                k, *result = job.get(timeout=left)
            except multiprocessing.TimeoutError:
                break
            results[k].append((result[0], result[1], result[2]))
            if n % 50 == 0:
                print(f"{n} of {len(jobs)} games, {left / 60:.1f} minutes left", flush=True)
        pool.terminate()
    data = json.loads(DATA.read_text())
    if not words:
        data["matches"] = [{} for _ in MATCHES]
    run = add_run(data)
    for k in numbers:
        data["matches"][k] = summary(MATCHES[k], results[k]) | {"run": run}
    keep(data)


def summary(match: Match, rows: list[tuple[float, float, float]]) -> Facts:
    """Return a match with the means of its results."""
    means = [sum(row[k] for row in rows) / max(1, len(rows)) for k in range(3)]
    return (
        asdict(match)
        | {"played": len(rows)}
        | dict(zip(("share", "points", "rivals"), means, strict=True))
    )


def add_run(data: dict[str, Any]) -> int:
    """Note date and machine of a run; return its number."""
    data["runs"].append({"date": f"{datetime.now(UTC):%Y-%m-%d}", **machine()})
    return len(data["runs"])


def keep(data: dict[str, Any]) -> None:
    DATA.write_text(json.dumps(data, indent=1))
    print(f"wrote {DATA.name}")


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


def versus(m: Facts) -> str:
    return f"{m['variant']}: {m['hero']} against {m['rival']}"


def row(facts: Facts, first: Callable[[Facts], str]) -> str:
    """Return a line of a table: match, run, share, interval, mark and points."""
    share, games = float(str(facts["share"])), int(str(facts["played"]))
    what = f"{first(facts)} ({facts['run']})"
    if not games:
        return f"| {what} | not played | | | | |"
    wins = estimate.share(share * games, games)
    must = facts["must"]
    mark = (
        ""
        if must is None
        else f"≥ {float(str(must)):.0%} {'✓' if share >= float(str(must)) else '✗'}"
    )
    points = f"{float(str(facts['points'])):.1f} : {float(str(facts['rivals'])):.1f}"
    return (
        f"| {what} | {share:.1%} | {wins.low:.1%} – {wins.high:.1%} | {mark} | {points} | {games} |"
    )


def section(title: str, text: str, head: str, lines: list[str]) -> list[str]:
    return [
        f"## {title}",
        "",
        text,
        "",
        f"| {head} | wins | 95 % interval | target | points, its own : theirs | games |",
        "| --- | ---: | --- | --- | --- | ---: |",
        *lines,
        "",
    ]


def write() -> None:
    """Write strength.md from the stored results."""
    data = json.loads(DATA.read_text())
    matches = data["matches"]
    runs = [
        f"{n}. {run['date']}, commit {run['commit']}, {run['processor']}, {run['cores']} cores."
        for n, run in enumerate(data["runs"], 1)
        if any(m["run"] == n for m in matches if m["played"])
    ]

    def of(part: str, variant: str | None = None) -> list[Facts]:
        return [m for m in matches if m["part"] == part and variant in (None, m["variant"])]

    lines = [
        "# How strong the bots are",
        "",
        "Made by `lab/strength.py`, each game on one core. A number in brackets names the run (see the end of "
        "the page). One bot plays against rivals of one kind at all other seats; the seats rotate, and the deals "
        "are the same in every match of a variant. A shared win counts in parts. Intervals are Wilson's and treat "
        "games as independent, although the games of one deal, one for each seat, are not quite. At three seats "
        "par is 33.3 %. [Experiments with the search](search.md#targets-and-results) has the results of the search "
        "against other searches and rivals, [Bots that learned](learned.md) those of the networks.",
        "",
        *section(
            "Search against `greedy`, three seats",
            "Robilliard, Fonlupt and Teytaud (2014) let UCT play against rule-based players at three "
            "seats; this is the same kind of table. `greedy` is the rule-based player, and a strong one: "
            "see its points against `random` below.",
            "simulations a move",
            [row(m, lambda m: str(m["hero"])) for m in of("budget", "3 seats")],
        ),
        *section(
            "The same in Duel",
            "Par is 50 %.",
            "simulations a move",
            [row(m, lambda m: str(m["hero"])) for m in of("budget", "duel")],
        ),
        *section(
            "Against random players",
            "A tuned Java MCTS at 64 ms a decision scores 50.8 points to 21.5 against two random players "
            "(second edition of the game); ours at the same time budget is `mcts:64ms`.",
            "match",
            [row(m, versus) for m in of("random")],
        ),
        *section(
            "Levels",
            "One seat plays the level, all others the level below.",
            "match",
            [row(m, versus) for m in of("levels") if m["played"]],
        ),
        *section(
            "Other tables",
            "300 simulations a move against `greedy`; par is 1 / number of seats.",
            "match",
            [row(m, versus) for m in of("variants")],
        ),
        "## Runs",
        "",
        *runs,
    ]
    PAGE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {PAGE.name}")
    write_levels(of("levels"))


def write_levels(matches: list[Facts]) -> None:
    """Write the share of each level against the level below into the table of docs/strength.md."""
    wins = {(m["hero"], m["variant"]): f" {m['share']:.0%} " for m in matches if m["played"]}
    lines = LEVELS_PAGE.read_text(encoding="utf-8").splitlines()
    for n, line in enumerate(lines):
        level = line.removeprefix("| `").partition("`")[0]
        if line.startswith("| `") and level in LEVELS and len(cells := line.split("|")) == 6:
            shares = [wins.get((level, variant), " ") for variant in ("3 seats", "duel")]
            lines[n] = "|".join([*cells[:3], *shares, ""])
    LEVELS_PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {LEVELS_PAGE.name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(float(sys.argv[2]) if len(sys.argv) > 2 else 10, sys.argv[3:])
    elif sys.argv[1:] == ["write"]:
        write()
    else:
        sys.exit(__doc__)
