"""Drawings of Duel for the pages."""

from collections.abc import Callable, Sequence

from heptapolis.games.duel.web import art as duel_art
from heptapolis.games.duel.web.board import DuelBoard, WonderPanel
from heptapolis.web import art
from heptapolis.web.board_parts import Thing


def drawings(language: str) -> dict[str, Callable[..., str]]:
    def token(thing: Thing) -> str:
        return duel_art.token(thing.catalog, thing.id, language)

    def duel_wonder(thing: Thing, built: bool) -> str:
        return duel_art.duel_wonder(thing.catalog, thing.id, language, built=built)

    def duel_scene(wonders: Sequence[WonderPanel]) -> str:
        """Draw the landscape of a city's first wonder; built ones come first."""
        return art.scene(wonders[0].thing.id, done=int(wonders[0].is_built))

    def track(board: DuelBoard) -> str:
        return duel_art.track(
            board.catalog, language, marker=board.marker, me=board.me.seat, loot=board.loot
        )

    return {
        "token": token,
        "duel_wonder": duel_wonder,
        "duel_scene": duel_scene,
        "track": track,
    }
