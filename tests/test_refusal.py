"""Every move is legal or has one reason against it, and the reason is correct."""

import pickle
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.codes import Code, Obstacle, Resource
from heptapolis.errors import IllegalMove
from heptapolis.games.classic.codes import ClassicObstacle, MoveKind
from heptapolis.games.classic.verbs import VERBS
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.refusals import sentence
from heptapolis.move import Move
from heptapolis.refusal import Refusal, known_reasons
from tests.games.classic.rules.table import City, city, leaders_table, recruitment, table, texts

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"seats": 2}),
    ("classic", {"seats": 3}),
    ("classic", {"seats": 5}),
    ("classic+leaders", {"seats": 2}),
    ("classic+leaders", {"seats": 4}),
    ("duel", {}),
    ("duel", {"neutral_start": "choose"}),
]


def moments(name: str, options: dict[str, Any], seed: int) -> Iterator[tuple[Any, int]]:
    """Yield every decision of a random game with many wonders, whose powers are the difficult cases.
    At some decisions the cities have few coins."""
    game, rng = hp.new(name, seed=seed, **options), random.Random(seed)
    while not game.is_over:
        seat = rng.choice(game.to_move)
        with changed_field(game, "coins", slice(None), rng.choice([0, 1, 2, 4, 9, 50])):
            yield game, seat
        legal = game.legal_moves(seat)
        stages = [move for move in legal if move.verb in ("stage", "wonder")]
        game.submit(seat, rng.choice(stages if stages and rng.random() < 0.4 else legal))


@contextmanager
def changed_field(game: Any, field: str, place: Any, value: Any) -> Iterator[None]:
    """Change a field of the state in the context."""
    before = game._states[field][0].copy()
    game._states[field][0][place] = value
    try:
        yield
    finally:
        game._states[field][0][:] = before


def decided_city(game: Any, seat: int) -> int:
    """Return the city that a seat decides for: its own, or the Free City."""
    is_free_city = game.game != "duel" and game.legal_moves(seat)[0].free_city
    return game.players if is_free_city else seat


def sensible_moves(game: Any, rng: random.Random) -> Iterator[Move]:
    """Yield every verb with every possible thing of the catalogue."""
    things = [thing.id for thing in game.edition.catalog.things()]
    if game.game == "duel":
        wonders = list(game.edition.catalog.wonder)
        yield from (Move("start", starter=seat) for seat in (0, 1))
        yield from (Move("draft", wonder=id) for id in wonders)
        for card in [*game.accessible, rng.choice(things)]:
            yield from (Move("wonder", card, wonder=id) for id in wonders)
        for verb in ("build", "discard", "token", "destroy", "revive"):
            yield from (Move(verb, id) for id in things)
        return
    for kind, verb in VERBS.items():
        for free_city in (False, True):
            if kind is MoveKind.PASS:
                yield Move(verb, free_city=free_city)
            else:
                free = kind is MoveKind.BUILD_FREE
                yield from (Move(verb, id, free=free, free_city=free_city) for id in things)


RARE_OBSTACLES = {
    ClassicObstacle.NO_ROOM,
    ClassicObstacle.COPIED,
    Obstacle.NO_SUCH_PAYMENT,
    Obstacle.NOTHING_CHOSEN,
}
UNTESTED_OBSTACLES = {Obstacle.GAME_OVER, Obstacle.NO_SUCH_SEAT, Obstacle.NOT_YOUR_TURN}


def test_a_move_is_legal_or_has_a_reason() -> None:
    codes: set[Code] = set()
    n = 0
    for name, options in GAMES:
        for seed in range(2):
            rng = random.Random(seed)
            for game, seat in moments(name, options, seed):
                legal = {move.without_payment() for move in game.legal_moves(seat)}
                view, moves = game.view(seat), list(sensible_moves(game, rng))
                likely = [move for move in moves if move.card in {one.card for one in legal}]
                for move in {*likely, *legal, *rng.sample(moves, 25)}:
                    refusal = view.why_not(move)
                    assert (refusal is None) == (move in legal), (str(move), refusal)
                    n += 1
                    if refusal:
                        codes.add(refusal.code)
    assert n > 20_000
    reasons = set(known_reasons())
    assert reasons - RARE_OBSTACLES - UNTESTED_OBSTACLES <= codes, reasons - codes


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_uses_are_all_that_can_be_done_with_a_card(name: str, options: dict[str, Any]) -> None:
    for game, seat in moments(name, options, 6):
        view, legal = game.view(seat), game.legal_moves(seat)
        told: list[Move] = []
        for card in dict.fromkeys(one.wonder if one.verb == "draft" else one.card for one in legal):
            for offer in view.uses(card) if card else ():
                assert bool(offer.plans) != bool(offer.refusal), offer
                told += offer.plans
        silent = [move for move in legal if move.verb in ("pass", "start")]
        assert sorted(map(str, [*told, *silent])) == sorted(map(str, legal))


def test_a_seat_that_is_not_to_move_has_no_uses() -> None:
    game = hp.new("duel", seed=1)
    assert game.view(1).uses(game.offer[0]) == game.view(None).uses(game.offer[0]) == []
    classic = hp.new(seats=3, seed=1)
    assert classic.view(None).uses("altar") == []


# ── the numbers ──────────────────────────────────────────────────────────────────────────────────


def refusals(game: Any, seat: int, code: Obstacle) -> Iterator[tuple[Move, Refusal]]:
    """Return the uses of the available cards that are refused for a reason."""
    for card in dict.fromkeys(move.card for move in game.legal_moves(seat) if move.card):
        for offer in game.view(seat).uses(card):
            if offer.refusal and offer.refusal.code is code:
                yield offer.move, offer.refusal


def test_the_missing_coins_are_exact() -> None:
    n = 0
    for name, options in GAMES:
        for game, seat in moments(name, options, 3):
            city = decided_city(game, seat)
            coins = game.city(city).coins
            for move, refusal in list(refusals(game, seat, Obstacle.COINS_SHORT)):
                n += 1
                assert 0 < refusal.short == refusal.price - coins
                with changed_field(game, "coins", city, refusal.price):
                    assert game.why_not(seat, move) is None, (str(move), refusal)
                with changed_field(game, "coins", city, refusal.price - 1):
                    again = game.why_not(seat, move)
                    assert again == Refusal(again.code, again.card, price=refusal.price, short=1), (
                        str(move)
                    )
    assert n > 500


def test_the_missing_units_are_exact() -> None:
    n = several = 0
    for (name, options), seed in product(GAMES[:5], (4, 5, 6)):
        for game, seat in moments(name, options, seed):
            city, rng = decided_city(game, seat), random.Random(n)
            with city_with_help(game, city, rng):
                for move, refusal in list(refusals(game, seat, Obstacle.MISSING_UNITS)):
                    n, several = n + 1, several + (len(refusal.missing) > 1)
                    assert len({sum(k for _, k in units) for units in refusal.missing}) == 1
                    for units in refusal.missing:
                        check_units(game, city, seat, move, dict(units))
    assert n > 500 and several > 50


@contextmanager
def city_with_help(game: Any, city: int, rng: random.Random) -> Iterator[None]:
    """Return a view of a city with few producers, some with a choice, maybe Bilkis or a discount."""
    choices = game._states["choice"][0][city].copy()
    choices[:2] = [rng.choice([0b1111, 0b0011, 0b1100, 0b1110000]) for _ in range(2)]
    with (
        changed_field(game, "choice", city, choices),
        changed_field(game, "n_choice", city, 2),
        changed_field(game, "produce", city, 0),
        changed_field(game, "bank_price", city, rng.choice([0, 0, 1])),
        changed_field(game, "fewer", city, rng.choice([0, 0, 1])),
    ):
        yield


def check_units(game: Any, city: int, seat: int, move: Move, units: dict[str, int]) -> None:
    """Check that only coins are missing with these additional units, but not with one unit fewer."""
    made = game._states["produce"][0][city].copy()
    for resource, k in units.items():
        made[Resource[resource.upper()]] += k
    with changed_field(game, "produce", city, made), changed_field(game, "coins", city, 200):
        assert game.why_not(seat, move) is None, (str(move), units)
    made[Resource[next(iter(units)).upper()]] -= 1
    with changed_field(game, "produce", city, made), changed_field(game, "coins", city, 200):
        refusal = game.why_not(seat, move)
        assert refusal and refusal.code is Obstacle.MISSING_UNITS
        assert sum(k for _, k in refusal.missing[0]) == 1, (str(move), units, refusal)


# ── the examples ─────────────────────────────────────────────────────────────────────────────────


RHODES, EPHESUS, GIZA = city("rhodes:A"), city("ephesus:A"), city("giza:A")


def reason_against(game: Any, move: str, seat: int = 0) -> Refusal:
    refusal: Refusal | None = game.view(seat).why_not(Move.parse(move))
    assert refusal, move
    with pytest.raises(IllegalMove) as error:
        game.submit(seat, move)
    assert error.value.refusal == refusal and error.value.legal
    return refusal


def test_bilkis_needs_a_coin() -> None:
    # L20: no neighbour sells cloth, but the bank does.
    mine = city("rhodes:A", coins=0, leaders=["bilkis"])
    game = leaders_table(mine, GIZA, EPHESUS, hands=[["apothecary"]], age=1)
    refusal = reason_against(game, "build apothecary")
    assert refusal == Refusal(Obstacle.COINS_SHORT, "apothecary", price=1, short=1)
    assert str(refusal) == "You need 1 more coin"
    bare = leaders_table(city("rhodes:A", coins=9), GIZA, EPHESUS, hands=[["apothecary"]], age=1)
    refusal = reason_against(bare, "build apothecary")
    assert refusal == Refusal(Obstacle.MISSING_UNITS, "apothecary", missing=((("cloth", 1),),))
    assert str(refusal) == "No cloth for sale"


@pytest.mark.parametrize(("leader", "missing"), [("archimedes", 1), ("hammurabi", 2)])
def test_a_discount_for_green_cards_is_one_unit_less(leader: str, missing: int) -> None:
    # L26: the Laboratory needs two clay and a papyrus, which Ephesus sells.
    mine = city("rhodes:A", coins=50, leaders=[leader])
    game = leaders_table(mine, GIZA, EPHESUS, hands=[["laboratory"]], age=2)
    assert reason_against(game, "build laboratory").missing == ((("clay", missing),),)


@pytest.mark.parametrize(("leader", "missing"), [("archimedes", 2), ("hammurabi", 1)])
def test_a_discount_for_blue_cards_is_one_unit_less(leader: str, missing: int) -> None:
    # L26: the Aqueduct needs three stone.
    mine = city("giza:A", coins=50, leaders=[leader])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["aqueduct"]], age=2)
    assert reason_against(game, "build aqueduct").missing == ((("stone", missing),),)


def test_a_discount_makes_a_card_cheaper_than_it_looks() -> None:
    # L26: two clay of Babylon; one of them is spared.
    mine = city("rhodes:A", "press", coins=1, leaders=["archimedes"])
    cities = [mine, city("babylon:A", "clay_pool"), GIZA]
    refusal = reason_against(
        leaders_table(*cities, hands=[["laboratory"]], age=2), "build laboratory"
    )
    assert (refusal.code, refusal.price, refusal.short) == (Obstacle.COINS_SHORT, 2, 1)


def test_one_clay_pit_is_not_both_clay_and_ore() -> None:
    # C4.3: the Stables need clay, wood and ore; coins are not what is missing.
    mine = city("giza:A", "lumber_yard", coins=50)
    game = table(mine, city("alexandria:A", "clay_pit"), EPHESUS, hands=[["stables"]], age=2)
    refusal = reason_against(game, "build stables")
    assert refusal.code is Obstacle.MISSING_UNITS
    assert refusal.missing == ((("ore", 1),), (("clay", 1),))
    assert str(refusal) == "Not for sale: 1 ore or 1 clay"


def test_a_leader_is_too_dear() -> None:
    mine = city("giza:A", coins=2, leader_hand=["caesar", "nero"])
    refusal = reason_against(recruitment(mine, RHODES, EPHESUS), "recruit caesar")
    assert refusal == Refusal(Obstacle.COINS_SHORT, "caesar", price=5, short=3)
    refusal = reason_against(recruitment(mine, RHODES, EPHESUS), "recruit hiram")
    assert refusal.code is Obstacle.NOT_IN_HAND


def free_city(free: City, hand: list[str], pile: list[str], own: str, **more: Any) -> Any:
    """Return a game in which seat 0 has chosen and now decides for the Free City."""
    options = {"age": 1, "turn": 5, "players": 2, **more}
    cities = [RHODES, city("babylon:A"), free]
    game = table(
        *cities, hands=[hand, [{1: "workshop", 2: "library"}[options["age"]]]], pile=pile, **options
    )
    game.submit(0, own)
    return game


def test_the_free_city_cannot_put_a_free_card_under_a_stage() -> None:
    # C9.4: the Baths lead to the Aqueduct.
    free = city("olympia:B", "lumber_yard", "sawmill", "baths", coins=9)
    game = free_city(
        free, ["walls", "aqueduct"], ["temple", "statue"], "discard walls", age=2, turn=6
    )
    assert reason_against(game, "free_city stage aqueduct").code is ClassicObstacle.CHAIN_FORBIDS
    assert "free_city stage temple" in texts(game, 0)


def test_the_free_city_discards_nothing_while_it_can_play() -> None:
    # C9.3
    free = city("olympia:A", coins=0)
    hand, pile = ["baths", "altar", "apothecary"], ["scriptorium", "barracks", "theater"]
    game = free_city(free, hand, pile, "discard baths")
    refusal = reason_against(game, "free_city discard apothecary")
    assert refusal == Refusal(ClassicObstacle.MUST_PLAY, "apothecary")
    assert reason_against(game, "discard apothecary").code is ClassicObstacle.FREE_CITY_NOW


def test_a_school_that_olympia_can_place() -> None:
    # C6.1
    mine = city("olympia:A", stages=2, coins=0)
    game = table(mine, RHODES, EPHESUS, hands=[["school"]])
    build, free, *_ = game.view(0).uses("school")
    assert build.refusal and build.refusal.code is Obstacle.COINS_SHORT
    assert [str(plan) for plan in free.plans] == ["build school free"]


def test_the_power_is_spent_absent_or_idle() -> None:
    # C6.1
    spent = city("olympia:A", stages=2, free_build_used=True)
    assert reason_against(
        table(spent, RHODES, EPHESUS, hands=[["school"]]), "build school free"
    ).code is (ClassicObstacle.POWER_SPENT)
    assert reason_against(
        table(GIZA, RHODES, EPHESUS, hands=[["school"]]), "build school free"
    ).code is (ClassicObstacle.POWER_ABSENT)
    rich = city("olympia:A", stages=2)
    game = table(rich, RHODES, EPHESUS, hands=[["vineyard"]])
    assert reason_against(game, "build vineyard free").code is ClassicObstacle.POWER_IDLE


def test_other_reasons() -> None:
    done = city("giza:A", "altar", "temple", stages=3, coins=9)
    game = table(done, RHODES, EPHESUS, hands=[["walls"]])
    assert reason_against(game, "stage walls").code is ClassicObstacle.ALL_STAGES_STAND
    assert reason_against(game, "build palace").code is Obstacle.NOT_IN_HAND
    assert reason_against(game, "build no_such_thing") == Refusal(Obstacle.UNKNOWN, "no_such_thing")
    refusal = reason_against(game, "build wals")
    assert refusal == Refusal(Obstacle.UNKNOWN, "wals", near="walls")
    assert str(refusal) == "Nothing in this game is called “wals”; did you mean “walls”?"
    assert reason_against(game, "dig walls").code is Obstacle.NOT_NOW
    assert reason_against(game, "free_city build walls").code is Obstacle.NOT_NOW
    two = hp.new(seats=2, seed=1)
    assert reason_against(two, "free_city build altar").code is ClassicObstacle.OWN_CARD_FIRST


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    t, told = translator(language), set()
    for code in known_reasons():
        missing = ((("wood", 1),),) if code is Obstacle.MISSING_UNITS else ()
        told.add(sentence(Refusal(code, "altar", price=5, short=2, missing=missing), t))
    assert len(told) == len(known_reasons())
    assert all(text and "%" not in text for text in told)


def test_missing_units_have_a_short_text() -> None:
    one = Refusal(
        Obstacle.MISSING_UNITS, missing=((("wood", 1), ("clay", 1)), (("wood", 1), ("ore", 1)))
    )
    assert one.tell() == "Not for sale: 1 wood, 1 clay or 1 ore"
    many = Refusal(
        Obstacle.MISSING_UNITS,
        missing=tuple((("wood", 2), (r, 1)) for r in ("clay", "ore", "stone", "glass")),
    )
    assert many.tell() == "Not for sale: 2 wood, 1 unit of (clay, ore, stone, glass)"


def test_an_error_can_be_pickled_and_lists_the_accepted_moves() -> None:
    game = hp.new(seats=3, seed=1)
    with pytest.raises(IllegalMove) as caught:
        game.submit(0, "build palace")
    error = pickle.loads(pickle.dumps(caught.value))
    assert str(error) == str(caught.value)
    assert error.reason == "'build palace': not in your hand"
    assert error.refusal.facts() == {"code": "not_in_hand", "card": "palace"}
    assert list(error.legal) == game.legal_moves(0)
