"""The actions of a city with its cards, in the order of the contract."""

from dataclasses import dataclass
from enum import IntEnum, auto

from heptapolis.cards.model import Cost
from heptapolis.codes import Target

from .city import City
from .economy import NO_PURCHASE, Plan, purchase_plans


class Phase(IntEnum):
    """The kinds of decisions; decisions that follow from actions come in this order (Decisions)."""

    DRAFT = auto()
    RECRUITMENT = auto()
    TURN = auto()
    EXTRA_LEADER = auto()  # Rome B (L41)
    COURT = auto()  # Courtesans Guild (L46)
    SEVENTH_CARD = auto()  # Babylon B (C5.4)
    LEFTOVERS = auto()  # no decision: the remaining last cards are discarded (C2.2)
    STAGE_DIG = auto()  # Halicarnassus (C5.5)
    LEADER_DIG = auto()  # Solomon (L30)
    COPY_DIG = auto()  # Solomon copied (L52)


@dataclass(frozen=True)
class Action:
    """An action of a city; ``kind`` is the first word of its text."""

    kind: str
    card: str = ""
    plan: Plan = NO_PURCHASE
    printed_coins: int = 0
    uses_free_build: bool = False
    by_chain: bool = False

    @property
    def price(self) -> int:
        return self.plan.total + self.printed_coins

    def text(self) -> str:
        free = ["free"] if self.uses_free_build else []
        return " ".join([self.kind, self.card, *free, *self.plan.words()]).strip()


@dataclass
class Offer:
    """All uses of one card."""

    card: str
    builds: list[Action]
    free: list[Action]
    stages: list[Action]
    discards: list[Action]

    @property
    def is_playable(self) -> bool:
        # C9.3: Olympia A's unused power counts
        return bool(self.builds or self.free or self.stages)

    def actions(self) -> list[Action]:
        return self.builds + self.free + self.stages + self.discards


def card_offer(city: City, card_id: str) -> Offer:
    """Return the uses of an age card from hand (C3)."""
    builds = _builds(city, card_id)
    return Offer(
        card_id,
        builds,
        _free_builds(city, card_id, builds),
        stages(city, card_id),
        [Action("discard", card_id)],  # C3.4: always
    )


def _builds(city: City, card_id: str) -> list[Action]:
    card = city.catalog.card[card_id]
    if city.has_structure(card_id):  # C3.1
        return []
    if city.has_chain_to(card):  # C4.7; L28: a chain does not apply to a card without a cost
        return [Action("build", card_id, by_chain=not card.cost.is_free)]
    if city.builds_guild_free(card):  # L25
        return [Action("build", card_id)]
    return _paid("build", city, card_id, card.cost, Target(card.color))


def _free_builds(city: City, card_id: str, builds: list[Action]) -> list[Action]:
    # C6.1: only if the normal construction is impossible or costs a coin
    if city.has_structure(card_id) or not city.may_build_free():
        return []
    if builds and builds[0].price == 0:
        return []
    return [Action("build", card_id, uses_free_build=True)]


def stages(city: City, card_id: str) -> list[Action]:
    """Return the ways to build the next stage with this card or leader (L6) under it."""
    stage = city.next_stage()  # C3.2
    return _paid("stage", city, card_id, stage.cost, Target.WONDER_STAGE) if stage else []


def _paid(kind: str, city: City, card_id: str, cost: Cost, target: Target) -> list[Action]:
    plans = purchase_plans(city, cost, target)
    return [Action(kind, card_id, plan, cost.coins) for plan in plans]


def as_free_city(city: City, offers: list[Offer]) -> list[Offer]:
    """Return the uses that remain for the Free City (C9)."""
    for offer in offers:
        if offer.builds and city.has_chain_to(city.catalog.card[offer.card]):
            offer.stages = []  # C9.4: it must be built
    playable = [offer for offer in offers if offer.is_playable]
    for offer in playable:
        offer.discards = []  # C9.3: it must be played
    return playable or offers


def digs(city: City, card_ids: list[str]) -> list[Action]:
    """Return the ways to build a card of the discard pile, or none (C5.5, L29)."""
    found = [Action("dig", id) for id in card_ids if not city.has_structure(id)]
    return [*found, Action("pass")]
