"""A table as a page shows it: names, addresses of its forms, what was said, how it stands."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heptapolis.bots.levels import LEVELS
from heptapolis.contract import View
from heptapolis.i18n import Translator, players, translator
from heptapolis.narration.denial import Denial
from heptapolis.server.hot_seat import Curtain
from heptapolis.server.store import Guest, Kept
from heptapolis.server.table import Chair, Room
from heptapolis.server.table_options import DAY, Options
from heptapolis.web import commentary, labels
from heptapolis.web.render import board_of, log_of


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    variant: str
    players: str
    note: str
    is_my_turn: bool
    replay: str  # where a finished game can be watched


def listed(kept: Kept, guest: Guest | None, t: Translator) -> Listed:
    chairs = [Chair(**chair) for chair in kept.summary["chairs"]]
    names = names_of(chairs, t)
    mine = [n for n, chair in enumerate(chairs) if guest and chair.guest == guest.id]
    is_my_turn = bool(set(mine) & set(kept.summary["to_move"]))
    note = ""
    if kept.state == "open":
        free = sum(chair.is_free for chair in chairs)
        note = t.ngettext("%(n)d free seat", "%(n)d free seats", free)
    elif is_my_turn:
        note = t.gettext("Your turn")
    elif kept.state == "playing":
        waiting = ", ".join(names[seat] for seat in kept.summary["to_move"])
        note = t.gettext("Waiting for %(names)s", names=waiting)
    elif kept.summary.get("ranking"):
        winners = ", ".join(names[seat] for seat in kept.summary["ranking"][0])
        note = t.gettext("Won by %(names)s", names=winners)
    title = labels.variant(kept.options["game"], kept.options["leaders"], t)
    is_played = kept.state == "over" and kept.summary.get("age") is not None
    replay = f"/tables/{kept.id}/replay" if is_played else ""
    return Listed(kept.id, title, ", ".join(filter(None, names)), note, is_my_turn, replay)


def levels(t: Translator) -> dict[str, str]:
    return {level: players.level(level, t) for level in LEVELS}


def clocks(t: Translator) -> list[tuple[str, str]]:
    """Times for a choice that a table can have, in seconds."""
    short = [
        (str(60 * n), t.ngettext("%(n)d minute", "%(n)d minutes", n)) for n in (1, 2, 5, 10, 30)
    ]
    long = [(str(DAY * n), t.ngettext("%(n)d day", "%(n)d days", n)) for n in (1, 3, 7)]
    return [("", t.gettext("unlimited")), *short, *long]


def rules(options: Options, t: Translator) -> list[str]:
    """What is special about a table, for those who are to sit down."""
    told = []
    if options.clock:
        length = dict(clocks(t)).get(str(options.clock)) or labels.time_left(options.clock)
        told.append((t.gettext("Time for a choice"), length))
    if options.game == "classic" and options.sides != "random":
        told.append((t.gettext("Sides of the wonder boards (Classic)"), options.sides))
    lines = [f"{title}: {value}" for title, value in told]
    if options.absent == "bot":
        lines.append(t.gettext("A bot plays for who is absent until they are back"))
    if options.hints:
        lines.append(t.gettext("Hints are allowed"))
    if not options.spectators:
        lines.append(t.gettext("Only the players may watch"))
    return lines


def names_of(chairs: Sequence[Chair], t: Translator) -> list[str]:
    """Who sits at a table, by seat; nobody is no name."""
    return [
        t.gettext("Bot %(n)d", n=seat + 1) if chair.bot else labels.person(chair.name, t)
        for seat, chair in enumerate(chairs)
    ]


def board_values(
    seen: View | None,
    state: str,
    language: str,
    curtain: Curtain | None = None,
    denied: Sequence[Denial] = (),
) -> dict[str, Any]:
    if seen is None:
        return {"board": None, "log": [], "title": "Heptapolis", "is_my_turn": False}
    t, board = translator(language), board_of(seen, language)
    title = f"{board.moment} · Heptapolis"
    if board.question and state == "playing":
        mine = t.gettext("Your turn")
        title = f"● {mine} · Heptapolis"
    elif curtain and curtain.following:
        title = f"● {curtain.following.name} · Heptapolis"
    is_my_turn = title.startswith("●")
    return {
        "board": board, "log": log_of(seen, language, denied), "title": title,
        "is_my_turn": is_my_turn, "denied": commentary.worst_denials(seen, denied, language),
    }  # fmt: skip


def verdict(room: Room, seen: View | None, language: str) -> str:
    if room.game is None or seen is None or not room.end:
        return ""
    if told := labels.end(room.end, translator(language)):
        return told
    return commentary.outcome_text(room.game, seen, language)


def lobby_values(
    room: Room, guest: Guest | None, seat: int | None, names: list[str], t: Translator
) -> dict[str, Any]:
    """Who sits where, and what somebody may do about it; ``seat`` is where they look from."""
    is_host = bool(guest and room.host == guest.id)
    own = room.seats_of(guest)
    mine = [room.chairs[n] for n in (own if seat is None else [seat])]
    boards = chosen_boards(room.options, t)
    return {
        "variant": labels.variant(room.options.game, room.options.leaders, t),
        "rules": rules(room.options, t),
        "is_host": is_host,
        "is_seated": bool(own),
        "has_room": any(chair.is_free for chair in room.chairs),
        "levels": levels(t),
        "agreed": [names[n] for n, chair in enumerate(room.chairs) if chair.agrees],
        "has_agreed": bool(mine) and all(chair.agrees for chair in mine),
        "has_resigned": bool(mine) and all(chair.has_resigned for chair in mine),
        "chairs": [
            {
                "name": f"{names[n]} · {players.level(chair.bot, t)}"
                if chair.bot in LEVELS
                else names[n],
                "is_mine": n in own,
                "is_beside": n in own[1:],
                "can_leave": n in own or is_host,
                "board": boards[n] if boards else "",
            }
            for n, chair in enumerate(room.chairs)
        ],
    }


def chosen_boards(options: Options, t: Translator) -> list[str]:
    """The wonder boards of the seats, where they were chosen before the game."""
    given = options.wonders
    if options.game == "duel" or not isinstance(given, list):
        return []
    return [labels.board(str(board), t) for board in given]


def urls_of(room: Room, seat: int | None, site: str, *, shared: bool = False) -> dict[str, str]:
    """Where the forms of a table go; what somebody may not do is not there.

    ``shared``: others use this device too, so that what is done says for whom.
    """
    base = f"/tables/{room.id}"
    own = ("sit", "leave", "bots", "move", "undo", "replay", "review", "live")
    urls = {name: f"{base}/{name}" for name in own}
    seated = ("hint", "resign", "rematch", "agree")
    urls |= {name: f"{base}/{name}" if seat is not None else "" for name in seated}
    may_speak = seat is not None or room.options.spectators
    urls |= {name: f"{base}/{name}" if may_speak else "" for name in ("say", "react", "mute")}
    if not room.options.hints:
        urls["hint"] = ""
    if shared and seat is not None:
        for name in ("move", "undo", "hint", "resign", "agree", "say", "react"):
            urls[name] = urls[name] and f"{urls[name]}?seat={seat}"
        if room.options.game == "classic" and room.state == "playing":  # Duel turns by itself
            urls["live"], base = f"{urls['live']}?seat={seat}", f"{base}?seat={seat}"
    api = f"/api/tables/{room.id}"
    return urls | {
        "table": base,
        "tv": f"/tables/{room.id}/tv",
        "curtain": f"/tables/{room.id}",
        "record": f"{api}/record",
        "stream": f"{api}/events?after={room.version}",
        "invite": f"{site}tables/{room.id}",
    }


def messages(room: Room, muted: set[str], t: Translator) -> list[dict[str, str]]:
    told = []
    for entry in room.messages():
        if entry.guest not in muted:
            name, text = json.loads(entry.text)
            words = labels.reaction(text, t) if entry.kind == "react" else text
            told.append({"name": labels.person(name, t), "text": words})
    return told


def heard(room: Room, guest: Guest | None, muted: set[str], t: Translator) -> list[dict[str, Any]]:
    """Whom somebody can mute: the others who sit here or have said something."""
    names = {chair.guest: chair.name for chair in room.chairs if chair.guest}
    names |= {entry.guest: json.loads(entry.text)[0] for entry in room.messages() if entry.guest}
    return [
        {"id": id, "name": labels.person(name, t), "is_muted": id in muted}
        for id, name in names.items()
        if guest and id != guest.id
    ]


def clock(room: Room, seat: int | None) -> dict[str, Any] | None:
    """The time that is left for a seat's choice, if there is an end to it."""
    deadline = room.deadline(seat) if seat is not None else None
    if deadline is None:
        return None
    seconds = max(0, int(deadline - time.time()))
    return {"seconds": seconds, "text": labels.time_left(seconds)}
