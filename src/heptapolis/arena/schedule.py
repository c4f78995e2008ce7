"""The schedule: every line-up plays the same deals, every bot on every seat.

A plan has contests, a contest has line-ups, and every line-up plays each deal in every rotation.
The plan's seed is the only source of randomness: a plan always gives the same games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, takewhile
from random import Random
from typing import Any

from heptapolis.contract import Game, engine_of
from heptapolis.variants import Ruleset, Variant, register, registered_variants, ruleset, rulesets

SEED_BITS = 64  # of a deal's seed

FORFEIT = "forfeit"
# what the bot with a fault loses: the game, or only its own further moves
ON_FAULT = (FORFEIT, "random")

LineUp = tuple[str, ...]  # bots by seat


@dataclass(frozen=True)
class Format:
    """A ruleset and a number of seats."""

    name: str  # the ruleset as text, in its shortest form: a game or an expansion
    seats: int
    ruleset: Ruleset = field(compare=False, repr=False)

    def __str__(self) -> str:
        """ "game:3"; seeds of deals and stored folders depend on this text, so it must not
        change."""
        return self.name if len(self.ruleset.variant.seats) == 1 else f"{self.name}:{self.seats}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the variant, since a worker may not have it registered, without its engine, which
        is imported there."""
        rules = self.ruleset
        return unpickle_format, (self.name, self.seats, replace(rules.variant), rules.expansions)

    @property
    def slug(self) -> str:
        """The format's name in files and ids."""
        return str(self).replace(":", "-").replace("+", "-")

    def new_game(self, seed: int, names: Sequence[str] | None = None) -> Game:
        variant = self.ruleset.variant
        seats = {"seats": self.seats} if len(variant.seats) > 1 else {}
        options = self.ruleset.read_options(seats)
        return engine_of(variant).new(options, seed=seed, names=names, catalog=variant.catalog)

    @property
    def version(self) -> str:
        """The version of its rules and cards here, as text."""
        variant = self.ruleset.variant
        edition = variant.engine.edition(variant.catalog, self.ruleset.read_options({}))
        cards = f", cards sha256:{edition.fingerprint}" if edition else ""
        return f"rules {variant.rules_version}{cards}"

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of the score sheet that can bring points."""
        return self.new_game(0).live_columns


def unpickle_format(name: str, seats: int, variant: Variant, expansions: tuple[str, ...]) -> Format:
    """Return a format from a pickle; register its variant if it is unknown in this process."""
    known = registered_variants().get(variant.id) or register(variant)
    return Format(name, seats, Ruleset(known, expansions))


@dataclass(frozen=True)
class Fixture:
    """One game of the schedule: the line-up and the deal."""

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
        """The seed of the deal, the same for every line-up."""
        return Random(f"{self.seed} {self.format} {self.deal}").getrandbits(SEED_BITS)

    def chance(self, seat: int) -> Random:
        """Return a seat's random generator for this game; it does not depend on the bot."""
        return Random(f"{self.seed} {self.format} {self.deal} {seat}")


@dataclass(frozen=True)
class Contest:
    """Line-ups on the same deals: the games that answer one question."""

    name: str
    format: Format
    line_ups: tuple[LineUp, ...]
    seed: int
    hero: str = ""  # in a gauntlet, with the rival in this contest
    rival: str = ""
    goal: float = 0.0  # the share that the hero has to surpass
    on_fault: str = FORFEIT

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots in this contest, in the plan's order."""
        return tuple(dict.fromkeys(bot for line_up in self.line_ups for bot in line_up))

    def deal(self, number: int) -> list[Fixture]:
        """Return all games on one deal.

        The order of the seats is drawn, then rotated, so each bot of a line-up has each seat
        equally often. A rotation equal to an earlier one is left out: it would repeat the same
        game.
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

    A random player finishes the game of a bot that fails. Either the bot forfeits the game, or its
    result stands ("random").
    """

    bots: tuple[str, ...]
    formats: tuple[Format, ...]
    seed: int = 0
    gauntlet: bool = False
    # of the hero in a gauntlet; None is par, one game in as many as seats
    goal: float | None = None
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
        """The contests: one per format, in a gauntlet one per format and rival."""
        return tuple(self._gauntlet() if self.gauntlet else self._round_robin())

    def _round_robin(self) -> Iterator[Contest]:
        for game_format in self.formats:
            tables = tuple(line_ups(self.bots, game_format.seats))
            yield Contest(game_format.slug, game_format, tables, self.seed, on_fault=self.on_fault)

    def _gauntlet(self) -> Iterator[Contest]:
        hero, *rivals = self.bots
        for game_format in self.formats:
            goal = 1 / game_format.seats if self.goal is None else self.goal
            for number, rival in enumerate(rivals, 1):
                line_up = (hero, *[rival] * (game_format.seats - 1))
                name = f"{game_format.slug}-rival-{number}"
                yield Contest(
                    name, game_format, (line_up,), self.seed, hero, rival, goal, self.on_fault
                )

    @property
    def round_size(self) -> int:
        """The number of games of one deal over all contests."""
        return sum(len(contest.deal(0)) for contest in self.contests)

    @property
    def versions(self) -> dict[str, str]:
        """The versions of rules and cards here."""
        return {game_format.name: game_format.version for game_format in self.formats}

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "variants": [str(game_format) for game_format in self.formats],
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
    """Return the line-ups of a round robin: all bots as often as they fit, and every choice of
    different bots for the remaining seats. Line-ups with the last bot come last, so adding a bot
    keeps the numbers of the others."""
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
    """Return the plan of a command line: ``words`` are games, then bots. Return None if it is
    empty."""
    facts = (goal, seed, on_fault)
    if not (words or seats or expansions or gauntlet or any(fact is not None for fact in facts)):
        return None
    games = list(takewhile(_is_game, words))
    bots = tuple(words[len(games) :])
    rules = [ruleset(game) for game in games] or rulesets()[:1]
    for expansion in expansions:
        rules = _expand(rules, expansion)
    if seats and all(len(one.variant.seats) == 1 for one in rules):
        several = [id for id, variant in registered_variants().items() if len(variant.seats) > 1]
        raise ValueError(f"--seats: an option of {', '.join(several)}, not of {rules[0]}")
    tables = formats(rules, seats)
    return TournamentPlan(bots, tables, seed or 0, gauntlet, goal, on_fault or FORFEIT)


def _is_game(word: str) -> bool:
    """Return whether a word names a game: the part before a plus is a variant or an expansion."""
    first = word.partition("+")[0]
    return any(
        id == first or first in variant.expansions for id, variant in registered_variants().items()
    )


def _expand(rules: Sequence[Ruleset], expansion: str) -> list[Ruleset]:
    """Add an expansion to the rulesets that have it; raise ValueError if none has."""
    if not any(expansion in one.variant.expansions for one in rules):
        having = [
            id for id, variant in registered_variants().items() if expansion in variant.expansions
        ]
        raise ValueError(f"--{expansion}: an option of {', '.join(having)}, not of {rules[0]}")
    return [
        ruleset(f"{one}+{expansion}")
        if expansion in one.variant.expansions and expansion not in one.expansions
        else one
        for one in rules
    ]


def formats(rules: Sequence[Ruleset], seats: str | None = None) -> tuple[Format, ...]:
    """Return formats of some rulesets. ``seats`` is a text like "3" or "2,5-7" for rulesets with a
    choice; others have the seats of a new game."""
    chosen: list[Format] = []
    for one in dict.fromkeys(rules):
        usual = one.variant.seats_of(one.read_options({}))
        has_choice = seats is not None and len(one.variant.seats) > 1
        numbers = parse_seats(seats or "", one.variant.seats) if has_choice else [usual]
        chosen += [Format(_short_name(one), number, one) for number in numbers]
    return tuple(chosen)


def _short_name(rules: Ruleset) -> str:
    """Return the shortest name of a ruleset; an expansion stands for its game with it."""
    short = (name for name in rules.expansions if ruleset(name) == rules)
    return next(short, str(rules))


def parse_format(text: str) -> Format:
    """Parse "game", or "game:3" if there are several numbers of seats."""
    game, _, seats = text.partition(":")
    (game_format,) = formats([ruleset(game)], seats or None)
    return game_format


def parse_seats(text: str, allowed: range) -> list[int]:
    """Parse numbers of seats: "3", "3,5" or "3-5"."""
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
