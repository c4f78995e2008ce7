"""No interface of a game leaks hidden information."""

import pickle
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.web.boards import board_of, log_of
from tests.games.classic.rules.table import city

GAMES = [
    pytest.param("classic", {"seats": 3}, id="classic"),
    pytest.param("classic", {"seats": 2}, id="free city"),
    pytest.param("leaders", {"seats": 4}, id="leaders"),
    pytest.param("leaders", {"seats": 2}, id="leaders for two"),
    pytest.param("duel", {}, id="duel"),
]
VERBS = (
    "build",
    "stage",
    "discard",
    "dig",
    "keep",
    "recruit",
    "court",
    "draft",
    "token",
    "destroy",
    "revive",
)


def view_contents(view: Any) -> list[bytes | str]:
    """Return everything that a view provides."""
    faces = [board_of(view, "en"), log_of(view, "hu")]
    return [pickle.dumps(view), str(view.position()), *map(repr, [*faces, view.events])]


def refusal(game: Any, seat: int, verb: str, card: str) -> tuple[Any, ...]:
    """Return the error for a move, or () if it is legal."""
    if (verb, card) in [(move.verb, move.card) for move in game.legal_moves(seat)]:
        return ()
    with pytest.raises(hp.IllegalMove) as error:
        game.submit(seat, f"{verb} {card}")
    return str(error.value), vars(error.value)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_refusals_reveal_no_hidden_information(name: str, options: dict[str, Any]) -> None:
    """A seat gets the same reasons in another game that looks the same to it."""
    rng, game = Random(2), hp.new(name, seed=2, **options)
    ids = [id for id in game.edition.item if ":" not in id]
    heard = 0
    while not game.is_over:
        if rng.random() < 0.7:
            seat = rng.randrange(game.players)
            other = game.view(seat).sample(rng)
            for verb in VERBS:
                card = rng.choice(ids)
                told = refusal(game, seat, verb, card)
                assert refusal(other, seat, verb, card) == told
                heard += bool(told)
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    assert heard > 50


def hidden_move(game: Any, seat: int) -> hp.Move:
    """Return a move with a hidden card: a stage if affordable, else a kept leader or a discard."""
    verbs = ("stage", "keep", "discard", "pass")
    moves: list[hp.Move] = game.legal_moves(seat)
    return next(move for verb in verbs for move in moves if move.verb == verb)


BOARDS = ["giza:A", "rhodes:A", "ephesus:A"]
QUARRIES = [city("giza:A", "stone_pit"), city("rhodes:A", "lumber_yard"), city("ephesus:A")]


def tables_dealt(kind: str) -> list[Any]:
    """Return the same table dealt from different seeds."""
    if kind == "written":
        position = {"age": 2, "turn": 1, "cities": QUARRIES}
        return [hp.from_position(position | {"seed": seed}) for seed in range(3)]
    return [hp.new(kind, seats=3, wonders=BOARDS, seed=seed) for seed in range(3)]


@pytest.mark.parametrize("kind", ["classic", "leaders", "written"])
def test_a_spectator_cannot_distinguish_deals_of_face_down_cards(kind: str) -> None:
    games = tables_dealt(kind)
    moments = 0
    while not any(game.is_over for game in games):
        first, *others = [view_contents(game.view(None)) for game in games]
        assert others == [first, first]
        moments += 1
        for seat in games[0].to_move:
            for game in games:
                game.submit(seat, hidden_move(game, seat))
    assert moments > 10
    assert len({pickle.dumps(game.view(None)) for game in games}) == 3, (
        "after the end everything is public"
    )


@pytest.mark.parametrize("verb", ["discard", "stage"])
def test_other_seats_cannot_tell_which_card_was_put_down(verb: str) -> None:
    """Seat 0 receives the pack two turns later."""
    cities = [city("rhodes:A"), city("giza:A", "stone_pit"), city("ephesus:A")]
    seen = []
    for choice in range(3):
        game: Any = hp.from_position({"age": 3, "turn": 1, "cities": cities, "seed": 9})
        moves = [move for move in game.legal_moves(1) if move.verb == verb]
        game.submit(1, moves[choice])
        pending = view_contents(game.view(0))
        for seat in (0, 2):
            game.submit(seat, hidden_move(game, seat))
        seen.append([pending, view_contents(game.view(0)), view_contents(game.view(None))])
    assert seen[1:] == seen[:1] * 2
