"""Every legal move has an action number, and every unmasked number is one legal move."""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.encodings import encoding
from tests.encodings.moments import RULESETS, TABLES, moments

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def check(game: hp.Game, ruleset: str, seat: int) -> None:
    code, view = encoding(ruleset), game.view(seat)
    legal = view.legal_moves()
    mask = code.mask(view)
    moves = [code.move(view, action) for action in np.flatnonzero(mask).tolist()]
    assert len(set(moves)) == len(moves), "two actions have the same move"
    assert set(moves) <= set(legal)
    for action, move in zip(np.flatnonzero(mask).tolist(), moves, strict=True):
        assert code.action(view, move) == code.action(view, str(move)) == action
    uses = {move.without_payment() for move in moves}
    assert uses == {move.without_payment() for move in legal}
    for move in legal:
        own = [one for one in moves if one.without_payment() == move.without_payment()]
        nearest = code.move(view, code.action(view, move))
        assert nearest in own
        assert distance(nearest, move) == min(distance(one, move) for one in own)


def distance(one: Any, other: Any) -> int:
    pairs = ((one.left, other.left), (one.right, other.right), (one.bank, other.bank))
    return sum(abs(a - b) for a, b in pairs)


@every_ruleset
def test_actions_are_the_legal_moves(ruleset: str) -> None:
    for game in moments(ruleset):
        for seat in range(game.players):
            check(game, ruleset, seat)


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_actions_are_the_legal_moves_through_a_game(ruleset: str, options: dict[str, int]) -> None:
    rng, code = Random(5), encoding(ruleset)
    game = hp.new(ruleset, seed=5, **options)
    while not game.is_over:
        seat = rng.choice(game.to_move)
        check(game, ruleset, seat)
        actions = np.flatnonzero(code.mask(game, seat)).tolist()
        game.submit(seat, code.move(game, rng.choice(actions), seat))


@pytest.mark.parametrize("ruleset", ["classic", "classic+leaders"])
def test_actions_distinguish_three_payments(ruleset: str) -> None:
    """The payments are the first of C4.6, which is the cheapest; most coins to the left, then the
    cheapest; and most to the right. Legal moves are listed with the cheapest payment first."""
    code, split = encoding(ruleset), 0
    for game in moments(ruleset):
        for seat in game.to_move:
            by_use: dict[str, list[Any]] = {}
            for move in game.legal_moves(seat):
                by_use.setdefault(str(move.without_payment()), []).append(move)
            told: dict[str, list[Any]] = {}
            for action in np.flatnonzero(code.mask(game, seat)).tolist():
                move = code.move(game, action, seat)
                told.setdefault(str(move.without_payment()), []).append(move)
            for use, ways in by_use.items():
                left, right = (max(ways, key=lambda m: m.left), max(ways, key=lambda m: m.right))
                assert told[use] == list(dict.fromkeys([ways[0], left, right]))
                split += len(ways) > 3
    assert split, "the position must have more than three payments"


VERBS = {
    "classic": {
        "build",
        "stage",
        "discard",
        "dig",
        "pass",
        "free_city build",
        "free_city stage",
        "free_city dig",
        "free_city pass",
    },
    "classic+leaders": {
        "keep",
        "recruit",
        "court",
        "build",
        "build free",
        "stage",
        "discard",
        "dig",
        "pass",
        "free_city discard",
        "free_city court",
    },
    "duel": {"draft", "build", "wonder", "discard", "token", "destroy", "revive", "start"},
}


@every_ruleset
def test_the_positions_contain_every_kind_of_move(ruleset: str) -> None:
    met = set()
    for game in moments(ruleset):
        for seat in game.to_move:
            for move in game.legal_moves(seat):
                words = ("free_city" * move.free_city, move.verb, "free" * move.free)
                met.add(" ".join(word for word in words if word))
    assert VERBS[ruleset] <= met


@every_ruleset
def test_what_is_not_legal_is_refused(ruleset: str) -> None:
    code = encoding(ruleset)
    game = next(game for game in moments(ruleset) if not game.is_over)
    seat = game.to_move[0]
    illegal = int(np.flatnonzero(~code.mask(game, seat))[0])
    for action in (illegal, -1, code.n_actions):
        with pytest.raises(hp.IllegalMove):
            code.move(game, action, seat)
    for move in ("build nothing_such", "pass"):
        with pytest.raises(hp.IllegalMove):
            code.action(game, move, seat)


@every_ruleset
def test_every_action_has_a_name_of_its_own(ruleset: str) -> None:
    code = encoding(ruleset)
    names = [code.action_name(action) for action in range(code.n_actions)]
    assert len(set(names)) == code.n_actions


@every_ruleset
def test_factors_of_actions_are_unique(ruleset: str) -> None:
    code = encoding(ruleset)
    assert code.factors.shape[0] == code.n_actions
    assert len({tuple(sorted(row)) for row in code.factors.tolist()}) == code.n_actions
    used = np.unique(code.factors)
    assert used.tolist() == list(range(code.n_columns + 1))


def test_the_choice_of_the_starting_player_is_relative_to_the_seat() -> None:
    code = encoding("duel")
    for game in moments("duel"):
        if game.phase == "start":
            me = game.to_move[0]
            names = {
                code.action_name(action): str(code.move(game, action, me))
                for action in np.flatnonzero(code.mask(game, me)).tolist()
            }
            assert names == {"start me": f"start {me}", "start opponent": f"start {1 - me}"}
