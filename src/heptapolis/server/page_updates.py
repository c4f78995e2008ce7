"""Send only the lines of a table that have changed since the client's last request.

A client names the last text that it has received (`X-Base`, empty at first) and gets, as JSON, what
to make of its lines: a number and its successor are a range of them, a string is new text. The
server remembers no texts, only a hash for each line.
"""

import json
import secrets
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heptapolis.lru import Lru

MAX_BASES = 4000  # of some kilobytes each
ID_BYTES = 12  # ids are secret: a change tells which lines are old
BASE_HEADER = "x-base"  # of a request: the text that the client has
PAGE_HEADER = "x-page"  # of a response: the id of its text
Part = int | str


@dataclass(frozen=True)
class Update:
    """A text or its changes, for a client that keeps it under an id."""

    id: str
    body: str
    is_change: bool


class PageUpdates:
    """Remember what clients have, and compute what they need."""

    def __init__(self) -> None:
        self._bases: Lru[tuple[str, str], array[int]] = Lru(MAX_BASES)

    def update(self, text: str, viewer: str, base: str) -> Update:
        """Return a text for a viewer as changes to a base, or as it is if the base is unknown."""
        lines = text.split("\n")
        hashes = array("q", map(hash, lines))
        before = self._bases.get((viewer, base))
        id = secrets.token_urlsafe(ID_BYTES)
        self._bases[viewer, id] = hashes
        if before is None:
            return Update(id, text, False)
        change = {"base": base, "parts": [*changes(lines, hashes, before)]}
        body = json.dumps(change, ensure_ascii=False, separators=(",", ":"))
        return Update(id, body, True)


def changes(lines: Sequence[str], hashes: Sequence[int], before: Sequence[int]) -> Iterator[Part]:
    """Yield new lines, and the begin and end of ranges of the lines before."""
    places = {line_hash: n for n, line_hash in reversed([*enumerate(before)])}
    begin = end = -1  # the range that may go on
    for line, line_hash in zip(lines, hashes, strict=True):
        if 0 <= end < len(before) and before[end] == line_hash:
            end += 1
            continue
        if begin >= 0:
            yield from (begin, end)
        begin = places.get(line_hash, -1)
        end = begin + 1 if begin >= 0 else -1
        if begin < 0:
            yield line
    if begin >= 0:
        yield from (begin, end)
