"""Scores at the end of the game (C8, and the Decisions on Leaders)."""

from collections import Counter
from itertools import product

from heptapolis.codes import Color
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.cards.model import Card
from heptapolis.games.classic.codes import Special, Symbol

from .city import City

Score = dict[str, int]
Symbols = tuple[Symbol, ...]


def score_city(city: City, with_leaders: bool) -> Score:
    """Return the columns of C8.1 and their total, with the best free symbols and copied guilds.

    Of choices with the same total, copying nothing comes first, then guilds in catalogue order;
    among symbols the highest science column.
    """
    best = [_best_symbols(city, copied, with_leaders) for copied in _copies(city)]
    return max(best, key=lambda score: score["total"])


def _best_symbols(city: City, copied: tuple[Card, ...], with_leaders: bool) -> Score:
    # C8.2, L16: every choice of the free symbols is tried
    effects = city.effects() + [guild.effect for guild in copied]
    scores = [_score(city, copied, symbols, with_leaders) for symbols in _placings(effects)]
    return max(scores, key=lambda score: (score["total"], score["science"]))


def _score(city: City, copied: tuple[Card, ...], symbols: Symbols, with_leaders: bool) -> Score:
    """Return the columns with these symbols and the guilds copied by Olympia B (C6.3)."""
    constants = city.catalog.constants
    victories = sum(constants.victory_points[age - 1] for age in city.victories)
    sets = science_sets(symbols)

    def points(effects: list[ClassicEffect]) -> int:
        return sum(city.points_of(effect, sets) for effect in effects)

    score = {
        "military": victories + constants.defeat_points * city.defeats,
        "treasury": city.coins // constants.coins_per_point,
        "wonder": points(city.stage_effects()),
        "civilian": points(_effects(city.cards(Color.BLUE))),
        "science": science_squares(symbols) + constants.science_set_points * sets,
        "commercial": points(_effects(city.cards(Color.YELLOW))),
        "guilds": points(_effects([*city.cards(Color.PURPLE), *copied])),
    }
    if with_leaders:
        score["leaders"] = points(city.leader_effects())
    return score | {"total": sum(score.values())}


def _effects(cards: list[Card]) -> list[ClassicEffect]:
    return [card.effect for card in cards]


def _copies(city: City) -> list[tuple[Card, ...]]:
    """Return every choice of guilds to copy: none, then each in catalogue order."""
    near = city.left.buildings + city.right.buildings
    guilds = [card for card in city.catalog.cards if card.is_guild and card.id in near]
    each = [(), *((guild,) for guild in guilds)]
    choices = product(each, repeat=len(city.powers(Special.COPY_GUILD)))
    return [sum(choice, ()) for choice in choices]


def _placings(effects: list[ClassicEffect]) -> list[Symbols]:
    """Return the printed symbols together with every choice of the free ones."""
    printed = tuple(effect.science for effect in effects if effect.science)
    choices = [effect.science_choice for effect in effects if effect.science_choice]
    return [printed + chosen for chosen in product(*choices)]


def science_squares(symbols: Symbols) -> int:
    # C8.2: the square of each count
    return sum(n * n for n in Counter(symbols).values())


def science_sets(symbols: Symbols) -> int:
    # C8.2: sets of three different symbols
    counts = Counter(symbols)
    return min(counts[symbol] for symbol in Symbol)


def rank_seats(cities: list[City], totals: list[int]) -> list[list[int]]:
    """Return the seats best first, with ties grouped (C8.3)."""
    results = [(total, city.coins) for total, city in zip(totals, cities, strict=True)]
    places = sorted(set(results), reverse=True)
    return [[seat for seat, result in enumerate(results) if result == place] for place in places]
