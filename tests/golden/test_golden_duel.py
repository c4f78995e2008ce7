"""Golden playthroughs and perft counts of Duel; `make golden` rewrites them."""

import pytest

import heptapolis as hp
from tests.games.duel.samples import texts
from tests.golden import FOLDER
from tests.golden import duel as golden
from tests.kinds import duel_from


@pytest.mark.parametrize("name", golden.GAMES)
def test_golden_playthroughs_are_unchanged(name: str) -> None:
    text = (FOLDER / "games" / f"{name}.txt").read_text("utf-8")
    assert golden.playthrough(golden.GAMES[name]) == text


def test_the_counts_of_move_sequences_are_unchanged() -> None:
    """A failure shows the first position that differs, with counts for its first moves."""
    assert golden.difference() == ""


def count(game: hp.DuelGame, depth: int) -> int:
    """Count move sequences with the public API; a finished game has none."""
    moves = [move for seat in game.to_move for move in game.legal_moves(seat)]
    if depth == 1:
        return len(moves)
    position, total = game.position(), 0
    for move in moves:
        other = duel_from(position)
        other.submit(other.to_move[0], move)
        total += count(other, depth - 1)
    return total


def test_the_counts_agree_with_the_python_api() -> None:
    for name, game, _ in golden.positions():
        depth = 3 if len(texts(game)) < 10 and game.age else 2
        assert count(game, depth) == sum(golden.divide(game, depth).values()), name
