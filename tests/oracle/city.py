"""A city: what lies in it, what it counts, and what its things give."""

from heptapolis.catalog import ClassicCatalog
from heptapolis.catalog.model import Board, Card, ClassicEffect, Count, Stage
from heptapolis.codes import Color, Counted, Special, Whose


class City:
    """One board with everything at it; ``left`` and ``right`` are its neighbours (C1.1)."""

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

    # What stands here

    def cards(self, *colors: Color) -> list[Card]:
        """The buildings, of these colours if any are named."""
        cards = [self.catalog.card[id] for id in self.buildings]
        return [card for card in cards if not colors or card.color in colors]

    def stage_effects(self) -> list[ClassicEffect]:
        """What the board gives: its power and the stages built so far."""
        power = [self.side.power] if self.side.power else []
        return power + [stage.effect for stage in self.side.stages[: self.stages]]

    def effects(self) -> list[ClassicEffect]:
        return self.stage_effects() + [card.effect for card in self.cards()]

    def next_stage(self) -> Stage | None:
        stages = self.side.stages
        return stages[self.stages] if self.stages < len(stages) else None

    def has_power(self, special: Special) -> bool:
        return any(effect.special is special for effect in self.effects())

    def may_build_free(self) -> bool:
        # C6.1: once in each age
        return self.has_power(Special.FREE_BUILD_PER_AGE) and not self.free_build_used

    def has_structure(self, card_id: str) -> bool:
        # C3.1: one name, one structure, whatever the age
        return self._structure(card_id) in [self._structure(id) for id in self.buildings]

    def has_chain_to(self, card: Card) -> bool:
        # C4.7: any one of the predecessors is enough
        return any(self.has_structure(before) for before in card.chain_from)

    def _structure(self, card_id: str) -> str:
        return self.catalog.card[card_id].same_structure_as or card_id

    # What it counts for

    @property
    def shields(self) -> int:
        return sum(effect.shields for effect in self.effects())

    def count(self, what: Counted) -> int:
        if what is Counted.WONDER_STAGE:
            return self.stages
        if what is Counted.VICTORY_TOKEN:
            return len(self.victories)
        if what is Counted.DEFEAT_TOKEN:
            return self.defeats
        if what is Counted.COINS:
            return self.coins
        return len(self.cards(Color[what.name]))

    def tally(self, count: Count | None) -> int:
        """The coins or points of something that counts, as if it stood here."""
        if count is None:
            return 0
        cities = {Whose.SELF: self, Whose.LEFT: self.left, Whose.RIGHT: self.right}
        things = sum(cities[whose].count(what) for whose in count.whose for what in count.what)
        return count.amount * (things // count.per)

    def points_of(self, effect: ClassicEffect) -> int:
        return effect.points + self.tally(effect.points_per)

    def coins_of(self, effect: ClassicEffect) -> int:
        return effect.coins + self.tally(effect.coins_per)
