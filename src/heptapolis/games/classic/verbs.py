"""The verbs of classic by the kernel's numbers."""

from heptapolis.games.classic.codes import MoveKind
from heptapolis.move import Move

VERBS = {
    MoveKind.BUILD: "build",
    MoveKind.BUILD_FREE: "build",
    MoveKind.STAGE: "stage",
    MoveKind.DISCARD: "discard",
    MoveKind.DIG: "dig",
    MoveKind.PASS: "pass",
    MoveKind.KEEP: "keep",
    MoveKind.RECRUIT: "recruit",
    MoveKind.COURT: "court",
}
VERB = {int(kind): verb for kind, verb in VERBS.items()}
_KINDS = {verb: kind for kind, verb in reversed(VERB.items())}
_BUILD_FREE = int(MoveKind.BUILD_FREE)


def kind_of(move: Move) -> int:
    """Return the kernel's number for a verb; 0 if no move of classic has it."""
    return _BUILD_FREE if move.free else _KINDS.get(move.verb, 0)
