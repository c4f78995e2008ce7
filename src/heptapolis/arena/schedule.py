"""What is played: every line-up on the same deals, every bot on every seat of each.

A plan has contests, a contest has line-ups, and each of its deals is played by every line-up in
every rotation. Nothing here is drawn but from the plan's seed: a plan always gives the same games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from random import Random
from typing import Any

SEATS = range(2, 8)  # of classic; Duel has two
GAMES = ("classic", "leaders", "duel")  # leaders is classic with the expansion
SEED_BITS = 64  # of a deal

LineUp = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True)
class Format:
    """A game and the number of its seats."""

    game: str  # of `GAMES`
    seats: int

    def __str__(self) -> str:
        return self.game if self.game == "duel" else f"{self.game}:{self.seats}"

    @property
    def options(self) -> dict[str, Any]:
        """What `new` wants to know, but for seed and names."""
        if self.game == "duel":
            return {"game": "duel"}
        return {"game": "classic", "seats": self.seats, "leaders": self.game == "leaders"}


@dataclass(frozen=True)
class Fixture:
    """One game to be played: who sits where, on which deal."""

    contest: str
    format: Format
    deal: int
    number: int  # within the deal
    line_up: LineUp  # by seat
    seed: int  # of the plan

    @property
    def id(self) -> str:
        return f"{self.contest}/{self.deal + 1:05}-{self.number + 1:03}"

    @property
    def deal_seed(self) -> int:
        """The same for every fixture of a deal, whatever its line-up."""
        return Random(f"{self.seed} {self.format} {self.deal}").getrandbits(SEED_BITS)

    def chance(self, seat: int) -> Random:
        """The random numbers of a seat in this deal: fresh for each game, whoever sits there."""
        return Random(f"{self.seed} {self.format} {self.deal} {seat}")


@dataclass(frozen=True)
class Contest:
    """Line-ups on the same deals: the games that answer one question."""

    name: str
    format: Format
    line_ups: tuple[LineUp, ...]
    seed: int
    hero: str = ""  # of a gauntlet, and whom it meets here
    rival: str = ""
    goal: float = 0.0  # the share that the hero is to surpass

    @property
    def bots(self) -> tuple[str, ...]:
        """Everyone who takes part, in the plan's order."""
        return tuple(dict.fromkeys(bot for line_up in self.line_ups for bot in line_up))

    def deal(self, number: int) -> list[Fixture]:
        """All games on one deal.

        The order round the table is drawn, then rotated: each bot of a line-up sits on each seat
        equally often. A rotation that looks like an earlier one would be the same game again.
        """
        seatings: list[LineUp] = []
        for line_up in self.line_ups:
            order = list(line_up)
            Random(f"{self.seed} {self.format} {number} {line_up}").shuffle(order)
            turns = [(*order[turn:], *order[:turn]) for turn in range(len(order))]
            seatings += dict.fromkeys(turns)
        return [
            Fixture(self.name, self.format, number, k, seating, self.seed)
            for k, seating in enumerate(seatings)
        ]


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament: a round robin, or a gauntlet of the first bot against each of the others."""

    bots: tuple[str, ...]
    formats: tuple[Format, ...]
    seed: int = 0
    gauntlet: bool = False
    goal: float | None = None  # of a gauntlet's hero; None is par, one game in as many as seats

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError(f"bots: at least two, got {', '.join(self.bots) or 'none'}")
        for bot in self.bots:
            if self.bots.count(bot) > 1:
                raise ValueError(f"bots: {bot} stands there twice")
        if self.goal is not None and not self.gauntlet:
            raise ValueError("--goal: an option of a gauntlet")
        if self.goal is not None and not 0 < self.goal < 1:
            raise ValueError(f"goal: a share between 0 and 1, got {self.goal:g}")

    @property
    def contests(self) -> tuple[Contest, ...]:
        """A contest for each format, in a gauntlet for each format and rival."""
        return tuple(self._gauntlet() if self.gauntlet else self._round_robin())

    def _round_robin(self) -> Iterator[Contest]:
        for format in self.formats:
            yield Contest(
                _folder(format), format, tuple(line_ups(self.bots, format.seats)), self.seed
            )

    def _gauntlet(self) -> Iterator[Contest]:
        hero, *rivals = self.bots
        for format in self.formats:
            goal = 1 / format.seats if self.goal is None else self.goal
            for number, rival in enumerate(rivals, 1):
                line_up = (hero, *[rival] * (format.seats - 1))
                name = f"{_folder(format)}-rival-{number}"
                yield Contest(name, format, (line_up,), self.seed, hero, rival, goal)

    @property
    def round_size(self) -> int:
        """Games of one deal in all contests."""
        return sum(len(contest.deal(0)) for contest in self.contests)

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "variants": [str(format) for format in self.formats],
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "goal": self.goal,
        }

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "TournamentPlan":
        options = {key: value for key, value in facts.items() if key != "variants"}
        formats = tuple(parse_format(text) for text in facts["variants"])
        return cls(**options | {"bots": tuple(facts["bots"]), "formats": formats})


def _folder(format: Format) -> str:
    return str(format).replace(":", "-")


def line_ups(bots: Sequence[str], seats: int) -> Iterator[LineUp]:
    """Every line-up of a round robin: all bots as often as they fit, and for the seats that are
    left each choice of different ones."""
    often, left = divmod(seats, len(bots))
    for chosen in combinations(bots, left):
        yield tuple(bot for bot in bots for _ in range(often + (bot in chosen)))


# ── plans as text ────────────────────────────────────────────────────────────────────────────────


def parse_plan(
    words: Sequence[str],
    seats: str | None = None,
    leaders: bool = False,
    *,
    gauntlet: bool = False,
    goal: float | None = None,
    seed: int | None = None,
) -> TournamentPlan | None:
    """The plan that a command asks for: ``words`` are games, then bots. None if it says nothing."""
    if not (words or seats or leaders or gauntlet or goal is not None or seed is not None):
        return None
    games = list(takewhile(GAMES.__contains__, words))
    bots = tuple(words[len(games) :])
    if leaders:
        games = [*dict.fromkeys("leaders" if game == "classic" else game for game in games)]
        games = games or ["leaders"]
        if "leaders" not in games:
            raise ValueError(f"--leaders: an option of classic, not of {games[0]}")
    if seats and games == ["duel"]:
        raise ValueError("--seats: an option of classic, not of duel")
    return TournamentPlan(bots, formats(games or ["classic"], seats), seed or 0, gauntlet, goal)


def formats(games: Sequence[str], seats: str | None = None) -> tuple[Format, ...]:
    """Formats of some games; ``seats`` is a text like "3" or "2,5-7" for those of classic."""
    numbers = [3] if seats is None else parse_seats(seats)
    chosen = []
    for game in dict.fromkeys(games):
        if game not in GAMES:
            raise ValueError(f"no game {game!r}: {', '.join(GAMES)}")
        chosen += [Format(game, n) for n in ([2] if game == "duel" else numbers)]
    return tuple(chosen)


def parse_format(text: str) -> Format:
    """ "duel", "classic:3" or "leaders:3"."""
    game, _, seats = text.partition(":")
    (format,) = formats([game], seats or None)
    return format


def parse_seats(text: str) -> list[int]:
    """Numbers of seats: "3", "3,5" or "3-5"."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError(f"seats: numbers like 3, 3,5 or 3-5, got {text!r}")
        ends = int(first), int(last or first)
        for number in ends:
            if number not in SEATS:
                raise ValueError(f"seats: {SEATS[0]} to {SEATS[-1]}, got {number}")
        numbers.update(range(min(ends), max(ends) + 1))
    return sorted(numbers)
