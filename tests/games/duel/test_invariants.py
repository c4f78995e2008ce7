"""Invariants of every Duel, for random moves."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.games.duel.columns import COLUMNS
from tests.games.duel.samples import (
    CATALOG,
    RANDOMS,
    SEEDS,
    _color,
    assert_survives,
    flow,
    new_game,
    play,
)
from tests.kinds import duel_from


def dealt_cards(game: hp.DuelGame) -> list[str]:
    """Return every dealt card, at any place."""
    layout = game.position()["layout"]
    return [entry.removesuffix(" taken") for age in "123" for entry in layout[age]]


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS)
def test_every_card_is_somewhere_exactly_once(seed: int, rng: Random) -> None:
    game = new_game(seed)
    cards = dealt_cards(game)
    assert len(set(cards)) == 60
    while not game.is_over:
        play(game, rng, 1)
        data = game.position()
        assert dealt_cards(game) == cards
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
    game = new_game(seed)
    start = [c.coins for c in game.cities]
    while not game.is_over:
        play(game, rng, 1)
        now = [c.coins for c in game.cities]
        assert min(now) >= 0
        change = flow(game.events)
        assert now == [c + d for c, d in zip(start, change, strict=True)]


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS)
def test_there_is_always_a_move_until_the_end(seed: int, rng: Random) -> None:
    game, turns = new_game(seed), 0
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
    game = play(new_game(seed), rng, moves)
    for seat in game.to_move:
        for move in game.legal_moves(seat):
            assert hp.Move.parse(str(move)) == move == move.check()
            assert eval(repr(move), {"Move": hp.Move}) == move


@settings(max_examples=25, deadline=None)
@given(SEEDS, RANDOMS, st.integers(0, 90))
def test_a_record_gives_the_same_game_back(seed: int, rng: Random, moves: int) -> None:
    assert_survives(play(new_game(seed), rng, moves))


@pytest.mark.parametrize("outcome", ["points", "military", "science"])
def test_ranking_and_outcome_agree(outcome: str) -> None:
    for seed in range(4000):
        game, rng = new_game(seed), Random(seed)
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
    twin = duel_from(game.position())
    assert (twin.outcome, twin.winner, twin.ranking()) == (outcome, winner, game.ranking())
