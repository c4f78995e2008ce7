"""Drawings of classic for the pages."""

from collections.abc import Callable

from heptapolis.games.classic.web import art as classic_art
from heptapolis.games.classic.web.board import ClassicCityPanel
from heptapolis.narration.wording import format_signed
from heptapolis.web import art


def drawings(language: str) -> dict[str, Callable[..., str]]:
    def conflict(points: int) -> str:
        """Draw a conflict token."""
        if points > 0:
            return art.symbol("victory", language, number=points)
        return art.symbol("defeat", language, number=format_signed(points))

    def terrace(city: ClassicCityPanel, affordable: bool = False) -> str:
        id, side = city.board[:-2], city.board[-1]
        return classic_art.terrace(
            city.catalog,
            id,
            side,
            language,
            built=city.built,
            affordable=affordable,
            new=sum(stage.is_new for stage in city.stages),
        )

    def scene(city: ClassicCityPanel) -> str:
        return art.scene(city.board[:-2], city.board[-1], done=city.built / len(city.stages))

    return {"conflict": conflict, "terrace": terrace, "scene": scene}
