"""Prepare the chat of a table for pages: message bubbles, page by page, and the mute list."""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from heptapolis.i18n import Translator
from heptapolis.server.store import Guest, LogEntry
from heptapolis.server.table import Table
from heptapolis.server.talk import TalkPage
from heptapolis.web import labels

BUBBLE_GAP_SECONDS = 300.0  # after this pause a speaker gets a new bubble group


@dataclass(frozen=True)
class Bubble:
    """Describe a message or a reaction."""

    guest: str
    name: str
    seat: int | None  # the speaker's seat; None for a spectator
    text: str
    at: float
    is_mine: bool
    is_reaction: bool
    is_first: bool = True  # the first of consecutive messages by one speaker

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)

    def follows(self, before: "Bubble | None") -> bool:
        """Return whether this continues the previous bubble of the same speaker."""
        if before is None or self.at - before.at > BUBBLE_GAP_SECONDS:
            return False
        return (self.guest, self.seat, self.name) == (before.guest, before.seat, before.name)


def bubbles(
    table: Table,
    entries: Sequence[LogEntry],
    guest: Guest | None,
    seat: int | None,
    names: Sequence[str],
    t: Translator,
) -> list[Bubble]:
    """Return the messages that the viewer has not muted, oldest first."""
    shown: list[Bubble] = []
    for entry in entries:
        bubble, before = _bubble(table, entry, guest, seat, names, t), shown[-1] if shown else None
        shown.append(replace(bubble, is_first=not bubble.follows(before)))
    return shown


def _bubble(
    table: Table,
    entry: LogEntry,
    guest: Guest | None,
    seat: int | None,
    names: Sequence[str],
    t: Translator,
) -> Bubble:
    name, text = json.loads(entry.text)
    place = _place(table, entry)
    is_own = guest is not None and entry.guest == guest.id
    return Bubble(
        guest=entry.guest or "",
        name=labels.person(name, t) if place is None else names[place],
        seat=place,
        text=labels.reaction(text, t) if entry.kind == "react" else text,
        at=entry.at,
        is_mine=is_own and (seat is None or place in (None, seat)),
        is_reaction=entry.kind == "react",
    )


def _place(table: Table, entry: LogEntry) -> int | None:
    """Return the speaker's current seat: the one they spoke from, or a later one."""
    if entry.seat is not None and table.chairs[entry.seat].guest == entry.guest:
        return entry.seat
    return next((n for n, one in enumerate(table.chairs) if one.guest == entry.guest), None)


@dataclass(frozen=True)
class ChatPerson:
    """A guest whom the viewer can mute."""

    id: str
    name: str
    is_spectator: bool
    is_muted: bool  # by the viewer
    is_muted_here: bool  # by the host, for everyone


@dataclass(frozen=True)
class Chat:
    """The chat of a table as one viewer sees it."""

    messages: Sequence[Bubble]
    older: str  # address of the messages before these
    people: Sequence[ChatPerson]
    silence: str  # why the viewer may not speak
    needs_name: bool  # the viewer must choose another name to speak
    is_open: bool  # to spectators
    reactions: Mapping[str, str]
    is_needed: bool = True  # there is someone to talk to, or something to read


def chat_of(
    table: Table,
    guest: Guest | None,
    seat: int | None,
    muted: Set[str],
    names: Sequence[str],
    t: Translator,
) -> Chat:
    """Return the latest messages and the permitted actions."""
    last = table.talk.page(muted)
    silence = table.silence(guest)
    needs_name = silence is not None and silence.code == "name_taken"
    return Chat(
        messages=bubbles(table, last.entries, guest, seat, names, t),
        older=older_messages(table, last),
        people=_people(table, guest, muted, names, t),
        silence=labels.refusal(silence.code, t) if silence and not needs_name else "",
        needs_name=needs_name,
        is_open=table.talk.is_open,
        reactions={name: labels.reaction(name, t) for name in labels.REACTIONS},
        is_needed=bool(last.entries) or not is_alone(table, guest),
    )


def is_alone(table: Table, guest: Guest | None) -> bool:
    """Return whether all seats belong to this guest and to bots."""
    own = table.seats_of(guest)
    return all(chair.bot or seat in own for seat, chair in enumerate(table.chairs))


def older_messages(table: Table, page: TalkPage) -> str:
    """Return the address of the messages before a page, or ""."""
    return f"/tables/{table.id}/chat?before={page.entries[0].number}" if page.has_older else ""


def _people(
    table: Table, guest: Guest | None, muted: Set[str], names: Sequence[str], t: Translator
) -> list[ChatPerson]:
    """Return the people whom the guest can mute: seated, recently heard or already muted."""
    players = {chair.guest: names[n] for n, chair in enumerate(table.chairs) if chair.guest}
    people = dict(players)
    for entry in table.talk.speakers(muted):
        if entry.guest:
            people.setdefault(entry.guest, labels.person(json.loads(entry.text)[0], t))
    return [
        ChatPerson(
            id=id,
            name=name,
            is_spectator=id not in players,
            is_muted=id in muted,
            is_muted_here=id in table.talk.muted,
        )
        for id, name in people.items()
        if guest and id != guest.id
    ]
