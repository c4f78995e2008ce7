"""The options of a Duel."""

from collections.abc import Sequence
from dataclasses import dataclass

from heptapolis.options import option

NEUTRAL_STARTS = ("last", "choose")
DRAFT, FIRST_GAME = "draft", "first_game"
Wonders = str | Sequence[Sequence[str]] | None  # how they are assigned, or four ids for each seat


@dataclass(frozen=True, kw_only=True)
class DuelOptions:
    wonders: Wonders = option(
        None,
        "draft, first_game, or four wonders for each seat; drafted if not given.",
        choices=(DRAFT, FIRST_GAME),
        kind="things",
    )
    neutral_start: str = option(
        "last",
        "Who begins an age with the marker in the middle: who took the last card (last), or "
        "whom that player names (choose).",
        choices=NEUTRAL_STARTS,
    )
    expansions: frozenset[str] = frozenset()
