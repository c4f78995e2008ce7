"""What a city is worth at the end (C8)."""

from collections import Counter
from itertools import product

from heptapolis.catalog.model import Card, ClassicConstants, ClassicEffect
from heptapolis.codes import Color, Special, Symbol

from .city import City


def score_city(city: City) -> dict[str, int]:
    """The columns of C8.1 and their total, with the best free symbols and copied guild."""
    return max((_score(city, copied) for copied in _copies(city)), key=lambda score: score["total"])


def _score(city: City, copied: tuple[Card, ...]) -> dict[str, int]:
    """The columns when Olympia B copies these guilds, as if they were built here (C6.3)."""
    constants = city.catalog.constants
    victories = sum(constants.victory_points[age - 1] for age in city.victories)
    effects = city.effects() + [guild.effect for guild in copied]
    score = {
        "military": victories + constants.defeat_points * city.defeats,
        "treasury": city.coins // constants.coins_per_point,
        "wonder": sum(city.points_of(effect) for effect in city.stage_effects()),
        "civilian": _points(city, city.cards(Color.BLUE)),
        "science": _best_science(effects, constants),
        "commercial": _points(city, city.cards(Color.YELLOW)),
        "guilds": _points(city, [*city.cards(Color.PURPLE), *copied]),
    }
    return score | {"total": sum(score.values())}


def _points(city: City, cards: list[Card]) -> int:
    return sum(city.points_of(card.effect) for card in cards)


def _copies(city: City) -> list[tuple[Card, ...]]:
    """Every choice of guilds to copy, in catalogue order; one empty choice if there is none."""
    powers = [e for e in city.effects() if e.special is Special.COPY_GUILD]
    near = city.left.buildings + city.right.buildings
    guilds = [card for card in city.catalog.cards if card.is_guild and card.id in near]
    return list(product(guilds, repeat=len(powers))) if guilds else [()]


def _best_science(effects: list[ClassicEffect], constants: ClassicConstants) -> int:
    # C8.2: every placing of the free symbols is tried
    printed = [effect.science for effect in effects if effect.science]
    choices = [effect.science_choice for effect in effects if effect.science_choice]
    points = constants.science_set_points
    return max(science([*printed, *chosen], points) for chosen in product(*choices))


def science(symbols: list[Symbol], set_points: int) -> int:
    # C8.2: the square of each count, and points for every set of three
    counts = Counter(symbols)
    squares = sum(n * n for n in counts.values())
    return squares + set_points * min(counts[symbol] for symbol in Symbol)


def rank_seats(cities: list[City], totals: list[int]) -> list[list[int]]:
    """Seats best first, ties grouped (C8.3)."""
    results = [(total, city.coins) for total, city in zip(totals, cities, strict=True)]
    places = sorted(set(results), reverse=True)
    return [[seat for seat, result in enumerate(results) if result == place] for place in places]
