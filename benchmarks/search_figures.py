"""What the search is asked to be: ``python benchmarks/search_figures.py play MINUTES``, then ``… write``.

``play`` goes on with the pairings that want games, one game after the other on one core, and keeps
every result in docs/search_figures.json; it may be stopped at any time and started again. ``write``
puts the table into docs/search.md. Deals are played from all seats; milliseconds are those of a core.
The results are those of the search that played them: whoever changes it deletes the file.
"""

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, stdev

import heptapolis as hp
from heptapolis.arena.play import seat_bots
from heptapolis.bots.outside import OutsideBot

ROOT = Path(__file__).parents[1]
DATA, PAGE = ROOT / "docs" / "search_figures.json", ROOT / "docs" / "search.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
UCT, BEFORE = "benchmarks/rivals/uct.py:Uct", "benchmarks/rivals/before.py:Before"
RUSHES = ("scholar", "warlord", "merchant")
STAGES = (60, 150, 300)  # games of a pairing
GAMES = STAGES[-1]
PATIENCE = 300.0  # seconds for a move: the first ones of a rival compile it
WAYS = ("points", "military", "science")

Result = tuple[float, str]  # the hero's part of the win, how the game ended


@dataclass(frozen=True)
class Pairing:
    """One hero against rivals of one kind at all other seats, and what is asked of the hero."""

    variant: str  # "duel", "3 seats", "3 seats with leaders" …
    hero: str
    rival: str
    share: float | None = None  # at least this
    low: float | None = None  # the lower bound of the interval at least this
    most: float | None = None  # at most this share (a rush bot is the hero)
    by_science: float | None = None  # at most this part of the games lost by science

    @property
    def key(self) -> str:
        return f"{self.variant}: {self.hero} against {self.rival}"


PAIRINGS = [
    Pairing("duel", "mcts:50ms", f"{UCT}:50ms", share=0.6, by_science=0.1),
    Pairing("duel", "mcts:50ms", f"{BEFORE}:50ms", share=0.55, by_science=0.1),
    Pairing("duel", "mcts:1000", "mcts:250", share=0.65, low=0.58),
    Pairing("duel", "mcts:4000", "mcts:1000", share=0.65, low=0.58),
    *(Pairing("duel", "mcts:1000", rush, share=0.9, by_science=0.1) for rush in RUSHES),
    Pairing("duel", "mcts:200ms", f"{UCT}:200ms", share=0.6, by_science=0.1),
    Pairing("duel", "mcts:200ms", f"{BEFORE}:200ms", share=0.55, by_science=0.1),
    Pairing("duel", "mcts:16000", "mcts:4000", share=0.65, low=0.58),
    Pairing("3 seats", "mcts:1000", "mcts:250", low=0.38),
    Pairing("3 seats", "mcts:4000", "mcts:1000", low=0.38),
    Pairing("3 seats", "mcts:1000", f"{BEFORE}:1000", low=1 / 3),
    Pairing("5 seats", "mcts:1000", f"{BEFORE}:1000", low=1 / 5),
    Pairing("3 seats with leaders", "mcts:1000", f"{BEFORE}:1000", low=1 / 3),
    *(Pairing("3 seats", rush, "mcts:1000", most=0.2)
      for rush in ("scholar", *(f"benchmarks/rivals/rush.py:{aim}" for aim in ("war", "blue", "wonder")))),
    *(Pairing("duel", "master", rush, share=0.9, by_science=0.1) for rush in RUSHES),
]  # fmt: skip


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def new_table(variant: str, seed: int) -> hp.Game:
    if variant == "duel":
        return hp.new("duel", seed=seed)
    return hp.new(seats=int(variant[0]), seed=seed, leaders="leaders" in variant)


def play_game(pairing: Pairing, number: int) -> Result:
    """A game of a pairing; the deal changes when the hero has had every seat."""
    seats = seats_of(pairing)
    table, place, rng = new_table(pairing.variant, number // seats), number % seats, Random(number)
    line_up = tuple(pairing.hero if seat == place else pairing.rival for seat in range(seats))
    players = seat_bots(line_up, table.view(0))
    for player in players:
        if isinstance(player, OutsideBot):
            player.limit = PATIENCE
    while not table.is_over:
        seat = table.to_move[0]
        table.submit(seat, players[seat].choose(table.view(seat), rng))
    first = table.ranking()[0]
    return (place in first) / len(first), table.outcome or ""


def play(minutes: float) -> None:
    """Pairings in their order, all to one stage before any goes on to the next, as long as the time
    allows."""
    end, results = time.time() + 60 * minutes, stored()
    for stage in STAGES:
        for pairing in PAIRINGS:
            rows = results.setdefault(pairing.key, [])
            while len(rows) < stage and time.time() < end:
                rows.append(play_game(pairing, len(rows)))
                DATA.write_text(json.dumps(results), encoding="utf-8")
            print(f"{len(rows):4} of {GAMES}  {pairing.key}", flush=True)


def stored() -> dict[str, list[Result]]:
    if not DATA.exists():
        return {}
    facts = json.loads(DATA.read_text(encoding="utf-8"))
    return {key: [(row[0], row[1]) for row in rows] for key, rows in facts.items()}


# ── the table ────────────────────────────────────────────────────────────────────────────────────


def line(pairing: Pairing, rows: list[Result]) -> str:
    """What was asked and what was reached; unfinished where games are missing."""
    name = pairing.key.replace("benchmarks/rivals/", "")
    if len(rows) < 2 * seats_of(pairing):
        return f"| {name} | {asked(pairing)} | not played yet | | | |"
    share, error = estimate(pairing, rows)
    state = "" if len(rows) >= GAMES else f"unfinished, {GAMES} wanted"
    won, lost = (
        Counter(way for part, way in rows if (part > 0) == is_won) for is_won in (True, False)
    )
    ways = " : ".join(", ".join(str(side[way]) for way in WAYS) for side in (won, lost))
    reached = "" if state else " ✓" if is_reached(pairing, rows) else " ✗"
    return (
        f"| {name} | {asked(pairing)} | {share:.1%} ± {100 * error:.1f}{reached} "
        f"| {ways if pairing.variant == 'duel' else ''} | {len(rows)} | {state} |"
    )


def seats_of(pairing: Pairing) -> int:
    return 2 if pairing.variant == "duel" else int(pairing.variant[0])


def estimate(pairing: Pairing, rows: list[Result]) -> tuple[float, float]:
    """The share of wins and 1.96 standard errors, the games of a deal as one."""
    seats = seats_of(pairing)
    deals = [mean(part for part, _ in rows[k : k + seats])
             for k in range(0, len(rows) - seats + 1, seats)]  # fmt: skip
    return mean(part for part, _ in rows), 1.96 * stdev(deals) / len(deals) ** 0.5


def asked(pairing: Pairing) -> str:
    wants = [
        f"≥ {pairing.share:.0%}" if pairing.share else "",
        f"lower bound ≥ {pairing.low:.0%}" if pairing.low else "",
        f"≤ {pairing.most:.0%}" if pairing.most else "",
        f"≤ {pairing.by_science:.0%} lost by science" if pairing.by_science else "",
    ]
    return ", ".join(want for want in wants if want)


def is_reached(pairing: Pairing, rows: list[Result]) -> bool:
    """Everything that is asked for holds in the games so far."""
    share, error = estimate(pairing, rows)
    by_science = mean(part == 0 and way == "science" for part, way in rows)
    return (
        (pairing.share is None or share >= pairing.share)
        and (pairing.low is None or share - error >= pairing.low)
        and (pairing.most is None or share <= pairing.most)
        and (pairing.by_science is None or by_science <= pairing.by_science)
    )


def write() -> None:
    """The table in docs/search.md, between its two marks."""
    results, page = stored(), PAGE.read_text(encoding="utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    table = [
        "| pairing | asked | wins | by points, war, science : lost so | games | |",
        "| --- | --- | --- | --- | ---: | --- |",
        *(line(pairing, results.get(pairing.key, [])) for pairing in PAIRINGS),
    ]
    PAGE.write_text(before + "\n".join([BEGIN, "", *table, "", END]) + after, encoding="utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(float(sys.argv[2]))
    elif sys.argv[1:] == ["write"]:
        write()
    else:
        sys.exit(__doc__)
