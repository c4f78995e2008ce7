"""The verbs of Duel by the kernel's numbers."""

from heptapolis.games.duel.codes import DuelMoveKind
from heptapolis.move import Move

VERB = {int(kind): kind.slug for kind in DuelMoveKind}
_KINDS = {verb: kind for kind, verb in VERB.items()}


def kind_of(move: Move) -> int:
    """Return the kernel's number for a verb; 0 if no move of Duel has it."""
    return _KINDS.get(move.verb, 0)
