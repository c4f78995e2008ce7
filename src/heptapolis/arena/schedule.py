"""What is played: every line-up on the same deals, every bot on every seat of each.

A plan has contests, a contest has line-ups, and each of its deals is played by every line-up in
every rotation. Nothing here is drawn but from the plan's seed: a plan always gives the same games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, takewhile
from random import Random
from typing import Any

from heptapolis.contract import Game
from heptapolis.variants import Ruleset, Variant, register, registered, ruleset, rulesets

SEED_BITS = 64  # of a deal

FORFEIT = "forfeit"
ON_FAULT = (FORFEIT, "random")  # what a fault costs: the game, or nothing but the bot's own play

LineUp = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True)
class Format:
    """A ruleset and a number of seats."""

    name: str  # the ruleset as text, as short as it goes: a game or an expansion
    seats: int
    ruleset: Ruleset = field(compare=False, repr=False)

    def __str__(self) -> str:
        """ "game:3"; deals and folders hang on it, so that a format must keep its text."""
        return self.name if len(self.ruleset.variant.seats) == 1 else f"{self.name}:{self.seats}"

    def __reduce__(self) -> tuple[Any, ...]:
        """The variant travels whole, since a worker may not know it; but not the module that plays
        it, which is found again there."""
        rules = self.ruleset
        return _arrive, (self.name, self.seats, replace(rules.variant), rules.expansions)

    @property
    def slug(self) -> str:
        """A name for files and ids."""
        return str(self).replace(":", "-").replace("+", "-")

    def new_game(self, seed: int, names: Sequence[str] | None = None) -> Game:
        variant = self.ruleset.variant
        seats = {"seats": self.seats} if len(variant.seats) > 1 else {}
        options = self.ruleset.read_options(seats)
        return variant.engine.new(options, seed=seed, names=names, catalog=variant.catalog)

    @property
    def version(self) -> str:
        """The rules and cards that it is played by here, as text."""
        variant = self.ruleset.variant
        edition = variant.engine.edition(variant.catalog, self.ruleset.read_options({}))
        cards = f", cards sha256:{edition.fingerprint}" if edition else ""
        return f"rules {variant.rules_version}{cards}"

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Columns of a score sheet that can bring points in it."""
        return self.new_game(0).live_columns


def _arrive(name: str, seats: int, variant: Variant, expansions: tuple[str, ...]) -> Format:
    """A format in another process, which may learn of the variant only now."""
    known = registered().get(variant.id) or register(variant)
    return Format(name, seats, Ruleset(known, expansions))


@dataclass(frozen=True)
class Fixture:
    """One game to be played: who sits where, on which deal."""

    contest: str
    format: Format
    deal: int
    number: int  # within the deal
    line_up: LineUp  # by seat
    seed: int  # of the plan
    on_fault: str = FORFEIT

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
    on_fault: str = FORFEIT

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
            Fixture(self.name, self.format, number, k, seating, self.seed, self.on_fault)
            for k, seating in enumerate(seatings)
        ]


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament: a round robin, or a gauntlet of the first bot against each of the others.

    Chance finishes the game of a bot that fails. Either the bot forfeits the game, or its result
    stands ("random").
    """

    bots: tuple[str, ...]
    formats: tuple[Format, ...]
    seed: int = 0
    gauntlet: bool = False
    goal: float | None = None  # of a gauntlet's hero; None is par, one game in as many as seats
    on_fault: str = FORFEIT

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError(f"bots: at least two, got {', '.join(self.bots) or 'none'}")
        for bot in self.bots:
            if self.bots.count(bot) > 1:
                raise ValueError(f"bots: {bot} appears twice")
        if self.goal is not None and not self.gauntlet:
            raise ValueError("--goal: an option of a gauntlet")
        if self.goal is not None and not 0 < self.goal < 1:
            raise ValueError(f"goal: a share between 0 and 1, got {self.goal:g}")
        if self.on_fault not in ON_FAULT:
            raise ValueError(f"--on-fault: {' or '.join(ON_FAULT)}, got {self.on_fault!r}")

    @property
    def contests(self) -> tuple[Contest, ...]:
        """A contest for each format, in a gauntlet for each format and rival."""
        return tuple(self._gauntlet() if self.gauntlet else self._round_robin())

    def _round_robin(self) -> Iterator[Contest]:
        for format in self.formats:
            tables = tuple(line_ups(self.bots, format.seats))
            yield Contest(format.slug, format, tables, self.seed, on_fault=self.on_fault)

    def _gauntlet(self) -> Iterator[Contest]:
        hero, *rivals = self.bots
        for format in self.formats:
            goal = 1 / format.seats if self.goal is None else self.goal
            for number, rival in enumerate(rivals, 1):
                line_up = (hero, *[rival] * (format.seats - 1))
                name = f"{format.slug}-rival-{number}"
                yield Contest(name, format, (line_up,), self.seed, hero, rival, goal, self.on_fault)

    @property
    def round_size(self) -> int:
        """Games of one deal in all contests."""
        return sum(len(contest.deal(0)) for contest in self.contests)

    @property
    def versions(self) -> dict[str, str]:
        """The rules and cards that are played by here."""
        return {format.name: format.version for format in self.formats}

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "variants": [str(format) for format in self.formats],
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "goal": self.goal,
            "on_fault": self.on_fault,
            "versions": self.versions,
        }

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "TournamentPlan":
        options = {key: facts[key] for key in facts.keys() - {"variants", "versions"}}
        formats = tuple(parse_format(text) for text in facts["variants"])
        plan = cls(**options | {"bots": tuple(facts["bots"]), "formats": formats})
        for name, here in plan.versions.items():
            then = facts.get("versions", {}).get(name, "none that it names")
            if then != here:
                raise ValueError(f"{name} was played by {then}; here it is played by {here}")
        return plan


def line_ups(bots: Sequence[str], seats: int) -> Iterator[LineUp]:
    """Every line-up of a round robin: all bots as often as they fit, and for the seats that are
    left each choice of different ones. Those of the last bot come last: where one more joins, the
    others' keep their numbers."""
    often, left = divmod(seats, len(bots))
    for chosen in reversed(list(combinations(reversed(bots), left))):
        yield tuple(bot for bot in bots for _ in range(often + (bot in chosen)))


# ── plans as text ────────────────────────────────────────────────────────────────────────────────


def parse_plan(
    words: Sequence[str],
    seats: str | None = None,
    expansions: Sequence[str] = (),
    *,
    gauntlet: bool = False,
    goal: float | None = None,
    seed: int | None = None,
    on_fault: str | None = None,
) -> TournamentPlan | None:
    """The plan that a command asks for: ``words`` are games, then bots. None if it says nothing."""
    facts = (goal, seed, on_fault)
    if not (words or seats or expansions or gauntlet or any(fact is not None for fact in facts)):
        return None
    games = list(takewhile(_is_game, words))
    bots = tuple(words[len(games) :])
    rules = [ruleset(game) for game in games] or rulesets()[:1]
    for expansion in expansions:
        rules = _expand(rules, expansion)
    if seats and all(len(one.variant.seats) == 1 for one in rules):
        several = [id for id, variant in registered().items() if len(variant.seats) > 1]
        raise ValueError(f"--seats: an option of {', '.join(several)}, not of {rules[0]}")
    tables = formats(rules, seats)
    return TournamentPlan(bots, tables, seed or 0, gauntlet, goal, on_fault or FORFEIT)


def _is_game(word: str) -> bool:
    """Whether a word means a game: what stands before a plus is a variant or an expansion."""
    first = word.partition("+")[0]
    return any(id == first or first in variant.expansions for id, variant in registered().items())


def _expand(rules: Sequence[Ruleset], expansion: str) -> list[Ruleset]:
    """Rulesets with an expansion, as far as there is one for them; it must be for some."""
    if not any(expansion in one.variant.expansions for one in rules):
        having = [id for id, variant in registered().items() if expansion in variant.expansions]
        raise ValueError(f"--{expansion}: an option of {', '.join(having)}, not of {rules[0]}")
    return [
        ruleset(f"{one}+{expansion}")
        if expansion in one.variant.expansions and expansion not in one.expansions
        else one
        for one in rules
    ]


def formats(rules: Sequence[Ruleset], seats: str | None = None) -> tuple[Format, ...]:
    """Formats of some rulesets; ``seats`` is a text like "3" or "2,5-7" for those that have a
    choice, else they have as many as a new game."""
    chosen: list[Format] = []
    for one in dict.fromkeys(rules):
        usual = one.variant.seats_of(one.read_options({}))
        has_choice = seats is not None and len(one.variant.seats) > 1
        numbers = parse_seats(seats or "", one.variant.seats) if has_choice else [usual]
        chosen += [Format(_short_name(one), number, one) for number in numbers]
    return tuple(chosen)


def _short_name(rules: Ruleset) -> str:
    """A ruleset as text; an expansion stands for both where it means just that."""
    short = (name for name in rules.expansions if ruleset(name) == rules)
    return next(short, str(rules))


def parse_format(text: str) -> Format:
    """ "game", or "game:3" where there are several numbers of seats."""
    game, _, seats = text.partition(":")
    (format,) = formats([ruleset(game)], seats or None)
    return format


def parse_seats(text: str, allowed: range) -> list[int]:
    """Numbers of seats: "3", "3,5" or "3-5"."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError(f"seats: numbers like 3, 3,5 or 3-5, got {text!r}")
        ends = int(first), int(last or first)
        for number in ends:
            if number not in allowed:
                raise ValueError(f"seats: {allowed[0]} to {allowed[-1]}, got {number}")
        numbers.update(range(min(ends), max(ends) + 1))
    return sorted(numbers)
