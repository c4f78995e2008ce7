"""Every legal move has a number, and every number that is not masked is one legal move."""

from random import Random

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.encodings import encoding
from tests.learning.moments import RULESETS, TABLES, moments

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def check(game: object, ruleset: str, seat: int) -> None:
    code, view = encoding(ruleset), game.view(seat)  # type: ignore[attr-defined]
    legal = view.legal_moves()
    mask = code.mask(view)
    moves = [code.move(view, action) for action in np.flatnonzero(mask).tolist()]
    assert len(set(moves)) == len(moves), "an action repeats another"
    assert set(moves) <= set(legal)
    for action, move in zip(np.flatnonzero(mask).tolist(), moves, strict=True):
        assert code.action(view, move) == code.action(view, str(move)) == action
    uses = {move.without_payment() for move in moves}
    assert uses == {move.without_payment() for move in legal}
    for move in legal:
        nearest = code.move(view, code.action(view, move))
        assert nearest.without_payment() == move.without_payment()


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
def test_factors_tell_actions_apart(ruleset: str) -> None:
    code = encoding(ruleset)
    assert code.factors.shape[0] == code.n_actions
    assert len({tuple(sorted(row)) for row in code.factors.tolist()}) == code.n_actions
    used = np.unique(code.factors)
    assert used.tolist() == list(range(code.n_columns + 1))


def test_who_begins_is_told_from_the_own_seat() -> None:
    code = encoding("duel")
    for game in moments("duel"):
        if game.phase == "start":
            me = game.to_move[0]
            names = {
                code.action_name(action): str(code.move(game, action, me))
                for action in np.flatnonzero(code.mask(game, me)).tolist()
            }
            assert names == {"start me": f"start {me}", "start opponent": f"start {1 - me}"}
