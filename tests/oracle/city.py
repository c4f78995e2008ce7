"""A city: its cards, its counts, and the effects of its things."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from heptapolis.cards.model import Count
from heptapolis.codes import (
    Code,
    Color,
    Counted,
    Target,
    Whose,
)
from heptapolis.games.classic.cards.effects import ClassicEffect, CountSet
from heptapolis.games.classic.cards.model import Board, Card, ClassicCatalog, Stage
from heptapolis.games.classic.codes import ClassicCounted, Special, Trigger


class City:
    """One board with all its cards; ``left`` and ``right`` are its neighbours (C1.1)."""

    left: "City"
    right: "City"

    def __init__(self, catalog: ClassicCatalog, board: str) -> None:
        wonder_id, side = board.split(":")
        self.catalog = catalog
        self.board = board
        self.wonder = catalog.wonder[wonder_id]
        self.side: Board = self.wonder.sides[side]
        self.coins = catalog.constants.starting_coins  # C1.3
        self.buildings: list[str] = []
        self.stages = 0
        self.markers: list[str] = []
        self.victories: list[int] = []
        self.defeats = 0
        self.free_build_used = False  # Olympia A in this age (C6.1)
        self.leaders: list[str] = []  # recruited, in the order of entering play
        self.copied: list[str] = []  # leaders of neighbours marked by Courtesans Guild (L46)
        self.leader_hand: list[str] = []
        self.recruits_free = False  # Maecenas in this recruitment (L22, L23)

    # Contents

    def cards(self, *colors: Color) -> list[Card]:
        """Return the buildings, optionally of some colours. Leaders are not included (L9)."""
        cards = [self.catalog.card[id] for id in self.buildings]
        return [card for card in cards if not colors or card.color in colors]

    def stage_effects(self) -> list[ClassicEffect]:
        """Return the effects of the board: its power and the built stages."""
        power = [self.side.power] if self.side.power else []
        return power + [stage.effect for stage in self.side.stages[: self.stages]]

    def leader_effects(self) -> list[ClassicEffect]:
        """Return the effects of leaders; copied ones count like own ones (L46, L51)."""
        return [self.catalog.leader[id].effect for id in self.leaders + self.copied]

    def effects(self) -> list[ClassicEffect]:
        cards = [card.effect for card in self.cards()]
        return self.stage_effects() + cards + self.leader_effects()

    def next_stage(self) -> Stage | None:
        stages = self.side.stages
        return stages[self.stages] if self.stages < len(stages) else None

    def powers(self, special: Special) -> list[Mapping[str, Any]]:
        """Return the parameters of every power of this kind."""
        return [effect.params for effect in self.effects() if effect.special is special]

    def has_power(self, special: Special) -> bool:
        return bool(self.powers(special))

    def may_build_free(self) -> bool:
        # C6.1: once in each age
        return self.has_power(Special.FREE_BUILD_PER_AGE) and not self.free_build_used

    def builds_guild_free(self, card: Card) -> bool:
        # L25
        return card.is_guild and self.has_power(Special.FREE_GUILDS)

    def has_structure(self, card_id: str) -> bool:
        # C3.1: cards of the same name are one structure in all ages
        return self._structure(card_id) in [self._structure(id) for id in self.buildings]

    def has_chain_to(self, card: Card) -> bool:
        # C4.7: one of the predecessors is enough
        return any(self.has_structure(before) for before in card.chain_from)

    def _structure(self, card_id: str) -> str:
        return self.catalog.card[card_id].same_structure_as or card_id

    # Neighbours

    def at(self, whose: Whose) -> "City":
        return {Whose.SELF: self, Whose.LEFT: self.left, Whose.RIGHT: self.right}[whose]

    def courted_leaders(self) -> list[str]:
        """Return the leaders that Courtesans Guild can mark: a neighbour's (L46), not yet marked."""
        near = self.left.leaders + self.right.leaders
        return [id for id in self.catalog.leader if id in near and id not in self.copied]

    # Counts and points

    @property
    def shields(self) -> int:
        return sum(effect.shields for effect in self.effects())

    def count(self, what: Code) -> int:
        if what is ClassicCounted.WONDER_STAGE:
            return self.stages
        if what is ClassicCounted.VICTORY_TOKEN:
            return len(self.victories)
        if what is ClassicCounted.DEFEAT_TOKEN:
            return self.defeats
        if what is Counted.COINS:
            return self.coins
        if what is ClassicCounted.LEADER:
            return len(self.leaders)  # L49, L71: no markers, no copies
        return len(self.cards(Color[what.name]))

    def tally(self, count: Count | None, sets: int = 0) -> int:
        """Return the coins or points of a counting effect, as if it were in this city."""
        if count is None:
            return 0
        things = 0
        for whose, what in product(count.whose, count.what):
            own_sets = what is ClassicCounted.SCIENCE_SET and whose is Whose.SELF
            things += sets if own_sets else self.at(whose).count(what)
        return count.amount * (things // count.per)

    def tally_sets(self, count: CountSet | None) -> int:
        """Return the points for sets of cards, each card in one set (L17, L18)."""
        if count is None:
            return 0
        return count.amount * min(len(self.cards(color)) for color in count.of)

    def points_of(self, effect: ClassicEffect, sets: int = 0) -> int:
        """Return the points of an effect in a city with this many sets of science symbols."""
        counted = self.tally(effect.points_per, sets) + self.tally_sets(effect.points_per_set)
        return effect.points + counted

    def coins_of(self, effect: ClassicEffect) -> int:
        return effect.coins + self.tally(effect.coins_per)

    # Income from events, and savings

    def coins_when(self, event: Trigger, whom: "City") -> int:
        """Return the coins from the bank for an event of a city (L14, L27, L28)."""
        rewards = [effect.coins_on for effect in self.effects() if effect.coins_on]
        due = [r for r in rewards if r.event is event and whom in map(self.at, r.whose)]
        return sum(reward.amount for reward in due)

    def units_saved(self, target: Target) -> int:
        """Return the resource units that a construction of this kind need not pay for (L26)."""
        found = [effect.resource_discount for effect in self.effects()]
        return sum(saved.amount for saved in found if saved and saved.color is target)
