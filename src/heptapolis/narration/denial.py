"""Who denied what to whom, told once a game is over and every card lies open.

A card that is discarded or buried is gone for whoever would have had it next: in classic the city
that gets the hand, in Duel the rival. It counts if that city could have built the card then, and
if the card would have brought it points in the end.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from heptapolis.classic.view import ClassicState
from heptapolis.contract import Game
from heptapolis.duel.view import DuelState
from heptapolis.edition import Source
from heptapolis.events import (
    Discarded,
    Event,
    Staged,
    War,
)
from heptapolis.game import replay_steps, score
from heptapolis.narration.wording import Wording, signed
from heptapolis.record import Line, Record

BURIED = ("stage", "wonder")
# What of a position counts for its score; hands and packs would only have to be right.
_CLASSIC = ("game", "players", "leaders", "age", "turn", "phase")
_DUEL = ("game", "age", "turn", "marker")


@dataclass(frozen=True)
class Denial:
    """A card that ``seat`` took out of the game and ``other`` could have built."""

    age: int
    turn: int
    seat: int  # of the city that buried or discarded it
    other: int
    card: str
    is_buried: bool
    coins: int  # that it would have cost
    is_chain: bool  # a building of the other city made it free
    points: int  # that it would have been worth in the end


def denials(record: Record, *, catalog: Source = None) -> tuple[Denial, ...]:
    """Everything that was denied in a finished game, what mattered most first."""
    steps = replay_steps(record, catalog=catalog)
    game, lost = _duel(steps, record) if record.game == "duel" else _classic(steps, record)
    if not game.is_over:
        return ()
    worth = _Worth(game, catalog)
    told = [_denial(one, points) for one in lost if (points := worth.of(one)) > 0]
    return tuple(sorted(told, key=lambda one: (-one.points, not one.is_chain, one.age, one.turn)))


@dataclass(frozen=True)
class _Lost:
    """A card that went, and what the other city would have paid for it."""

    line: Line
    seat: int
    other: int
    card: str
    coins: int
    is_chain: bool


def _denial(one: _Lost, points: int) -> Denial:
    line = one.line
    return Denial(
        line.age, line.turn, one.seat, one.other, one.card, line.move.verb in BURIED,
        one.coins, one.is_chain, points,
    )  # fmt: skip


def _goes(line: Line) -> bool:
    """The line takes a card of an age out of the game."""
    return line.age > 0 and line.turn > 0 and line.move.verb in ("discard", *BURIED)


# ── classic ──────────────────────────────────────────────────────────────────────────────────────


def _classic(steps: Iterable[Game], record: Record) -> tuple[Game, list[_Lost]]:
    """The last game and what was lost on the way: looked at when the hands have been passed."""
    lost: list[_Lost] = []
    gone: list[Line] = []  # in the turn that is under way
    game: Any = None
    for game, line in zip(steps, (None, *record.lines), strict=True):
        if line is not None and _goes(line):
            gone.append(line)
        if gone and (game.age, game.turn) != (gone[0].age, gone[0].turn):
            if game.age == gone[0].age and game.phase == "turn":
                lost += (one for line in gone if (one := _lost_in_classic(game, line)))
            gone = []
    return game, lost


def _lost_in_classic(game: ClassicState, line: Line) -> _Lost | None:
    """The hand has gone to the next city; the card would still have been in it."""
    other, card = _next(line.seat, line.age, game.players), line.move.card or ""
    move = game.way_to_build(other, card)
    if move is None:
        return None
    seat = game.players if line.move.free_city else line.seat
    coins = move.bank + move.left + move.right
    is_chain = _has_chain(game, other, card)
    printed = 0 if is_chain else game.edition.catalog.card[card].cost.coins
    return _Lost(line, seat, other, card, coins + printed, is_chain)


def _next(seat: int, age: int, players: int) -> int:
    """Who gets a seat's hand: the left neighbour, in age II the right one (C2.1)."""
    return (seat + (-1 if age == 2 else 1)) % players


def _has_chain(game: ClassicState, seat: int, card: str) -> bool:
    cards = game.edition.catalog.card
    standing = {cards[id].same_structure_as or id for id in game.city(seat).buildings}
    return any((cards[id].same_structure_as or id) in standing for id in cards[card].chain_from)


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def _duel(steps: Iterable[Game], record: Record) -> tuple[Game, list[_Lost]]:
    lost: list[_Lost] = []
    game: Any = None
    for game, line in zip(steps, (None, *record.lines), strict=True):
        if line is not None and _goes(line) and (one := _lost_in_duel(game, line)):
            lost.append(one)
    return game, lost


def _lost_in_duel(game: DuelState, line: Line) -> _Lost | None:
    """What the rival would have paid right after that turn."""
    other, card = 1 - line.seat, line.move.card or ""
    coins = game.price(other, card)
    if coins > game.city(other).coins:
        return None
    return _Lost(line, line.seat, other, card, coins, game.has_chain(other, card))


# ── worth ────────────────────────────────────────────────────────────────────────────────────────


class _Worth:
    """Points that one card more would have brought a city, everything else being equal."""

    def __init__(self, game: Game, catalog: Source) -> None:
        self.game, self.catalog = game, catalog
        data = game.position().data
        kept = _DUEL if game.game == "duel" else _CLASSIC
        self.position = {key: data[key] for key in kept if key in data}
        self.position["cities"] = [_without_cards_below(city) for city in data["cities"]]
        self.before = score(self.position, catalog=catalog)

    def of(self, one: _Lost) -> int:
        if self._stands(one):
            return 0
        position: dict[str, Any] = deepcopy(self.position)
        position["cities"][one.other]["buildings"].append(one.card)
        after = score(position, catalog=self.catalog)[one.other]
        return after["total"] - self.before[one.other]["total"] + self._military(one)

    def _stands(self, one: _Lost) -> bool:
        """One of that name stands in the end all the same; in Duel a card dug out, in any city."""
        cities = self.position["cities"]
        if isinstance(self.game, DuelState):
            return any(one.card in city["buildings"] for city in cities)
        cards = self.game.edition.catalog.card
        name = cards[one.card].same_structure_as or one.card
        return name in {cards[id].same_structure_as or id for id in cities[one.other]["buildings"]}

    def _military(self, one: _Lost) -> int:
        shields = self.game.edition.catalog.card[one.card].effect.shields
        if not shields:
            return 0
        if isinstance(self.game, DuelState):
            return _on_track(self.game, one.other, shields)
        wars = (event for event in self.game.events if isinstance(event, War))
        fought = [war for war in wars if war.age >= one.line.age]
        constants = self.game.edition.catalog.constants
        return sum(_at_border(war, one.other, shields, constants) for war in fought)


def _without_cards_below(city: Mapping[str, Any]) -> dict[str, Any]:
    """A city of a position, of whose wonder only is told how far it has come: the card that we
    look at may lie below one."""
    rest = {key: value for key, value in city.items() if key not in ("markers", "built")}
    if "built" in city:
        return rest | {"built": list(city["built"])}
    return rest | {"stages": len(city.get("markers", ()))}


def _at_border(war: War, seat: int, more: int, constants: Any) -> int:
    """What more shields change at a border for a city."""
    if seat not in (war.seat, war.other):
        return 0
    own, theirs = war.shields, war.other_shields
    if seat == war.other:
        own, theirs = theirs, own

    def points(shields: int) -> int:
        if shields == theirs:
            return 0
        won: int = constants.victory_points[war.age - 1]
        return won if shields > theirs else constants.defeat_points

    return points(own + more) - points(own)


def _on_track(game: DuelState, seat: int, more: int) -> int:
    """What more shields change in the points of Duel's track for a city."""
    zones = game.edition.catalog.military.zones
    lead = game.marker if seat == 0 else -game.marker

    def points(distance: int) -> int:
        reached = [zone.points for zone in zones if zone.from_ <= distance]
        return max(reached, default=0)

    return points(lead + more) - points(lead)


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def who_could(one: Denial, wording: Wording) -> str:
    """ "Bob could have built it: free by chain (+8)"."""
    t = wording.t
    how = t.gettext("free by chain") if one.is_chain else wording.coins_or_free(one.coins)
    return t.gettext(
        "%(name)s could have built it: %(price)s (%(points)s)",
        name=wording.player(one.other),
        price=how,
        points=signed(one.points),
    )


def deed(one: Denial, wording: Wording) -> str:
    """ "buried under the wonder", "discarded"."""
    t = wording.t
    if one.is_buried:
        return t.pgettext("denial", "buried")
    return t.pgettext("denial", "discarded")


Denials = Mapping[tuple[int, int, int, str], Denial]  # by age, turn, city and card
NOTHING_DENIED: Denials = {}


def by_deed(told: Iterable[Denial]) -> Denials:
    """Denials by what the log tells of."""
    return {(one.age, one.turn, one.seat, one.card): one for one in told}


def mark_of(event: Event, told: Denials, wording: Wording) -> str:
    """What a line of the log says of a card that others could have built; mostly nothing."""
    if not isinstance(event, Staged | Discarded) or not event.card:
        return ""
    one = told.get((event.age, event.turn, event.seat, event.card))
    return who_could(one, wording) if one else ""
