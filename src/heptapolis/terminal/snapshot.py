"""A table as text, as `hepta play` would show it."""

from collections.abc import Sequence

from rich.console import Console

from heptapolis.contract import Game
from heptapolis.i18n import translator
from heptapolis.terminal import PIPE_WIDTH
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.variants import ruleset_of


def table_text(game: Game, seats: Sequence[int], *, colors: bool = False) -> str:
    """Return the screens of the seats that have to decide; after the end, the score sheet."""
    out = Console(
        width=PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=colors,
        color_system="truecolor" if colors else None,
    )
    t = translator("en")
    with out.capture() as capture:
        if game.is_over:
            out.print(score_sheet(game, t))
        for seat in seats:
            for part in terminal_part(ruleset_of(game)).screen(game.view(seat), t, PIPE_WIDTH):
                out.print(part)
    return capture.get()
