"""A view goes to another process as a few thousand bytes, with nothing in them that is hidden."""

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
MAX_BYTES = 20_000  # bytes; a long log of seven seats makes half of it


def moments(options: dict[str, Any], seed: int = 1) -> Any:
    """A random game, every third decision of it and its end."""
    game, rng, n = hp.new(seed=seed, **options), Random(seed), 0
    while not game.is_over:
        if n % 3 == 0:
            yield game
        seat = rng.choice(game.to_move)
        game.submit(seat, rng.choice(game.legal_moves(seat)))
        n += 1
    yield game


def travelled(view: Any) -> Any:
    return pickle.loads(pickle.dumps(view))


def seats(game: hp.Game) -> list[int | None]:
    return [*range(game.players), None]


@pytest.mark.parametrize("options", GAMES)
def test_a_view_arrives_as_it_was(options: dict[str, Any]) -> None:
    for game in moments(options):
        for seat in seats(game):
            view: Any = game.view(seat)
            other = travelled(view)
            assert other._states.tobytes() == view._states.tobytes()
            assert (other.seat, other.names, other.players) == (seat, view.names, game.players)
            assert other.legal_moves() == view.legal_moves()
            assert other.events == view.events
            assert other.position() == view.position()
            assert len(pickle.dumps(view)) < MAX_BYTES
        sampled = [v.sample(Random(3)).to_bytes() for v in (view, other)]
        assert sampled[0] == sampled[1]


def test_a_view_stays_at_its_moment_while_the_game_goes_on() -> None:
    game = hp.new("classic", seed=1)
    view = game.view(0)
    before = pickle.dumps(view)
    for seat in range(3):
        game.submit(seat, f"discard {game.view(seat).hand[0]}")
    assert pickle.dumps(view) == before


def test_what_a_digger_has_seen_travels_too() -> None:
    looked = 0
    for game in moments(GAMES[3]):
        view = game.view(0)
        looked += view._piles.any()
        assert travelled(view)._piles.tolist() == view._piles.tolist()
    assert looked


@pytest.mark.parametrize("options", GAMES)
def test_games_that_differ_in_what_is_hidden_give_the_same_bytes(options: dict[str, Any]) -> None:
    """Every seat's view against that of a game which the seat cannot tell from the real one."""
    rng, differ = Random(5), 0
    for game in moments(options):
        if game.is_over or getattr(game, "_pending", None):  # who has chosen is open to all
            continue
        for seat in seats(game):
            view: Any = game.view(seat)
            other: Any = view.sample(rng)
            other._log = game._log  # a possible game has no past
            differ += other.to_bytes() != game.to_bytes()
            assert pickle.dumps(other.view(seat)) == pickle.dumps(view)
    assert differ


def test_a_spectator_gets_the_same_bytes_whatever_is_put_face_down() -> None:
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
def test_our_editions_go_by_name(options: dict[str, Any]) -> None:
    game = hp.new(seed=1, **options)
    assert travelled(game.view(0)).edition is game.edition


HOUSES = {
    "classic": 'extends = "classic"\n[constants]\nstarting_coins = 9\n',
    "duel": 'extends = "duel"\n[constants]\nstarting_coins = 9\n',
}


@pytest.mark.parametrize("name", HOUSES)
def test_a_house_catalogue_travels_and_is_made_ready_once(name: str, house: House) -> None:
    game = hp.new(name, seed=1, catalog=house(HOUSES[name]))
    views = [travelled(game.view(seat)) for seat in (0, 1)]
    assert views[0].edition is views[1].edition is not game.edition
    assert views[0].edition.fingerprint == game.edition.fingerprint
    assert views[0].legal_moves() == game.legal_moves(0)
    assert len(pickle.dumps(game.view(0))) < 2 * MAX_BYTES
