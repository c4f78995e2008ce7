"""What a stranger's data could do to a Duel, and does not: it is refused by name or plays on."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.catalog import load_duel
from tests.conftest import House

CATALOG = load_duel()
MOST_MOVES = 200  # of one game: it plays 60 cards
GONE = ["-"] * 20
ALTAR = ["altar", *GONE[1:]]  # the last card of age I
FOUR = ["sphinx", "piraeus", "colossus", "mausoleum"]
OTHERS = ["pyramids", "appian_way", "great_library", "hanging_gardens"]


def play_on(game: hp.DuelGame, rng: Random) -> hp.DuelGame:
    for _ in range(MOST_MOVES):
        if game.is_over:
            return game
        moves = game.legal_moves(game.to_move[0])
        assert moves, f"nothing to do in phase {game.phase}"
        assert game.view(game.to_move[0]).legal_moves() == moves
        game.submit(game.to_move[0], rng.choice(moves))
    raise AssertionError("the game does not end")


def slots(**cards: str) -> list[str]:
    """An empty card structure but for some slots: ``slots(s14="altar")``."""
    return [cards.get(f"s{slot}", "-") for slot in range(20)]


# ── nonsensical positions ────────────────────────────────────────────────────────────────────────


def choosing(phase: str, due: Any, **more: Any) -> dict[str, Any]:
    """A position in the middle of a turn."""
    return {"phase": phase, "due": due, "layout": {"1": ALTAR}, "taken": 1, **more}


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"colour": 1}, "colour: unknown; known are again, age"),
        ({"hands": []}, "hands: unknown"),
        ({"players": 2}, "players: unknown"),
        ({"game": "duels"}, "game: no game 'duels'"),
        ({"age": 4}, "age: a whole number from 1 to 3, got 4"),
        ({"age": 0}, "age: a whole number from 1 to 3"),
        ({"age": -1}, "age: a whole number"),
        ({"age": True}, "age: a whole number"),
        ({"age": "1"}, "age: a whole number"),
        ({"age": None}, "age: a whole number"),
        ({"age": 1.0}, "age: a whole number"),
        ({"phase": "lunch"}, "phase: 'lunch' is not one of draft, turn"),
        ({"phase": []}, "phase: []"),
        ({"phase": None}, "phase: None"),
        ({"phase": "dig"}, "phase: 'dig'"),
        ({"phase": "draft", "age": 1}, "age: "),
        ({"seat": 2}, "seat: a whole number from 0 to 1"),
        ({"seat": -1}, "seat: "),
        ({"seat": True}, "seat: "),
        ({"seat": None}, "seat: "),
        ({"neutral_start": "first"}, "neutral_start: last or choose, got 'first'"),
        ({"neutral_start": []}, "neutral_start: "),
        ({"neutral_start": True}, "neutral_start: "),
        ({"again": 1}, "again: true or false"),
        ({"again": "yes"}, "again: "),
        ({"turn": 3}, "turn: by the cards it is 1, not 3"),
        ({"turn": -1}, "turn: "),
        ({"turn": 21}, "turn: "),
        ({"turn": "1"}, "turn: "),
        ({"seed": -1}, "seed: "),
        ({"seed": 2**128}, "seed: "),
        ({"seed": "1"}, "seed: "),
        ({"seed": None}, "seed: "),
        # the track
        ({"marker": 10}, "marker: a whole number from -9 to 9"),
        ({"marker": -10}, "marker: "),
        ({"marker": "2"}, "marker: "),
        ({"loot": 5}, "loot: "),
        ({"loot": [5, 5]}, "loot: "),
        ({"loot": [[3], [], []]}, "loot: "),
        ({"loot": [[4], []]}, "loot.0: there is no token at 4"),
        ({"loot": [[], [-1]]}, "loot.1: "),
        ({"loot": [[40], []]}, "loot.0: "),
        ({"loot": [[2**70], []]}, "loot.0: "),
        ({"loot": [["3"], []]}, "loot.0: "),
        ({"loot": [[True], []]}, "loot.0: "),
        # cities
        ({"cities": 5}, "cities: "),
        ({"cities": {}}, "cities: "),
        ({"cities": [1]}, "cities: "),
        ({"cities": [{}, {}, {}]}, "cities: 3 are too many"),
        ({"cities": [{"gold": 1}]}, "cities.0.gold: unknown"),
        ({"cities": [{}, {"wonder": "giza:A"}]}, "cities.1.wonder: unknown"),
        ({"cities": [{"coins": -1}]}, "cities.0.coins: "),
        ({"cities": [{"coins": 10**9}]}, "cities.0.coins: "),
        ({"cities": [{"coins": True}]}, "cities.0.coins: "),
        ({"cities": [{"coins": 1.5}]}, "cities.0.coins: "),
        ({"cities": [{"coins": None}]}, "cities.0.coins: "),
        ({"cities": [{"buildings": "altar"}]}, "cities.0.buildings: a list"),
        ({"cities": [{"buildings": [1]}]}, "cities.0.buildings: "),
        ({"cities": [{"buildings": [["altar"]]}]}, "cities.0.buildings: "),
        ({"cities": [{}, {"buildings": ["troy"]}]}, "cities.1.buildings: no card 'troy'"),
        ({"cities": [{"buildings": ["?"]}]}, "cities.0.buildings: no card '?'"),
        ({"cities": [{"buildings": ["sphinx"]}]}, "cities.0.buildings: no card 'sphinx'"),
        ({"cities": [{"buildings": ["law"]}]}, "cities.0.buildings: no card 'law'"),
        ({"cities": [{"buildings": ["altar", "altar"]}]}, "cities.0.buildings: 'altar' is in"),
        ({"cities": [{"buildings": ["altar"]}] * 2}, "cities.1.buildings: 'altar' is in cities.0"),
        ({"cities": [{"wonders": "sphinx"}]}, "cities.0.wonders: "),
        ({"cities": [{"wonders": ["troy"]}]}, "cities.0.wonders: no wonder 'troy'"),
        ({"cities": [{"wonders": ["altar"]}]}, "cities.0.wonders: no wonder 'altar'"),
        ({"cities": [{"wonders": ["sphinx", "sphinx"]}]}, "cities.0.wonders: 'sphinx' is in"),
        ({"cities": [{"wonders": ["sphinx"]}] * 2}, "cities.1.wonders: 'sphinx' is in"),
        ({"cities": [{"wonders": [*FOUR, "pyramids"]}]}, "cities.0.wonders: 5 are too many"),
        ({"cities": [{"built": 5}]}, "cities.0.built: "),
        ({"cities": [{"built": [1]}]}, "cities.0.built: "),
        ({"cities": [{"built": ["sphinx"]}]}, "cities.0.built: 'sphinx' is none of the city's"),
        ({"cities": [{"built": {"sphinx": "altar"}}]}, "cities.0.built: 'sphinx' is none"),
        ({"cities": [{"wonders": FOUR}, {"built": FOUR[:1]}]}, "cities.1.built: 'sphinx'"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": "troy"}}]}, "cities.0.built: no card"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": 5}}]}, "cities.0.built: no card 5"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": ["altar"]}}]}, "cities.0.built: "),
        (
            {"cities": [{"wonders": FOUR, "built": {"sphinx": "altar"}, "buildings": ["altar"]}]},
            "cities.0.built: 'altar' is in cities.0.buildings already",
        ),
        (
            {"cities": [{"wonders": FOUR, "built": FOUR}, {"wonders": OTHERS, "built": OTHERS}]},
            "cities: at most 7 wonders",
        ),
        ({"cities": [{"tokens": "law"}]}, "cities.0.tokens: "),
        ({"cities": [{"tokens": ["troy"]}]}, "cities.0.tokens: no token 'troy'"),
        ({"cities": [{"tokens": ["law", "law"]}]}, "cities.0.tokens: 'law' is in"),
        ({"cities": [{"tokens": ["law"]}] * 2}, "cities.1.tokens: 'law' is in"),
        # the middle
        ({"discard": 5}, "discard: "),
        ({"discard": [1]}, "discard: "),
        ({"discard": ["troy"]}, "discard: no card 'troy'"),
        ({"discard": ["altar", "altar"]}, "discard: 'altar' is in discard already"),
        ({"discard": ["altar"], "cities": [{"buildings": ["altar"]}]}, "discard: 'altar' is in"),
        ({"tokens": 5}, "tokens: "),
        ({"tokens": ["troy"]}, "tokens: no token 'troy'"),
        ({"tokens": ["law", "law"]}, "tokens: 'law' is in tokens already"),
        ({"tokens": ["law"], "cities": [{"tokens": ["law"]}]}, "tokens: 'law' is in cities.0"),
        ({"tokens": ["law"], "aside": ["law"]}, "aside: 'law' is in tokens already"),
        ({"aside": 5}, "aside: "),
        ({"aside": ["law", "law"]}, "aside: 'law' is in aside already"),
        ({"aside": ["?"] * 11}, "aside: 5 tokens are left for 11 places"),
        ({"aside": ["?"] * 17}, "aside: "),
        ({"looked": 5}, "looked: "),
        ({"looked": ["1"]}, "looked: "),
        ({"looked": [4]}, "looked: "),
        ({"looked": [-1]}, "looked: "),
        ({"looked": [1] * 9}, "looked: "),
        # the draft
        ({"offer": ["sphinx"]}, "offer: only a draft has one"),
        ({"next_offer": ["sphinx"]}, "next_offer: "),
        ({"phase": "draft", "offer": 5}, "offer: "),
        ({"phase": "draft", "offer": ["sphinx"]}, "offer: 4 wonders are wanted"),
        ({"phase": "draft", "offer": [*FOUR, "pyramids"]}, "offer: 5 are too many"),
        ({"phase": "draft", "offer": ["troy"]}, "offer: no wonder 'troy'"),
        ({"phase": "draft", "next_offer": ["sphinx"]}, "next_offer: 4 wonders are wanted"),
        ({"phase": "draft", "offer": FOUR, "next_offer": FOUR}, "next_offer: 'sphinx' is in offer"),
        ({"phase": "draft", "cities": [{"wonders": FOUR[:2]}]}, "cities: "),
        ({"phase": "draft", "cities": [{}, {"wonders": FOUR[:1]}]}, "cities: "),
        (
            {"phase": "draft", "cities": [{"wonders": FOUR[:1]}, {"wonders": FOUR[1:3]}]},
            "cities: 3 wonders drafted: the last of four comes by itself",
        ),
        ({"phase": "draft", "cities": [{"wonders": FOUR}, {"wonders": OTHERS}]}, "cities: "),
        (
            {"phase": "draft", "cities": [{"wonders": FOUR[:1], "built": {"sphinx": "altar"}}]},
            "cities.0.built: ",
        ),
        ({"phase": "draft", "turn": 5}, "turn: by the cards it is 1, not 5"),
        ({"phase": "draft", "seat": 1}, "seat: "),
        ({"phase": "draft", "marker": 3}, "marker: "),
        ({"phase": "draft", "discard": ["altar"]}, "discard: "),
        ({"phase": "draft", "cities": [{}, {"buildings": ["altar"]}]}, "cities.1.buildings: "),
        ({"phase": "draft", "layout": {"1": ALTAR}}, "layout.1: no card of a later age is taken"),
        # the structures
        ({"layout": 5}, "layout: "),
        ({"layout": []}, "layout: "),
        ({"layout": {"4": ALTAR}}, 'layout: an object with the ages "1", "2", "3"'),
        ({"layout": {"1": 5}}, "layout.1: "),
        ({"layout": {"1": {}}}, "layout.1: "),
        ({"layout": {"1": ["altar"]}}, "layout.1: 1 slots, 20 are wanted"),
        ({"layout": {"1": [*GONE, "altar"]}}, "layout.1: "),
        ({"layout": {"1": ["altar"] * 20}}, "layout.1: 'altar' is in layout.1 already"),
        ({"layout": {"1": GONE}}, "layout"),
        ({"layout": {"1": [5, *GONE[1:]]}}, "layout.1: "),
        ({"layout": {"1": ["troy", *GONE[1:]]}}, "layout.1: 'troy' is no card of age 1"),
        ({"layout": {"1": ["palace", *GONE[1:]]}}, "layout.1: 'palace' is no card of age 1"),
        ({"layout": {"1": ["merchants_guild", *GONE[1:]]}}, "layout.1: 'merchants_guild'"),
        ({"layout": {"1": ["? guild", *GONE[1:]]}}, "layout.1: "),
        ({"layout": {"1": ["altar eaten", *GONE[1:]]}}, "layout.1: 'altar eaten'"),
        ({"layout": {"1": ["? taken", *GONE[1:]]}}, "layout.1: '? taken'"),
        ({"layout": {"1": [" taken", *GONE[1:]]}}, "layout.1: ' taken'"),
        ({"layout": {"1": ALTAR}, "discard": ["altar"]}, "layout.1: 'altar' is in discard already"),
        ({"layout": {"1": slots(s14="altar")}}, "layout.1: slot 9 is taken from under another"),
        ({"layout": {"1": ALTAR, "2": GONE}}, "layout.2: no card of a later age is taken yet"),
        ({"layout": {"1": ALTAR, "3": ["?"] * 19 + ["-"]}}, "layout.3: no card of a later age"),
        ({"layout": {"3": ["? guild"] * 4 + ["?"] * 16}}, "layout.3: 4 guilds are too many"),
        ({"layout": {"1": ["altar", "altar taken", *GONE[2:]]}}, "layout.1: 'altar' is in"),
        (
            {
                "layout": {"1": ["altar", "baths taken", "baths taken", *GONE[3:]]},
                "cities": [{"buildings": ["baths"]}],
            },
            "layout.1: 'baths' is in",
        ),
        ({"age": 2, "layout": {"1": ALTAR}}, "layout.1: "),
        ({"removed": 5}, "removed: "),
        ({"removed": "x"}, "removed: "),
        ({"removed": [1]}, "removed: "),
        ({"removed": ["altar"]}, "removed: "),
        ({"removed": {"1": 5}}, "removed.1: "),
        ({"removed": {"9": ["altar"]}}, "removed"),
        ({"removed": {"1": ["troy"]}}, "removed.1: no card 'troy'"),
        ({"removed": {"1": ["palace"]}}, "removed.1: "),
        ({"removed": {"1": ["altar", "altar"]}}, "removed.1: 'altar' is in removed.1 already"),
        ({"removed": {"1": ["altar"]}, "layout": {"1": ALTAR}}, "layout.1: 'altar' is in removed.1"),
        ({"removed": {"1": ["altar", "baths", "theater", "tavern"]}}, "layout.1: there are not enough"),
        # the middle of a turn
        ({"taken": 20}, "taken: "),
        ({"taken": -2}, "taken: "),
        ({"taken": "0"}, "taken: "),
        ({"taken": 0}, "taken: slot 0 still holds its card"),
        ({"taken": 1, "layout": {"1": ALTAR}}, "taken"),
        ({"due": 5}, "due: "),
        ({"due": []}, "due: "),
        ({"due": {"x": 1}}, "due.x: unknown"),
        ({"due": {"tokens": 5}}, "due.tokens: "),
        ({"due": {"tokens": -1}}, "due.tokens: "),
        ({"due": {"tokens": True}}, "due.tokens: "),
        ({"due": {"destroy": 5}}, "due.destroy: "),
        ({"due": {"destroy": ["red"]}}, "due.destroy: 'red': brown or grey"),
        ({"due": {"draw_size": 17}}, "due.draw_size: "),
        ({"due": {"tokens": 1}}, "due: "),
        ({"due": {"draws": 1, "draw_size": 3}}, "due: "),
        ({"due": {"draws": 1}}, "due"),
        ({"phase": "token"}, "due: nothing is due in phase token"),
        ({"phase": "library"}, "due: nothing is due in phase library"),
        ({"phase": "destroy"}, "due: nothing is due in phase destroy"),
        ({"phase": "revive"}, "due: nothing is due in phase revive"),
        ({"phase": "token", "due": {"tokens": 1}}, "due: nothing is due"),
        (choosing("token", {"revivals": 1}), "due: nothing is due in phase token"),
        (choosing("token", {"tokens": 1}, tokens=[]), "phase: there is nothing to choose from"),
        (choosing("revive", {"revivals": 1}), "phase: there is nothing to choose from"),
        (choosing("destroy", {"destroy": ["brown"]}), "phase: there is nothing to choose from"),
        (choosing("library", {"draws": 1, "draw_size": 3}, aside=[]), "phase: there is nothing"),
        (choosing("library", {"draws": 1}), "phase: there is nothing to choose from"),
        (choosing("token", {"tokens": 1, "draws": 1}), "due"),
        (choosing("token", {"tokens": 1, "draw_size": 3}), "due"),
        ({"phase": "over", "due": {"draw_size": 1}}, "due"),
        ({"phase": "start", "age": 2, "marker": 2, "seat": 0}, "seat: "),
        ({"phase": "start", "age": 2, "marker": 0}, "phase: "),
        ({"phase": "start"}, "phase: "),
        ({"phase": "start", "age": 2, "turn": 1}, "turn: by the cards it is 0, not 1"),
        ({"phase": "start", "layout": {"1": ALTAR}}, "phase: who begins is settled before"),
        # the end
        ({"outcome": "points"}, "outcome: the game is not over"),
        ({"winner": 1}, "winner: "),
        ({"phase": "over", "outcome": "x"}, "outcome: points, military, science or shared"),
        ({"phase": "over", "outcome": 5}, "outcome: "),
        ({"phase": "over", "outcome": []}, "outcome: "),
        ({"phase": "over", "outcome": "military"}, "winner: "),
        ({"phase": "over", "outcome": "points", "winner": 2}, "winner: "),
        ({"phase": "over", "winner": 5}, "winner: "),
        ({"phase": "over", "turn": 30}, "turn: "),
    ],
)  # fmt: skip
def test_a_nonsensical_position_names_its_field(position: dict[str, Any], message: str) -> None:
    with pytest.raises(hp.InvalidText) as error:
        hp.from_position({"game": "duel"} | position)
    assert str(error.value).startswith(f"position: {message}")


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "duel"',
        '{"game": "duel", "age": ' + "9" * 6000 + "}",
        "[" * 100_000,
        '"duel"',
        "7",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(hp.InvalidText, match="position"):
        hp.from_position(text)


SYMBOLS = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]


@pytest.mark.parametrize(
    "position",
    [
        {"marker": 9},
        {"marker": -9},
        {"age": 3, "cities": [{"buildings": SYMBOLS}]},
        {"age": 3, "cities": [{}, {"buildings": SYMBOLS[:5], "tokens": ["law"]}]},
    ],
)
def test_a_position_that_is_won_already_is_refused_or_over(position: dict[str, Any]) -> None:
    try:
        game = hp.from_position({"game": "duel"} | position)
    except hp.InvalidText:
        return
    assert game.is_over
    assert game.outcome in ("military", "science")


@pytest.mark.parametrize(("marker", "weaker"), [(2, 1), (-2, 0)])
def test_a_written_start_asks_the_weaker_player(marker: int, weaker: int) -> None:
    """Rulings, D4; who is asked need not be told."""
    game = hp.from_position({"game": "duel", "age": 2, "phase": "start", "marker": marker})
    assert game.to_move == [weaker]


def test_a_city_may_hold_all_that_there_is() -> None:
    first = [card.id for card in CATALOG.cards if card.age == 1]
    cities = [{"buildings": first, "coins": 10_000, "tokens": list(CATALOG.token)}, {}]
    game = hp.from_position({"game": "duel", "age": 2, "cities": cities, "tokens": [], "aside": []})
    assert game.city(0).buildings == first
    for seat in (0, 1, None):
        game.view(seat).sample(Random(1))
    play_on(game, Random(1))


@pytest.mark.parametrize("coins", [0, 10_000])
def test_treasuries_of_any_size_play_on(coins: int) -> None:
    for seed in range(5):
        game = hp.from_position({"game": "duel", "seed": seed, "cities": [{"coins": coins}] * 2})
        play_on(game, Random(seed))


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"age": 3, "marker": 4},
        {"age": 2, "cities": [{"buildings": ["baths", "temple"], "coins": 3}, {}]},
        {"age": 1, "discard": [card.id for card in CATALOG.cards if card.age == 2]},
        {"age": 1, "layout": {"1": ALTAR}, "outcome": "military", "winner": 1, "marker": -9},
    ],
)
def test_a_hand_written_end_survives_its_position_and_its_record(position: dict[str, Any]) -> None:
    game = hp.from_position({"game": "duel", "phase": "over"} | position)
    assert (game.is_over, game.to_move) == (True, [])
    twin = hp.from_position(str(game.position()))
    assert (twin.outcome, twin.winner, twin.scores()) == (game.outcome, game.winner, game.scores())
    assert twin.position() == game.position()
    assert twin.to_bytes() == game.to_bytes()
    text = str(game.record())
    assert str(hp.replay(text).record()) == text
    for seat in (0, 1, None):
        assert game.view(seat).position() == game.position()


# ── damaged positions ────────────────────────────────────────────────────────────────────────────

WORDS = [
    "altar", "palace", "altar taken", "palace taken", "merchants_guild", "builders_guild taken",
    "?", "? guild", "-", "sphinx", "mausoleum", "law", "theology", "draft", "turn", "token",
    "library", "destroy", "revive", "start", "over", "choose", "points", "science", "brown", "",
]  # fmt: skip
MUTATIONS = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 10_000)), min_size=1, max_size=3)


def leaves(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON document whose value is no container."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        found += leaves(item) if isinstance(item, dict | list) else [(value, key)]
    return found


def boxes(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a JSON document."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        found += [(value, key)]
        found += boxes(item) if isinstance(item, dict | list) else []
    return found


def played(seed: int, moves: int) -> hp.DuelGame:
    """A game after some moves, with wonders and green cards more often than not."""
    rng = Random(seed)
    wonders = (None, "first_game", [FOUR, OTHERS])[seed % 3]
    game = hp.new("duel", seed=seed, wonders=wonders, neutral_start=("last", "choose")[seed % 2])
    for _ in range(moves):
        if game.is_over:
            break
        legal = game.legal_moves(game.to_move[0])
        liked = [move for move in legal if move.verb == "wonder"]
        game.submit(game.to_move[0], rng.choice(liked if liked and rng.random() < 0.7 else legal))
    return game


def try_position(data: Any, rng: Random) -> None:
    """It is refused, or everything can be done with it."""
    try:
        game = hp.from_position(data)
    except hp.InvalidText as error:
        assert str(error).startswith("position: ")
        return
    twin = hp.from_position(json.loads(str(game.position())))
    assert twin.to_bytes() == game.to_bytes()
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.legal_moves() == (game.legal_moves(seat) if seat is not None else [])
        try:
            play_on(view.sample(rng), rng)
        except hp.InvalidText as error:
            assert "no deal agrees" in str(error)
    text = str(game.record())
    assert str(hp.replay(text).record()) == text
    play_on(game, rng)
    assert hp.score(game.position()) == game.scores()
    assert game.ranking()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 60), st.integers(0, 75), MUTATIONS)
def test_a_damaged_position_is_refused_or_plays_to_its_end(
    seed: int, moves: int, mutations: list[tuple[int, int]]
) -> None:
    data = json.loads(str(played(seed, moves).position()))
    for place, what in mutations:
        spots = leaves(data)
        box, key = spots[place % len(spots)]
        is_text = isinstance(box[key], str)
        box[key] = WORDS[what % len(WORDS)] if is_text else what % 24 - 3
    try_position(data, Random(seed))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 60), st.integers(0, 75), MUTATIONS)
def test_a_position_with_parts_torn_out_is_refused_or_plays_to_its_end(
    seed: int, moves: int, mutations: list[tuple[int, int]]
) -> None:
    """Entries and whole parts are dropped, doubled or swapped for something of another kind."""
    data = json.loads(str(played(seed, moves).position()))
    for place, what in mutations:
        spots = boxes(data)
        box, key = spots[place % len(spots)]
        if key == "game":
            continue
        match what % 4:
            case 0:
                del box[key]
            case 1:
                box[key] = [None, 1, "?", [], {}, True, -1, 0.5][what // 4 % 8]
            case 2 if isinstance(box, list):
                box.append(box[key])
            case _:
                other, at = spots[what % len(spots)]
                box[key] = json.loads(json.dumps(other[at]))
    try_position(data, Random(seed))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from([*WORDS, "0", "1"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["1", "2", "3", "coins", "wonders", "built", "tokens", "buildings", "destroy"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        "age", "turn", "phase", "seat", "neutral_start", "again", "taken", "marker", "loot",
        "cities", "discard", "layout", "removed", "offer", "next_offer", "tokens", "aside",
        "looked", "due", "outcome", "winner", "seed",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_no_position_crashes_or_hangs(position: dict[str, Any]) -> None:
    try_position({"game": "duel"} | position, Random(1))
    try:
        hp.score({"game": "duel"} | position)
    except hp.InvalidText as error:
        assert str(error).startswith("position: ")


# ── damaged records ──────────────────────────────────────────────────────────────────────────────


def lines(**changes: str) -> str:
    """A short good record with some lines changed; "" drops a line."""
    parts = {
        "magic": "heptapolis 1",
        "game": "game duel",
        "options": "options {}",
        "wonders": f"wonders {' '.join(FOUR + OTHERS)}",
        "seed": "seed 42",
        "first": "I.1 0 discard {0}",
        "second": "I.2 1 discard {1}",
        "third": "I.3 0 discard {2}",
    }
    cards = hp.new("duel", seed=42, wonders=[FOUR, OTHERS]).accessible
    text = "\n".join(part for part in (parts | changes).values() if part) + "\n"
    return text.replace("{0}", cards[0]).replace("{1}", cards[1]).replace("{2}", cards[2])


def test_a_good_record_is_replayed() -> None:
    game = hp.replay(lines())
    assert (game.age, game.turn) == (1, 4)
    assert str(game.record()) == lines()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"magic": "chess 1"}, "line 1: a record begins with 'heptapolis 1'"),
        ({"game": ""}, "the header has no line 'game'"),
        ({"game": "game go"}, "no game 'go'"),
        ({"options": ""}, "the header has no line 'options'"),
        ({"options": "options {"}, "line 3: options"),
        ({"options": "options []"}, "line 3: options: a JSON object"),
        ({"options": 'options {"seats": 2}'}, "options: unknown seats"),
        ({"options": 'options {"leaders": true}'}, "options: unknown leaders"),
        ({"options": 'options {"names": 5}'}, "options: names"),
        ({"options": 'options {"names": ["Ann"]}'}, "header: names: 2 names are wanted"),
        ({"options": 'options {"names": [1, 2]}'}, "header: names"),
        ({"options": 'options {"neutral_start": "first"}'}, "header: neutral_start: last or choose"),
        ({"options": 'options {"neutral_start": []}'}, "header: neutral_start"),
        ({"options": 'options {"neutral_start": null}'}, "header: neutral_start"),
        ({"wonders": ""}, "the header has no line 'wonders'"),
        ({"wonders": "wonders"}, "header: wonders: "),
        ({"wonders": "wonders sphinx"}, "header: wonders: "),
        ({"wonders": "wonders giza:A olympia:B"}, "header: wonders: "),
        ({"wonders": f"wonders {' '.join(FOUR + OTHERS)} circus_maximus"}, "header: wonders: "),
        ({"wonders": f"wonders {' '.join(FOUR + FOUR)}"}, "header: wonders: one is there twice"),
        ({"wonders": f"wonders {' '.join(FOUR + OTHERS[:3])} troy"}, "header: no wonder 'troy'"),
        ({"wonders": "wonders draft"}, "line 6: 'I.1 0 discard"),
        ({"seed": ""}, "either a seed or a position"),
        ({"seed": "seed x"}, "line 5: the seed 'x'"),
        ({"seed": "seed -1"}, "line 5: the seed '-1'"),
        ({"seed": f"seed {10**39}"}, "header: seed"),
        ({"seed": "seed 1\nseed 2"}, "line 6: 'seed' stands there twice"),
        ({"seed": 'seed 1\nposition {"game": "duel"}'}, "either a seed or a position"),
        ({"seed": "position []"}, "line 5: position: a JSON object"),
        ({"seed": 'position {"game": "duel", "age": 7}'}, "position: age"),
        ({"seed": 'position {"game": "duel", "removed": 5}'}, "position: removed"),
        ({"seed": "seed 42\ncatalog sha256:12"}, "line 6"),
        ({"seed": f"seed 42\ncatalog sha256:{'0' * 64}"}, "needs the catalogue sha256:000"),
        ({"second": "I.2 1 discard"}, "line 7: 'discard': discard what"),
        ({"second": "nonsense"}, "line 7: 'nonsense' is no decision"),
        ({"second": "I.3 1 discard {1}"}, "line 7: 'I.3 1 discard"),
        ({"second": "II.2 1 discard {1}"}, "line 7: 'II.2 1 discard"),
        ({"second": "W.2 1 discard {1}"}, "the game is at I.2"),
        ({"second": "I.2 1 build palace"}, "line 7: 'build palace': the card is not accessible"),
        ({"second": "I.2 1 pass"}, "line 7: 'pass': an accessible card is to be built"),
        ({"second": "I.2 1 stage {1}"}, "line 7: 'stage"),
        ({"second": "I.2 1 draft sphinx"}, "line 7: 'draft sphinx': an accessible card"),
        ({"second": "I.2 1 wonder sphinx {1}"}, "line 7: 'wonder sphinx"),
        ({"second": "I.2 0 discard {1}"}, "line 7: seat 0 is not to move"),
        ({"second": "I.2 8 discard {1}"}, "line 7: there is no seat 8"),
        ({"second": "I.2 1 start 1"}, "line 7: 'start 1': an accessible card"),
        ({"second": "I.2 1 start 7"}, "line 7: 'start 7': start 0 or start 1"),
    ],
)  # fmt: skip
def test_a_damaged_record_names_its_line(changes: dict[str, str], message: str) -> None:
    with pytest.raises((hp.InvalidText, hp.IllegalMove)) as error:
        hp.replay(lines(**changes))
    assert message in str(error.value)


@pytest.mark.parametrize("moves", [3, 20, 60])
def test_a_record_of_another_seed_is_refused(moves: int) -> None:
    text = str(played(5, moves).record())
    with pytest.raises((hp.InvalidText, hp.IllegalMove), match="line "):
        hp.replay(text.replace("seed 5\n", "seed 6\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game duel", "game classic"),
        ("options {}", 'options {"neutral_start": "choose"}'),
        ("wonders draft", "wonders troy"),
        ("wonders draft", f"wonders {' '.join(OTHERS + FOUR)}"),
    ],
)
def test_a_header_that_contradicts_its_position_is_refused(old: str, new: str) -> None:
    """Or else it would be lost: the record of the replayed game is another."""
    cities = [{"wonders": FOUR}, {"wonders": OTHERS}]
    text = str(hp.from_position({"game": "duel", "cities": cities}).record())
    changed = text.replace(old, new)
    if changed == text:
        pytest.skip(f"the header does not say {old!r}")
    with pytest.raises(hp.InvalidText):
        hp.replay(changed)


def test_a_position_of_classic_is_none_of_duel_and_the_other_way_round() -> None:
    classic = str(hp.from_position({"players": 3}).record())
    duel = str(hp.from_position({"game": "duel"}).record())
    for text in (
        classic.replace("game classic", "game duel"),
        duel.replace("game duel", "game classic"),
        classic.replace('"game": "classic"', '"game": "duel"'),
        duel.replace('"game": "duel"', '"game": "classic"'),
    ):
        assert text not in (classic, duel)
        with pytest.raises(hp.InvalidText):
            hp.replay(text)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.integers(0, 70), st.integers(0, 10_000), st.text(max_size=3))
def test_a_scratched_record_is_refused_or_replayed(
    seed: int, moves: int, place: int, ink: str
) -> None:
    text = str(played(seed, moves).record())
    at = place % len(text)
    for scratched in (text[:at] + ink + text[at:], text[:at] + ink + text[at + 1 :], text[:at]):
        try:
            game = hp.replay(scratched)
        except (hp.InvalidText, hp.IllegalMove):
            continue
        assert str(hp.replay(str(game.record())).record()) == str(game.record())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), st.integers(2, 70), st.integers(0, 100), st.integers(0, 100))
def test_a_record_with_lines_out_of_order_is_refused(
    seed: int, moves: int, one: int, two: int
) -> None:
    text = str(played(seed, moves).record()).splitlines()
    head, rest = text[:5], text[5:]
    if len(rest) < 2:
        return
    one, two = one % len(rest), two % len(rest)
    rest[one], rest[two] = rest[two], rest[one]
    changed = "\n".join([*head, *rest]) + "\n"
    if rest[one] == rest[two] or one == two:
        return
    with pytest.raises((hp.InvalidText, hp.IllegalMove), match="line "):
        hp.replay(changed)


# ── moves ────────────────────────────────────────────────────────────────────────────────────────

CLASSIC_MOVES = [
    "stage {0}", "build {0} left=2", "build {0} right=2", "build {0} bank=1", "build {0} free",
    "free_city build {0}", "free_city discard {0}", "free_city pass", "dig {0}", "pass",
    "keep plato", "recruit plato", "court hannibal", "build loom", "discard ore_vein",
]  # fmt: skip
DUEL_MOVES = [
    "draft sphinx", "wonder sphinx {0}", "token law", "destroy {0}", "revive {0}", "start 0",
    "start 1", "build scriptorium left=9", "discard horse_breeders",
]  # fmt: skip


@pytest.mark.parametrize("move", CLASSIC_MOVES)
def test_moves_of_classic_are_none_of_duel(move: str) -> None:
    for moves in (0, 7, 30, 60):
        game = played(1, moves)
        before = game.to_bytes()
        text = move.replace("{0}", (game.accessible or ["altar"])[0])
        with pytest.raises(hp.IllegalMove, match=f"'{text}': .*; legal: '"):
            game.submit(game.to_move[0], text)
        assert game.to_bytes() == before


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("move", DUEL_MOVES)
def test_moves_of_duel_are_none_of_classic(move: str, leaders: bool) -> None:
    game = hp.new("classic", seats=3, seed=1, leaders=leaders)
    before = game.to_bytes()
    text = move.replace("{0}", "lumber_yard")
    with pytest.raises(hp.IllegalMove, match=f"'{text}': .*; legal: '"):
        game.submit(0, text)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "altar", "build", "build Altar", "build altar baths", "wonder sphinx",
        "wonder", "wonder sphinx altar baths", "wonder sphinx altar left=2", "draft",
        "draft sphinx piraeus", "token", "token law law", "token 5", "destroy", "revive",
        "start", "start 2", "start -1", "start one", "start 0 1", "start 00", "discard altar free",
        "build altar left=0", "wonder sphinx " + "x" * 300, "start 0\n", "DRAFT sphinx",
    ],
)  # fmt: skip
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    if text == "start 0\n":  # white space around a move does no harm
        assert hp.Move.parse(text) == hp.Move("start", starter=0)
        return
    with pytest.raises(hp.InvalidText):
        hp.Move.parse(text)


@pytest.mark.parametrize(
    "move",
    [
        hp.Move("fly", "{0}"),
        hp.Move("build"),
        hp.Move("discard"),
        hp.Move("draft"),
        hp.Move("wonder", "{0}"),
        hp.Move("wonder", wonder="sphinx"),
        hp.Move("start"),
        hp.Move("start", starter=2),
        hp.Move("start", starter=-1),
        hp.Move("start", starter=True),
        hp.Move("start", "{0}", starter=0),
        hp.Move("build", "{0}", wonder="sphinx"),
        hp.Move("build", "{0}", wonder="troy"),
        hp.Move("discard", "{0}", wonder="troy"),
        hp.Move("build", "{0}", starter=0),
        hp.Move("discard", "{0}", starter=1),
        hp.Move("build", "{0}", left=2, right=-2),
        hp.Move("build", "{0}", left=10**30),
        hp.Move("build", "{0}", left=1.5),  # type: ignore[arg-type]
        hp.Move("build", "{0}", left="2"),  # type: ignore[arg-type]
        hp.Move("build", "{0}", left=None),  # type: ignore[arg-type]
        hp.Move("build", 5),  # type: ignore[arg-type]
        hp.Move("build", ["altar"]),  # type: ignore[arg-type]
        hp.Move("wonder", "{0}", wonder=7),  # type: ignore[arg-type]
        hp.Move("wonder", "{0}", wonder=[]),  # type: ignore[arg-type]
        hp.Move("start", starter="0"),  # type: ignore[arg-type]
        hp.Move(7, "{0}"),  # type: ignore[arg-type]
    ],
    ids=lambda move: " ".join(f"{getattr(move, name)!r}" for name in move.__slots__),
)  # fmt: skip
@pytest.mark.parametrize("phase", ["turn", "start"])
def test_a_move_that_cannot_be_written_cannot_be_made(move: hp.Move, phase: str) -> None:
    game = hp.from_position({"game": "duel", "age": 2, "phase": phase, "marker": -1})
    if move.card == "{0}":
        values = {name: getattr(move, name) for name in move.__slots__}
        move = hp.Move(**{**values, "card": game.accessible[0]})
    before = game.to_bytes()
    with pytest.raises((hp.IllegalMove, hp.InvalidText)):
        game.submit(0, move)
    assert game.to_bytes() == before


@pytest.mark.parametrize("seat", [True, None, "0", 0.0, 99, -1, 2])
def test_only_seats_are_seats(seat: Any) -> None:
    game = hp.new("duel", seed=1, wonders="first_game")
    before, card = game.to_bytes(), game.accessible[0]
    with pytest.raises(hp.IllegalMove, match="there is no seat"):
        game.submit(seat, f"discard {card}")
    for ask in (game.city, game.score):
        with pytest.raises(hp.IllegalMove, match="there is no"):
            ask(seat)
    assert game.legal_moves(seat) == []
    assert game.to_bytes() == before


@pytest.mark.parametrize("id", ["troy", "law", "", "?"])
def test_prices_are_told_of_cards_and_wonders_only(id: str) -> None:
    game = hp.new("duel", seed=1, wonders="first_game")
    with pytest.raises(hp.IllegalMove, match="there is no card or wonder"):
        game.price(0, id)


def test_a_viewer_cannot_rename_the_players() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    with pytest.raises(TypeError):
        game.view(0).names[1] = "evil"  # type: ignore[index]


# ── house catalogues ─────────────────────────────────────────────────────────────────────────────

CARD = 'name = "X"\nage = 1\ncolor = "blue"\n'


def test_a_house_may_add_cards_to_every_age_and_guilds(house: House) -> None:
    text = "".join(
        f'[card.x{k}]\nname = "X"\nage = {k % 3 + 1}\ncolor = "{color}"\neffect = {{ points = 1 }}\n'
        for k, color in enumerate(["blue", "green", "red", "yellow", "brown", "grey"])
    ).replace('color = "green"', 'color = "yellow"')
    catalog = house(f'extends = "duel"\n{text}')
    for seed in range(5):
        game = hp.new("duel", seed=seed, catalog=catalog)
        play_on(game, Random(seed))
        twin = hp.from_position(game.position(), catalog=catalog)
        assert twin.to_bytes() == game.to_bytes()


def test_a_generous_house_fills_no_treasury_beyond_its_room(house: House) -> None:
    catalog = house(
        f'extends = "duel"\n[constants]\nstarting_coins = 1000\n[card.x]\n{CARD}'
        'effect = { coins_per = { amount = 1000, what = ["coins"], whose = ["self"] } }\n'
    )
    for seed in range(5):
        game = play_on(hp.new("duel", seed=seed, catalog=catalog), Random(seed))
        assert all(c.coins >= 0 for c in game.cities)
