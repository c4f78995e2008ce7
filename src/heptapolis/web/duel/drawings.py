"""Drawings of Duel, ready to be put into a page."""

from collections.abc import Callable

from heptapolis.web.art import duel as duel_art
from heptapolis.web.board_parts import Thing
from heptapolis.web.duel.board import DuelBoard


def drawings(language: str) -> dict[str, Callable[..., str]]:
    def token(thing: Thing) -> str:
        return duel_art.token(thing.catalog, thing.id, language)

    def duel_wonder(thing: Thing, built: bool) -> str:
        return duel_art.duel_wonder(thing.catalog, thing.id, language, built=built)

    def track(board: DuelBoard) -> str:
        return duel_art.track(
            board.catalog, language, marker=board.marker, me=board.me.seat, loot=board.loot
        )

    return {"token": token, "duel_wonder": duel_wonder, "track": track}
