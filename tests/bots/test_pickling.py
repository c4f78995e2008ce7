"""A pickled view has a few thousand bytes and contains no hidden information."""

import pickle
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from tests.conftest import House

GAMES: list[dict[str, Any]] = [
    {"game": "classic", "seats": 3},
    {"game": "classic", "seats": 2},
    {"game": "classic", "seats": 7, "leaders": True},
    {"game": "classic", "wonders": ["halicarnassus:B", "giza:A", "rhodes:A"]},
    {"game": "duel"},
    {"game": "duel", "wonders": "first_game"},
]
MAX_BYTES = 20_000  # bytes; the log of seven seats is half of it


def moments(options: dict[str, Any], seed: int = 1) -> Any:
    """Yield a random game at every third decision and at its end."""
    game, rng, n = hp.new(seed=seed, **options), Random(seed), 0
    while not game.is_over:
        if n % 3 == 0:
            yield game
        seat = rng.choice(game.to_move)
        game.submit(seat, rng.choice(game.legal_moves(seat)))
        n += 1
    yield game


def pickled_copy(view: Any) -> Any:
    return pickle.loads(pickle.dumps(view))


def seats(game: hp.Game) -> list[int | None]:
    return [*range(game.players), None]


@pytest.mark.parametrize("options", GAMES)
def test_a_pickled_view_is_equal(options: dict[str, Any]) -> None:
    for game in moments(options):
        for seat in seats(game):
            view: Any = game.view(seat)
            other = pickled_copy(view)
            assert other._states.tobytes() == view._states.tobytes()
            assert (other.seat, other.names, other.players) == (seat, view.names, game.players)
            assert other.legal_moves() == view.legal_moves()
            assert other.events == view.events
            assert other.position() == view.position()
            assert len(pickle.dumps(view)) < MAX_BYTES
        sampled = [v.sample(Random(3)).to_bytes() for v in (view, other)]
        assert sampled[0] == sampled[1]


def test_a_pickled_view_does_not_follow_the_game() -> None:
    game = hp.new("classic", seed=1)
    view = game.view(0)
    before = pickle.dumps(view)
    for seat in range(3):
        game.submit(seat, f"discard {game.view(seat).hand[0]}")
    assert pickle.dumps(view) == before


def test_a_pickled_view_keeps_cards_seen_in_the_discard_pile() -> None:
    looked = 0
    for game in moments(GAMES[3]):
        view = game.view(0)
        looked += view._piles.any()
        assert pickled_copy(view)._piles.tolist() == view._piles.tolist()
    assert looked


@pytest.mark.parametrize("options", GAMES)
def test_hidden_information_changes_no_byte_of_a_pickled_view(options: dict[str, Any]) -> None:
    """Each seat's view is compared with that of a game that looks the same to the seat."""
    rng, differ = Random(5), 0
    for game in moments(options):
        if game.is_over or getattr(game, "_pending", None):  # whether a seat has chosen is public
            continue
        for seat in seats(game):
            view: Any = game.view(seat)
            other: Any = view.sample(rng)
            other._log = game._log  # a sampled game has no log
            differ += other.to_bytes() != game.to_bytes()
            assert pickle.dumps(other.view(seat)) == pickle.dumps(view)
    assert differ


def test_face_down_cards_change_no_byte_of_a_spectators_view() -> None:
    boards = ["giza:A", "rhodes:A", "ephesus:A"]
    games = [hp.new("classic", seed=seed, wonders=boards) for seed in (1, 2)]
    while games[0].age < 3:
        spectators = [game.view(None) for game in games]
        assert pickle.dumps(spectators[0]) == pickle.dumps(spectators[1])
        for game in games:
            for seat in range(3):
                game.submit(seat, f"discard {game.view(seat).hand[0]}")
    assert games[0].events != games[1].events


@pytest.mark.parametrize("options", GAMES)
def test_built_in_editions_are_pickled_by_name(options: dict[str, Any]) -> None:
    game = hp.new(seed=1, **options)
    assert pickled_copy(game.view(0)).edition is game.edition


HOUSES = {
    "classic": 'extends = "classic"\n[constants]\nstarting_coins = 9\n',
    "duel": 'extends = "duel"\n[constants]\nstarting_coins = 9\n',
}


@pytest.mark.parametrize("name", HOUSES)
def test_a_house_catalogue_is_pickled_and_prepared_once(name: str, house: House) -> None:
    game = hp.new(name, seed=1, catalog=house(HOUSES[name]))
    views = [pickled_copy(game.view(seat)) for seat in (0, 1)]
    assert views[0].edition is views[1].edition is not game.edition
    assert views[0].edition.fingerprint == game.edition.fingerprint
    assert views[0].legal_moves() == game.legal_moves(0)
    assert len(pickle.dumps(game.view(0))) < 2 * MAX_BYTES
