"""A table as a page shows it: names, addresses of its forms, what was said, how it stands."""

import json
from dataclasses import dataclass
from typing import Any

from heptapolis.bots.levels import LEVELS
from heptapolis.i18n import Translator, players, translator
from heptapolis.server.room import Chair, Room
from heptapolis.server.store import Guest, Kept
from heptapolis.table import View
from heptapolis.web import labels, telling
from heptapolis.web.render import board_of, log_of


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    variant: str
    players: str
    note: str
    is_my_turn: bool


def listed(kept: Kept, guest: Guest | None, t: Translator) -> Listed:
    chairs = [Chair(**chair) for chair in kept.summary["chairs"]]
    names = [name_of(chair, seat, t) for seat, chair in enumerate(chairs)]
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
    return Listed(kept.id, title, ", ".join(filter(None, names)), note, is_my_turn)


def levels(t: Translator) -> dict[str, str]:
    return {level: players.level(level, t) for level in LEVELS}


def name_of(chair: Chair, seat: int, t: Translator) -> str:
    return t.gettext("Bot %(n)d", n=seat + 1) if chair.bot else chair.name


def board_values(seen: View | None, state: str, language: str) -> dict[str, Any]:
    if seen is None:
        return {"board": None, "log": [], "title": "Heptapolis"}
    t, board = translator(language), board_of(seen, language)
    title = f"{board.moment} · Heptapolis"
    if board.question and state == "playing":
        mine = t.gettext("Your turn")
        title = f"● {mine} · Heptapolis"
    return {"board": board, "log": log_of(seen, language), "title": title}


def verdict(room: Room, seen: View | None, language: str) -> str:
    if room.game is None or seen is None or not room.end:
        return ""
    if told := labels.end(room.end, translator(language)):
        return told
    return telling.result(room.game, seen, language)


def lobby_values(
    room: Room, guest: Guest | None, names: list[str], t: Translator
) -> dict[str, Any]:
    is_host = bool(guest and room.host == guest.id)
    seat = room.seat_of(guest)
    return {
        "variant": labels.variant(room.options.game, room.options.leaders, t),
        "is_host": is_host,
        "is_seated": seat is not None,
        "levels": levels(t),
        "chairs": [
            {
                "name": f"{names[n]} · {players.level(chair.bot, t)}"
                if chair.bot in LEVELS
                else names[n],
                "is_mine": n == seat,
                "can_leave": n == seat or is_host,
            }
            for n, chair in enumerate(room.chairs)
        ],
    }


def urls_of(room: Room, seat: int | None, site: str) -> dict[str, str]:
    """Where the forms of a table go; what somebody may not do is not there."""
    base = f"/tables/{room.id}"
    own = ("sit", "leave", "bots", "move", "undo", "replay", "live")
    urls = {name: f"{base}/{name}" for name in own}
    seated = ("hint", "resign", "rematch")
    urls |= {name: f"{base}/{name}" if seat is not None else "" for name in seated}
    may_speak = seat is not None or room.options.spectators
    urls |= {name: f"{base}/{name}" if may_speak else "" for name in ("say", "react")}
    if not room.options.hints:
        urls["hint"] = ""
    api = f"/api/tables/{room.id}"
    return urls | {
        "table": base,
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
            told.append({"name": name, "text": words})
    return told
