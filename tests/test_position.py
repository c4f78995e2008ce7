"""Positions as values, completed hands, and the page that explains every key."""

import json
import re
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic import position as classic
from heptapolis.games.classic.leaders.position import DRAFT_KEYS, DREW_KEYS, LEADER_KEYS
from heptapolis.games.duel import position as duel
from tests.kinds import classic_from, duel_from
from tests.paths import ROOT

PAGE = ROOT / "docs" / "positions.md"


def test_a_position_is_a_mapping() -> None:
    position = hp.new("classic", seats=3, seed=42).position()
    plain = json.loads(str(position))
    assert position == plain == dict(position)
    assert position != {**plain, "turn": 2}
    assert list(position) == list(plain)
    assert len(position) == len(plain)
    assert position["cities"][0]["coins"] == 3
    assert "hands" not in position
    assert position.get("hands", "none") == "none"
    assert classic_from({**position, "seed": 5}).turn == 1


def test_a_position_is_not_changed_by_reading_it() -> None:
    told: dict[str, Any] = {"players": 3, "turn": 6, "hands": [["altar"]]}
    classic_from(told)
    assert told == {"players": 3, "turn": 6, "hands": [["altar"]]}


@pytest.mark.parametrize("junk", [None, 7, [1]])
def test_a_position_of_junk_is_refused(junk: Any) -> None:
    with pytest.raises(hp.InvalidText, match="expected a JSON object"):
        classic_from(hp.Position(junk))


def hands(position: dict[str, Any]) -> list[list[str]]:
    game = classic_from(position)
    return [game.view(seat).hand for seat in range(game.players)]


def test_a_short_hand_is_filled_from_the_seed() -> None:
    told = {"players": 3, "age": 2, "turn": 4, "hands": [["temple", "walls"], None, []]}
    first, second, third = hands(told)
    assert {"temple", "walls"} < set(first)
    assert [len(first), len(second), len(third)] == [4, 4, 4]
    assert hands(told) == [first, second, third]
    assert hands(told | {"seed": 1})[0] != first
    assert {"temple", "walls"} < set(hands(told | {"seed": 1})[0])


def test_a_hand_is_completed_with_unmentioned_cards() -> None:
    """With three players every card of age I exists once, so the rest can be computed."""
    told = {
        "turn": 5,
        "cities": [{"buildings": ["loom"]}, {}, {}],
        "discard": ["altar"],
        "hands": [["baths"], ["press"], []],
    }
    for seed in range(20):
        held = [card for hand in hands(told | {"seed": seed}) for card in hand]
        assert not {"loom", "altar"} & set(held)
        assert held.count("baths") == held.count("press") == 1


def test_a_short_pile_is_filled_below_its_top_card() -> None:
    told = {"players": 2, "turn": 3, "hands": [["altar"]], "pile": ["tavern"]}
    for seed in range(5):
        game = classic_from(told | {"seed": seed})
        controller = next(seat for seat in (0, 1) if len(game.view(seat).hand) == 6)
        assert "tavern" in game.view(controller).hand
        assert "altar" in game.view(0).hand
        while not game.is_over:
            for seat in game.to_move:
                game.submit(seat, game.legal_moves(seat)[-1])


def test_hands_without_the_seventh_card_that_was_played() -> None:
    babylon = {"wonder": "babylon:B", "stages": 2, "seventh_played": True}
    digger = {"wonder": "halicarnassus:B", "stages": 2, "digs": 1}
    told = {
        "turn": 6,
        "phase": "dig",
        "actor": 1,
        "cities": [babylon, digger, {}],
        "discard": ["altar"],
    }
    assert [str(move) for move in classic_from(told).legal_moves(1)] == ["dig altar", "pass"]


def test_hands_cannot_be_completed_without_enough_cards() -> None:
    """Three players have 21 cards in an age; too many of them are built already."""
    deck = hp.catalog("classic").deck(1, 3)
    told = {"players": 3, "turn": 1, "discard": list(deck)[:5]}
    with pytest.raises(hp.InvalidText, match=r"position: hands: 16 cards of age 1 are left, 21"):
        classic_from(told)


def test_a_pack_of_leaders_is_completed_and_a_hand_is_not() -> None:
    told = {"leaders": True, "cities": [{"leader_hand": ["plato", "nero"]}, {}, {}]}
    pack = classic_from(told | {"phase": "draft"}).view(0).leader_pack
    assert len(pack) == 4
    assert {"plato", "nero"} < set(pack)
    recruiting = classic_from(told | {"phase": "recruit"})
    assert recruiting.view(0).leader_hand == ["nero", "plato"]


def test_a_short_offer_of_wonders_is_filled() -> None:
    told = {"game": "duel", "phase": "draft", "offer": ["pyramids"], "next_offer": ["sphinx"]}
    game = duel_from(told)
    assert len(game.offer) == 4
    assert "pyramids" in game.offer
    assert "sphinx" in game.position()["next_offer"]
    assert len(game.position()["next_offer"]) == 4


# ── the page ─────────────────────────────────────────────────────────────────────────────────────

KEYS = {
    "Classic": classic.KEYS - {"leaders", "draft"} | classic.CITY_KEYS | classic.LOOK_KEYS,
    "Leaders": {"leaders", "draft"} | LEADER_KEYS | DRAFT_KEYS | DREW_KEYS,
    "Duel": duel.KEYS | duel.CITY_KEYS | duel.DUE_KEYS,
}


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game in KEYS for key in sorted(KEYS[game])]
)
def test_the_page_explains_every_key_with_an_example(game: str, key: str) -> None:
    """tests/project/test_docs.py runs the examples."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {game}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    assert any(f"`{key}`" in row for row in rows), f"no row tells of {key}"
    examples = "".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))
    written_only = {"found"}  # keys of positions from views
    assert f'"{key}"' in examples or key in written_only, f"no example has {key}"
