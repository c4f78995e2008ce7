"""What is said at a table: who may speak there, how much, and a page of it at a time.

Players and spectators have room of their own each, so that whoever watches can fill nothing that
those who play need.
"""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from itertools import islice

from heptapolis.server.errors import Refused
from heptapolis.server.store import LogEntry

LONGEST = 300  # characters of a message
MOST_OF_A_PLAYER = 1000  # messages of one guest from their seats
MOST_OF_SPECTATORS = 500  # messages of all of them together
PAGE = 50  # messages on a page
MOST_SPEAKERS = 20  # who can be muted beside those who are
SPOKEN = ("say", "react")


@dataclass(frozen=True)
class TalkPage:
    """Some of what was said, the oldest first."""

    entries: list[LogEntry]
    has_older: bool


@dataclass
class Talk:
    """What was said at one table, and what its host has decided about that."""

    is_open: bool = True  # spectators may speak
    muted: set[str] = field(default_factory=set)  # spectators whom nobody hears
    _last: dict[str, LogEntry] = field(default_factory=dict)  # what each speaker said last
    _said: list[LogEntry] = field(default_factory=list)
    _counts: Counter[str | None] = field(default_factory=Counter)  # of players; None: spectators

    def apply(self, entry: LogEntry) -> None:
        """Let an entry of the table's log happen; most of them are no talk."""
        if entry.kind in SPOKEN:
            self._said.append(entry)
            self._last.pop(entry.guest or "", None)
            self._last[entry.guest or ""] = entry
            self._counts[_speaker(entry.guest, entry.seat is not None)] += 1
        elif entry.kind == "talk":
            self.is_open = entry.text == "open"
        elif entry.kind == "mute" and entry.guest:
            (self.muted.add if entry.text == "yes" else self.muted.discard)(entry.guest)

    def silence(self, guest: str, is_seated: bool) -> Refused | None:
        """Why somebody may say nothing; None if they may."""
        most = MOST_OF_A_PLAYER if is_seated else MOST_OF_SPECTATORS
        if not is_seated and not self.is_open:
            return Refused(403, "talk_closed", "the host has closed the chat to spectators")
        if not is_seated and guest in self.muted:
            return Refused(403, "muted", "the host has muted you")
        if self._counts[_speaker(guest, is_seated)] >= most:
            return Refused(409, "said_enough", f"there is room for {most} messages, no more")
        return None

    def page(self, muted: Set[str], *, before: int | None = None, most: int = PAGE) -> TalkPage:
        """The last of what was said, before an entry if one is named, as somebody hears it who has
        muted some."""
        entries = self._heard(reversed(self._said), muted)
        last = list(islice((e for e in entries if before is None or e.number < before), most + 1))
        return TalkPage(last[:most][::-1], len(last) > most)

    def after(
        self, number: int, muted: Set[str], *, before: int | None = None, most: int = PAGE
    ) -> list[LogEntry]:
        """The first of what was said after an entry, and before another if one is named."""
        later = (e for e in self._heard(self._said, muted) if e.number > number)
        return list(islice((e for e in later if before is None or e.number < before), most))

    def speakers(self, muted: Set[str]) -> list[LogEntry]:
        """The last words of those who spoke lately, and of all who are muted."""
        lately = list(self._last.values())[-MOST_SPEAKERS:]
        return lately + [self._last[id] for id in (muted | self.muted) & self._last.keys()]

    def _heard(self, entries: Iterable[LogEntry], muted: Set[str]) -> Iterable[LogEntry]:
        for entry in entries:
            is_muted_here = entry.seat is None and entry.guest in self.muted
            if entry.guest not in muted and not is_muted_here:
                yield entry


def _speaker(guest: str | None, is_seated: bool) -> str | None:
    return guest if is_seated else None
