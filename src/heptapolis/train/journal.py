"""The journal of a training: a line of JSON for each iteration and evaluation, and plots."""

import json
from collections.abc import Iterator
from pathlib import Path

from heptapolis.train.metrics import Line


class Journal:
    """The lines of a training, old ones first; new ones are written immediately."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.lines = list(_read(path)) if resume and path.exists() else []
        if not resume:
            path.write_text("", encoding="utf-8")

    def add(self, line: Line) -> None:
        self.lines.append(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def draw(self, path: Path) -> bool:
        """Draw the curves into a file, if Matplotlib is installed."""
        try:
            from heptapolis.train.plots import curves
        except ImportError:
            return False
        path.write_bytes(curves(self.lines).png)
        return True


def _read(path: Path) -> Iterator[Line]:
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(text)
        except ValueError:
            return  # an incomplete line: the slice was killed
