"""Impossible positions are refused with the name of the field, or can be played to their end."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from tests.damage import MUTATIONS, leaves
from tests.games.duel.damage import (
    ALTAR,
    CATALOG,
    EMPTY_SLOTS,
    FOUR,
    OTHER_WONDERS,
    play_on,
    played_duel,
    slots,
)
from tests.kinds import duel_from, duel_replay

# ── nonsensical positions ────────────────────────────────────────────────────────────────────────


def position_with_choice(phase: str, due: Any, **more: Any) -> dict[str, Any]:
    """Return a position in the middle of a turn."""
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
        ({"neutral_start": "first"}, "neutral_start: 'first' is not one of last, choose"),
        ({"neutral_start": []}, "neutral_start: "),
        ({"neutral_start": True}, "neutral_start: "),
        ({"again": 1}, "again: true or false"),
        ({"again": "yes"}, "again: "),
        ({"turn": 3}, "turn: the cards say 1, not 3"),
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
        ({"cities": [{"buildings": "altar"}]}, "cities.0.buildings: expected a list"),
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
        ({"cities": [{"built": ["sphinx"]}]}, "cities.0.built: 'sphinx' is not one of the city's"),
        ({"cities": [{"built": {"sphinx": "altar"}}]}, "cities.0.built: 'sphinx' is not one"),
        ({"cities": [{"wonders": FOUR}, {"built": FOUR[:1]}]}, "cities.1.built: 'sphinx'"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": "troy"}}]}, "cities.0.built: no card"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": 5}}]}, "cities.0.built: no card 5"),
        ({"cities": [{"wonders": FOUR, "built": {"sphinx": ["altar"]}}]}, "cities.0.built: "),
        (
            {"cities": [{"wonders": FOUR, "built": {"sphinx": "altar"}, "buildings": ["altar"]}]},
            "cities.0.built: 'altar' is in cities.0.buildings already",
        ),
        (
            {
                "cities": [
                    {"wonders": FOUR, "built": FOUR},
                    {"wonders": OTHER_WONDERS, "built": OTHER_WONDERS},
                ]
            },
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
        ({"phase": "draft", "offer": ["sphinx"] * 5}, "offer: 5 are too many"),
        ({"phase": "draft", "offer": [*FOUR, "pyramids"]}, "offer: 5 are too many"),
        ({"phase": "draft", "offer": ["troy"]}, "offer: no wonder 'troy'"),
        ({"phase": "draft", "next_offer": ["sphinx"] * 5}, "next_offer: 5 are too many"),
        ({"phase": "draft", "offer": FOUR, "next_offer": FOUR}, "next_offer: 'sphinx' is in offer"),
        ({"phase": "draft", "cities": [{"wonders": FOUR[:2]}]}, "cities: "),
        ({"phase": "draft", "cities": [{}, {"wonders": FOUR[:1]}]}, "cities: "),
        (
            {"phase": "draft", "cities": [{"wonders": FOUR[:1]}, {"wonders": FOUR[1:3]}]},
            "cities: 3 wonders drafted: the last of four comes by itself",
        ),
        ({"phase": "draft", "cities": [{"wonders": FOUR}, {"wonders": OTHER_WONDERS}]}, "cities: "),
        (
            {"phase": "draft", "cities": [{"wonders": FOUR[:1], "built": {"sphinx": "altar"}}]},
            "cities.0.built: ",
        ),
        ({"phase": "draft", "turn": 5}, "turn: the cards say 1, not 5"),
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
        ({"layout": {"1": ["altar"]}}, "layout.1: 1 slots, expected 20"),
        ({"layout": {"1": [*EMPTY_SLOTS, "altar"]}}, "layout.1: "),
        ({"layout": {"1": ["altar"] * 20}}, "layout.1: 'altar' is in layout.1 already"),
        ({"layout": {"1": EMPTY_SLOTS}}, "layout"),
        ({"layout": {"1": [5, *EMPTY_SLOTS[1:]]}}, "layout.1: "),
        ({"layout": {"1": ["troy", *EMPTY_SLOTS[1:]]}}, "layout.1: 'troy' is no card of age 1"),
        ({"layout": {"1": ["palace", *EMPTY_SLOTS[1:]]}}, "layout.1: 'palace' is no card of age 1"),
        ({"layout": {"1": ["merchants_guild", *EMPTY_SLOTS[1:]]}}, "layout.1: 'merchants_guild'"),
        ({"layout": {"1": ["? guild", *EMPTY_SLOTS[1:]]}}, "layout.1: "),
        ({"layout": {"1": ["altar eaten", *EMPTY_SLOTS[1:]]}}, "layout.1: 'altar eaten'"),
        ({"layout": {"1": ["? taken", *EMPTY_SLOTS[1:]]}}, "layout.1: '? taken'"),
        ({"layout": {"1": [" taken", *EMPTY_SLOTS[1:]]}}, "layout.1: ' taken'"),
        ({"layout": {"1": ALTAR}, "discard": ["altar"]}, "layout.1: 'altar' is in discard already"),
        ({"layout": {"1": slots(s14="altar")}}, "layout.1: slot 9 is taken from under another"),
        (
            {"layout": {"1": ALTAR, "2": EMPTY_SLOTS}},
            "layout.2: no card of a later age is taken yet",
        ),
        ({"layout": {"1": ALTAR, "3": ["?"] * 19 + ["-"]}}, "layout.3: no card of a later age"),
        ({"layout": {"3": ["? guild"] * 4 + ["?"] * 16}}, "layout.3: 4 guilds are too many"),
        ({"layout": {"1": ["altar", "altar taken", *EMPTY_SLOTS[2:]]}}, "layout.1: 'altar' is in"),
        (
            {
                "layout": {"1": ["altar", "baths taken", "baths taken", *EMPTY_SLOTS[3:]]},
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
        (
            {"removed": {"1": ["altar"]}, "layout": {"1": ALTAR}},
            "layout.1: 'altar' is in removed.1",
        ),
        (
            {"removed": {"1": ["altar", "baths", "theater", "tavern"]}},
            "layout.1: there are not enough",
        ),
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
        ({"due": {"destroy": ["red"]}}, "due.destroy: 'red' is not one of brown, grey"),
        ({"due": {"draw_size": 17}}, "due.draw_size: "),
        ({"due": {"tokens": 1}}, "due: "),
        ({"due": {"draws": 1, "draw_size": 3}}, "due: "),
        ({"due": {"draws": 1}}, "due"),
        ({"phase": "token"}, "due: nothing is due in phase token"),
        ({"phase": "library"}, "due: nothing is due in phase library"),
        ({"phase": "destroy"}, "due: nothing is due in phase destroy"),
        ({"phase": "revive"}, "due: nothing is due in phase revive"),
        ({"phase": "token", "due": {"tokens": 1}}, "due: nothing is due"),
        (position_with_choice("token", {"revivals": 1}), "due: nothing is due in phase token"),
        (
            position_with_choice("token", {"tokens": 1}, tokens=[]),
            "phase: there is nothing to choose from",
        ),
        (position_with_choice("revive", {"revivals": 1}), "phase: there is nothing to choose from"),
        (
            position_with_choice("destroy", {"destroy": ["brown"]}),
            "phase: there is nothing to choose from",
        ),
        (
            position_with_choice("library", {"draws": 1, "draw_size": 3}, aside=[]),
            "phase: there is nothing",
        ),
        (position_with_choice("library", {"draws": 1}), "phase: there is nothing to choose from"),
        (position_with_choice("token", {"tokens": 1, "draws": 1}), "due"),
        (position_with_choice("token", {"tokens": 1, "draw_size": 3}), "due"),
        ({"phase": "over", "due": {"draw_size": 1}}, "due"),
        ({"phase": "start", "age": 2, "marker": 2, "seat": 0}, "seat: "),
        ({"phase": "start", "age": 2, "marker": 0}, "phase: "),
        ({"phase": "start"}, "phase: "),
        ({"phase": "start", "age": 2, "turn": 1}, "turn: the cards say 0, not 1"),
        ({"phase": "start", "layout": {"1": ALTAR}}, "phase: who starts is settled before"),
        # the end
        ({"outcome": "points"}, "outcome: the game is not over"),
        ({"winner": 1}, "winner: "),
        (
            {"phase": "over", "outcome": "x"},
            "outcome: 'x' is not one of points, military, science, shared",
        ),
        ({"phase": "over", "outcome": 5}, "outcome: "),
        ({"phase": "over", "outcome": []}, "outcome: "),
        ({"phase": "over", "outcome": "military"}, "winner: "),
        ({"phase": "over", "outcome": "points", "winner": 2}, "winner: "),
        ({"phase": "over", "winner": 5}, "winner: "),
        ({"phase": "over", "turn": 30}, "turn: "),
    ],
)
def test_a_nonsensical_position_names_its_field(position: dict[str, Any], message: str) -> None:
    with pytest.raises(hp.InvalidText) as error:
        duel_from({"game": "duel"} | position)
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
        duel_from(text)


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
        game = duel_from({"game": "duel"} | position)
    except hp.InvalidText:
        return
    assert game.is_over
    assert game.outcome in ("military", "science")


@pytest.mark.parametrize(("marker", "weaker"), [(2, 1), (-2, 0)])
def test_a_written_start_asks_the_weaker_player(marker: int, weaker: int) -> None:
    """Rulings, D4; the position need not name the seat."""
    game = duel_from({"game": "duel", "age": 2, "phase": "start", "marker": marker})
    assert game.to_move == [weaker]


def test_a_city_may_hold_all_that_there_is() -> None:
    first = [card.id for card in CATALOG.cards if card.age == 1]
    cities = [{"buildings": first, "coins": 10_000, "tokens": list(CATALOG.token)}, {}]
    game = duel_from({"game": "duel", "age": 2, "cities": cities, "tokens": [], "aside": []})
    assert game.city(0).buildings == first
    for seat in (0, 1, None):
        game.view(seat).sample(Random(1))
    play_on(game, Random(1))


@pytest.mark.parametrize("coins", [0, 10_000])
def test_treasuries_of_any_size_play_on(coins: int) -> None:
    for seed in range(5):
        game = duel_from({"game": "duel", "seed": seed, "cities": [{"coins": coins}] * 2})
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
    game = duel_from({"game": "duel", "phase": "over"} | position)
    assert (game.is_over, game.to_move) == (True, [])
    twin = duel_from(str(game.position()))
    assert (twin.outcome, twin.winner, twin.scores()) == (game.outcome, game.winner, game.scores())
    assert twin.position() == game.position()
    assert twin.to_bytes() == game.to_bytes()
    text = str(game.record())
    assert str(duel_replay(text).record()) == text
    for seat in (0, 1, None):
        assert game.view(seat).position() == game.position()


# ── damaged positions ────────────────────────────────────────────────────────────────────────────

WORDS = [
    "altar",
    "palace",
    "altar taken",
    "palace taken",
    "merchants_guild",
    "builders_guild taken",
    "?",
    "? guild",
    "-",
    "sphinx",
    "mausoleum",
    "law",
    "theology",
    "draft",
    "turn",
    "token",
    "library",
    "destroy",
    "revive",
    "start",
    "over",
    "choose",
    "points",
    "science",
    "brown",
    "",
]


def boxes(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a JSON document."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        found += [(value, key)]
        found += boxes(item) if isinstance(item, dict | list) else []
    return found


def try_position(data: Any, rng: Random) -> None:
    """Check that a position is refused, or works in every way."""
    try:
        game = duel_from(data)
    except hp.InvalidText as error:
        assert str(error).startswith("position: ")
        return
    twin = duel_from(json.loads(str(game.position())))
    assert twin.to_bytes() == game.to_bytes()
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.legal_moves() == (game.legal_moves(seat) if seat is not None else [])
        try:
            play_on(view.sample(rng), rng)
        except hp.InvalidText as error:
            assert "no deal fits" in str(error)
    text = str(game.record())
    assert str(duel_replay(text).record()) == text
    play_on(game, rng)
    assert hp.score(game.position()) == game.scores()
    assert game.ranking()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 60), st.integers(0, 75), MUTATIONS)
def test_a_damaged_position_is_refused_or_plays_to_its_end(
    seed: int, moves: int, mutations: list[tuple[int, int]]
) -> None:
    data = json.loads(str(played_duel(seed, moves).position()))
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
    """Entries and larger parts are dropped, duplicated or replaced by values of another type."""
    data = json.loads(str(played_duel(seed, moves).position()))
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
        "age",
        "turn",
        "phase",
        "seat",
        "neutral_start",
        "again",
        "taken",
        "marker",
        "loot",
        "cities",
        "discard",
        "layout",
        "removed",
        "offer",
        "next_offer",
        "tokens",
        "aside",
        "looked",
        "due",
        "outcome",
        "winner",
        "seed",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_no_position_crashes_or_hangs(position: dict[str, Any]) -> None:
    try_position({"game": "duel"} | position, Random(1))
    try:
        hp.score({"game": "duel"} | position)
    except hp.InvalidText as error:
        assert str(error).startswith("position: ")
