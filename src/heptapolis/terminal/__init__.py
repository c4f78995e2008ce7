"""The games at a terminal: Rich tables and screens over the same facts as every other face."""

from rich.console import Console

PIPE_WIDTH = 120  # a file or a pipe has no width of its own; tables want some


def console() -> Console:
    """Standard output, wide enough for tables when nobody is watching."""
    out = Console(highlight=False)
    return out if out.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
