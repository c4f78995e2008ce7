"""A view of classic as the page shows it: cities, hand, choices, last actions."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from markupsafe import Markup

from heptapolis.codes import Resource
from heptapolis.events import Event
from heptapolis.games.classic.city import City
from heptapolis.games.classic.codes import Symbol
from heptapolis.games.classic.events import War
from heptapolis.games.classic.narration.decision import ClassicDecision
from heptapolis.games.classic.narration.log import (
    acts_of,
    borders_of,
    deed_text,
    war_notes,
    war_tokens,
)
from heptapolis.games.classic.narration.question import pass_direction, pass_text, question
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web.borders import (
    Campaign,
    Conflicts,
    Way,
    campaigns,
    fresh_conflicts,
    last_turn,
    ways,
)
from heptapolis.games.classic.web.citations import OBSTACLES
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.move import Move
from heptapolis.narration.denial import NO_DENIALS, Denials, mark_of
from heptapolis.narration.log import turns
from heptapolis.record import ROMAN
from heptapolis.refusal import Offer
from heptapolis.web.art.markup import CatalogKey
from heptapolis.web.board_parts import (
    NO_DEEDS,
    BoardOption,
    BoardQuestion,
    CardGroup,
    CardUse,
    Conflict,
    Deeds,
    GameBoard,
    LogText,
    MovePlan,
    Payment,
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

Stacks = list[list[CardGroup]]
LEFT_STACKS = (("brown", "grey"), ("yellow",), ("white",))
RIGHT_STACKS = (("red",), ("green",), ("blue",), ("purple",))


@dataclass(frozen=True)
class StagePanel:
    """A stage of a wonder."""

    number: int
    cost: str
    effect: str
    state: str  # built, next, later
    marker: str  # the card under it, if it is known
    is_new: bool


@dataclass(frozen=True)
class ClassicCityPanel:
    """A city, as it lies open in front of a seat."""

    seat: int
    banner: int  # its colours
    sign: int | str  # its emblem
    player: str
    wonder: str
    full_name: str
    board: str  # "giza:A"
    catalog: Any  # the seat that knows it
    built: int  # stages
    side: str  # left or right of the viewer, or nothing
    coins: int
    shields: int
    points: int | None  # the Free City has none
    stages: tuple[StagePanel, ...]
    power: str
    goods: tuple[ResourceUnits, ...]
    science: tuple[tuple[str, str, int], ...]  # symbol, its word, how many
    tokens: tuple[tuple[int, int], ...]  # of conflicts: points, number
    has_new_tokens: bool
    groups: tuple[CardGroup, ...]
    leaders: tuple[Thing, ...]  # including those whose powers it has copied
    buried: tuple[Thing, ...]  # under its stages: turned up at the end
    shelves: tuple[CardGroup, ...]  # things of expansions
    n_leader_hand: int
    last_deed: Markup  # its deed of the last turn
    status: str  # chosen, waiting, or nothing
    is_mine: bool  # the viewer looks from here
    is_you: bool  # and sits here

    def stacks(self, leader_word: str) -> tuple[Stacks, Stacks]:
        """Return the stacks of its cards on both sides of the wonder, a colour or two in a
        stack."""
        groups = {group.color: group for group in self.groups}
        if self.leaders:
            groups["white"] = CardGroup("white", leader_word, self.leaders)
        left, right = (
            [[groups[color] for color in colors if color in groups] for colors in side]
            for side in (LEFT_STACKS, RIGHT_STACKS)
        )
        return [stack for stack in left if stack], [stack for stack in right if stack]


@dataclass(frozen=True, kw_only=True)
class ClassicBoard(GameBoard):
    """The table of classic from one seat."""

    kind = "classic"
    has_deeds = True
    arrow = "symbol:passing"

    passing: str  # left, right, swap or nothing
    age: int
    me: ClassicCityPanel
    beside: tuple[ClassicCityPanel, ...]  # the left neighbour, the right one
    others: tuple[ClassicCityPanel, ...]
    hand: tuple[Thing, ...]  # without an open question
    leaders_in_hand: tuple[Thing, ...]
    chosen: tuple[str, ...]  # moves in words
    chosen_cards: frozenset[str]  # of the hand
    acting: int | None = None  # of the deciding city: mine, or the Free City's
    ways: tuple[Way, ...] = ()  # to the left neighbour, to the right one
    conflicts: Conflicts | None = None  # of the age that has just ended
    campaigns: tuple[Campaign, ...] = ()  # at the end: the conflicts of all ages

    @property
    def can_stage(self) -> bool:
        """Return whether the next stage of the wonder can be built now."""
        options = self.question.options if self.question else ()
        return any(use.plans for option in options for use in option.uses if use.verb == "stage")

    @property
    def cities(self) -> tuple[ClassicCityPanel, ...]:
        """Return every city in the order of the seats."""
        return tuple(sorted((self.me, *self.beside, *self.others), key=lambda city: city.seat))

    def without_question(self, deeds: Deeds = NO_DEEDS, own: Container[int] = ()) -> Self:
        asked = self.question
        hand = [option.thing for option in asked.options] if asked else self.hand
        return replace(
            super().without_question(deeds, own),
            hand=with_deeds(hand, deeds),
            me=idle_panel(self.me, own),
            beside=tuple(idle_panel(city, own) for city in self.beside),
            others=tuple(idle_panel(city, own) for city in self.others),
        )

    def with_ready(self, seats: Container[int]) -> Self:
        def shown(city: ClassicCityPanel) -> ClassicCityPanel:
            return replace(city, status="chosen") if city.seat in seats else city

        return replace(
            self,
            me=shown(self.me),
            beside=tuple(map(shown, self.beside)),
            others=tuple(map(shown, self.others)),
        )


def board(view: ClassicView, t: Translator, news: News = NO_NEWS) -> ClassicBoard:
    """Return the board of a view."""
    wording, me = ClassicWording(view, t), view.seat or 0
    left, right = view.neighbours(me)
    far = [seat for seat in range(view.n_cities) if seat not in (me, left, right)]
    decision = ClassicDecision(view) if view.legal_moves() else None
    events = view.events
    deeds = last_deeds(events, wording)
    return ClassicBoard(
        game=view.game,
        moment=wording.moment(view.age, view.turn),
        follows="" if view.is_over else pass_text(view, t),
        passing=pass_direction(view),
        age=view.age,
        pile=t.ngettext(
            "%(n)d card in the discard pile", "%(n)d cards in the discard pile", view.n_discard
        ),
        n_pile=view.n_discard,
        me=city_panel(view, me, wording, deeds, news),
        is_mine=view.seat is not None,
        beside=tuple(city_panel(view, seat, wording, deeds, news) for seat in (left, right)),
        others=tuple(city_panel(view, seat, wording, deeds, news) for seat in far),
        question=_question(decision, wording) if decision else None,
        acting=decision.city.seat if decision else None,
        hand=() if decision else things(view.hand, wording),
        leaders_in_hand=() if view.phase == "recruit" else things(view.leader_hand, wording),
        chosen=tuple(wording.move(move, me).plain for move in view.chosen),
        chosen_cards=frozenset(move.card for move in view.chosen if move.card),
        waiting=wording.waiting_text(view.seat),
        forecast=sheet(view, wording, view.seat),
        is_over=view.is_over,
        ways=ways(view, events, wording),
        conflicts=fresh_conflicts(view, events, wording),
        campaigns=campaigns(view, events, wording),
        wars=len({event.age for event in events if isinstance(event, War)}),
    )


# ── things ───────────────────────────────────────────────────────────────────────────────────────


@cached_description
def thing(id: str, wording: ClassicWording) -> Thing:
    """Return a card, a leader or a thing of an expansion in words."""
    if id in wording.catalog.card:
        return card_thing(wording.catalog.card[id], wording)
    if id not in wording.catalog.leader:
        return added_thing(wording.catalog.find(id), wording)
    leader = wording.catalog.leader[id]
    cost = wording.coins_or_free(leader.cost).plain
    return Thing(
        id,
        name(leader, wording.t),
        "white",
        wording.effect(id),
        cost,
        wording.catalog,
        kind="leader",
    )


def things(ids: Sequence[str], wording: ClassicWording) -> tuple[Thing, ...]:
    return tuple(thing(id, wording) for id in ids)


# ── cities ───────────────────────────────────────────────────────────────────────────────────────


def city_panel(
    view: ClassicView,
    seat: int,
    wording: ClassicWording,
    deeds: Mapping[int, Markup],
    news: News = NO_NEWS,
) -> ClassicCityPanel:
    """Return a city with all things in it."""
    city, me = view.city(seat), view.seat or 0
    left, right = view.neighbours(me)
    side = {left: "left", right: "right"}.get(seat, "") if seat != me else ""
    power = wording.board(seat).power

    def standing(ids: Sequence[str]) -> tuple[Thing, ...]:
        return mark_new(things(ids, wording), seat, news)

    return ClassicCityPanel(
        seat=seat,
        banner=wording.owner(seat).banner,
        sign=wording.owner(seat).sign,
        player=wording.player(seat).plain,
        wonder=wording.place(seat),
        full_name=full_name(wording.wonder(seat), wording.t),
        board=city.board,
        catalog=wording.catalog,
        built=city.stages,
        side=side,
        coins=city.coins,
        shields=city.shields,
        points=None if wording.is_free_city(seat) else view.score(seat)["total"],
        stages=tuple(_stages(city, wording, news)),
        power=" ".join(explain(power, wording.t)) if power else "",
        goods=tuple(_goods(city, wording.t)),
        science=tuple(_science(city, wording)),
        tokens=tuple(city.conflict_tokens),
        has_new_tokens=seat in news.fighters,
        groups=tuple(card_groups(city.buildings, wording, standing)),
        leaders=standing([*city.leaders, *city.copied]),
        buried=things([id for id in city.markers if id], wording) if view.is_over else (),
        shelves=tuple(
            CardGroup("", heading, standing(ids)) for heading, ids in wording.shelves(seat)
        ),
        n_leader_hand=city.n_leader_hand,
        last_deed=deeds.get(seat, Markup()),
        status=_status(view, seat),
        is_mine=seat == view.seat,
        is_you=seat == view.seat,
    )


def _status(view: ClassicView, seat: int) -> str:
    if view.is_over or seat >= view.players:
        return ""
    return "waiting" if seat in view.to_move else "chosen"


def _stages(city: City, wording: ClassicWording, news: News) -> Iterator[StagePanel]:
    t, markers = wording.t, city.markers
    for k, stage in enumerate(wording.board(city.seat).stages):
        state = "built" if k < city.stages else "next" if k == city.stages else "later"
        effect = " ".join(explain(stage.effect, t, sold=False))
        marker = markers[k] if k < len(markers) else None
        under = name(wording.thing(marker), t) if marker else ""
        is_new = (city.seat, k + 1) in news.stages
        yield StagePanel(k + 1, words.cost(stage.cost, t), effect, state, under, is_new)


def _goods(city: City, t: Translator) -> Iterator[ResourceUnits]:
    """Return its goods; the units that neighbours may buy come first."""
    sold = _pool(city.sold, city.sold_choices)
    for is_sold, pool in ((True, sold), (False, _pool(city.production, city.choices) - sold)):
        for slugs, n in pool.items():
            resources = [Resource[slug.upper()] for slug in slugs]
            yield ResourceUnits(slugs, words.words(resources, t, " / "), n, is_sold)


def _pool(units: Mapping[str, int], choices: list[list[str]]) -> Counter[tuple[str, ...]]:
    return Counter({(slug,): n for slug, n in units.items()}) + Counter(map(tuple, choices))


def _science(city: City, wording: ClassicWording) -> Iterator[tuple[str, str, int]]:
    for symbol in Symbol:
        if n := city.symbols[symbol.slug]:
            yield symbol.slug, wording.word(symbol), n
    if wild := city.symbols["choice"]:
        yield "choice", wording.t.pgettext("science symbol", "of your choice"), wild


# ── the decision ─────────────────────────────────────────────────────────────────────────────────


def _question(decision: ClassicDecision, wording: ClassicWording) -> BoardQuestion:
    options = tuple(_option(id, decision, wording) for id in decision.cards)
    passes = [
        MovePlan(str(move), wording.deed(move, decision.city))
        for move in decision.moves
        if move.verb == "pass"
    ]
    return BoardQuestion(question(decision, wording), options, tuple(passes))


def _option(id: str, decision: ClassicDecision, wording: ClassicWording) -> BoardOption:
    offers = [one for one in decision.view.uses(id) if one.plans or not one.move.free]
    uses = [_use(offer, decision, wording) for offer in offers]
    main = uses[0]
    free = [use for use in uses if use.verb == "free"]
    ways = main.plans or tuple(plan for use in free for plan in use.plans)
    note = ways[0].price if ways else main.why_not
    payments = ways[0].payments if ways else ()
    words = thing(id, wording)
    copies = decision.copies[id]
    return BoardOption(words, tuple(uses), copies, note, bool(ways), payments=payments)


def _use(offer: Offer, decision: ClassicDecision, wording: ClassicWording) -> CardUse:
    city, move = decision.city, offer.move
    plans = tuple(
        MovePlan(
            str(plan),
            wording.move_price(plan, city).plain,
            plan.left,
            plan.right,
            _payments(plan, city, wording),
        )
        for plan in offer.plans
    )
    why_not, rule = "", ""
    if offer.refusal:
        why_not, rule = wording.why_not(offer.refusal), OBSTACLES[offer.refusal.code]
    verb = "free" if move.free else move.verb
    return CardUse(verb, wording.deed(move, city), plans, why_not, rule)


def _payments(move: Move, city: City, wording: ClassicWording) -> tuple[Payment, ...]:
    """Return who is paid, if it is not the bank alone."""
    if not move.left + move.right:
        return ()
    bank = wording.table.own_price(city.seat, move) + move.bank
    sellers = wording.table.neighbours(city.seat)
    paid = [Payment(bank)] if bank else []
    for n, seat in zip((move.left, move.right), sellers, strict=True):
        owner = wording.owner(seat)
        paid += [Payment(n, owner.banner, owner.sign)] if n else []
    return tuple(paid)


# ── the log ──────────────────────────────────────────────────────────────────────────────────────


def log(view: ClassicView, t: Translator, denied: Denials = NO_DENIALS) -> list[Turn]:
    """Return every turn, the latest first."""
    wording = ClassicWording(view, t)
    boards = tuple(view.city(seat).board for seat in range(view.n_cities))
    who = (t.language, view.seat, view.names, CatalogKey(wording.catalog), boards, *denied.items())
    return tell_turns(
        turns(view.events), who, lambda events: _turn(events, wording, view.seat, denied)
    )


def last_deeds(events: Sequence[Event], wording: ClassicWording) -> dict[int, Markup]:
    """Return the deed of each city in the last finished turn, and the coins that moved with it."""
    deeds: dict[int, Markup] = {}
    for act in acts_of(last_turn(events), {}, wording):
        deed = [html(deed_text(act.deed, act.after, wording))] if act.deed else []
        coins = [f'<span class="coin-move">{html(c)}</span>' for c in act.coins]
        told = [deeds[act.seat]] if act.seat in deeds else []
        deeds[act.seat] = Markup("; ".join([*told, " ".join([*deed, *coins])]))
    return deeds


def _turn(events: list[Event], wording: ClassicWording, me: int | None, denied: Denials) -> Turn:
    t, first = wording.t, events[0]
    lines = [
        LogText(
            html(wording.city(act.seat)),
            act.seat == me,
            html(deed_text(act.deed, act.after, wording)) if act.deed else Markup(),
            tuple(html(coins) for coins in act.coins),
            html(mark_of(act.deed, denied, wording)) if act.deed else Markup(),
        )
        for act in acts_of(events, {}, wording)
    ]
    borders = borders_of(events)
    conflicts = tuple(_conflict(war, wording) for war, _ in borders)
    heading = t.gettext("Conflicts at the end of age %(age)s", age=ROMAN[first.age])
    notes = (*wording.added_notes(events), *map(html, war_notes(borders, wording)))
    return Turn(
        wording.moment(first.age, first.turn),
        tuple(lines),
        heading if conflicts else "",
        conflicts,
        notes,
    )


def _conflict(war: War, wording: ClassicWording) -> Conflict:
    here, there = war_tokens(war, wording)
    return Conflict(
        (html(wording.city(war.seat)), html(wording.city(war.other))),
        (war.shields, war.other_shields),
        (html(here), html(there)),
    )
