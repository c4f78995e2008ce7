"""The Python API: names, reprs, copies, numbers of NumPy, and errors."""

import copy
import pydoc
import re
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp

NONSENSE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    10**40,
    np.float64(1),
    np.int64(-3),
    "x",
    "",
    b"x",
    [],
    {},
    (1,),
    object(),
    int,
]


def test_dir_and_help_show_the_api() -> None:
    assert dir(hp) == sorted(hp.__all__)
    assert {"new", "advise", "bot", "LEVELS"} <= set(dir(hp))
    text = pydoc.render_doc(hp, renderer=pydoc.TextDoc())
    text = re.sub(".\x08", "", text)  # overstrikes of bold letters
    assert "Return a new game; ``seed=None`` draws one" in text
    assert "Return every move of the view's seat" in text


@pytest.mark.parametrize(
    "name, told",
    [
        ("random", "RandomBot()"),
        ("medium", "GreedyBot()"),
        ("easy", "GreedyBot(noise=8)"),
        ("mcts:100", "MctsBot(100)"),
        ("mcts:50ms", "MctsBot(ms=50)"),
        ("neural", "NeuralBot()"),
        ("neural:mine.npz", "NeuralBot('mine.npz')"),
        ("neural-search:800", "NeuralSearchBot(800)"),
        ("master", "NeuralSearchBot(ms=1000)"),
        ("warlord:hard", "<CharacterBot warlord, hard>"),
        ("lab/rivals/uct.py:Uct:50ms", "<FileBot lab/rivals/uct.py:Uct:50ms>"),
    ],
)
def test_bots_have_a_repr(name: str, told: str) -> None:
    assert repr(hp.bot(name)) == told


def test_reprs_are_informative() -> None:
    game = hp.new("classic", seats=3, seed=42)
    game.submit(1, game.legal_moves(1)[0])
    assert repr(game) == "<ClassicGame 3 seats, age I turn 1, to move 0 2>"
    assert repr(game.view(0)) == "<ClassicView of seat 0, age I turn 1, to move 0 2>"
    assert repr(game.view(None)).startswith("<ClassicView of a spectator, ")
    duel = hp.new("duel", seed=7)
    assert repr(duel) == "<DuelGame 2 seats, draft turn 1, to move 0>"
    while not duel.is_over:
        duel.submit(duel.to_move[0], duel.legal_moves(duel.to_move[0])[0])
    assert repr(duel) == "<DuelGame 2 seats, over>"
    assert repr(game.city(0)) == "<City of 'Player 1', coins 3: nothing built>"
    assert (
        repr(hp.new("duel", seed=7).city(1)) == "<DuelCity of 'Player 2', coins 7: nothing built>"
    )
    assert repr(hp.LEVELS["hard"]) == "NeuralBot()"
    assert repr(hp.LEVELS["master"]) == "NeuralSearchBot(ms=1000)"
    assert repr(hp.LEVELS["medium"]) == "GreedyBot()"


@pytest.mark.parametrize("make", [lambda game: game.copy(), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", ["classic", "duel"])
def test_a_copy_is_independent(name: str, make: Callable[[Any], Any]) -> None:
    game: Any = hp.new(name, seed=5)
    game.submit(0, game.legal_moves(0)[0])
    before, text, events = game.to_bytes(), str(game.record()), game.events
    twin = make(game)
    assert twin.to_bytes() == before and str(twin.record()) == text
    while not twin.is_over:
        seat = twin.to_move[0]
        twin.submit(seat, twin.legal_moves(seat)[0])
    assert (game.to_bytes(), str(game.record()), game.events) == (before, text, events)
    if name == "classic":  # the pending choice is copied
        game.undo(0)
        assert game.to_move == [0, 1, 2]


@pytest.mark.parametrize("number", [np.int8, np.int64, np.uint16])
def test_numbers_of_numpy_are_accepted(number: Callable[[int], Any]) -> None:
    game = hp.new("classic", seats=number(3), seed=number(42))
    assert str(game.record()) == str(hp.new("classic", seats=3, seed=42).record())
    seat = number(0)
    game.submit(seat, game.legal_moves(seat)[0])
    assert game.view(seat).seat == 0 and type(game.view(seat).seat) is int
    game.undo(seat)
    assert game.to_move == [0, 1, 2]
    duel = hp.new("duel", seed=number(7))
    duel.submit(seat, duel.legal_moves(seat)[0])
    assert str(duel.record()).endswith("\n")
    assert len(hp.playouts(duel.view(1), number(3), Random(1))) == 3
    assert hp.advise(duel.view(1), simulations=number(2))
    alike = [hp.simulate("duel", games=n, seed=n) for n in (number(2), 2)]
    assert alike[0].seeds.tolist() == alike[1].seeds.tolist()
    assert hp.arena(["random", "greedy"], "duel", deals=number(1), seed=number(1)).games == 2


def test_errors_of_advice_name_valid_arguments() -> None:
    game = hp.new("duel", seed=7)
    with pytest.raises(
        ValueError, match=r"a view such as game\.view\(0\) is needed, got <DuelGame 2"
    ):
        hp.advise(game)  # type: ignore[arg-type]


CLASSIC, DUEL = hp.new("classic", seats=3, seed=1), hp.new("duel", seed=1, wonders="first_game")


def calls_of(game: Any) -> dict[str, Callable[[Any], object]]:
    return {
        "legal_moves": game.legal_moves,
        "view": lambda x: None if x is None else game.view(x),
        "undo": game.undo,
        "score": game.score,
        "city": game.city,
        "submit seat": lambda x: game.submit(x, "pass"),
        "submit move": lambda x: game.submit(0, x),
        "why_not": lambda x: game.why_not(0, x),
        "view.why_not": lambda x: game.view(0).why_not(x),
        "uses": lambda x: game.view(0).uses(x),
        "sample": lambda x: game.view(0).sample(x),
    }


def new_with(game: str, option: str) -> Callable[[Any], object]:
    return lambda x: hp.new(game, **{option: x})


OPTIONS = {
    "classic": "seats seed leaders wonders sides names catalog expansions",
    "duel": "seed wonders neutral_start names catalog expansions",
}
CALLS = {f"{g.game} {name}": call for g in (CLASSIC, DUEL) for name, call in calls_of(g).items()}
CALLS |= {f"new {g} {o}": new_with(g, o) for g, names in OPTIONS.items() for o in names.split()}
CALLS |= {
    "new": hp.new,
    "bot": hp.bot,
    "catalog": hp.catalog,
    "from_position": hp.from_position,
    "replay": hp.replay,
    "score": hp.score,
    "advise": hp.advise,
    "review": hp.review,
    "Move.parse": hp.Move.parse,
    "simulations": lambda x: hp.advise(DUEL.view(0), simulations=1 if x == 10**40 else x),
    "ms": lambda x: hp.advise(DUEL.view(0), ms=1 if x is None or x == 10**40 else x),
    "rng": lambda x: hp.advise(DUEL.view(0), simulations=2, rng=x),
    "playout view": lambda x: hp.playout(x, Random(1)),
    "playout rng": lambda x: hp.playout(DUEL.view(0), x),
    "playout move": lambda x: hp.playout(DUEL.view(0), Random(1), move=x),
    "playouts": lambda x: hp.playouts(DUEL.view(0), 1 if x == 10**40 else x, Random(1)),
    "simulate game": lambda x: hp.simulate(x, games=1),
    "simulate seed": lambda x: hp.simulate("duel", games=1, seed=x),
    "simulate games": lambda x: hp.simulate("duel", games=1 if x == 10**40 else x, bots="random"),
    "simulate bots": lambda x: hp.simulate("duel", games=1, bots=x),
    "arena": hp.arena,
    "arena bots": lambda x: hp.arena([x, "random"], "duel", deals=1),
    "arena game": lambda x: hp.arena(["random", "greedy"], x, deals=1),
    "arena seed": lambda x: hp.arena(["random", "greedy"], "duel", deals=1, seed=x),
    "arena seats": lambda x: hp.arena(["random", "greedy"], seats=x, deals=1),
    "leader_price": lambda x: CLASSIC.leader_price(0, x),
    "price": lambda x: DUEL.price(0, x),
}


@pytest.mark.parametrize("call", CALLS)
def test_every_mistake_raises_a_documented_error(call: str) -> None:
    before = CLASSIC.to_bytes(), DUEL.to_bytes()
    for value in NONSENSE:
        try:
            CALLS[call](value)
        except ValueError as error:
            assert str(error) and "\n" not in str(error), value
        except OSError:  # a path that does not exist
            assert isinstance(value, str)
    assert (CLASSIC.to_bytes(), DUEL.to_bytes()) == before


def test_moves_can_be_given_as_text() -> None:
    assert CLASSIC.why_not(0, "dig palace") is not None
    assert CLASSIC.view(0).why_not(str(CLASSIC.legal_moves(0)[0])) is None
    assert DUEL.view(0).sample(Random(1)).to_move == DUEL.to_move
