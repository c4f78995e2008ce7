"""Drawings of Duel, ready to be put into a page."""

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
        """The landscape of a city's first wonder; those that are built come first."""
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
