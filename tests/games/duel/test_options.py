"""Options of a new Duel, and errors."""

from typing import Any

import pytest

import heptapolis as hp
from tests.games.duel.samples import SETS


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed: a whole number"),
        ({"seed": 2**128}, "seed: a whole number"),
        ({"seed": "7"}, "seed: a whole number"),
        ({"seed": True}, "seed: a whole number"),
        ({"wonders": "all"}, "wonders: draft, first_game or four ids for each seat, got 'all'"),
        ({"wonders": 5}, "wonders: draft, first_game"),
        ({"wonders": []}, "wonders: draft, first_game"),
        ({"wonders": [None, None]}, "wonders: draft, first_game"),
        ({"wonders": ["abcd", "efgh"]}, "wonders: draft, first_game"),
        ({"wonders": SETS[:1]}, "wonders: draft, first_game"),
        ({"wonders": [SETS[0], SETS[1][:3]]}, "wonders: draft, first_game"),
        ({"wonders": [*SETS, SETS[0]]}, "wonders: draft, first_game"),
        ({"wonders": SETS[0] + SETS[1]}, "wonders: draft, first_game"),
        ({"wonders": [SETS[0], SETS[0]]}, "wonders: the same one twice"),
        ({"wonders": [SETS[0], [*SETS[1][:3], "troy"]]}, "no wonder 'troy'"),
        ({"wonders": [SETS[0], [*SETS[1][:3], "altar"]]}, "no wonder 'altar'"),
        ({"wonders": [SETS[0], [*SETS[1][:3], 7]]}, "no wonder 7"),
        ({"wonders": [SETS[0], [*SETS[1][:3], []]]}, "no wonder"),
        ({"neutral_start": "first"}, "neutral_start: last or choose, got 'first'"),
        ({"neutral_start": None}, "neutral_start: last or choose"),
        ({"neutral_start": True}, "neutral_start: last or choose"),
        ({"names": ["Ann"]}, "names: expected 2 names"),
        ({"names": ["Ann", "Bob", "Cid"]}, "names: expected 2 names"),
        ({"names": ["Ann", ""]}, "names: expected 2 names"),
        ({"names": "AB"}, "names: expected 2 names"),
        ({"names": [1, 2]}, "names: expected 2 names"),
        ({"names": 5}, "names: expected 2 names"),
        ({"catalog": "classic"}, "not of duel"),
        ({"catalog": hp.catalog("classic")}, "a catalogue of classic cannot be used for duel"),
        ({"catalog": "no_such.toml"}, "no_such.toml"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        hp.new("duel", **options)


@pytest.mark.parametrize("name", ["seats", "leaders", "sides", "Seed"])
def test_options_of_other_games_are_named(name: str) -> None:
    known = "it has catalog, names, neutral_start, seed, wonders"
    with pytest.raises(TypeError, match=f"duel has no option '{name}'; {known}"):
        hp.new("duel", **{name: 1})
    with pytest.raises(TypeError, match="classic has no option 'neutral_start'"):
        hp.new("classic", neutral_start="last")


def test_wonders_are_as_asked_for() -> None:
    for wonders in (SETS, tuple(tuple(own) for own in SETS)):
        game = hp.new("duel", seed=3, wonders=wonders)
        assert [c.wonders for c in game.cities] == [sorted(own) for own in SETS]
        assert (game.age, game.phase) == (1, "turn")
    assert hp.new("duel", seed=3).phase == hp.new("duel", seed=3, wonders="draft").phase == "draft"


def test_a_seed_is_drawn_when_none_is_given() -> None:
    seeds = [hp.new("duel").record().seed for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_the_same_seed_deals_the_same_game_whatever_the_wonders() -> None:
    drafted, chosen = hp.new("duel", seed=5), hp.new("duel", seed=5, wonders=SETS)
    for key in ("layout", "tokens", "aside"):
        assert drafted.position()[key] == chosen.position()[key]
    assert hp.new("duel", seed=5).to_bytes() == drafted.to_bytes()
    assert hp.new("duel", seed=6).to_bytes() != drafted.to_bytes()


def test_players_have_names() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    assert [c.name for c in game.cities] == [c.name for c in game.view(0).cities] == ["Ann", "Bob"]
    assert hp.new("duel", seed=1).names == ("Player 1", "Player 2")
