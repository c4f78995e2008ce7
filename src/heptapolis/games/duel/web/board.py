"""A view of Duel as the page shows it: the structure, the track, both cities, the choices."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from markupsafe import Markup

from heptapolis.codes import Resource
from heptapolis.events import Event
from heptapolis.games.duel.city import DuelCity
from heptapolis.games.duel.codes import GOODS, DuelSymbol
from heptapolis.games.duel.events import Looted, Marker, Started
from heptapolis.games.duel.narration.alarm import science_alarm, war_alarm
from heptapolis.games.duel.narration.decision import DuelDecision
from heptapolis.games.duel.narration.log import LogLine, lines, moment, standing_text
from heptapolis.games.duel.narration.question import question
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.state import Place
from heptapolis.games.duel.view import DuelView
from heptapolis.games.duel.web.citations import OBSTACLES
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.move import Move
from heptapolis.narration.denial import NO_DENIALS, Denials, mark_of
from heptapolis.narration.log import turns
from heptapolis.refusal import Offer
from heptapolis.web.art.markup import CatalogKey
from heptapolis.web.board_parts import (
    NO_DEEDS,
    BoardOption,
    BoardQuestion,
    CardGroup,
    CardUse,
    Deeds,
    GameBoard,
    LogText,
    MovePlan,
    ResourceUnits,
    Thing,
    Turn,
    added_thing,
    cached_description,
    card_groups,
    card_thing,
    idle_panel,
    mark_new,
    tell_turns,
    with_deeds,
)
from heptapolis.web.news import NO_NEWS, News
from heptapolis.web.points import sheet
from heptapolis.web.spans import html

STACKS = (("brown", "grey"), ("yellow",), ("red", "purple"), ("blue",), ("green",))  # a stack each


@dataclass(frozen=True)
class PriceTag:
    """The present price of a card or wonder for a city."""

    coins: int
    has_chain: bool
    is_payable: bool
    words: str


@dataclass(frozen=True)
class DuelOption(BoardOption):
    """A thing to choose; the uses that are refused stand in lines below its legal uses."""

    price: PriceTag | None = None
    refused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spot:
    """A place of the structure; ``option`` holds the present uses of its card."""

    slot: int  # its number in the layout
    row: int
    column: int  # of its left half
    state: str  # open, covered, down
    thing: Thing | None
    is_guild: bool
    option: DuelOption | None

    def without_question(self, deeds: Deeds) -> "Spot":
        """Return a copy without the decision."""
        face = with_deeds([self.thing], deeds)[0] if self.thing else None
        return replace(self, thing=face, option=None)


@dataclass(frozen=True)
class WonderPanel:
    """A wonder of a city: built, with the card under it, or its present price."""

    thing: Thing
    is_built: bool
    price: PriceTag | None
    under: str


@dataclass(frozen=True)
class DuelCityPanel:
    """A city of Duel."""

    seat: int
    banner: int  # its colours
    sign: int | str  # its emblem
    player: str
    coins: int
    points: int
    goods: tuple[ResourceUnits, ...]
    prices: tuple[tuple[str, str, int], ...]  # resource, its word, coins a unit
    science: tuple[tuple[str, str, int], ...]
    n_symbols: int
    symbols_to_win: int
    alarm: str  # science is about to win
    wonders: tuple[WonderPanel, ...]
    tokens: tuple[Thing, ...]
    shelves: tuple[CardGroup, ...]  # things of expansions
    groups: tuple[CardGroup, ...]
    status: str
    is_mine: bool  # the viewer looks from here
    is_you: bool  # and sits here

    @property
    def stacks(self) -> list[list[CardGroup]]:
        """Return the stacks of its cards in front of the wonders."""
        groups = {group.color: group for group in self.groups}
        stacks = [[groups[color] for color in colors if color in groups] for colors in STACKS]
        return [stack for stack in stacks if stack]

    def without_question(self, deeds: Deeds, own: Container[int]) -> "DuelCityPanel":
        """Return a copy without the decision."""
        things = with_deeds((wonder.thing for wonder in self.wonders), deeds)
        wonders = zip(self.wonders, things, strict=True)
        marked_wonders = tuple(replace(wonder, thing=thing) for wonder, thing in wonders)
        return replace(idle_panel(self, own), wonders=marked_wonders)


@dataclass(frozen=True)
class March:
    """The progress of the armies in an age: spaces forward and coins lost, by seat, and the
    marker."""

    age: int
    spaces: tuple[int, int]
    lost: tuple[int, int]
    marker: Markup


MIN_ROWS, MIN_COLUMNS = 2, 6  # of a structure as it is drawn
TALL_ROWS = 5


@dataclass(frozen=True)
class Extent:
    """The part of a structure that is drawn: it narrows from both sides and from below."""

    rows: int = 0
    columns: int = 0  # half cards
    start: int = 0  # columns left out on the left
    is_tall: bool = False  # whether the age began with many rows


@dataclass(frozen=True, kw_only=True)
class DuelBoard(GameBoard):
    """The table of Duel from one seat."""

    kind = "duel"

    me: DuelCityPanel
    rival: DuelCityPanel
    spots: tuple[Spot, ...]
    extent: "Extent"
    age: int
    catalog: Any
    lead: Markup
    alarm: Markup  # war is about to win
    marker: int  # positive: the first player is ahead
    loot: tuple[dict[int, int], dict[int, int]]  # what each seat can still lose, by distance
    tokens: tuple[Thing, ...]
    discard: tuple[Thing, ...]
    marches: tuple[March, ...] = ()  # of the ages so far
    offer: tuple[Thing, ...] = ()  # choices other than cards of the structure, without the decision

    @property
    def takes_card(self) -> bool:
        """Return whether the question asks for a card of the structure."""
        return any(spot.option for spot in self.spots)

    @property
    def cities(self) -> tuple[DuelCityPanel, ...]:
        return tuple(sorted((self.me, self.rival), key=lambda city: city.seat))

    def without_question(self, deeds: Deeds = NO_DEEDS, own: Container[int] = ()) -> Self:
        offered = [option.thing for option in self.question.options] if self.question else []
        lying = {spot.thing.id for spot in self.spots if spot.thing}
        return replace(
            super().without_question(deeds, own),
            spots=tuple(spot.without_question(deeds) for spot in self.spots),
            offer=with_deeds((thing for thing in offered if thing.id not in lying), deeds),
            me=self.me.without_question(deeds, own),
            rival=self.rival.without_question(deeds, own),
        )


def board(view: DuelView, t: Translator, news: News = NO_NEWS) -> DuelBoard:
    """Return the board of a view."""
    wording, me = DuelWording(view, t), view.seat or 0
    is_asked = bool(view.legal_moves())
    question = _question(DuelDecision(view), wording) if is_asked else None
    left = sum(not place.is_taken for place in view.places)
    return DuelBoard(
        game=view.game,
        moment=wording.moment(view.age, view.turn),
        follows=t.ngettext("%(n)d card left", "%(n)d cards left", left) if left else "",
        me=_panel(view.city(me), wording, news),
        is_mine=view.seat is not None,
        rival=_panel(view.city(1 - me), wording, news),
        spots=tuple(_spots(view, wording, question, news)),
        extent=_extent(view),
        age=view.age,
        catalog=wording.catalog,
        lead=html(wording.lead()) if view.age else Markup(),
        alarm=html(war_alarm(wording)),
        marker=view.marker,
        loot=(view.loot(0), view.loot(1)),
        tokens=things(view.tokens, wording),
        discard=things(view.discard, wording),
        question=question,
        waiting=wording.waiting_text(view.seat),
        forecast=sheet(view, wording, view.seat),
        is_over=view.is_over,
        marches=_marches(view, wording),
        wars=view.marker,
    )


def _marches(view: DuelView, wording: DuelWording) -> tuple[March, ...]:
    events = view.events
    ages = range(1, view.age + 1)
    marches = (_march(age, [e for e in events if e.age == age], wording) for age in ages)
    return tuple(march for march in marches if march)


def _march(age: int, events: list[Event], wording: DuelWording) -> March | None:
    spaces, lost, place = [0, 0], [0, 0], None
    for event in events:
        if isinstance(event, Marker):
            # Positive: the first player is ahead.
            spaces[event.after < event.before] += abs(event.after - event.before)
            place = event.after
        elif isinstance(event, Looted) and not event.source:
            lost[event.seat] += event.coins
    if place is None:
        return None
    marker = html(standing_text(place, wording))
    return March(age, (spaces[0], spaces[1]), (lost[0], lost[1]), marker)


# ── things ───────────────────────────────────────────────────────────────────────────────────────


@cached_description
def thing(id: str, wording: DuelWording) -> Thing:
    """Return a card, a wonder, a progress token or a thing of an expansion in words."""
    t, catalog = wording.t, wording.catalog
    if id in catalog.card:
        return card_thing(catalog.card[id], wording)
    if id in catalog.wonder:
        wonder = catalog.wonder[id]
        cost = words.cost(wonder.cost, t)
        return Thing(
            id, name(wonder, t), "wonder", wording.effect(id), cost, catalog, kind="wonder"
        )
    return added_thing(catalog.find(id), wording)


def things(ids: Sequence[str], wording: DuelWording) -> tuple[Thing, ...]:
    return tuple(thing(id, wording) for id in ids)


# ── the middle of the table ──────────────────────────────────────────────────────────────────────


def _spots(
    view: DuelView, wording: DuelWording, question: BoardQuestion | None, news: News
) -> Iterator[Spot]:
    """Return the remaining cards at their original places: rows from the top, columns in half cards
    from 1."""
    asked = question.options if question and view.phase == "turn" else ()
    options = {option.thing.id: option for option in asked if isinstance(option, DuelOption)}
    first = min((place.slot.col for place in view.places), default=1)
    for place in view.places:
        if place.is_taken:
            continue
        slot, card = place.slot, place.card
        face = replace(thing(card, wording), is_new=card in news.revealed) if card else None
        yield Spot(
            slot.index,
            slot.row,
            slot.col - first + 1,
            _state(place),
            face,
            place.is_guild,
            options.get(card or ""),
        )


def _extent(view: DuelView) -> Extent:
    """Return what the remaining cards take up, around the middle of the structure."""
    slots = [place.slot for place in view.places]
    left = [place.slot for place in view.places if not place.is_taken]
    if not left:
        return Extent()
    first, last = min(slot.col for slot in slots), max(slot.col for slot in slots) + 2
    middle = (first + last) // 2
    half = max(max(middle - slot.col, slot.col + 2 - middle) for slot in left)
    half = max(half, MIN_COLUMNS // 2)
    rows = max(MIN_ROWS, *(slot.row for slot in left))
    is_tall = max(slot.row for slot in slots) > TALL_ROWS
    return Extent(rows, 2 * half, middle - half - first, is_tall)


def _state(place: Place) -> str:
    if not place.card:
        return "down"
    return "open" if place.is_accessible else "covered"


# ── cities ───────────────────────────────────────────────────────────────────────────────────────


def _panel(city: DuelCity, wording: DuelWording, news: News) -> DuelCityPanel:
    view, t = wording.table, wording.t
    assert isinstance(view, DuelView)
    symbols = [(s.slug, wording.word(s), city.symbols.get(s.slug, 0)) for s in DuelSymbol]

    def standing(ids: Sequence[str]) -> tuple[Thing, ...]:
        return mark_new(things(ids, wording), city.seat, news)

    return DuelCityPanel(
        seat=city.seat,
        banner=wording.owner(city.seat).banner,
        sign=wording.owner(city.seat).sign,
        player=wording.player(city.seat).plain,
        coins=city.coins,
        points=view.score(city.seat)["total"],
        goods=tuple(_goods(city, t)),
        prices=tuple((good.slug, wording.word(good), city.prices[good.slug]) for good in GOODS),
        science=tuple(symbol for symbol in symbols if symbol[2]),
        n_symbols=sum(bool(symbol[2]) for symbol in symbols),
        symbols_to_win=wording.catalog.constants.symbols_to_win,
        alarm=science_alarm(wording, city.seat),
        wonders=tuple(_wonders(city, wording, standing)),
        tokens=standing(city.tokens),
        shelves=tuple(
            CardGroup("", heading, standing(ids)) for heading, ids in wording.shelves(city.seat)
        ),
        groups=tuple(card_groups(city.buildings, wording, standing)),
        status="waiting" if city.seat in view.to_move else "",
        is_mine=city.seat == view.seat,
        is_you=city.seat == view.seat,
    )


def _goods(city: DuelCity, t: Translator) -> Iterator[ResourceUnits]:
    pools = [((slug,), n) for slug, n in city.production.items()]
    for slugs, n in pools + [(tuple(choice), 1) for choice in city.choices]:
        resources = [Resource[slug.upper()] for slug in slugs]
        yield ResourceUnits(slugs, words.words(resources, t, " / "), n, True)


def _wonders(
    city: DuelCity, wording: DuelWording, standing: Callable[[Sequence[str]], tuple[Thing, ...]]
) -> Iterator[WonderPanel]:
    card_under = city.built_wonders
    for wonder in standing(sorted(city.wonders, key=lambda id: id not in card_under)):
        id = wonder.id
        under = card_under.get(id)
        price = None if id in card_under else _price(id, city.seat, wording)
        buried = thing(under, wording).name if under else ""
        yield WonderPanel(wonder, id in card_under, price, buried)


def _price(id: str, seat: int, wording: DuelWording) -> PriceTag:
    table, coins = wording.table, wording.table.price(seat, id)
    has_chain = id in wording.catalog.card and table.has_chain(seat, id)
    is_payable = coins <= table.city(seat).coins
    return PriceTag(coins, has_chain, is_payable, wording.price(seat, id).plain)


# ── the decision ─────────────────────────────────────────────────────────────────────────────────


def _question(decision: DuelDecision, wording: DuelWording) -> BoardQuestion:
    text = question(decision, wording)
    if decision.phase == "start":
        return BoardQuestion(text, (), tuple(_starters(decision, wording)))
    if decision.phase == "turn":
        return BoardQuestion(text, tuple(_card(id, decision, wording) for id in decision.cards))
    return BoardQuestion(text, tuple(_choice(move, wording) for move in decision.moves))


def _starters(decision: DuelDecision, wording: DuelWording) -> Iterator[MovePlan]:
    for move in decision.moves:
        yield MovePlan(str(move), wording.move(move, decision.me).plain)


def _choice(move: Move, wording: DuelWording) -> DuelOption:
    """Return the choice of a thing with a single use."""
    use = CardUse(move.verb, wording.deed(move.verb), (MovePlan(str(move), ""),))
    return DuelOption(thing(move.wonder or move.card or "", wording), (use,))


def _card(id: str, decision: DuelDecision, wording: DuelWording) -> DuelOption:
    offers = decision.view.uses(id)
    uses = tuple(_use(offer, decision, wording) for offer in offers)
    price, refused = _price(id, decision.me, wording), tuple(_refusal_lines(offers, wording))
    return DuelOption(
        thing(id, wording), uses, 1, price.words, bool(offers[0].plans), price, refused
    )


def _refusal_lines(offers: Sequence[Offer], wording: DuelWording) -> Iterator[str]:
    """Return all refusals for coins in one line, and the others with their reasons."""
    t, short = wording.t, []
    for offer in offers:
        if not offer.refusal:
            continue
        what = thing(offer.move.wonder or offer.move.card or "", wording).name
        if offer.refusal.short:
            missing = t.pgettext("coins", "%(n)d short", n=offer.refusal.short)
            short.append(f"{what} ({missing})")
        else:
            yield f"{what}: {wording.why_not(offer.refusal)}"
    if short:
        yield t.gettext("Too expensive: %(things)s", things=", ".join(short))


def _use(offer: Offer, decision: DuelDecision, wording: DuelWording) -> CardUse:
    move = offer.move
    price = wording.move_price(move, decision.me).plain
    plans = tuple(MovePlan(str(plan), price) for plan in offer.plans)
    why_not, rule = "", ""
    if offer.refusal:
        why_not, rule = wording.why_not(offer.refusal), OBSTACLES[offer.refusal.code]
    things = (thing(move.wonder, wording),) if move.wonder else ()
    return CardUse(move.verb, wording.deed(move.verb), plans, why_not, rule, things)


# ── the log ──────────────────────────────────────────────────────────────────────────────────────


def log(view: DuelView, t: Translator, denied: Denials = NO_DENIALS) -> list[Turn]:
    """Return every turn, the latest first."""
    wording, events = DuelWording(view, t), view.events

    def tell(turn: list[Event]) -> Turn:
        before = events[: events.index(turn[0])]
        return Turn(
            moment(turn[0]),
            tuple(
                LogText(
                    html(wording.player(line.seat)),
                    line.seat == view.seat,
                    html(line.text),
                    tuple(html(coins) for coins in line.coins),
                    _mark(line, denied, wording),
                )
                for line in lines(turn, wording, before)
            ),
            is_played=not all(isinstance(event, Started) for event in turn),
        )

    who = (t.language, view.seat, view.names, CatalogKey(wording.catalog), *denied.items())
    return tell_turns(turns(events), who, tell)


def _mark(line: LogLine, denied: Denials, wording: DuelWording) -> Markup:
    return html(mark_of(line.event, denied, wording)) if line.event else Markup()
