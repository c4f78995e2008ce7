"""The games at a terminal: Rich tables and screens over the same facts as every other face."""

import codecs
import os
import re
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path

from rich.console import Console
from rich.segment import Segment

from heptapolis import user_files

RECORD = "heptapolis "  # a record begins with this
_PADDING = re.compile(r" +$", re.MULTILINE)
PIPE_WIDTH = 120  # a file or a pipe has no width of its own; tables want some
# Our signs where there is nothing but ASCII, each as wide as it was.
SIGNS = str.maketrans("·–−±→←×“”…▶◀■□━╸", '---~><x"".><#o==')


def console() -> Console:
    """Standard output, wide enough for tables when nobody is watching.

    Names come from users: what looks like markup in them is text.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="plain_signs")
    out = Console(highlight=False, markup=False, emoji=False)
    if not out.is_terminal:
        out = _PipeConsole(highlight=False, markup=False, emoji=False)
        columns = os.environ.get("COLUMNS", "")
        out.width = int(columns) if columns.isdecimal() and int(columns) else PIPE_WIDTH
    return out


class _PipeConsole(Console):
    """For whoever reads line by line: no line is padded to the width of a screen."""

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return _PADDING.sub("", super()._render_buffer(buffer))


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """What an encoding cannot write, so that it can."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(SIGNS)
    return text.encode(error.encoding, "replace").decode(error.encoding), error.end


codecs.register_error("plain_signs", _in_plain_signs)


def read_text(path: Path) -> str:
    """A file of the user's, or standard input for "-"; mistakes name the file."""
    if str(path) != "-":
        return user_files.read_text(path)
    text = sys.stdin.read(user_files.MAX_FILE_BYTES + 1)
    user_files.check_size("standard input", len(text))
    return text


def write_text(path: Path, text: str) -> None:
    """Write beside the old file, then put the new one in its place: nothing is ever half there."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise OSError(f"{path}: {error.strerror}") from None


def at_least_one(**numbers: int | None) -> None:
    """Numbers that cannot be less, named for the complaint."""
    for what, value in numbers.items():
        if value is not None and value < 1:
            raise ValueError(f"{what}: at least 1, got {value}")
