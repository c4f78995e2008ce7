"""Curves of a training: a line of JSON for each iteration and evaluation, and plots."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Line = dict[str, Any]


class Journal:
    """The lines of a training, old ones first; new ones are written at once."""

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
        """The curves as a picture, where Matplotlib is installed."""
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
            return  # a line that was cut off when a slice was killed


def matches(lines: Iterable[Line]) -> dict[str, list[tuple[float, float]]]:
    """Against each bot: millions of decisions, and the share of wins then."""
    found: dict[str, list[tuple[float, float]]] = {}
    for line in lines:
        for one in line.get("matches", ()):
            found.setdefault(one["rival"], []).append((line["decisions"] / 1e6, one["share"]))
    return found


def series(lines: Iterable[Line], group: str) -> dict[str, list[tuple[float, float]]]:
    """The numbers of a group of every iteration, by name."""
    found: dict[str, list[tuple[float, float]]] = {}
    for line in lines:
        for name, value in line.get(group, {}).items():
            if value is not None:
                found.setdefault(name, []).append((line["decisions"] / 1e6, value))
    return found
