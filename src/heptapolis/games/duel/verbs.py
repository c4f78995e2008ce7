"""The verbs of Duel as the kernel numbers them."""

from heptapolis.codes import DuelMoveKind
from heptapolis.move import Move

VERB = {int(kind): kind.slug for kind in DuelMoveKind}
_KINDS = {verb: kind for kind, verb in VERB.items()}


def kind_of(move: Move) -> int:
    """Return the kernel's number for what a move does; 0: no move of Duel does it."""
    return _KINDS.get(move.verb, 0)
