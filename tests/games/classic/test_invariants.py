"""Invariants of every game, for random moves."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.events import Discarded, Gained, Paid
from heptapolis.games.classic.rules.state import CLASSIC
from tests.kinds import classic_from

SEEDS = st.integers(0, 2**128 - 1)
TABLES = st.tuples(st.integers(2, 7), SEEDS, st.booleans())
Table = tuple[int, int, bool]  # seats, seed, leaders


def new_game(table: Table) -> hp.ClassicGame:
    seats, seed, leaders = table
    return hp.new("classic", seats=seats, seed=seed, leaders=leaders)


def play(game: hp.ClassicGame, rng: Random, turns: int = 99) -> hp.ClassicGame:
    """Play a number of decisions at random."""
    while not game.is_over and turns:
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            assert moves, "a running game must have a seat to move"
            game.submit(seat, rng.choice(moves))
        turns -= 1
    return game


def all_cards(game: hp.ClassicGame) -> Counter[str]:
    """Return every dealt card, at any place."""
    deals = game.position()["deals"]
    return Counter(entry.split()[0] for deal in deals.values() for entry in deal)


@settings(max_examples=25, deadline=None)
@given(TABLES, st.randoms(use_true_random=False))
def test_every_card_is_somewhere_exactly_once(table: Table, rng: Random) -> None:
    game = new_game(table)
    dealt = all_cards(game)
    while not game.is_over:
        play(game, rng, turns=1)
        data = game.position()
        assert all_cards(game) == dealt
        placed = Counter(card for city in data["cities"] for card in city["buildings"])
        markers = [card for city in data["cities"] for card in city["markers"]]
        placed += Counter(card for card in markers if card in game.edition.catalog.card)
        placed += Counter(data["discard"])
        gone = Counter(e.split()[0] for d in data["deals"].values() for e in d if " " in e)
        assert placed == gone


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 7), SEEDS, st.randoms(use_true_random=False))
def test_every_leader_is_somewhere_exactly_once(seats: int, seed: int, rng: Random) -> None:
    game = new_game((seats, seed, True))
    all_leaders = sorted(game.edition.catalog.leader)
    while not game.is_over:
        play(game, rng, turns=1)
        draft = game.position()["draft"]
        entries = [entry.split() for pack in draft["packs"] for entry in pack if entry != "-"]
        assert sorted([words[0] for words in entries] + draft["box"]) == all_leaders
        in_play = sorted(words[0] for words in entries if words[-1] == "recruited")
        assert in_play == sorted(leader for city in game.cities for leader in city.leaders)
        staged = sorted(words[0] for words in entries if "staged" in words)
        markers = [marker or "" for city in game.cities for marker in city.markers]
        assert staged == sorted(m for m in markers if m in game.edition.catalog.leader)
        held = [len(game.view(seat).leader_hand) for seat in range(seats)]
        assert game.is_over or held == [game.city(seat).n_leader_hand for seat in range(seats)]


@settings(max_examples=25, deadline=None)
@given(TABLES, st.randoms(use_true_random=False))
def test_coins_are_never_negative_and_none_is_lost(table: Table, rng: Random) -> None:
    game = new_game(table)
    start = sum(city.coins for city in game.cities)
    while not game.is_over:
        play(game, rng, turns=1)
        assert all(city.coins >= 0 for city in game.cities)
        from_bank = sum(e.coins for e in game.events if isinstance(e, Gained))
        to_bank = sum(e.bank for e in game.events if isinstance(e, Paid))
        assert sum(city.coins for city in game.cities) == start + from_bank - to_bank
    sold = sum(isinstance(e, Discarded) for e in game.events)
    assert (
        sum(e.coins for e in game.events if isinstance(e, Gained) and e.source == "discard")
        == 3 * sold
    )


@settings(max_examples=25, deadline=None)
@given(TABLES, st.randoms(use_true_random=False), st.integers(0, 25))
def test_a_record_gives_the_same_game_back(table: Table, rng: Random, turns: int) -> None:
    game = play(new_game(table), rng, turns)
    for seat in range(game.players):
        if game.view(seat).chosen and not game.is_over:  # a record contains complete decisions
            game.undo(seat)
    text = str(game.record())
    again = hp.replay(hp.Record.parse(text))
    assert str(again.record()) == text
    assert again.to_bytes() == game.to_bytes()
    assert again.events == game.events


@settings(max_examples=25, deadline=None)
@given(TABLES, st.randoms(use_true_random=False), st.integers(0, 17))
def test_a_choice_that_waits_survives_its_position_and_can_be_taken_back(
    table: Table, rng: Random, turns: int
) -> None:
    game = play(new_game(table), rng, turns)
    assume(len(game.to_move) > 1)
    before, seat = game.to_bytes(), game.to_move[0]
    game.submit(seat, rng.choice(game.legal_moves(seat)))
    twin = classic_from(hp.Position.parse(str(game.position())))
    assert twin.to_bytes() == game.to_bytes()
    assert twin.to_move == game.to_move
    for other in game.to_move:
        assert twin.legal_moves(other) == game.legal_moves(other)
    game.undo(seat)
    twin.undo(seat)
    assert game.to_bytes() == twin.to_bytes() == before


@settings(max_examples=25, deadline=None)
@given(TABLES, st.randoms(use_true_random=False), st.integers(0, 25))
def test_a_game_plays_on_from_its_position_as_if_nothing_had_happened(
    table: Table, rng: Random, turns: int
) -> None:
    game = play(new_game(table), rng, turns)
    twin = classic_from(game.position())
    choices = rng.getrandbits(64)
    play(game, Random(choices))
    play(twin, Random(choices))
    assert twin.to_bytes() == game.to_bytes()
    assert twin.scores() == game.scores()


@settings(max_examples=50, deadline=None)
@given(TABLES, st.randoms(use_true_random=False), st.integers(0, 20))
def test_every_legal_move_survives_its_text(table: Table, rng: Random, turns: int) -> None:
    game = play(new_game(table), rng, turns)
    for seat in game.to_move:
        for move in game.legal_moves(seat):
            assert hp.Move.parse(str(move)) == move
            assert eval(repr(move), {"Move": hp.Move}) == move


def test_a_game_in_a_batch_takes_less_than_four_kibibytes() -> None:
    assert CLASSIC.itemsize <= 4096
    assert np.zeros(1000, CLASSIC).nbytes == 1000 * CLASSIC.itemsize


@pytest.mark.parametrize("seats", range(2, 8))
def test_a_seed_deals_the_same_cards_with_chosen_boards(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=5)
    boards = [city.board for city in game.cities]
    assert hp.new("classic", seats=seats, seed=5, wonders=boards).to_bytes() == game.to_bytes()
    assert hp.new("classic", seats=seats, seed=6).to_bytes() != game.to_bytes()
