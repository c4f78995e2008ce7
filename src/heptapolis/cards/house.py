"""The header of a file of house rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heptapolis.cards.reader import Where, parse_file
from heptapolis.spelling import suggest


@dataclass(frozen=True)
class HouseHeader:
    """The header of a file of house rules: what it extends, and its names."""

    extends: str
    id: str | None  # for programs
    titles: Mapping[str, str]  # for people, by language; empty if the file has no title


def house_header(path: Path, names: Sequence[str]) -> HouseHeader:
    """Return the header of a file of house rules; ``names`` are those of our catalogues."""
    return take_header(parse_file(path), path, names)


def take_header(raw: dict[str, Any], path: Path, names: Sequence[str]) -> HouseHeader:
    """Return the header of what was read from a file, and leave the rest."""
    extends, id, title = (raw.pop(key, None) for key in ("extends", "id", "title"))
    if not isinstance(extends, str) or extends not in names:
        where = Where(str(path), ("extends",))
        ours = f"{', '.join(names)}{suggest(extends, names)}"
        raise where.error(f"name the catalogue this file is laid over: {ours}")
    if id is not None and not (isinstance(id, str) and re.fullmatch(r"[a-z][a-z0-9_]*", id)):
        raise Where(str(path), ("id",)).error("use lower-case letters, digits and _")
    titles = {"en": title} if isinstance(title, str) else {} if title is None else title
    if not isinstance(titles, dict) or not all(isinstance(t, str) and t for t in titles.values()):
        raise Where(str(path), ("title",)).error('a text, or texts by language: { en = "…" }')
    if titles and "en" not in titles:
        raise Where(str(path), ("title",)).error("has no English text (en)")
    return HouseHeader(extends, id, titles)
