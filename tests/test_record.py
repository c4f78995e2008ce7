"""Moves, records and positions as text: valid input, and errors that name the place."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.cards import fingerprint
from tests.kinds import classic_from


@pytest.mark.parametrize(
    "text",
    [
        "build university left=2 right=2",
        "build palace free",
        "stage loom left=2",
        "discard loom",
        "dig palace",
        "pass",
        "build loom left=1 bank=1",
        "free_city build palace right=4",
        "free_city pass",
    ],
)
def test_moves_survive_their_text(text: str) -> None:
    assert str(hp.Move.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "palace",
        "build",
        "build Palace",
        "build palace left=0",
        "build palace left=2 left=2",
        "build palace up=2",
        "build palace left=-2",
        "discard loom left=2",
        "pass loom",
        "build palace free left=2",
        "stage loom free",
        "free_city",
        "build palace " + "x" * 300,
        "build palace left=99999",
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(hp.InvalidText):
        hp.Move.parse(text)


def lines(**changes: str) -> str:
    """Return a short valid record with some lines changed; "" drops a line."""
    parts = {
        "magic": "heptapolis 1",
        "game": "game classic",
        "rules": "rules 1",
        "catalog": "catalog sha256:" + fingerprint(hp.catalog("classic")),
        "options": 'options {"seats": 3}',
        "wonders": "wonders giza:A olympia:B ephesus:A",
        "seed": "seed 42",
        "first": "I.1 0 discard {0}",
        "second": "I.1 1 discard {1}",
        "third": "I.1 2 discard {2}",
    }
    game = hp.new("classic", seats=3, seed=42, wonders=["giza:A", "olympia:B", "ephesus:A"])
    hands = [game.view(seat).hand[0] for seat in range(3)]
    text = "\n".join(part for part in (parts | changes).values() if part)
    return text.replace("{0}", hands[0]).replace("{1}", hands[1]).replace("{2}", hands[2]) + "\n"


def test_a_good_record_is_replayed() -> None:
    game = hp.replay(lines())
    assert (game.age, game.turn) == (1, 2)
    assert str(game.record()) == lines()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"magic": "chess 1"}, "line 1: a record begins with 'heptapolis 1'"),
        ({"magic": "heptapolis 2"}, "line 1"),
        ({"game": ""}, "the header has no line 'game'"),
        ({"rules": ""}, "the header has no line 'rules'"),
        ({"rules": "rules one"}, "line 3: the rules 'one' are not a whole number"),
        ({"catalog": ""}, "the header has no line 'catalog'"),
        ({"catalog": "catalog sha256:12"}, "line 4: 'sha256:12' is not the sha256"),
        ({"game": "game go"}, "no game 'go'"),
        ({"options": "options {"}, "line 5: options"),
        ({"options": "options []"}, "line 5: options: expected a JSON object"),
        ({"options": 'options {"seats": 9}'}, "header: seats: 2 to 7"),
        ({"options": 'options {"seats": 3, "colour": 1}'}, "options: unknown colour"),
        ({"options": 'options {"seats": 3, "names": 5}'}, "options: names"),
        ({"wonders": "wonders giza:A"}, "header: wonders: expected 3 boards"),
        ({"wonders": "wonders giza:A giza:B rhodes:A"}, "twice"),
        ({"seed": ""}, "either a seed or a position"),
        ({"seed": "seed x"}, "line 7: the seed 'x'"),
        ({"seed": "seed 1\nseed 2"}, "line 8: 'seed' appears twice"),
        ({"seed": "seed 42\ncatalog sha256:12"}, "line 8: 'catalog' appears twice"),
        ({"seed": "seed 42\nflavour sweet"}, "line 8: 'flavour sweet' is neither"),
        ({"second": "I.1 1 build"}, "line 9: 'build': build what"),
        ({"second": "nonsense"}, "line 9: 'nonsense' is not a decision"),
        ({"second": "I.2 1 pass"}, "line 9: 'I.2 1 pass': the game is at I.1"),
        ({"second": "I.1 1 build palace"}, "line 9: 'build palace': not in your hand"),
        ({"second": "I.1 0 discard {0}"}, "line 9: seat 0 is not to move"),
        ({"second": "I.1 8 discard {0}"}, "line 9: there is no seat 8"),
    ],
)
def test_a_damaged_record_names_its_line(changes: dict[str, str], message: str) -> None:
    with pytest.raises((hp.InvalidText, hp.IllegalMove)) as error:
        hp.replay(lines(**changes))
    assert message in str(error.value)


def test_blanks_around_a_value_are_ignored() -> None:
    strange = lines(
        rules="rules \x1f1", seed="seed  42\x1f"
    )  # a blank for Python, but not for `int`
    assert hp.replay(strange).record() == hp.replay(lines()).record()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_no_text_crashes_the_readers(text: str) -> None:
    for read in (hp.Move.parse, hp.Record.parse, hp.Position.parse, hp.replay):
        with pytest.raises((hp.InvalidText, hp.IllegalMove)):
            read("?" + text)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("[]", "position: expected a JSON object"),
        ("{", "position: "),
        ({"colour": 1}, "position: colour: unknown"),
        ({"game": "go"}, "position: game: no game 'go'"),
        ({"players": 8}, "position: players: a whole number from 2 to 7"),
        ({"players": 3, "cities": [{}] * 4}, "position: cities: 4 cities for 3 players"),
        ({"players": 3, "age": 4}, "position: age"),
        ({"players": 3, "turn": 7}, "position: turn"),
        ({"players": 3, "turn": True}, "position: turn"),
        ({"players": 3, "phase": "lunch"}, "position: phase: 'lunch'"),
        ({"players": 3, "phase": "dig", "actor": 0}, "position: actor: city 0 has nothing to dig"),
        ({"players": 3, "phase": "seventh", "actor": 0}, "position: turn: seventh cards"),
        (
            {"cities": [{"wonder": "troy:A"}, {}, {}]},
            "position: cities.0.wonder: no board 'troy:A'",
        ),
        ({"cities": [{"wonder": "giza:A"}, {"wonder": "giza:B"}, {}]}, "cities.1.wonder"),
        ({"cities": [{"coins": -1}, {}, {}]}, "position: cities.0.coins"),
        ({"cities": [{"gold": 1}, {}, {}]}, "position: cities.0.gold: unknown"),
        ({"cities": [{}, {"buildings": ["troy"]}, {}]}, "cities.1.buildings: no card 'troy'"),
        ({"age": 2, "cities": [{}, {"buildings": ["loom", "loom_age2"]}, {}]}, "appears twice"),
        (
            {"cities": [{}, {"buildings": ["loom_age2"]}, {}]},
            "cities.1.buildings: 'loom_age2' belongs to a later age",
        ),
        (
            {"players": 3, "turn": 6, "hands": [["loom", "loom_age2"]]},
            "hands.0: 'loom_age2' belongs to another age",
        ),
        (
            {"cities": [{"buildings": "loom"}, {}, {}]},
            "position: cities.0.buildings: expected a list",
        ),
        (
            {"cities": [{"buildings": ["loom"]}, {"buildings": ["loom"]}, {}]},
            "'loom' appears 2 times",
        ),
        ({"cities": [{"wonder": "rhodes:B", "stages": 3}, {}, {}]}, "cities.0.stages"),
        ({"cities": [{"markers": ["loom"], "stages": 0}, {}, {}]}, "cities.0.markers"),
        ({"cities": [{"victories": [3]}, {}, {}]}, "cities.0.victories"),
        (
            {"age": 2, "cities": [{"victories": [1, 1]}, {}, {}]},
            "cities.0.victories: 1 ages have been fought",
        ),
        ({"cities": [{"defeats": 99}, {}, {}]}, "cities.0.defeats"),
        ({"cities": [{"free_build_used": 1}, {}, {}]}, "cities.0.free_build_used"),
        (
            {"players": 3, "turn": 6, "hands": [["loom", "altar", "baths"]]},
            "position: hands.0: 3 cards, at most 2",
        ),
        (
            {"players": 2, "turn": 6, "pile": ["loom", "altar", "baths"]},
            "position: pile: 3 cards, at most 2",
        ),
        (
            {"players": 3, "hands": [["loom"]], "deals": {"1": ["-"] * 21}},
            "position: hands: either that, or deals.1",
        ),
        ({"players": 3, "looks": [{"aeg": 1}]}, "position: looks.0.aeg: unknown"),
        ({"players": 3, "pile": []}, "position: pile: only the Free City"),
        ({"players": 3, "deals": {"4": []}}, "position: deals"),
        ({"players": 3, "deals": {"1": ["loom"]}}, "position: deals.1: 1 places, expected 21"),
        (
            {"players": 3, "deals": {"1": ["loom eaten 1"] * 21}},
            "position: deals.1: 'loom eaten 1'",
        ),
        ({"players": 3, "deals": {"1": ["-"] * 21}}, "position: hands.0: 0 cards in hand"),
        ({"players": 3, "pending": {"0": "build palace"}}, "position: pending: 'build palace'"),
        ({"players": 3, "pending": {"9": "pass"}}, "position: pending.9"),
        ({"players": 3, "seed": -1}, "position: seed"),
        ({"players": 3, "discard": [1]}, "position: discard"),
        ({"players": 3, "leaders": 1}, "position: leaders: true or false"),
        ({"players": 3, "phase": "draft"}, "position: phase: 'draft' is not one of"),
        ({"cities": [{"leaders": ["nero"]}, {}, {}]}, "position: cities.0.leaders: unknown"),
        (
            {"leaders": True, "cities": [{"leaders": ["troy"]}, {}, {}]},
            "cities.0.leaders: no leader 'troy'",
        ),
        (
            {"leaders": True, "cities": [{"leaders": ["nero"]}, {"leader_hand": ["nero"]}, {}]},
            "'nero' is in cities.0.leaders already",
        ),
        (
            {"leaders": True, "cities": [{}, {}, {"copied": ["troy"]}]},
            "cities.2.copied: no leader 'troy'",
        ),
        (
            {"leaders": True, "players": 2, "cities": [{}, {}, {"leaders": ["nero"]}]},
            "cities.2.leaders: the Free City has none",
        ),
        (
            {"leaders": True, "players": 2, "cities": [{}, {}, {"wonder": "rome:B"}]},
            "cities.2.wonder: no board 'rome:B'",
        ),
        (
            {"leaders": True, "players": 3, "phase": "recruit", "turn": 1},
            "position: turn: a whole number from 0 to 0",
        ),
        ({"leaders": True, "players": 3, "phase": "turn", "turn": 0}, "position: turn"),
        ({"leaders": True, "players": 3, "phase": "draft", "age": 1}, "position: age"),
        (
            {"leaders": True, "players": 3, "phase": "court", "actor": 0},
            "actor: city 0 has no leader to copy",
        ),
        (
            {"leaders": True, "players": 3, "phase": "extra_leader", "actor": 0},
            "actor: city 0 has no extra leader",
        ),
        (
            {"leaders": True, "phase": "recruit", "cities": [{"leader_hand": []}] * 3},
            "phase: no seat has a leader",
        ),
        ({"leaders": True, "players": 3, "draft": []}, "position: draft: expected an object"),
        (
            {"leaders": True, "players": 3, "draft": {"packs": [[], [], []]}},
            "draft.packs.0: 4 leaders",
        ),
        (
            {"leaders": True, "players": 3, "draft": {"packs": [["nero eaten"], [], []]}},
            "'nero eaten' is not understood",
        ),
        (
            {
                "leaders": True,
                "players": 3,
                "draft": {"packs": [["nero kept 1 recruited"], [], []]},
            },
            "'nero' is not in play in city 0",
        ),
        ({"leaders": True, "players": 3, "draft": {"cards": 1}}, "position: draft.cards: unknown"),
    ],
)
def test_a_nonsensical_position_names_its_field(position: Any, message: str) -> None:
    with pytest.raises(hp.InvalidText) as error:
        classic_from(position)
    assert message in str(error.value)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.sampled_from(["loom", "giza:A", "?", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["1", "0", "coins"]), inner)
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        "players",
        "age",
        "turn",
        "phase",
        "actor",
        "cities",
        "discard",
        "pending",
        "deals",
        "hands",
        "pile",
        "seed",
        "leaders",
        "draft",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_no_position_crashes_or_hangs(position: dict[str, Any]) -> None:
    try:
        game = classic_from(position)
    except hp.InvalidText:
        return
    for _ in range(30):
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    assert json.loads(str(game.position()))["players"] == game.players


def test_unmentioned_leaders_are_dealt_from_the_seed() -> None:
    """Hands get the right number of leaders, and none that the position mentions."""
    told = {"wonder": "giza:A", "leaders": ["nero"], "leader_hand": ["plato", "midas"]}
    position = {"leaders": True, "players": 3, "age": 2, "phase": "recruit", "cities": [told]}
    game = classic_from(position)
    assert game.view(0).leader_hand == ["midas", "plato"]
    others = [game.view(seat).leader_hand for seat in (1, 2)]
    assert [len(hand) for hand in others] == [3, 3]
    assert not {"nero", "plato", "midas"} & {*others[0], *others[1]}
    assert classic_from(position).to_bytes() == game.to_bytes()
    assert classic_from(position | {"seed": 1}).view(1).leader_hand != others[0]


def test_a_position_by_hand_deals_the_rest_from_its_seed() -> None:
    data = {
        "players": 3,
        "age": 2,
        "turn": 3,
        "cities": [{"wonder": "giza:A", "buildings": ["lumber_yard", "altar"], "coins": 7}],
        "seed": 5,
    }
    game = classic_from(data)
    assert game.city(0).buildings == ["lumber_yard", "altar"]
    assert (game.city(0).coins, game.city(1).coins) == (7, 3)
    assert [len(game.view(seat).hand) for seat in range(3)] == [5, 5, 5]
    assert classic_from(data).to_bytes() == game.to_bytes()
    assert classic_from(data | {"seed": 6}).to_bytes() != game.to_bytes()
    again = hp.replay(str(game.record()))
    assert again.to_bytes() == game.to_bytes()


def test_scoring_a_position_needs_no_hands() -> None:
    sheets = hp.score(
        {"cities": [{"buildings": ["altar", "aqueduct", "town_hall"], "coins": 14}, {}, {}]}
    )
    assert sheets[0]["civilian"] == 13
    assert sheets[0]["treasury"] == 4
