"""Keep the chat of a table: permissions, limits and pages.

Players and spectators have separate limits, so that spectators cannot use up the players'
messages.
"""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from heptapolis.server.errors import RequestError
from heptapolis.server.log_messages import MESSAGE_KINDS, blank_message
from heptapolis.server.store import LogEntry

MAX_MESSAGE_CHARS = 300  # maximum length of a message
MAX_MESSAGES_PER_PLAYER = 1000  # messages of one guest from their seats
MAX_SPECTATOR_MESSAGES = 500  # messages of all spectators together
MESSAGES_PER_PAGE = 50
MAX_LISTED_SPEAKERS = 20  # recent speakers in the mute list, besides those already muted


@dataclass(frozen=True)
class TalkPage:
    """Hold some messages, oldest first."""

    entries: list[LogEntry]
    has_older: bool


@dataclass
class Talk:
    """Hold the messages of a table and its host's decisions about spectators."""

    is_open: bool = True  # whether spectators may speak
    muted: set[str] = field(default_factory=set)  # spectators muted for all
    _last: dict[str, LogEntry] = field(default_factory=dict)  # last message of each speaker
    _said: list[LogEntry] = field(default_factory=list)
    _counts: Counter[str | None] = field(default_factory=Counter)  # by player; None: all spectators

    def apply(self, entry: LogEntry) -> None:
        """Apply a log entry. Most kinds do not concern the chat."""
        if entry.kind in MESSAGE_KINDS:
            self._said.append(entry)
            self._last.pop(entry.guest or "", None)
            self._last[entry.guest or ""] = entry
            self._counts[_speaker(entry.guest, entry.seat is not None)] += 1
        elif entry.kind == "redact":
            self._redact(int(entry.text))
        elif entry.kind == "forget":
            self._said = [one for one in self._said if one.guest != entry.guest]
            self._last.pop(entry.guest or "", None)
        elif entry.kind == "talk":
            self.is_open = entry.text == "open"
        elif entry.kind == "mute" and entry.guest:
            (self.muted.add if entry.text == "yes" else self.muted.discard)(entry.guest)

    def silence(self, guest: str, is_seated: bool) -> RequestError | None:
        """Return why a guest may not speak, or None if they may."""
        most = MAX_MESSAGES_PER_PLAYER if is_seated else MAX_SPECTATOR_MESSAGES
        if not is_seated and not self.is_open:
            return RequestError(403, "talk_closed", "the host has closed the chat to spectators")
        if not is_seated and guest in self.muted:
            return RequestError(403, "muted", "the host has muted you")
        if self._counts[_speaker(guest, is_seated)] >= most:
            return RequestError(409, "said_enough", f"there is room for {most} messages, no more")
        return None

    def _redact(self, number: int) -> None:
        """Remove a message. Its speaker stays in the mute list."""
        self._said = [one for one in self._said if one.number != number]
        for guest, last in self._last.items():
            if last.number == number:
                self._last[guest] = replace(last, text=blank_message(last.text))

    def page(
        self, muted: Set[str], *, before: int | None = None, most: int = MESSAGES_PER_PAGE
    ) -> TalkPage:
        """Return the latest messages, optionally before an entry, without muted speakers."""
        entries = self._audible_entries(reversed(self._said), muted)
        last = list(islice((e for e in entries if before is None or e.number < before), most + 1))
        return TalkPage(last[:most][::-1], len(last) > most)

    def messages_after(
        self,
        number: int,
        muted: Set[str],
        *,
        before: int | None = None,
        most: int = MESSAGES_PER_PAGE,
    ) -> list[LogEntry]:
        """Return the first messages after an entry, optionally before another one."""
        later = (e for e in self._audible_entries(self._said, muted) if e.number > number)
        return list(islice((e for e in later if before is None or e.number < before), most))

    def speakers(self, muted: Set[str]) -> list[LogEntry]:
        """Return the last messages of recent speakers and of all muted ones."""
        lately = list(self._last.values())[-MAX_LISTED_SPEAKERS:]
        return lately + [self._last[id] for id in (muted | self.muted) & self._last.keys()]

    def _audible_entries(self, entries: Iterable[LogEntry], muted: Set[str]) -> Iterable[LogEntry]:
        for entry in entries:
            is_muted_here = entry.seat is None and entry.guest in self.muted
            if entry.guest not in muted and not is_muted_here:
                yield entry


def _speaker(guest: str | None, is_seated: bool) -> str | None:
    return guest if is_seated else None
