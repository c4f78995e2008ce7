"""The borders between cities: trade, and conflicts at the end of an age."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from heptapolis.events import Event, Paid, Scored
from heptapolis.games.classic.city import City
from heptapolis.games.classic.codes import ResourceClass
from heptapolis.games.classic.events import War
from heptapolis.games.classic.narration.log import borders_of, war_notes
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.record import ROMAN
from heptapolis.web.spans import html

Price = tuple[str, str, int]  # a class of goods, its word, coins


@dataclass(frozen=True)
class Way:
    """The connection of the viewer's city with a neighbour: prices, and the last turn's coins."""

    side: str
    banner: int  # the neighbour's
    player: str
    prices: tuple[Price, ...]
    paid: int  # to the neighbour
    earned: int  # from the neighbour


@dataclass(frozen=True)
class BorderSide:
    """One city at a border: its shields, and the tokens that it took there."""

    city: Markup
    player: str
    shields: int
    tokens: tuple[int, ...]
    has_won: bool
    is_mine: bool


@dataclass(frozen=True)
class Border:
    """Two neighbours after an age."""

    sides: tuple[BorderSide, BorderSide]

    @property
    def is_mine(self) -> bool:
        return any(side.is_mine for side in self.sides)


@dataclass(frozen=True)
class ConflictSum:
    """The sum of a city's conflict tokens."""

    city: Markup
    player: str
    points: int
    is_mine: bool


@dataclass(frozen=True)
class Conflicts:
    """Every border after an age, and the tokens of each city in all."""

    age: int
    heading: str
    borders: tuple[Border, ...]
    sums: tuple[ConflictSum, ...]
    notes: tuple[Markup, ...]


@dataclass(frozen=True)
class Campaign:
    """A city's tokens of the whole game: in each age on its left, then on its right."""

    title: Markup
    ages: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    points: int
    is_mine: bool


# ── trade ────────────────────────────────────────────────────────────────────────────────────────


def ways(view: ClassicView, events: Sequence[Event], wording: ClassicWording) -> tuple[Way, ...]:
    """Return the ways to the left neighbour and to the right one; a spectator looks from the first
    city."""
    me = view.seat or 0
    payments = [e for e in last_turn(events) if isinstance(e, Paid)]
    both_ways = []
    for side, seat in zip(("left", "right"), view.neighbours(me), strict=True):
        # My left neighbour has me on its right, and vice versa.
        paid = sum(getattr(e, side) for e in payments if e.seat == me)
        back = "right" if side == "left" else "left"
        earned = sum(getattr(e, back) for e in payments if e.seat == seat)
        prices = _prices(view.city(me), side, wording)
        both_ways.append(
            Way(side, wording.owner(seat).banner, wording.player(seat).plain, prices, paid, earned)
        )
    return tuple(both_ways)


def last_turn(events: Sequence[Event]) -> list[Event]:
    """Return the events of the last finished turn."""
    played = [event for event in events if not isinstance(event, Scored)]
    if not played:
        return []
    return [e for e in played if (e.age, e.turn) == (played[-1].age, played[-1].turn)]


def _prices(buyer: City, side: str, wording: ClassicWording) -> tuple[Price, ...]:
    t, prices = wording.t, buyer.prices[side]
    raw, manufactured = (kind.slug for kind in ResourceClass)
    return (
        (raw, t.pgettext("trade", "raw materials"), prices[raw]),
        (manufactured, t.pgettext("trade", "manufactured goods"), prices[manufactured]),
    )


# ── conflicts ────────────────────────────────────────────────────────────────────────────────────


def fresh_conflicts(
    view: ClassicView, events: Sequence[Event], wording: ClassicWording
) -> Conflicts | None:
    """Return the conflicts of the age that has just ended, until the first turn of the next one is
    over."""
    if view.is_over or view.age < 2 or view.turn > 1:
        return None
    age = view.age - 1
    of_age = [event for event in events if event.age == age]
    borders = borders_of(of_age)
    if not borders:
        return None
    t = wording.t
    return Conflicts(
        age,
        t.gettext("Conflicts at the end of age %(age)s", age=ROMAN[age]),
        tuple(_border(war, view, wording) for war, _ in borders),
        tuple(_sums(view, wording)),
        tuple(map(html, war_notes(borders, wording))),
    )


def _border(war: War, view: ClassicView, wording: ClassicWording) -> Border:
    # A war is shown towards the left: the city on the left of the other comes first.
    shields = {war.seat: war.shields, war.other: war.other_shields}
    first, second = (
        BorderSide(
            html(wording.city(seat)),
            wording.player(seat).plain,
            shields[seat],
            tokens(war, seat, wording),
            war.winner == seat,
            seat == view.seat,
        )
        for seat in (war.seat, war.other)
    )
    return Border((first, second))


def tokens(war: War, seat: int, wording: ClassicWording) -> tuple[int, ...]:
    """Return the tokens that a city took at a border."""
    here, there = wording.table.tokens_of(war)
    return here if seat == war.seat else there


def _sums(view: ClassicView, wording: ClassicWording) -> Iterable[ConflictSum]:
    for city in view.cities:
        seat = city.seat
        points, name = view.score(seat)["military"], wording.player(seat).plain
        yield ConflictSum(html(wording.city(seat)), name, points, seat == view.seat)


def campaigns(
    view: ClassicView, events: Sequence[Event], wording: ClassicWording
) -> tuple[Campaign, ...]:
    """Return every city's conflicts of all ages, once the game is over."""
    if not view.is_over:
        return ()
    wars = [event for event in events if isinstance(event, War)]
    ages = sorted({war.age for war in wars})
    return tuple(
        Campaign(
            html(wording.title(city.seat)),
            tuple(_age_tokens(age, city.seat, wars, wording) for age in ages),
            view.score(city.seat)["military"],
            city.seat == view.seat,
        )
        for city in view.cities
    )


def _age_tokens(
    age: int, seat: int, wars: Iterable[War], wording: ClassicWording
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a city's tokens of an age: on the left, on the right."""
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    for war in wars:
        if war.age == age and war.seat == seat:
            left += tokens(war, seat, wording)
        elif war.age == age and war.other == seat:
            right += tokens(war, seat, wording)
    return left, right
