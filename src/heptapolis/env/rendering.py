"""Rendering of an environment as text, as the terminal shows a table."""

import sys
from collections.abc import Sequence
from typing import get_args

from heptapolis.contract import Game
from heptapolis.env.table import RenderMode

MODES = get_args(RenderMode)


class Rendering:
    """Mode "ansi" returns text, "human" prints it, None does nothing."""

    def __init__(self, mode: RenderMode | None) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode: {' or '.join(MODES)}, got {mode!r}")
        self._mode = mode

    def show(self, game: Game, seats: Sequence[int]) -> str | None:
        """Render the views of some seats with a decision; after the end, the score sheet."""
        if self._mode is None:
            return None
        from heptapolis.terminal.snapshot import table_text

        text = table_text(game, seats, colors=self._mode == "human" and sys.stdout.isatty())
        if self._mode == "ansi":
            return text
        print(text)
        return None
