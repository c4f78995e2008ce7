"""A city of Duel: its cards, its counts, and the effects of its things."""

from heptapolis.cards.model import Count
from heptapolis.codes import Code, Color, Counted, Whose
from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog, DuelEffect
from heptapolis.games.duel.codes import DuelCounted, DuelSymbol


class DuelCity:
    """The cards, wonders and tokens of one player; ``opponent`` is the other city."""

    opponent: "DuelCity"

    def __init__(self, catalog: DuelCatalog) -> None:
        self.catalog = catalog
        self.coins = catalog.constants.starting_coins
        self.buildings: list[str] = []
        self.wonders: list[str] = []  # wonders, built and unbuilt
        self.built_wonders: list[str] = []
        self.tokens: list[str] = []

    # Contents

    def cards(self, *colors: Color) -> list[DuelCard]:
        """Return the buildings, optionally of some colours."""
        cards = [self.catalog.card[id] for id in self.buildings]
        return [card for card in cards if not colors or card.color in colors]

    def wonder_effects(self) -> list[DuelEffect]:
        return [self.catalog.wonder[id].effect for id in self.built_wonders]

    def token_effects(self) -> list[DuelEffect]:
        return [self.catalog.token[id].effect for id in self.tokens]

    def effects(self) -> list[DuelEffect]:
        buildings = [card.effect for card in self.cards()]
        return buildings + self.wonder_effects() + self.token_effects()

    def unbuilt_wonders(self) -> list[str]:
        return [id for id in self.wonders if id not in self.built_wonders]

    def has_chain_to(self, card: DuelCard) -> bool:
        # D15: the source must be in the own city
        return any(before in self.buildings for before in card.chain_from)

    # Effects on later constructions

    def has_economy(self) -> bool:
        return any(effect.gain_opponent_trade for effect in self.effects())  # D9

    def has_theology(self) -> bool:
        return any(effect.wonders_extra_turn for effect in self.effects())  # D6

    def bonus_shields(self, card: DuelCard) -> int:
        # D8: on cards of that colour, never on wonders
        bonuses = [effect.bonus_shields for effect in self.effects() if effect.bonus_shields]
        return sum(bonus.amount for bonus in bonuses if bonus.applies_to is card.color)

    def chain_coins(self) -> int:
        return sum(effect.coins_per_chain_build for effect in self.effects())  # D16

    def discard_coins(self) -> int:
        # D40: the discarded card itself does not count
        constants = self.catalog.constants
        yellow = len(self.cards(Color.YELLOW))
        return constants.discard_coins + constants.discard_coins_per_yellow * yellow

    def lose(self, coins: int) -> None:
        self.coins -= min(coins, self.coins)  # D32

    # Counts and points

    def symbols(self) -> list[DuelSymbol]:
        return [effect.science for effect in self.effects() if effect.science]

    def count(self, what: Code) -> int:
        if what is DuelCounted.WONDER:
            return len(self.built_wonders)
        if what is DuelCounted.PROGRESS_TOKEN:
            return len(self.tokens)
        if what is Counted.COINS:
            return self.coins
        return len(self.cards(Color[what.name]))

    def tally(self, count: Count | None) -> int:
        """Return the coins or points of a counting effect, as if it were in this city."""
        if count is None:
            return 0
        here, there = (sum(city.count(w) for w in count.what) for city in (self, self.opponent))
        # D34, D35: the larger sum of the two cities, never a mixture
        sums = {Whose.SELF: here, Whose.LARGER_CITY: max(here, there)}
        return count.amount * (sum(sums[whose] for whose in count.whose) // count.per)

    def coins_of(self, effect: DuelEffect) -> int:
        return effect.coins + self.tally(effect.coins_per)

    def points_of(self, effect: DuelEffect) -> int:
        return effect.points + self.tally(effect.points_per)

    def score(self, military: int) -> dict[str, int]:
        """Return the columns and their total; the caller knows the military points."""
        score = {
            "civilian": self._points(Color.BLUE),
            "science": self._points(Color.GREEN),  # D48
            "commercial": self._points(Color.YELLOW),
            "guilds": self._points(Color.PURPLE),
            "wonders": sum(self.points_of(effect) for effect in self.wonder_effects()),
            "progress": sum(self.points_of(effect) for effect in self.token_effects()),
            "coins": self.coins // self.catalog.constants.coins_per_point,
            "military": military,
        }
        return score | {"total": sum(score.values())}

    def _points(self, color: Color) -> int:
        return sum(self.points_of(card.effect) for card in self.cards(color))
