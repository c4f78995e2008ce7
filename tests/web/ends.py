"""Games at every kind of end, created without playing them."""

import random
from collections.abc import Callable
from typing import Any

import heptapolis as hp
from heptapolis.contract import Game
from heptapolis.narration.score import GameEnd
from heptapolis.web import commentary
from heptapolis.web.boards import board_of, with_names
from heptapolis.web.ending import EndPage, ending_of
from tests.games.classic.rules.table import city
from tests.games.classic.rules.table import table as classic_table
from tests.games.duel.rules import duel_table
from tests.web.page_models import render_page, table_page, television_page

NAMES = ["Anna", "Bartholomew of Antioch", "Chloë", "Dénes", "Євгенія", "Фёдор", "Gül"]
WONDERS = (
    "halicarnassus:B",
    "giza:B",
    "babylon:A",
    "ephesus:B",
    "rhodes:A",
    "olympia:B",
    "alexandria:A",
)
WONDERS_BUILT = ["sphinx", "colossus", "pyramids", "piraeus"]


def finished_classic(*cities: dict[str, Any], **more: Any) -> Game:
    """Return a classic game after its last turn."""
    return classic_table(*cities, age=3, turn=6, phase="over", **more)


def cities_with_points(seats: int, coins: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """Return cities with points in most columns, later seats more; seat 0 has lost wars."""
    blue = ["altar", "theater", "baths", "pawnshop", "temple", "statue", "aqueduct"]
    return [
        city(
            WONDERS[seat],
            *blue[: seat + 1],
            "loom",
            coins=coins[seat] if coins else 4 + seat,
            stages=seat % 3,
            victories=[seat % 2, 1, 1] if seat else [],
            defeats=0 if seat else 6,
        )
        for seat in range(seats)
    ]


def cities_with_coins(*coins: int) -> list[dict[str, Any]]:
    """Return cities that have only coins."""
    return [city(WONDERS[seat], coins=n) for seat, n in enumerate(coins)]


def _leaders() -> Game:
    game, rng, bot = hp.new("leaders", seed=5, seats=3), random.Random(5), hp.bot("greedy")
    while not game.is_over:
        seat = game.to_move[-1]
        game.submit(seat, bot.choose(game.view(seat), rng))
    return game


def _duel(mine: dict[str, Any], theirs: dict[str, Any]) -> Game:
    game = duel_table.table(mine, theirs, "arsenal", last=True)
    return duel_table.discard(game)


def _duel_won_by_science() -> Game:
    """Return a victory by six symbols against a city with many more points."""
    by_symbol = {c.effect.science: c.id for c in duel_table.CATALOG.cards if c.effect.science}
    last = next(c for c in duel_table.CATALOG.cards if c.id == "university")
    five = [id for symbol, id in by_symbol.items() if symbol is not last.effect.science][:5]
    mine = duel_table.city(*five, built=WONDERS_BUILT[:2], coins=50)
    game = duel_table.table(mine, _city_with_most_points(), "university", "gardens")
    return duel_table.play(game, "build university")


def _duel_won_by_war() -> Game:
    mine = duel_table.city(coins=50, built=WONDERS_BUILT[:1])
    game = duel_table.table(mine, _city_with_most_points(), "arsenal", "gardens", marker=8)
    return duel_table.play(game, "build arsenal")


def _city_with_most_points() -> dict[str, Any]:
    return duel_table.city("palace", "town_hall", "pantheon", built=WONDERS_BUILT[2:], coins=60)


def _pebbles(seed: int) -> Game:
    game: Game = hp.new("pebbles", seed=seed, seats=3)
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    return game


GAMES_BY_NAME: dict[str, Callable[[], Game]] = {
    "classic 3": lambda: finished_classic(*cities_with_points(3)),
    "classic 7": lambda: finished_classic(*cities_with_points(7)),
    "coins decide": lambda: finished_classic(*cities_with_coins(6, 8, 7, 6)),
    "classic shared": lambda: finished_classic(*cities_with_coins(6, 8, 8)),
    "free city": lambda: finished_classic(*cities_with_points(3), players=2),
    "leaders": _leaders,
    "duel": lambda: _duel(
        duel_table.city("gardens", built=WONDERS_BUILT[:2], coins=9), _city_with_most_points()
    ),
    "blue cards decide": lambda: _duel(
        duel_table.city("baths", coins=0), duel_table.city(coins=9, built=())
    ),
    "duel shared": lambda: _duel(
        duel_table.city("baths", coins=1), duel_table.city("altar", coins=5)
    ),
    "science": _duel_won_by_science,
    "war": _duel_won_by_war,
    "pebbles": lambda: _pebbles(5),
}
GAMES_BEFORE_END: dict[str, Callable[[], Game]] = {  # games without an end of their own
    "resigned": lambda: hp.new("duel", seed=4),
    "abandoned": lambda: hp.new("classic", seed=4, seats=4),
}
KINDS = [*GAMES_BY_NAME, *GAMES_BEFORE_END]


def end(kind: str) -> GameEnd:
    """Return a game that has ended in this way; in a resigned game, seat 1 has resigned."""
    if kind in GAMES_BEFORE_END:
        return GameEnd(GAMES_BEFORE_END[kind](), kind, [[0], [1]] if kind == "resigned" else [])
    game = GAMES_BY_NAME[kind]()
    assert game.is_over and game.outcome
    return GameEnd(game, game.outcome, game.ranking())


def end_page(one: GameEnd, language: str, me: int | None) -> EndPage:
    """Return the content of the end page for a seat."""
    view = with_names(one.game.view(me), NAMES[: one.game.players])
    return ending_of(one, view, board_of(view, language).as_finished(), language, me)


def html(one: GameEnd, language: str, me: int | None, template: str = "table.html") -> str:
    """Return the markup of the table or television page at the end of a game."""
    view = with_names(one.game.view(me), NAMES[: one.game.players])
    if template.startswith("tv"):
        return render_page(template, language, television_page(view, language, one))
    denied = commentary.denials_of(one.game)
    page = table_page(view, language, end=one, me=me, denied=denied)
    return render_page(template, language, page)
