"""Prepare the template values of a table: names, form addresses, state and results."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from fastapi import Request

from heptapolis.bots.advice import Advice
from heptapolis.bots.characters import CHARACTERS
from heptapolis.bots.neural import is_unlearnt
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import View
from heptapolis.i18n import Translator, players, translator
from heptapolis.i18n.spans import banner_of
from heptapolis.i18n.vocabulary import name_list
from heptapolis.narration.denial import Denial
from heptapolis.narration.score import KINDS, KINDS_WITHOUT_POINTS, GameEnd
from heptapolis.options import changes, declared
from heptapolis.server.hot_seat import Curtain, turns_by_itself
from heptapolis.server.responses import step_facts
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table import Table
from heptapolis.server.table_form import OpponentChoice, figures, levels_for
from heptapolis.server.table_log import Chair
from heptapolis.server.table_options import DAY_SECONDS, TableOptions
from heptapolis.server.variant_parts import server_part
from heptapolis.variants import registered
from heptapolis.web import commentary, labels
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.boards import UNKNOWN_COVER, board_of, cover_of, log_of
from heptapolis.web.ending import ending_of
from heptapolis.web.hints import hints
from heptapolis.web.lessons import SEAT, Step, coach


@dataclass(frozen=True)
class TableListing:
    """Describe a table in a list."""

    id: str
    variant: str
    cover: str  # the scene on its tile
    players: str
    note: str
    day: str  # when it ended or last changed
    is_my_turn: bool = False
    is_won: bool = False  # by the viewer
    replay: str = ""  # address of the replay of a finished game
    scores: tuple[tuple[str, int | None], ...] = ()  # names and points, best first


def table_listing(stored: StoredTable, guest: Guest | None, t: Translator) -> TableListing:
    chairs = [Chair(**chair) for chair in stored.summary["chairs"]]
    names = names_of(chairs, t)
    mine = [n for n, chair in enumerate(chairs) if guest and chair.guest == guest.id]
    is_my_turn = bool(set(mine) & set(stored.summary["to_move"]))
    note = ""
    if stored.state == "open":
        free = sum(chair.is_free for chair in chairs)
        note = t.ngettext("%(n)d free seat", "%(n)d free seats", free)
    elif is_my_turn:
        note = t.gettext("Your turn")
    elif stored.state == "playing":
        waiting = [names[seat] for seat in stored.summary["to_move"]]
        note = t.gettext("Waiting for %(names)s", names=name_list(waiting, t)) if waiting else ""
    elif stored.summary.get("ranking"):
        note = _ending(stored, mine, names, t)
    options = TableOptions.as_listed(stored.options)
    is_played = stored.state == "over" and stored.summary.get("age") is not None
    replay = f"/tables/{stored.id}/replay" if is_played else ""
    return TableListing(
        stored.id,
        options.title(t.language),
        _cover(options),
        ", ".join(filter(None, names)),
        note,
        labels.day(stored.changed, t),
        is_my_turn,
        replay=replay,
        is_won=bool(set(mine) & set(*stored.summary.get("ranking", [])[:1])),
        scores=_scores(stored, names),
    )


def _ending(stored: StoredTable, mine: Sequence[int], names: Sequence[str], t: Translator) -> str:
    """Return who won, and the viewer's place if they sat there alone at their device."""
    ranking, end = stored.summary["ranking"], stored.summary["end"]
    winners = [names[seat] for seat in ranking[0]]
    result = t.gettext("Won by %(names)s", names=name_list(winners, t))
    if len(mine) == 1:
        ahead = takewhile(lambda group: mine[0] not in group, ranking)
        place = 1 + sum(map(len, ahead))
        result = t.gettext("You won")
        if place > 1:
            result = t.gettext("Place %(place)d of %(all)d", place=place, all=len(names))
    way = t.pgettext(*KINDS[end]) if end in KINDS and end != "points" else ""
    return " · ".join(filter(None, (result, way)))


def _cover(options: TableOptions) -> str:
    """Return the cover of a game, including games unknown to this server."""
    return cover_of(options.ruleset) if options.game in registered() else UNKNOWN_COVER


def _scores(stored: StoredTable, names: Sequence[str]) -> tuple[tuple[str, int | None], ...]:
    """Return the players by place, with points if they were compared."""
    totals = stored.summary.get("totals", [])
    is_by_points = stored.summary["end"] not in KINDS_WITHOUT_POINTS
    seats = [seat for group in stored.summary.get("ranking", []) for seat in group]
    return tuple((names[seat], totals[seat] if is_by_points else None) for seat in seats)


def clocks(t: Translator) -> list[tuple[str, str]]:
    """Return the choices of a clock, in seconds."""
    short = [
        (str(60 * n), t.ngettext("%(n)d minute", "%(n)d minutes", n)) for n in (1, 2, 5, 10, 30)
    ]
    long = [(str(DAY_SECONDS * n), t.ngettext("%(n)d day", "%(n)d days", n)) for n in (1, 3, 7)]
    return [("", t.gettext("no limit")), *short, *long]


def pauses(t: Translator) -> list[tuple[str, str]]:
    """Return the choices of a pause, in seconds."""
    long = [(str(n), t.ngettext("%(n)d second", "%(n)d seconds", n)) for n in (3, 5, 10)]
    short = [
        ("", t.gettext("a moment (none if there is a time limit)")),
        ("0", t.pgettext("pause", "none")),
    ]
    return short + long


def rules(table: Table, t: Translator) -> list[str]:
    """Return the special settings of a table, for players who are about to sit down."""
    options, settings = table.options, []
    if options.clock:
        length = dict(clocks(t)).get(str(options.clock)) or labels.time_left(options.clock)
        settings.append((t.gettext("Time limit per move"), length))
    settings += chosen_options(options, t)
    lines = [f"{title}: {value}" for title, value in settings]
    if options.absent == "bot":
        lines.append(t.gettext("A bot plays for absent players until they are back"))
    if table.has_hints:
        lines.append(t.gettext("Hints are allowed"))
    if not options.spectators:
        lines.append(t.gettext("Only players can watch"))
    if is_unlearnt(options.ruleset, table.edition):
        lines.append(t.gettext("No network has learnt these cards: strong bots search instead"))
    return lines


def chosen_options(options: TableOptions, t: Translator) -> list[tuple[str, str]]:
    """Return the variant's options that differ from the defaults, as a form shows them."""
    part, changed = server_part(options.ruleset), changes(options.chosen)
    return [
        (part.label(option, t), dict(part.words(option, t)).get(changed[option.name], ""))
        for option in declared(options.variant.options)
        if option.kind == "choice" and option.name in changed
    ]


def names_of(chairs: Sequence[Chair], t: Translator) -> list[str]:
    """Return the players' names by seat, made unique."""

    def called(seat: int, chair: Chair) -> str:
        if not chair.bot:
            return labels.person(chair.name, t)
        return players.bot_title(who, t) if (who := figure_of(chair)) else _bot(seat, t)

    names = labels.number_duplicates([called(seat, chair) for seat, chair in enumerate(chairs)])
    return [
        labels.CharacterName(name, who) if (who := figure_of(chair)) else name
        for name, chair in zip(names, chairs, strict=True)
    ]


def _bot(seat: int, t: Translator) -> str:
    return t.gettext("Bot %(n)d", n=seat + 1)


def figure_of(chair: Chair) -> str:
    """Return the character in a seat, or ""."""
    who = (chair.bot or "").partition(":")[0]
    return who if who in CHARACTERS else ""


def board_values(
    view: View | None,
    state: str,
    language: str,
    curtain: Curtain | None = None,
    denied: Sequence[Denial] = (),
    after: int | None = None,
    advice: Sequence[Advice] = (),
) -> dict[str, Any]:
    """Return the values of the board. Changes ``after`` so many events are marked."""
    if view is None:
        return {"board": None, "log": [], "title": "Heptapolis", "is_my_turn": False, "hints": []}
    t, board = translator(language), board_of(view, language, after)
    board = board.as_finished() if state == "over" else board
    title = f"{board.moment} · Heptapolis"
    if board.question and state == "playing":
        mine = t.gettext("Your turn")
        title = f"● {mine} · Heptapolis"
    elif curtain and curtain.following:
        title = f"● {curtain.following.name} · Heptapolis"
    is_my_turn = title.startswith("●")
    return {
        "board": board,
        "log": log_of(view, language, denied),
        "title": title,
        "is_my_turn": is_my_turn,
        "hints": hints(view, board, advice, language),
        "denied": commentary.worst_denials(view, denied, language),
    }


def ending_values(
    end: GameEnd | None, view: View | None, board: GameBoard | None, language: str, me: int | None
) -> dict[str, Any]:
    """Return the values of the result, including the page title. ``me`` is None for a spectator."""
    if end is None or view is None or board is None:
        return {"ending": None}
    ending = ending_of(end, view, board, language, me)
    return {"ending": ending, "title": f"{ending.headline} · Heptapolis"}


def coach_values(
    lesson: str,
    story: Sequence[Step],
    view: View | None,
    board: GameBoard | None,
    language: str,
    seat: int | None,
) -> dict[str, Any]:
    """Return what the coach of a guided game says."""
    if not lesson or view is None or board is None or seat != SEAT:
        return {"coach": None, "is_guided": False}
    return {"coach": coach(lesson, story, view, board, language), "is_guided": True}


def end_of(table: Table) -> GameEnd | None:
    """Return the end of a finished game, or None."""
    if table.game is None or not table.log.end:
        return None
    return GameEnd(table.game, table.log.end, table.log.ranking())


def people_values(
    table: Table, guest: Guest | None, seat: int | None, names: list[str], t: Translator
) -> dict[str, Any]:
    """Return the guest's roles at the table and the players' agreements, as seen from ``seat``."""
    own = table.seats_of(guest)
    mine = [table.chairs[n] for n in (own if seat is None else [seat])]
    return {
        "variant": table.options.title(t.language),
        "is_host": bool(guest and table.host == guest.id),
        "n_free": sum(chair.is_free for chair in table.chairs),
        "agreed": [names[n] for n, chair in enumerate(table.chairs) if chair.agrees],
        "has_agreed": bool(mine) and all(chair.agrees for chair in mine),
        "has_resigned": bool(mine) and all(chair.has_resigned for chair in mine),
    }


def lobby_values(
    table: Table, guest: Guest | None, names: list[str], t: Translator
) -> dict[str, Any]:
    """Return the values before the game: the seats and the permitted actions."""
    is_host = bool(guest and table.host == guest.id)
    own = table.seats_of(guest)
    hosts = [names[n] for n, chair in enumerate(table.chairs) if chair.guest == table.host]
    boards = seat_notes(table.options, t)
    return {
        "cover": cover_of(table.options.ruleset),
        "rules": rules(table, t),
        "host_name": hosts[0] if table.host and hosts else "",
        "own_name": labels.entered_name(guest.name) if guest else "",
        "is_seated": bool(own),
        "may_share": table.may_share(guest),
        "levels": levels_for(table.options.ruleset, t),
        "figures": lobby_figures(table.options, t),
        "chairs": [
            {
                "name": names[n],
                "level": players.strength(chair.bot or "", t),
                "sign": figure_of(chair) or banner_of(n),
                "is_mine": n in own,
                "is_beside": n in own[1:],
                "can_leave": n in own or is_host,
                "board": boards[n] if boards else "",
            }
            for n, chair in enumerate(table.chairs)
        ],
    }


def lobby_figures(options: TableOptions, t: Translator) -> list[OpponentChoice]:
    return figures(t, options.ruleset) if has_strategy(options.ruleset) else []


def seat_notes(options: TableOptions, t: Translator) -> list[str]:
    """Return notes on choices made for a seat before the game, such as a wonder board."""
    part = server_part(options.ruleset)
    return part.seat_notes(options.chosen, options.variant, t)


def urls_of(table: Table, seat: int | None, site: str, *, shared: bool = False) -> dict[str, str]:
    """Return the addresses of a table's forms.

    ``shared`` adds the seat, since several people use this device.
    """
    base = f"/tables/{table.id}"
    own = (
        "sit",
        "name",
        "leave",
        "bots",
        "move",
        "undo",
        "go",
        "replay",
        "review",
        "live",
        "sheets",
        "cards",
        "help",
    )
    urls = {name: f"{base}/{name}" for name in own}
    seated = ("hint", "resign", "rematch", "agree")
    urls |= {name: f"{base}/{name}" if seat is not None else "" for name in seated}
    may_hear = seat is not None or table.options.spectators
    urls |= {
        name: f"{base}/{name}" if may_hear else "" for name in ("say", "react", "mute", "talk")
    }
    if not table.has_hints:
        urls["hint"] = ""
    if table.log.lesson:  # the coach suggests the next game
        urls["rematch"] = ""
    if not has_strategy(table.options.ruleset):
        urls["review"] = ""
    if shared and seat is not None:
        for name in (
            "move",
            "undo",
            "hint",
            "resign",
            "agree",
            "say",
            "react",
            "sheets",
            "cards",
            "help",
        ):
            urls[name] = urls[name] and f"{urls[name]}?seat={seat}"
        if table.state == "playing" and not turns_by_itself(table):
            urls["live"], base = f"{urls['live']}?seat={seat}", f"{base}?seat={seat}"
    api = f"/api/tables/{table.id}"
    return urls | {
        "table": base,
        "tv": f"/tables/{table.id}/tv",
        "curtain": f"/tables/{table.id}",
        "record": f"{api}/record",
        "stream": f"{api}/events?after={table.version}",
        "invite": f"{site}tables/{table.id}",
    }


def clock(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Return the time left for a seat's choice, or None without a clock."""
    deadline = table.deadline(seat) if seat is not None else None
    if deadline is None:
        return None
    seconds = max(0, int(deadline - time.time()))
    return {"seconds": seconds, "text": labels.time_left(seconds)}


def events_before(request: Request, table: Table) -> int | None:
    """Return the number of events at the version that the page shows.

    Return None if the version is not given, or nothing has happened since.
    """
    text = request.query_params.get("since", request.headers.get("x-since", ""))
    if table.game is None or not text:
        return None
    since = int(text) if text.isdecimal() and len(text) < 10 else -1
    if since == table.version or (request.method == "POST" and not 0 <= since < table.version):
        return None  # the form has taken effect already, so it is not refused
    return table.log.milestone(since).n_events


def steps_of(view: View | None, n_events: int | None) -> list[dict[str, Any]]:
    """Return what a viewer saw happen after so many events, as JSON."""
    if view is None or n_events is None:
        return []
    return step_facts(view, n_events)
