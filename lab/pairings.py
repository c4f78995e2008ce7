"""Tables of pairings: the target of a bot, the games played, and the row of the table.

A page of figures (`search_figures.py`, `neural_figures.py`) is a list of pairings, a file with every result,
and a page with two marks. ``play MINUTES [WORDS]`` continues the pairings that lack games, or those whose
names contain WORDS, one game after the other on one core; it can be stopped and restarted at any time.
``write`` puts the table into the page. Deals are played from all seats; milliseconds are processor time, with
one thread for each bot. Stored results belong to the bots that played: delete the rows of a changed bot.

A pairing has all its games, or fewer if the arena's sequential test has decided the target.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import mean, stdev

import heptapolis as hp
from heptapolis.arena.play import seat_bots
from heptapolis.arena.sequential import interval
from heptapolis.bots.outside import OutsideBot

LAB = Path(__file__).parent
RIVALS = "lab/rivals/"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
MOVE_TIMEOUT_SECONDS = 300.0  # limit for a move; the first moves of a rival include compilation
WAYS = ("points", "military", "science")

Result = tuple[float, str]  # the hero's share of the win, the kind of end


@dataclass(frozen=True)
class Pairing:
    """One hero against rivals of one kind at all other seats, and the target of the hero."""

    variant: str  # "duel", "3 seats", "3 seats with leaders" …
    hero: str
    rival: str
    share: float | None = None  # minimum share
    low: float | None = None  # minimum of the interval's lower bound
    most: float | None = None  # maximum share
    by_science: float | None = None  # maximum share of games lost by science
    games: int = 300

    @property
    def key(self) -> str:
        return f"{self.variant}: {self.hero} against {self.rival}"

    @property
    def name(self) -> str:
        """Return the displayed name."""
        return (
            self.key.replace(f"{RIVALS}earlier.py:", "")
            .replace(RIVALS, "")
            .replace("exploiters/", "")
        )

    @cached_property
    def seats(self) -> int:
        return 2 if self.variant == "duel" else int(self.variant[0])

    @property
    def target(self) -> str:
        wants = [
            f"≥ {self.share:.0%}" if self.share is not None else "",
            f"lower bound > {self.low:.0%}" if self.low is not None else "",
            f"≤ {self.most:.0%}" if self.most is not None else "",
            f"≤ {self.by_science:.0%} lost by science" if self.by_science is not None else "",
        ]
        return ", ".join(want for want in wants if want)

    def play(self, number: int) -> Result:
        """Play a game; the deal changes when the hero has had every seat."""
        place, rng = number % self.seats, Random(number)
        table = new_table(self.variant, number // self.seats)
        line_up = tuple(self.hero if s == place else self.rival for s in range(self.seats))
        players = seat_bots(line_up, table.view(0))
        for player in players:
            if isinstance(player, OutsideBot):
                player.limit = MOVE_TIMEOUT_SECONDS
        while not table.is_over:
            seat = table.to_move[0]
            table.submit(seat, players[seat].choose(table.view(seat), rng))
        first = table.ranking()[0]
        return (place in first) / len(first), table.outcome or ""


def new_table(variant: str, seed: int) -> hp.Game:
    if variant == "duel":
        return hp.new("duel", seed=seed)
    return hp.new(seats=int(variant[0]), seed=seed, leaders="leaders" in variant)


class Score:
    """The result of a pairing so far; the games of a deal count as one."""

    def __init__(self, pairing: Pairing, rows: Sequence[Result]) -> None:
        self.pairing, self.rows = pairing, rows
        seats = pairing.seats
        self._deals = [
            mean(part for part, _ in rows[k : k + seats])
            for k in range(0, len(rows) - seats + 1, seats)
        ]

    @property
    def share(self) -> float:
        return mean(part for part, _ in self.rows)

    @property
    def error(self) -> float:
        """Return 1.96 standard errors."""
        return float(1.96 * stdev(self._deals) / len(self._deals) ** 0.5)

    @property
    def by_science(self) -> float:
        return mean(part == 0 and way == "science" for part, way in self.rows)

    @property
    def is_decided(self) -> bool:
        """Return whether the target share is decided by an interval valid after every deal."""
        one = self.pairing
        low, high = interval(self._deals)
        claims = [claim for claim in (one.share, one.low, one.most) if claim is not None]
        return bool(claims) and all(low > claim or high < claim for claim in claims)

    @property
    def is_done(self) -> bool:
        is_whole = len(self.rows) % self.pairing.seats == 0
        return len(self.rows) >= self.pairing.games or (is_whole and self.is_decided)

    @property
    def is_reached(self) -> bool:
        one = self.pairing
        return (
            (one.share is None or self.share >= one.share)
            and (one.low is None or self.share - self.error > one.low)
            and (one.most is None or self.share <= one.most)
            and (one.by_science is None or self.by_science <= one.by_science)
        )

    @property
    def ways(self) -> str:
        """Return victories and defeats by points, war, science."""
        sides = (
            Counter(way for part, way in self.rows if (part > 0) == won) for won in (True, False)
        )
        return " : ".join(", ".join(str(side[way]) for way in WAYS) for side in sides)

    def line(self) -> str:
        """Return target and result as text, "unfinished" if games are missing."""
        one, n = self.pairing, len(self.rows)
        if n < 2 * one.seats:
            return f"| {one.name} | {one.target} | not played yet | | | |"
        state = "" if n >= one.games else "decided" if self.is_done else "unfinished"
        sign = "" if state == "unfinished" or not one.target else " ✓" if self.is_reached else " ✗"
        ways = self.ways if one.variant == "duel" else ""
        share = f"{self.share:.1%} ± {100 * self.error:.1f}{sign}"
        return f"| {one.name} | {one.target} | {share} | {ways} | {n} | {state} |"


class Figures:
    """The pairings of a page, with their results in a file beside it."""

    def __init__(self, name: str, page: str, pairings: Sequence[Pairing]) -> None:
        self.data, self.page, self.pairings = LAB / f"{name}.json", LAB / page, pairings

    def play(self, minutes: float, words: str = "") -> None:
        """Play pairings in order, all to 60 games before any continues, within the time limit."""
        end, results = time.time() + 60 * minutes, self.stored()
        for stage in (60, 10**6):
            for one in self.pairings:
                if words not in one.key:
                    continue
                rows = results.setdefault(one.key, [])
                while not self._has(one, rows, stage) and time.time() < end:
                    rows.append(one.play(len(rows)))
                    self.data.write_text(json.dumps(results), encoding="utf-8")
                print(f"{len(rows):4} of {one.games}  {one.key}", flush=True)

    @staticmethod
    def _has(one: Pairing, rows: Sequence[Result], stage: int) -> bool:
        few = 2 * one.seats
        return len(rows) >= stage or (len(rows) >= few and Score(one, rows).is_done)

    def stored(self) -> dict[str, list[Result]]:
        if not self.data.exists():
            return {}
        facts = json.loads(self.data.read_text(encoding="utf-8"))
        return {key: [(row[0], row[1]) for row in rows] for key, rows in facts.items()}

    def write(self) -> None:
        """Write the table into the page, between its two marks."""
        results, page = self.stored(), self.page.read_text(encoding="utf-8")
        before, after = page.partition(BEGIN)[0], page.partition(END)[2]
        table = [
            "| pairing | target | wins | won by points, war, science : lost | games | |",
            "| --- | --- | --- | --- | ---: | --- |",
            *(Score(one, results.get(one.key, [])).line() for one in self.pairings),
        ]
        text = before + "\n".join([BEGIN, "", *table, "", END]) + after
        self.page.write_text(text, encoding="utf-8")
        print(f"wrote {self.page.name}")

    def command(self, words: Sequence[str], usage: str) -> None:
        """Run ``play MINUTES [WORDS]`` or ``write``."""
        os.environ["HEPTAPOLIS_SANDBOX"] = (
            "off"  # no sandbox: `earlier.py` starts programs, and all rivals are our own
        )
        match words:
            case ["play", minutes]:
                self.play(float(minutes))
            case ["play", minutes, name]:
                self.play(float(minutes), name)
            case ["write"]:
                self.write()
            case _:
                sys.exit(usage)
