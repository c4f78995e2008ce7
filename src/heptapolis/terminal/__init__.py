"""The terminal interface: Rich tables and screens."""

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

RECORD = "heptapolis "  # the first characters of a record
_PADDING = re.compile(r" +$", re.MULTILINE)
PIPE_WIDTH = 120  # width of tables in a file or a pipe
# ASCII replacements of the same width.
SIGNS = str.maketrans("·–−±→←×“”…▶◀■□━╸", '---~><x"".><#o==')


def console() -> Console:
    """Return a console on standard output, wide enough for tables if it is no terminal.

    Names come from users, so markup in them is not interpreted.
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
    """A console for output read line by line: lines are not padded to the screen width."""

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return _PADDING.sub("", super()._render_buffer(buffer))


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding cannot represent."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(SIGNS)
    return text.encode(error.encoding, "replace").decode(error.encoding), error.end


codecs.register_error("plain_signs", _in_plain_signs)


def read_text(path: Path) -> str:
    """Read a user's file, or standard input for "-"; errors name the file."""
    if str(path) != "-":
        return user_files.read_text(path)
    text = sys.stdin.read(user_files.MAX_FILE_BYTES + 1)
    user_files.check_size("standard input", len(text))
    return text


def write_text(path: Path, text: str) -> None:
    """Write a temporary file and rename it, so that the old file is replaced atomically."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise OSError(f"{path}: {error.strerror}") from None


def at_least_one(**numbers: int | None) -> None:
    """Raise an error that names the first number below 1."""
    for what, value in numbers.items():
        if value is not None and value < 1:
            raise ValueError(f"{what}: at least 1, got {value}")
