"""The referee returns a legal move, whatever a bot answers."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots import Bot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.referee import MAX_DETAIL_CHARS, Fault, ask
from tests.bots.hostile import Unspeakable, fail

BARRACKS = hp.Move("build", "barracks")


class Says:
    """Return the given answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: hp.View, rng: Random) -> Any:
        return self.answer(view) if callable(self.answer) else self.answer


@pytest.fixture
def view() -> hp.View:
    return hp.new("classic", seed=42).view(0)


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("game", ["classic", "duel"])
def test_legal_moves_of_bots_are_unchanged(name: str, game: str) -> None:
    player, view = hp.bot(name), hp.new(game, seed=1).view(0)
    assert ask(player, view, Random(5)) == (player.choose(view, Random(5)), None)


@pytest.mark.parametrize("answer", ["build loom", hp.Move("build", "loom"), "  build   loom "])
def test_a_move_can_be_text(view: hp.View, answer: object) -> None:
    assert ask(Says(answer), view, Random(0)) == (hp.Move("build", "loom"), None)


def test_a_move_without_payment_is_its_first_plan() -> None:
    position = {
        "turn": 6,
        "cities": [{"wonder": "giza:A"}, {"wonder": "rhodes:A"}, {"buildings": ["ore_vein"]}],
        "hands": [["barracks", "altar"]],
    }
    view = hp.from_position(position).view(0)
    plans = [move for move in view.legal_moves() if move.without_payment() == BARRACKS]
    assert len(plans) == 2
    assert ask(Says("build barracks"), view, Random(0)) == (plans[0], None)
    assert ask(Says(str(plans[1])), view, Random(0)) == (plans[1], None)


def vandalise(view: Any) -> None:
    view._states["phase"] = 99
    raise KeyError("vandal")


STRANGE_MOVES = [
    (None, "illegal", "NoneType is not a move"),
    (7, "illegal", "int is not a move"),
    ("", "illegal", "'': a move begins with"),
    ("build palace", "illegal", "'build palace' is not legal"),
    ("build loom left=2", "illegal", "'build loom left=2' is not legal"),
    (hp.Move("fly", "loom"), "illegal", "'fly loom' is not legal"),
    ("x" * 1000, "illegal", "a move of 1000 characters is too long"),
    (lambda view: fail(ValueError("boom")), "crash", "ValueError: boom"),
    (lambda view: fail(Unspeakable()), "crash", "Unspeakable"),
    (lambda view: fail(SystemExit(1)), "crash", "SystemExit: 1"),
    (lambda view: fail(ValueError("\x1b[31mred")), "crash", "ValueError:  [31mred"),
    (vandalise, "crash", "KeyError: 'vandal'"),
]


@pytest.mark.parametrize(("answer", "kind", "detail"), STRANGE_MOVES)
def test_an_invalid_answer_loses_the_turn(
    view: hp.View, answer: object, kind: str, detail: str
) -> None:
    legal = view.legal_moves()
    move, fault = ask(Says(answer), view, Random(0), "mine")
    assert move in legal
    assert fault and (fault.bot, fault.kind) == ("mine", kind)
    assert fault.detail.startswith(detail)


def test_the_fallback_is_what_greedy_would_play(view: hp.View) -> None:
    move, fault = ask(Says(None), view, Random(3))
    assert move == GreedyBot().choose(view, Random(3))
    assert fault and fault.bot == "Says"


def test_the_text_of_a_fault_is_one_short_line(view: hp.View) -> None:
    long = Says(lambda view: fail(ValueError("one\n" * 10_000)))
    _, fault = ask(long, view, Random(0))
    assert fault and len(fault.detail) <= MAX_DETAIL_CHARS
    assert str(fault) == "Says: crash: ValueError: one"
    assert str(Fault("a", "start", "b")) == "a: start: b"


def test_an_interrupt_passes_through(view: hp.View) -> None:
    player: Bot = Says(lambda view: fail(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        ask(player, view, Random(0))


def test_asking_for_a_seat_that_is_not_to_move_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="not to move"):
        ask(Says(None), hp.new("duel", seed=1).view(1), Random(0))
