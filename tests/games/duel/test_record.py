"""Records of Duel."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.cards import fingerprint
from tests.games.duel.samples import (
    DECISIONS,
    HOUSE,
    IN_EVERY_PHASE,
    SETS,
    assert_survives,
    game_at,
    moments,
    play,
)
from tests.kinds import duel_from, duel_replay

OWN_FINGERPRINT = fingerprint(hp.catalog("duel"))


@pytest.mark.parametrize(
    ("options", "head"),
    [
        ({}, ["options {}", "wonders draft", "seed 9"]),
        (
            {"wonders": "first_game"},
            [
                "options {}",
                "wonders pyramids great_lighthouse temple_of_artemis statue_of_zeus"
                " circus_maximus piraeus appian_way colossus",
                "seed 9",
            ],
        ),
        ({"wonders": SETS}, ["options {}", f"wonders {' '.join(SETS[0] + SETS[1])}", "seed 9"]),
        (
            {"neutral_start": "choose"},
            ['options {"neutral_start": "choose"}', "wonders draft", "seed 9"],
        ),
        (
            {"names": ["Zoë", "名前"]},
            ['options {"names": ["Zoë", "名前"]}', "wonders draft", "seed 9"],
        ),
    ],
)
@pytest.mark.parametrize("moves", [0, 3, 30, 999])
def test_a_record_holds_all_options(options: dict[str, Any], head: list[str], moves: int) -> None:
    game = play(hp.new("duel", seed=9, **options), Random(9), moves)
    assert str(game.record()).splitlines()[:7] == [
        "heptapolis 1",
        "game duel",
        "rules 1",
        f"catalog sha256:{OWN_FINGERPRINT}",
        *head,
    ]
    assert_survives(game)


@IN_EVERY_PHASE
def test_a_record_survives_in_every_phase(phase: str, n: int) -> None:
    game = game_at(phase, n)
    assert str(game.record()) == moments(phase)[n]
    assert_survives(game)


def test_a_line_of_a_record_has_age_turn_seat_and_move() -> None:
    game = hp.new("duel", seed=9)
    offer = game.offer
    for move in (f"draft {offer[0]}", f"draft {offer[1]}"):
        game.submit(game.to_move[0], move)
    lines = str(game.record()).splitlines()[7:]
    assert lines == [f"W.1 0 draft {offer[0]}", f"W.2 1 draft {offer[1]}"]
    game = hp.new("duel", seed=9, wonders=SETS)
    cards = game.accessible
    game.submit(0, f"discard {cards[0]}")
    game.submit(1, f"discard {cards[1]}")
    lines = str(game.record()).splitlines()[7:]
    assert lines == [f"I.1 0 discard {cards[0]}", f"I.2 1 discard {cards[1]}"]


@pytest.mark.parametrize("phase", DECISIONS)
def test_the_record_of_a_position_begins_with_it(phase: str) -> None:
    game = duel_from(DECISIONS[phase], names=["Ann", "Bob"])
    assert_survives(game)
    play(game, Random(1), 5)
    assert '\nposition {"game": "duel"' in str(game.record())
    assert_survives(game)
    assert_survives(play(game, Random(1)))


@IN_EVERY_PHASE
def test_the_record_of_a_games_own_position_survives(phase: str, n: int) -> None:
    game = duel_from(game_at(phase, n).position())
    assert_survives(game)
    assert_survives(play(game, Random(n)))


def test_a_house_catalogue_is_named_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    game = hp.new("duel", seed=2, catalog=path)
    assert [c.coins for c in game.cities] == [20, 20]
    play(game, Random(2), 20)
    text = str(game.record())
    assert "\ncatalog sha256:" in text
    assert_survives(game, path)
    with pytest.raises(hp.InvalidText, match=r"the cards sha256:\w+…; those here are sha256:\w+…$"):
        duel_replay(text)
    with pytest.raises(
        hp.InvalidText, match=f"the cards sha256:{OWN_FINGERPRINT[:12]}…; those here"
    ):
        duel_replay(str(hp.new("duel", seed=1).record()), catalog=path)
    twin = duel_from(game.position(), catalog=path)
    assert twin.to_bytes() == game.to_bytes()
    assert_survives(twin, path)


def test_the_built_in_catalogue_is_named_in_the_record() -> None:
    record = hp.new("duel", seed=3, catalog=hp.catalog("duel")).record()
    assert record.catalog == OWN_FINGERPRINT
    assert str(duel_replay(record, catalog="duel").record()) == str(record)


def test_a_record_is_checked_step_by_step() -> None:
    game = play(hp.new("duel", seed=4), Random(4))
    from heptapolis.game import replay_steps

    steps = [step.to_bytes() for step in replay_steps(game.record())]
    assert len(steps) == len(game.record().lines) + 1
    assert len(set(steps)) == len(steps)
    assert steps[-1] == game.to_bytes()
