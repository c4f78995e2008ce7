"""A lesson about the omens."""

from collections.abc import Sequence

from heptapolis.games.duel.view import DuelView
from heptapolis.move import Move
from heptapolis.web.lessons import Lesson, Tip


def _wonders(view: DuelView) -> Sequence[Move]:
    return [move for move in view.legal_moves() if move.verb == "wonder"]


def _omens(view: DuelView) -> Sequence[Move]:
    return view.legal_moves() if view.phase == "foresee" else []


LESSON = Lesson(
    "omens",
    "duel+omens",
    1,
    5,
    "sphinx:A",
    ("omens", "Your first omens"),
    ("omens", "What the sky tells those who build wonders."),
    (
        Tip("wonder", ("omens", "Build a wonder to look at the sky."), _wonders, "O1", slack=99.0),
        Tip("omen", ("omens", "Keep the omen that is worth most."), _omens, "O2"),
    ),
    ("omens", "The omens are counted in a column of their own."),
    "O2",
    "duel",
    {"wonders": "first_game"},
)
