"""Duel behind the common face: options, moves, records, positions, views, events, invariants."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis import events as ev
from heptapolis.catalog import load_duel
from heptapolis.duel.view import COLUMNS, FIELDS
from heptapolis.kernel.duel_state import DUEL
from tests.golden import FOLDER
from tests.golden import duel as golden

ROOT = Path(__file__).parents[1]
CATALOG = load_duel()
SEEDS = st.integers(0, 2**128 - 1)
RANDOMS = st.randoms(use_true_random=False)
PHASES = ["draft", "turn", "token", "library", "destroy", "revive", "start", "over"]
SETS = [
    ["mausoleum", "great_library", "statue_of_zeus", "sphinx"],
    ["circus_maximus", "pyramids", "appian_way", "colossus"],
]
HOUSE = (
    'extends = "duel"\n[constants]\nstarting_coins = 20\n'
    '[card.agora]\nname = "Agora"\nage = 1\ncolor = "blue"\neffect = { points = 4 }\n'
)


def texts(game: hp.DuelGame) -> list[str]:
    return [str(move) for seat in game.to_move for move in game.legal_moves(seat)]


def choose(game: hp.DuelGame, rng: Random) -> hp.Move:
    """A random move, more often one that brings choices than a discard."""
    moves = game.legal_moves(game.to_move[0])
    liked = [move for move in moves if move.verb == "wonder"]
    if not liked or rng.random() < 0.5:
        liked = [move for move in moves if move.verb == "build" and _color(move) == "green"]
    if not liked or rng.random() < 0.3:
        liked = [move for move in moves if move.verb == "build"]
    return rng.choice(liked if liked and rng.random() < 0.8 else moves)


def _color(move: hp.Move) -> str:
    card = CATALOG.card.get(move.card or "")
    return card.color.slug if card else ""


def play(game: hp.DuelGame, rng: Random, moves: int = 999) -> hp.DuelGame:
    """Play on for some moves."""
    while not game.is_over and moves:
        game.submit(game.to_move[0], choose(game, rng))
        moves -= 1
    return game


def new(seed: int) -> hp.DuelGame:
    """A game whose options change with the seed."""
    wonders = (None, SETS, "first_game")[seed % 3]
    return hp.new("duel", seed=seed, wonders=wonders, neutral_start=("last", "choose")[seed % 2])


@cache
def moments(phase: str, n: int = 4) -> list[str]:
    """Records of games that wait in a phase; every age comes up where it can."""
    found: list[str] = []
    for seed in range(400):
        game, rng = new(seed), Random(seed)
        wait = rng.randrange(40) if phase == "turn" else 0
        while not game.is_over and (game.phase != phase or wait):
            wait -= game.phase == phase
            game.submit(game.to_move[0], choose(game, rng))
        if game.phase == phase:
            found.append(str(game.record()))
        if len(found) == n:
            return found
    raise AssertionError(f"no game waits in phase {phase}")


IN_EVERY_PHASE = pytest.mark.parametrize(
    ("phase", "n"), [(phase, n) for phase in PHASES for n in range(4)]
)


def at(phase: str, n: int) -> hp.DuelGame:
    game: hp.DuelGame = hp.replay(moments(phase)[n])
    return game


# ── options ──────────────────────────────────────────────────────────────────────────────────────


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
        ({"wonders": [SETS[0], SETS[0]]}, "wonders: one is there twice"),
        ({"wonders": [SETS[0], [*SETS[1][:3], "troy"]]}, "no wonder 'troy'"),
        ({"wonders": [SETS[0], [*SETS[1][:3], "altar"]]}, "no wonder 'altar'"),
        ({"wonders": [SETS[0], [*SETS[1][:3], 7]]}, "no wonder 7"),
        ({"wonders": [SETS[0], [*SETS[1][:3], []]]}, "no wonder"),
        ({"neutral_start": "first"}, "neutral_start: last or choose, got 'first'"),
        ({"neutral_start": None}, "neutral_start: last or choose"),
        ({"neutral_start": True}, "neutral_start: last or choose"),
        ({"names": ["Ann"]}, "names: 2 names are wanted"),
        ({"names": ["Ann", "Bob", "Cid"]}, "names: 2 names are wanted"),
        ({"names": ["Ann", ""]}, "names: 2 names are wanted"),
        ({"names": "AB"}, "names: 2 names are wanted"),
        ({"names": [1, 2]}, "names: 2 names are wanted"),
        ({"names": 5}, "names: 2 names are wanted"),
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
        assert drafted.position().data[key] == chosen.position().data[key]
    assert hp.new("duel", seed=5).to_bytes() == drafted.to_bytes()
    assert hp.new("duel", seed=6).to_bytes() != drafted.to_bytes()


def test_players_have_names() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    assert [c.name for c in game.cities] == [c.name for c in game.view(0).cities] == ["Ann", "Bob"]
    assert hp.new("duel", seed=1).names == ("Player 1", "Player 2")


# ── moves ────────────────────────────────────────────────────────────────────────────────────────

POSITION: dict[str, Any] = {
    "game": "duel", "age": 1, "tokens": ["law", "masonry"],
    "aside": ["economy", "strategy", "theology", "urbanism", "philosophy"],
    "cities": [
        {"coins": 4, "wonders": SETS[0], "built": {"sphinx": "theater"}, "buildings": ["tavern"]},
        {"coins": 7, "wonders": SETS[1], "buildings": ["press"]},
    ],
    "discard": ["stable"],
    "layout": {"1": ["?", "?", "?", "?", "?", "baths", "quarry", "palisade", "altar", *["-"] * 11]},
}  # fmt: skip
CHOOSING: dict[str, Any] = POSITION | {
    "taken": 8,
    "layout": {"1": ["?", "?", "?", "?", "?", "baths", "quarry", "palisade", *["-"] * 12]},
}
ASKED: dict[str, dict[str, Any]] = {
    "draft": {
        "game": "duel", "phase": "draft",
        "offer": ["sphinx", "colossus", "pyramids", "piraeus"],
    },
    "turn": POSITION,
    "token": CHOOSING | {"phase": "token", "due": {"tokens": 1}},
    "library": CHOOSING | {"phase": "library", "due": {"draws": 1, "draw_size": 3}},
    "destroy": CHOOSING | {"phase": "destroy", "due": {"destroy": ["grey"]}},
    "revive": CHOOSING | {"phase": "revive", "due": {"revivals": 1}},
    "start": {"game": "duel", "age": 2, "phase": "start", "marker": -1},
}  # fmt: skip
NOT_NOW = {
    "draft": "a wonder of the offer is to be drafted",
    "turn": "an accessible card is to be built, put under a wonder or discarded",
    "token": "a progress token of the board is to be taken",
    "library": "one of the tokens drawn is to be kept",
    "destroy": "a card of the opponent is to be destroyed",
    "revive": "a card of the discard pile is to be built",
    "start": "it is to be said who begins: start 0 or start 1",
}
NOT_AMONG = "that is not among the choices"


@pytest.mark.parametrize("phase", ASKED)
def test_a_hand_written_position_asks_for_what_it_says(phase: str) -> None:
    game = hp.from_position(ASKED[phase])
    assert (game.phase, game.to_move) == (phase, [0])
    assert game.view(0).phase == game.view(None).phase == phase
    assert texts(game)
    assert game.view(0).legal_moves() == game.legal_moves(0)


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        ("draft", "draft mausoleum", NOT_AMONG),
        ("draft", "draft altar", NOT_AMONG),
        ("draft", "draft troy", "there is no 'troy'"),
        ("turn", "build theater", "the card is not accessible"),
        ("turn", "discard press", "the card is not accessible"),
        ("turn", "build pyramids", "the card is not accessible"),
        ("turn", "build law", "the card is not accessible"),
        ("turn", "wonder mausoleum garrison", "the card is not accessible"),
        ("turn", "wonder altar mausoleum", "the card is not accessible"),
        ("turn", "wonder mausoleum altar", "it costs 11 coins, there are 4"),
        ("turn", "wonder sphinx altar", "that wonder stands already"),
        ("turn", "wonder colossus altar", "that wonder cannot be built by this city"),
        ("turn", "wonder piraeus altar", "that wonder cannot be built by this city"),
        ("turn", "wonder law altar", "'law' is no wonder"),
        ("turn", "wonder baths altar", "'baths' is no wonder"),
        ("turn", "wonder troy altar", "there is no 'troy'"),
        ("turn", "build troy", "there is no 'troy'"),
        ("turn", "build baths left=2", "a move of Duel names no payment"),
        ("turn", "build baths free", "a move of Duel names no payment"),
        ("token", "token economy", NOT_AMONG),
        ("token", "token troy", "there is no 'troy'"),
        ("token", "token baths", NOT_AMONG),
        ("library", "token law", NOT_AMONG),
        ("library", "token urbanism", NOT_AMONG),
        ("destroy", "destroy tavern", NOT_AMONG),
        ("destroy", "destroy press left=1", ""),
        ("revive", "revive altar", NOT_AMONG),
        ("revive", "revive press", NOT_AMONG),
        ("start", "start 2", ""),
        *((phase, "pass", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "stage baths", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "dig stable", NOT_NOW[phase]) for phase in NOT_NOW),
        *((phase, "start 0", NOT_NOW[phase]) for phase in NOT_NOW if phase != "start"),
        *((phase, "build baths", NOT_NOW[phase]) for phase in NOT_NOW if phase != "turn"),
        *((phase, "draft sphinx", NOT_NOW[phase]) for phase in NOT_NOW if phase != "draft"),
        *((phase, "revive stable", NOT_NOW[phase]) for phase in NOT_NOW if phase != "revive"),
        *((phase, "destroy press", NOT_NOW[phase]) for phase in NOT_NOW if phase != "destroy"),
        *((phase, "token law", NOT_NOW[phase]) for phase in ("draft", "turn", "revive", "start")),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(phase: str, move: str, reason: str) -> None:
    game = hp.from_position(ASKED[phase])
    before, events = game.to_bytes(), game.events
    legal = texts(game)
    with pytest.raises((hp.IllegalMove, hp.InvalidText)) as error:
        game.submit(0, move)
    text = str(error.value)
    assert move in text
    if reason:
        assert f"'{move}': {reason}" in text
        assert f"legal: '{legal[0]}'" in text
    assert (game.to_bytes(), game.events, texts(game)) == (before, events, legal)


@IN_EVERY_PHASE
def test_nobody_else_may_move(phase: str, n: int) -> None:
    game = at(phase, n)
    before = game.to_bytes()
    for seat in (0, 1):
        if seat in game.to_move:
            continue
        assert game.legal_moves(seat) == []
        wanted = "the game is over" if game.is_over else f"seat {seat} is not to move now; waiting"
        with pytest.raises(hp.IllegalMove, match=wanted):
            game.submit(seat, (texts(game) or ["discard altar"])[0])
    assert game.to_bytes() == before


@IN_EVERY_PHASE
def test_nothing_can_be_taken_back(phase: str, n: int) -> None:
    game = at(phase, n)
    before = game.to_bytes()
    for seat in (0, 1):
        with pytest.raises(hp.IllegalMove, match="nothing to take back"):
            game.undo(seat)
    assert game.to_bytes() == before


def test_moves_come_in_catalogue_order_with_build_wonders_discard_for_each_card() -> None:
    position = POSITION | {"cities": [{"coins": 40, "wonders": SETS[0]}, {}]}
    order = list(CATALOG.card)
    game = hp.from_position(position)
    cards = sorted(game.accessible, key=order.index)
    assert cards == game.accessible
    wanted = []
    for card in cards:
        wanted += [f"build {card}", *(f"wonder {w} {card}" for w in sorted(SETS[0]))]
        wanted.append(f"discard {card}")
    assert texts(game) == wanted


@IN_EVERY_PHASE
def test_every_legal_move_can_be_made_as_text_and_as_a_move(phase: str, n: int) -> None:
    text = moments(phase)[n]
    game = at(phase, n)
    for move in [move for seat in game.to_move for move in game.legal_moves(seat)][:40]:
        one, two = hp.replay(text), hp.replay(text)
        one.submit(one.to_move[0], move)
        two.submit(two.to_move[0], str(move))
        assert one.to_bytes() == two.to_bytes() != game.to_bytes()


# ── records ──────────────────────────────────────────────────────────────────────────────────────


def assert_survives(game: hp.DuelGame, catalog: Any = None) -> None:
    """A record gives the same game back, and the same text."""
    text = str(game.record())
    again = hp.replay(hp.Record.parse(text), catalog=catalog)
    assert str(again.record()) == text
    assert again.to_bytes() == game.to_bytes()
    assert again.events == game.events
    assert again.names == game.names
    assert again.scores() == game.scores()


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
    assert str(game.record()).splitlines()[:5] == ["heptapolis 1", "game duel", *head]
    assert_survives(game)


@IN_EVERY_PHASE
def test_a_record_survives_in_every_phase(phase: str, n: int) -> None:
    game = at(phase, n)
    assert str(game.record()) == moments(phase)[n]
    assert_survives(game)


def test_a_line_of_a_record_tells_age_turn_seat_and_move() -> None:
    game = hp.new("duel", seed=9)
    offer = game.offer
    for move in (f"draft {offer[0]}", f"draft {offer[1]}"):
        game.submit(game.to_move[0], move)
    lines = str(game.record()).splitlines()[5:]
    assert lines == [f"W.1 0 draft {offer[0]}", f"W.2 1 draft {offer[1]}"]
    game = hp.new("duel", seed=9, wonders=SETS)
    cards = game.accessible
    game.submit(0, f"discard {cards[0]}")
    game.submit(1, f"discard {cards[1]}")
    lines = str(game.record()).splitlines()[5:]
    assert lines == [f"I.1 0 discard {cards[0]}", f"I.2 1 discard {cards[1]}"]


@pytest.mark.parametrize("phase", ASKED)
def test_the_record_of_a_position_begins_with_it(phase: str) -> None:
    game = hp.from_position(ASKED[phase], names=["Ann", "Bob"])
    assert_survives(game)
    play(game, Random(1), 5)
    assert '\nposition {"game": "duel"' in str(game.record())
    assert_survives(game)
    assert_survives(play(game, Random(1)))


@IN_EVERY_PHASE
def test_the_record_of_a_games_own_position_survives(phase: str, n: int) -> None:
    game = hp.from_position(at(phase, n).position())
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
    with pytest.raises(hp.InvalidText, match="needs the catalogue sha256"):
        hp.replay(text)
    with pytest.raises(hp.InvalidText, match="played with our catalogue"):
        hp.replay(str(hp.new("duel", seed=1).record()), catalog=path)
    twin = hp.from_position(game.position(), catalog=path)
    assert twin.to_bytes() == game.to_bytes()
    assert_survives(twin, path)


def test_our_own_catalogue_is_not_named() -> None:
    record = hp.new("duel", seed=3, catalog=hp.catalog("duel")).record()
    assert "catalog" not in str(record)
    assert str(hp.replay(record, catalog="duel").record()) == str(record)


def test_a_record_is_checked_step_by_step() -> None:
    game = play(hp.new("duel", seed=4), Random(4))
    from heptapolis.game import replay_steps

    steps = [step.to_bytes() for step in replay_steps(game.record())]
    assert len(steps) == len(game.record().lines) + 1
    assert len(set(steps)) == len(steps)
    assert steps[-1] == game.to_bytes()


# ── positions ────────────────────────────────────────────────────────────────────────────────────


@IN_EVERY_PHASE
def test_a_position_gives_the_same_game_back(phase: str, n: int) -> None:
    game = at(phase, n)
    text = str(game.position())
    twin = hp.from_position(text)
    assert twin.to_bytes() == game.to_bytes()
    assert str(twin.position()) == text
    assert (twin.phase, twin.age, twin.turn, twin.to_move) == (
        phase,
        game.age,
        game.turn,
        game.to_move,
    )
    assert texts(twin) == texts(game)
    assert (twin.outcome, twin.winner, twin.ranking()) == (
        game.outcome,
        game.winner,
        game.ranking(),
    )
    assert twin.scores() == game.scores() == hp.score(text)


@IN_EVERY_PHASE
def test_a_game_plays_on_from_its_position_as_if_nothing_had_happened(phase: str, n: int) -> None:
    game = at(phase, n)
    twin = hp.from_position(json.loads(str(game.position())))
    for seat in (0, 1, None):
        assert twin.view(seat).position() == game.view(seat).position()
    one, two = Random(n), Random(n)
    while not game.is_over:
        game.submit(game.to_move[0], choose(game, one))
        twin.submit(twin.to_move[0], choose(twin, two))
        assert twin.to_bytes() == game.to_bytes()
    assert (twin.outcome, twin.scores()) == (game.outcome, game.scores())


@settings(max_examples=30, deadline=None)
@given(SEEDS, RANDOMS, st.integers(0, 75))
def test_any_position_survives(seed: int, rng: Random, moves: int) -> None:
    game = play(new(seed), rng, moves)
    twin = hp.from_position(hp.Position.parse(str(game.position())))
    assert twin.to_bytes() == game.to_bytes()
    assert twin.position() == game.position()


def test_a_position_by_hand_deals_the_rest_from_its_seed() -> None:
    data = {
        "game": "duel", "age": 2, "seed": 5,
        "cities": [{"buildings": ["lumber_yard", "altar"], "coins": 3, "wonders": ["sphinx"],
                    "tokens": ["law"]}],
    }  # fmt: skip
    game = hp.from_position(data)
    assert game.city(0).buildings == ["lumber_yard", "altar"]
    assert [c.coins for c in game.cities] == [3, 7]
    assert "sphinx" in game.city(0).wonders
    assert [len(c.wonders) for c in game.cities] == [4, 4]
    assert len({w for c in game.cities for w in c.wonders}) == 8
    assert (len(game.tokens), game.n_aside) == (4, 5)
    assert "law" not in game.tokens
    assert (game.age, game.turn, game.phase, game.to_move, game.marker) == (2, 1, "turn", [0], 0)
    assert hp.from_position(data).to_bytes() == game.to_bytes()
    others = {hp.from_position(data | {"seed": seed}).to_bytes() for seed in range(6, 12)}
    assert len(others) == 6
    assert game.to_bytes() not in others
    assert_survives(game)


def test_an_empty_position_is_the_start_of_age_one() -> None:
    game = hp.from_position({"game": "duel"})
    assert (game.age, game.turn, game.phase, game.to_move) == (1, 1, "turn", [0])
    assert [(c.coins, c.buildings, len(c.wonders)) for c in game.cities] == [(7, [], 4)] * 2
    assert play(game, Random(1)).is_over


def test_an_empty_draft_offers_four_wonders() -> None:
    game = hp.from_position({"game": "duel", "phase": "draft", "seed": 3})
    assert (len(game.offer), game.to_move) == (4, [0])
    assert play(game, Random(1)).is_over


def test_cards_that_are_told_of_are_not_dealt_again() -> None:
    """Those that stand, lie in the pile or under a wonder, and those that are removed."""
    position = {
        "game": "duel", "age": 2, "discard": ["statue"],
        "cities": [
            {"buildings": ["walls", "temple"], "wonders": ["sphinx"], "built": {"sphinx": "forum"}},
            {"buildings": ["library"]},
        ],
        "removed": {"2": ["school"], "3": ["palace"]},
        "layout": {"2": [*["?"] * 11, *["-"] * 9]},
    }  # fmt: skip
    for seed in range(30):
        layout = hp.from_position(position | {"seed": seed}).position().data["layout"]
        second, third = set(layout["2"]), set(layout["3"])
        assert not {"statue", "walls", "temple", "forum", "library", "school"} & second
        assert "palace" not in third
        assert (len(second - {"-"}), len(third)) == (11, 20)
        assert set(layout["1"]) == {"-"}


def test_guilds_are_dealt_where_their_backs_show() -> None:
    layout = ["?"] * 20
    layout[3], layout[9], layout[16] = "? guild", "? guild", "tacticians_guild"
    for seed in range(20):
        game = hp.from_position({"game": "duel", "age": 3, "seed": seed, "layout": {"3": layout}})
        cards = game.position().data["layout"]["3"]
        guilds = [slot for slot, id in enumerate(cards) if CATALOG.card[id].is_guild]
        assert guilds == [3, 9, 16]
        assert [place.slot.index for place in game.places if place.is_guild] == guilds


def test_a_layout_may_hold_cards_that_nobody_remembers() -> None:
    """ "-" is a slot whose card is gone; the turn follows from what is taken."""
    layout = ["altar", *["-"] * 19]
    game = hp.from_position({"game": "duel", "age": 1, "layout": {"1": layout}})
    assert (game.turn, game.accessible) == (20, ["altar"])
    assert game.position().data["layout"]["1"] == layout
    assert_survives(game)
    assert_survives(play(game, Random(1)))


@pytest.mark.parametrize("built", [["sphinx"], {"sphinx": None}, {"sphinx": "theater"}])
def test_what_lies_under_a_wonder_need_not_be_told(built: Any) -> None:
    """By hand ``built`` may be a list of wonders."""
    mine = {"wonders": ["sphinx", "piraeus"], "built": built}
    game = hp.from_position({"game": "duel", "age": 2, "cities": [mine, {}]})
    assert game.scores()[0]["wonders"] == 6
    assert list(game.city(0).built_wonders) == ["sphinx"]
    assert list(game.view(1).city(0).built_wonders) == ["sphinx"]
    assert game.city(0).choices == []
    twin = hp.from_position(str(game.position()))
    assert twin.to_bytes() == game.to_bytes()
    assert_survives(game)
    assert play(game.view(0).sample(Random(1)), Random(1)).is_over


@IN_EVERY_PHASE
def test_what_a_seat_knows_is_a_position_to_play_on_from(phase: str, n: int) -> None:
    """What it does not know is dealt from a seed; to the seat all looks the same."""
    game = at(phase, n)
    for seat in (0, 1, None):
        known = game.view(seat).position()
        for seed in (0, 1):
            other = hp.from_position({**known.data, "seed": seed})
            assert other.view(seat).position() == known
            assert other.legal_moves(seat or 0) == game.legal_moves(seat or 0) or seat is None
            assert play(other, Random(seed)).is_over


@IN_EVERY_PHASE
def test_a_position_may_be_scored_whatever_waits(phase: str, n: int) -> None:
    game = at(phase, n)
    assert hp.score(game.position()) == game.scores()
    assert hp.score(game.view(None).position()) == game.scores()


def test_scoring_needs_cities_only() -> None:
    sheets = hp.score(
        {
            "game": "duel",
            "cities": [
                {"buildings": ["baths", "academy", "arena", "moneylenders_guild"], "coins": 14},
                {"wonders": ["pyramids"], "built": ["pyramids"], "tokens": ["mathematics"], "coins": 20},
            ],
            "marker": -3,
        }
    )  # fmt: skip
    assert [tuple(sheet) for sheet in sheets] == [COLUMNS, COLUMNS]
    assert sheets[0] == {
        "civilian": 3, "science": 3, "commercial": 3, "guilds": 6, "wonders": 0, "progress": 0,
        "coins": 4, "military": 0, "total": 19,
    }  # fmt: skip
    assert sheets[1] == {
        "civilian": 0, "science": 0, "commercial": 0, "guilds": 0, "wonders": 9, "progress": 3,
        "coins": 6, "military": 5, "total": 23,
    }  # fmt: skip


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def test_every_field_of_the_state_is_declared_exactly_once() -> None:
    declared = [name for names in FIELDS.values() for name in names]
    assert sorted(declared) == sorted(DUEL.names or ())


@IN_EVERY_PHASE
def test_public_fields_are_the_same_for_everybody(phase: str, n: int) -> None:
    game = at(phase, n)
    for seat in (0, 1, None):
        view = game.view(seat)
        for name in FIELDS["PUBLIC"]:
            assert view._field(name).tolist() == game._field(name).tolist(), name
        assert (view.seat, view.age, view.turn) == (seat, game.age, game.turn)
        assert (view.accessible, view.discard, view.marker) == (
            game.accessible,
            game.discard,
            game.marker,
        )
        assert (view.tokens, view.offer, view.n_aside) == (game.tokens, game.offer, game.n_aside)
        assert [view.score(seat) for seat in (0, 1)] == game.scores()
        assert [view.loot(seat) for seat in (0, 1)] == [game.loot(seat) for seat in (0, 1)]
        assert (view.outcome, view.winner) == (game.outcome, game.winner)


@IN_EVERY_PHASE
def test_a_view_offers_its_seat_what_the_game_offers(phase: str, n: int) -> None:
    game = at(phase, n)
    for seat in (0, 1):
        view = game.view(seat)
        assert view.legal_moves() == game.legal_moves(seat)
        assert view.to_move == game.to_move
        for card in view.accessible:
            assert view.price(seat, card) == game.price(seat, card)
    assert game.view(None).legal_moves() == []


@IN_EVERY_PHASE
def test_a_view_holds_nothing_that_lies_face_down(phase: str, n: int) -> None:
    game = at(phase, n)
    if game.is_over:
        return
    for seat in (0, 1, None):
        view = game.view(seat)
        layout = view._field("layout")
        assert not layout[game.age :].any()
        for place in view.places:
            hidden = not place.is_taken and not place.is_face_up
            assert (layout[game.age - 1, place.slot.index] == 0) == hidden
            assert (place.card is None) == (place.is_taken or hidden)
        assert not view._field("next_offer")
        data = view.position().data
        assert "next_offer" not in data
        assert sorted(data["layout"]) == [str(age) for age in range(1, game.age + 1)]


LIBRARY = ASKED["library"] | {
    "tokens": ["agriculture", "architecture", "law", "masonry", "mathematics"],
    "looked": [1, 1, 1],
}


def test_the_library_is_shown_to_its_builder_and_remembered() -> None:
    game = hp.from_position(LIBRARY)
    assert set(game.view(0).library) == {"economy", "strategy", "theology"}
    known = {seat: game.view(seat).position().data["aside"] for seat in (0, 1, None)}
    assert known[1] == known[None] == ["?"] * 5
    assert sorted(known[0]) == sorted(["?", "?", "economy", "strategy", "theology"])
    game.submit(0, "token strategy")
    known = {seat: game.view(seat).position().data["aside"] for seat in (0, 1, None)}
    assert known[1] == known[None] == ["?"] * 4
    assert sorted(known[0]) == sorted(["?", "?", "economy", "theology"])
    assert game.view(0).library == []


@pytest.mark.parametrize("n", range(4))
def test_after_the_end_everything_is_open(n: int) -> None:
    game = at("over", n)
    view = game.view(None)
    assert view.position() == game.position()
    assert view.events == game.events


@pytest.mark.parametrize("seat", [2, -1, True, "0", 0.0])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: Any) -> None:
    game = hp.new("duel", seed=0)
    with pytest.raises(hp.IllegalMove, match="there is no seat"):
        game.view(seat)
    for ask in (game.city, game.score, lambda s: game.price(s, "altar")):
        with pytest.raises(hp.IllegalMove, match="there is no city"):
            ask(seat)
    assert game.legal_moves(seat) == []


def test_a_view_does_not_move_on_with_its_game() -> None:
    game = hp.new("duel", seed=2, wonders=SETS)
    view, state = game.view(0), game.view(0)._states.tobytes()
    play(game, Random(2), 3)
    assert view._states.tobytes() == state
    assert (view.turn, len(view.events)) == (1, 1)


# ── secrecy and sampling ─────────────────────────────────────────────────────────────────────────


def knowledge(view: hp.DuelView) -> dict[str, Any]:
    """All that a view holds, as bytes by field."""
    fields: dict[str, Any] = {
        name: view._field(name).tobytes() for name in view._states.dtype.names
    }
    return fields | {"position": view.position(), "moves": view.legal_moves()}


def test_everything_hidden_can_be_redealt_and_nothing_changes_for_the_seat() -> None:
    """The test of secrecy: if a view held anything hidden, redealing it would change its bytes."""
    redealt: Counter[str] = Counter()
    for seed in range(12):
        game, rng = new(seed), Random(seed)
        while not game.is_over:
            for seat in (0, 1, None):
                view = game.view(seat)
                other = view.sample(rng)
                assert knowledge(other.view(seat)) == knowledge(view)
                redealt[game.phase] += other.to_bytes() != game.to_bytes()
            game.submit(game.to_move[0], choose(game, rng))
    for phase in PHASES[:-1]:
        assert redealt[phase] > 2, phase


@IN_EVERY_PHASE
def test_a_sample_is_a_game_of_its_own(phase: str, n: int) -> None:
    game, rng = at(phase, n), Random(n)
    before = game.to_bytes()
    for seat in (0, 1, None):
        view = game.view(seat)
        held = view._states.tobytes()
        other = view.sample(rng)
        assert other.names == game.names
        play(other, rng)
        assert other.is_over
        assert_survives(other)
        assert view._states.tobytes() == held
    assert game.to_bytes() == before


def test_a_sample_has_the_names_of_its_game() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    other = game.view(0).sample(Random(1))
    assert other.names == ("Ann", "Bob")
    assert hp.replay(str(other.record())).names == ("Ann", "Bob")


def test_the_seed_is_not_in_a_sample() -> None:
    game = hp.new("duel", seed=123_456_789)
    other = game.view(0).sample(Random(1))
    assert other.record().seed is None
    assert "123456789" not in str(other.record())


def test_the_same_random_numbers_give_the_same_sample() -> None:
    view = at("turn", 0).view(1)
    assert view.sample(Random(4)).to_bytes() == view.sample(Random(4)).to_bytes()
    assert len({view.sample(Random(k)).to_bytes() for k in range(20)}) > 15


def is_uniform(counts: Counter[Any], values: set[Any], share: float, n: int) -> bool:
    """Each value came up in about this share of n samples, within five deviations."""
    room = 5 * (share * (1 - share) / n) ** 0.5
    return set(counts) == values and all(abs(k / n - share) < room for k in counts.values())


def sampled(view: hp.DuelView, n: int) -> Iterator[dict[str, Any]]:
    """Positions of n possible games."""
    rng = Random(n)
    for _ in range(n):
        yield dict(view.sample(rng).position().data)


def of_age(age: int) -> set[str]:
    return {card.id for card in CATALOG.cards if card.age == age and not card.is_guild}


GUILDS = {card.id for card in CATALOG.cards if card.is_guild}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_face_down_cards_are_any_that_have_not_been_seen(seat: int | None) -> None:
    """Age I: eight face down and three removed; each of the eleven is as likely in each slot."""
    game, n = hp.new("duel", seed=1, wonders=SETS), 1500
    places = game.view(seat).places
    down = [place.slot.index for place in places if not place.is_face_up]
    unseen = of_age(1) - {place.card for place in places}
    assert len(unseen) == 11
    counts: dict[int, Counter[str]] = {slot: Counter() for slot in down}
    pairs: Counter[tuple[str, str]] = Counter()
    for data in sampled(game.view(seat), n):
        cards = data["layout"]["1"]
        for slot in down:
            counts[slot][cards[slot]] += 1
        pairs[cards[down[0]], cards[down[1]]] += 1
    assert all(is_uniform(counts[slot], unseen, 1 / 11, n) for slot in down)
    assert len(pairs) == 110


def test_the_last_face_down_card_is_one_of_four() -> None:
    """All others are known; three have been removed."""
    seen = sorted(of_age(1) - {"altar", "baths", "tavern", "quarry"})
    layout = [f"{card} taken" for card in seen]
    layout[0:2] = seen[0:2]
    layout.insert(2, "altar")
    layout[5] = layout[5].removesuffix(" taken")
    where = {"discard": [card for k, card in enumerate(seen) if k not in (0, 1, 4)]}
    game = hp.from_position({"game": "duel", "age": 1, "layout": {"1": layout}, **where})
    assert not game.places[2].is_face_up
    for seat in (0, 1, None):
        n = 800
        counts = Counter(data["layout"]["1"][2] for data in sampled(game.view(seat), n))
        assert is_uniform(counts, {"altar", "baths", "tavern", "quarry"}, 1 / 4, n)


def test_cards_of_the_ages_to_come_are_any() -> None:
    """20 of 23 in age II; in age III a slot holds a guild in 3 of 20 cases."""
    view, n = hp.new("duel", seed=1, wonders=SETS).view(0), 2000
    second: Counter[str] = Counter()
    used: Counter[str] = Counter()
    third: Counter[str] = Counter()
    for data in sampled(view, n):
        second[data["layout"]["2"][7]] += 1
        used.update(data["layout"]["3"])
        third[data["layout"]["3"][7]] += 1
    assert is_uniform(second, of_age(2), 1 / 23, n)
    guilds = Counter({card: k for card, k in used.items() if card in GUILDS})
    assert is_uniform(guilds, GUILDS, 3 / 7, n)
    assert is_uniform(used - guilds, of_age(3), 17 / 20, n)
    share = sum(third[guild] for guild in GUILDS) / n
    assert abs(share - 3 / 20) < 5 * (0.15 * 0.85 / n) ** 0.5


@pytest.mark.parametrize("seat", [0, None])
def test_backs_of_guilds_hold_guilds_and_others_none(seat: int | None) -> None:
    """Age III: two guilds face down, one open; six could be either."""
    layout = ["?"] * 20
    layout[2], layout[9], layout[0] = "builders_guild", "merchants_guild", "tacticians_guild"
    game, n = hp.from_position({"game": "duel", "age": 3, "layout": {"3": layout}}), 1500
    view = game.view(seat)
    unseen = of_age(3) - {place.card for place in view.places}
    counts: dict[int, Counter[str]] = {slot: Counter() for slot in (2, 3, 9, 10)}
    for data in sampled(view, n):
        for slot, found in counts.items():
            found[data["layout"]["3"][slot]] += 1
    for slot in (2, 9):
        assert is_uniform(counts[slot], GUILDS - {"tacticians_guild"}, 1 / 6, n)
    for slot in (3, 10):
        assert is_uniform(counts[slot], unseen, 1 / len(unseen), n)


def test_wonders_still_to_be_offered_are_any_not_seen() -> None:
    game, n = hp.new("duel", seed=1), 1000
    counts: Counter[str] = Counter()
    for data in sampled(game.view(1), n):
        counts.update(data["next_offer"])
    assert is_uniform(counts, set(CATALOG.wonder) - set(game.offer), 1 / 2, n)


def test_the_librarys_three_are_any_of_five_to_all_but_the_builder() -> None:
    game, rng, n = hp.from_position(LIBRARY), Random(1), 1000
    for seat in (1, None):
        counts = Counter(id for _ in range(n) for id in game.view(seat).sample(rng).library)
        assert is_uniform(counts, set(LIBRARY["aside"]), 3 / 5, n)
    for _ in range(20):
        other = game.view(0).sample(rng)
        assert set(other.library) == {"economy", "strategy", "theology"}


def test_the_builder_of_the_library_remembers_what_returned() -> None:
    """Four tokens are aside; to the builder two of them are known to be where they are."""
    game = hp.from_position(LIBRARY)
    game.submit(0, "token theology")
    known = game.view(0).position().data["aside"]
    first: Counter[str] = Counter()
    for data in sampled(game.view(0), 200):
        assert [b for a, b in zip(known, data["aside"], strict=True) if a == "?"] in (
            ["urbanism", "philosophy"],
            ["philosophy", "urbanism"],
        )
    for data in sampled(game.view(1), 1000):
        first[data["aside"][0]] += 1
    assert is_uniform(first, {"economy", "strategy", "urbanism", "philosophy"}, 1 / 4, 1000)


# ── events ───────────────────────────────────────────────────────────────────────────────────────

KINDS = {
    ev.Drafted, ev.Built, ev.Staged, ev.Discarded, ev.Paid, ev.Gained, ev.Dug, ev.Marker,
    ev.Looted, ev.Token, ev.Destroyed, ev.Revealed, ev.Started, ev.Scored,
}  # fmt: skip


class Witness:
    """What a table looked like before a move."""

    def __init__(self, game: hp.DuelGame) -> None:
        self.data = json.loads(str(game.position()))
        self.n_events = len(game.events)
        self.coins = [c.coins for c in game.cities]
        self.faces = [place.is_face_up for place in game.places]
        self.chains = [
            {card for card in game.accessible if game.has_chain(seat, card)} for seat in (0, 1)
        ]
        self.prices = [
            {card: game.price(seat, card) for card in game.accessible} for seat in (0, 1)
        ]
        self.age, self.turn, self.mover = game.age, game.turn, game.to_move[0]

    def check(self, event: ev.Event, game: hp.DuelGame) -> None:
        """An event tells the truth of what has changed since."""
        old, new = self.data, game.position().data
        seat = event.seat
        before, after = old["cities"][seat], new["cities"][seat]
        if not isinstance(event, ev.Started | ev.Scored):
            assert (event.age, event.turn) == (self.age, self.turn)
        if not isinstance(event, ev.Started | ev.Scored | ev.Drafted):
            assert event.by == self.mover
        match event:
            case ev.Drafted(wonder=wonder):
                assert wonder in after["wonders"] and wonder not in before["wonders"]
                assert wonder in old["offer"]
            case ev.Built(card=card, how=how):
                assert card in after["buildings"] and card not in before["buildings"]
                if how in ("paid", "chain"):
                    assert (how == "chain") == (card in self.chains[seat])
            case ev.Staged(card=card, wonder=wonder, stage=stage):
                assert after["built"][wonder] == card and wonder not in before["built"]
                assert stage == len(after["built"])
            case ev.Discarded(card=card):
                assert card in new["discard"] and card not in old["discard"]
            case ev.Marker(before=start, after=end):
                assert (start, end) == (old["marker"], new["marker"])
                assert (end > start) == (seat == 0)
            case ev.Looted(coins=lost, source=source):
                assert lost <= self.coins[seat] + 200
                assert seat != self.mover
                if source is None:
                    assert new["loot"][seat] != old["loot"][seat]
            case ev.Token(token=token, aside=aside):
                assert token in after["tokens"] and token not in before["tokens"]
                assert token in old["aside" if aside else "tokens"]
                assert token not in new["aside"] + new["tokens"]
            case ev.Destroyed(card=card):
                assert card in old["cities"][1 - seat]["buildings"]
                assert card not in new["cities"][1 - seat]["buildings"]
                assert card in new["discard"]
            case ev.Dug(card=card):
                assert card in old["discard"] and card not in new["discard"]
                assert card in after["buildings"]
            case ev.Revealed(card=card, slot=slot):
                assert not self.faces[slot]
                if game.age == self.age:
                    place = game.places[slot]
                    assert (place.card, place.is_face_up, place.is_accessible) == (card, True, True)
            case ev.Started():
                assert (event.age, seat) == (game.age, game.to_move[0])
            case ev.Scored(total=total):
                assert total == game.scores()[seat]["total"]


def flow(events: list[ev.Event]) -> list[int]:
    """How the coins of both seats change by some events."""
    change = [0, 0]
    for event in events:
        if isinstance(event, ev.Gained):
            change[event.seat] += event.coins
        if isinstance(event, ev.Looted):
            change[event.seat] -= event.coins
        if isinstance(event, ev.Paid):
            change[event.seat] -= event.bank + event.opponent
            change[1 - event.seat] += event.opponent
    return change


def test_every_kind_of_event_occurs_and_tells_the_truth() -> None:
    kinds: set[type] = set()
    sources: set[str | None] = set()
    for seed in range(15):
        game, rng = new(seed), Random(seed)
        while not game.is_over:
            witness = Witness(game)
            game.submit(game.to_move[0], choose(game, rng))
            happened = game.events[witness.n_events :]
            assert happened
            for event in happened:
                witness.check(event, game)
            change = flow(happened)
            now = [c.coins for c in game.cities]
            assert now == [c + d for c, d in zip(witness.coins, change, strict=True)]
            kinds |= {type(event) for event in happened}
            sources |= {e.source for e in happened if isinstance(e, ev.Gained | ev.Looted)}
        for seat in (0, 1, None):
            assert game.view(seat).events == game.events == game.events_seen_by(seat)
    assert kinds == KINDS
    assert {"discard", None, "tavern", "urbanism", "agriculture", "appian_way"} <= sources
    assert {source for source in sources if source} - {"discard"} <= {
        thing.id for thing in CATALOG.things()
    }


def test_every_payment_is_the_price_that_was_told() -> None:
    for seed in range(10):
        game, rng = new(seed), Random(seed)
        while not game.is_over:
            (seat,) = game.to_move
            move, n = choose(game, rng), len(game.events)
            told = 0
            if move.verb == "build":
                told = game.price(seat, move.card or "")
            if move.verb == "wonder":
                told = game.price(seat, move.wonder or "")
            game.submit(seat, move)
            paid = [event for event in game.events[n:] if isinstance(event, ev.Paid)]
            assert sum(event.bank + event.opponent for event in paid) == told
            assert all(event.bank + event.opponent for event in paid)


def test_coins_are_told_by_what_brought_them() -> None:
    """Urbanism pays for the chain of the Lighthouse, which brings coins of its own."""
    mine = {"buildings": ["tavern"], "tokens": ["urbanism"], "coins": 0}
    layout = {"3": ["lighthouse", "palace", *["-"] * 18]}
    game = hp.from_position({"game": "duel", "age": 3, "cities": [mine], "layout": layout})
    game.submit(0, "build lighthouse")
    gained = [(e.source, e.coins) for e in game.events if isinstance(e, ev.Gained)]
    assert sorted(gained) == [("lighthouse", 2), ("urbanism", 4)]


def test_events_tell_of_the_start_of_every_age() -> None:
    game = play(hp.new("duel", seed=3), Random(3))
    started = [(e.age, e.turn) for e in game.events if isinstance(e, ev.Started)]
    assert started == [(1, 0), (2, 0), (3, 0)]
    assert [type(e) for e in game.events[:8]] == [ev.Drafted] * 8
    assert [(type(e), e.seat) for e in game.events[-2:]] == [(ev.Scored, 0), (ev.Scored, 1)]


# ── invariants ───────────────────────────────────────────────────────────────────────────────────


def dealt(game: hp.DuelGame) -> list[str]:
    """Every card that was dealt, wherever it is now."""
    layout = game.position().data["layout"]
    return [entry.removesuffix(" taken") for age in "123" for entry in layout[age]]


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS)
def test_every_card_is_somewhere_exactly_once(seed: int, rng: Random) -> None:
    game = new(seed)
    cards = dealt(game)
    assert len(set(cards)) == 60
    while not game.is_over:
        play(game, rng, 1)
        data = game.position().data
        assert dealt(game) == cards
        entries = [entry for age in "123" for entry in data["layout"][age]]
        gone = [entry.removesuffix(" taken") for entry in entries if entry.endswith(" taken")]
        placed = [*data["discard"]]
        for c in data["cities"]:
            placed += [*c["buildings"], *c["built"].values()]
        assert sorted(placed) == sorted(gone)
        tokens = [*data["tokens"], *data["aside"]]
        for c in data["cities"]:
            tokens += c["tokens"]
        assert sorted(tokens) == sorted(CATALOG.token)
        wonders = [wonder for c in data["cities"] for wonder in c["wonders"]]
        wonders += [*data.get("offer", []), *data.get("next_offer", [])]
        assert len(wonders) == len(set(wonders)) == 8
        assert sum(len(c["built"]) for c in data["cities"]) <= 7


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS)
def test_coins_are_never_negative_and_none_is_lost(seed: int, rng: Random) -> None:
    game = new(seed)
    start = [c.coins for c in game.cities]
    while not game.is_over:
        play(game, rng, 1)
        now = [c.coins for c in game.cities]
        assert min(now) >= 0
        change = flow(game.events)
        assert now == [c + d for c, d in zip(start, change, strict=True)]


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS)
def test_there_is_always_a_move_until_somebody_has_won(seed: int, rng: Random) -> None:
    game, turns = new(seed), 0
    while not game.is_over:
        assert len(game.to_move) == 1
        assert (game.outcome, game.winner) == (None, None)
        moves = game.legal_moves(game.to_move[0])
        assert moves and len(set(map(str, moves))) == len(moves)
        game.submit(game.to_move[0], rng.choice(moves))
        turns += 1
    assert turns <= 6 + 60 + 30
    assert game.to_move == []
    winners = {"points": (0, 1), "military": (0, 1), "science": (0, 1), "shared": (None,)}
    assert game.winner in winners[str(game.outcome)]
    if game.outcome == "military":
        assert abs(game.marker) == 9
    if game.outcome == "science":
        assert game.winner is not None
        assert len(game.city(game.winner).symbols) == 6
    for score in game.scores():
        assert sum(score[column] for column in COLUMNS[:-1]) == score["total"]


@settings(max_examples=40, deadline=None)
@given(SEEDS, RANDOMS, st.integers(0, 75))
def test_every_legal_move_survives_its_text(seed: int, rng: Random, moves: int) -> None:
    game = play(new(seed), rng, moves)
    for seat in game.to_move:
        for move in game.legal_moves(seat):
            assert hp.Move.parse(str(move)) == move == move.check()
            assert eval(repr(move), {"Move": hp.Move}) == move


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS, st.integers(0, 90))
def test_a_record_gives_the_same_game_back(seed: int, rng: Random, moves: int) -> None:
    assert_survives(play(new(seed), rng, moves))


@pytest.mark.parametrize("outcome", ["points", "military", "science"])
def test_ranking_and_outcome_agree(outcome: str) -> None:
    for seed in range(4000):
        game, rng = new(seed), Random(seed)
        color = {"points": "blue", "military": "red", "science": "green"}[outcome]
        while not game.is_over:
            moves = game.legal_moves(game.to_move[0])
            liked = [m for m in moves if m.verb == "build" and _color(m) == color]
            game.submit(game.to_move[0], rng.choice(liked or moves))
        if game.outcome == outcome:
            break
    winner = game.winner
    assert winner is not None
    assert game.ranking() == [[winner], [1 - winner]]
    twin = hp.from_position(game.position())
    assert (twin.outcome, twin.winner, twin.ranking()) == (outcome, winner, game.ranking())


# ── golden files ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", golden.GAMES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    text = (FOLDER / "games" / f"{name}.txt").read_text("utf-8")
    assert golden.playthrough(golden.GAMES[name]) == text


def test_the_counts_of_move_sequences_are_unchanged() -> None:
    """On failure: the first position that differs, divided among its first moves."""
    assert golden.difference() == ""


def count(game: hp.DuelGame, depth: int) -> int:
    """Sequences of moves, one after the other through the face; a finished game has none."""
    moves = [move for seat in game.to_move for move in game.legal_moves(seat)]
    if depth == 1:
        return len(moves)
    position, total = game.position(), 0
    for move in moves:
        other = hp.from_position(position)
        other.submit(other.to_move[0], move)
        total += count(other, depth - 1)
    return total


def test_the_counts_are_those_of_the_face() -> None:
    for name, game, _ in golden.positions():
        depth = 3 if len(texts(game)) < 10 and game.age else 2
        assert count(game, depth) == sum(golden.divide(game, depth).values()), name


# ── modes ────────────────────────────────────────────────────────────────────────────────────────

GAMES = """
import hashlib, heptapolis as hp
from random import Random
digest = hashlib.sha256()
for seed, wonders in ((1, None), (2, "first_game")):
    game, rng = hp.new("duel", seed=seed, wonders=wonders, neutral_start="choose"), Random(seed)
    while not game.is_over:
        moves = game.view(game.to_move[0]).legal_moves()
        digest.update(" ".join(map(str, moves)).encode())
        twin = game.view(None).sample(rng)
        digest.update(twin.to_bytes() + str(hp.from_position(twin.position()).position()).encode())
        game.submit(game.to_move[0], rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
print(digest.hexdigest())
"""


def digest(**environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def ordinary() -> str:
    return digest()


def test_games_are_the_same_with_the_jit_off(ordinary: str) -> None:
    assert digest(NUMBA_DISABLE_JIT="1") == ordinary


def test_games_are_the_same_with_bounds_checked(ordinary: str) -> None:
    assert digest(NUMBA_BOUNDSCHECK="1") == ordinary
