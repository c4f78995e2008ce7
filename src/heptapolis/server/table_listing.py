"""Describe tables for lists: their players, state and result."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import name_list
from heptapolis.narration.score import is_by_points, kind_of_end
from heptapolis.server.player_names import names_of
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table_log import Chair
from heptapolis.server.table_options import TableOptions
from heptapolis.variants import registered_variants
from heptapolis.web import labels
from heptapolis.web.boards import UNKNOWN_COVER, cover_of


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
    way = kind_of_end(end, t) if end != "points" else ""
    return " · ".join(filter(None, (result, way)))


def _cover(options: TableOptions) -> str:
    """Return the cover of a game, including games unknown to this server."""
    return cover_of(options.ruleset) if options.game in registered_variants() else UNKNOWN_COVER


def _scores(stored: StoredTable, names: Sequence[str]) -> tuple[tuple[str, int | None], ...]:
    """Return the players by place, with points if they were compared."""
    totals = stored.summary.get("totals", [])
    has_points = is_by_points(stored.summary["end"])
    seats = [seat for group in stored.summary.get("ranking", []) for seat in group]
    return tuple((names[seat], totals[seat] if has_points else None) for seat in seats)
