"""Prepare the page of a table for one viewer.

Everything that can change is read while the table is locked, `read_table`; the board is drawn from
it in a thread of the render pool, `draw_game`.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from heptapolis.bots.advice import Advice
from heptapolis.contract import View
from heptapolis.i18n import Translator, translator
from heptapolis.narration.denial import Denial
from heptapolis.narration.score import GameEnd
from heptapolis.server.chat import Chat, chat_of
from heptapolis.server.hot_seat import Curtain, curtain, is_shared
from heptapolis.server.invitation import SiteAddress
from heptapolis.server.lobby import Lobby, lobby_of
from heptapolis.server.player_names import names_of
from heptapolis.server.steps import step_facts
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_urls import TableUrls, table_urls
from heptapolis.web import labels
from heptapolis.web.board_parts import GameBoard, Turn
from heptapolis.web.boards import board_of, log_of, with_names
from heptapolis.web.commentary import DenialLine, worst_denials
from heptapolis.web.ending import EndPage, ending_of
from heptapolis.web.hints import Hint, hints
from heptapolis.web.lessons import SEAT, Coach, Farewell, Step, coach
from heptapolis.web.replay import ReplayStep

TITLE = "Heptapolis"


@dataclass(frozen=True)
class Viewer:
    """The reader of a page: a guest in one of their seats, or a spectator."""

    guest: Guest | None
    seat: int | None
    muted: frozenset[str]  # the guests whom they have muted
    language: str

    @property
    def translator(self) -> Translator:
        return translator(self.language)


@dataclass(frozen=True)
class PageError:
    """Why a form was refused."""

    message: str
    rule: str = ""  # the number of the rule that forbids the move


@dataclass(frozen=True)
class Agreement:
    """The players' agreement to end the game."""

    names: Sequence[str]  # of those who agree
    has_agreed: bool  # the viewer
    has_resigned: bool  # the viewer


@dataclass(frozen=True)
class TimeLeft:
    """The time left for a choice."""

    seconds: int
    text: str


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """Everything that the page of a table shows; the templates read these names."""

    # the table
    state: str
    version: int
    moment: int  # the number of events so far
    variant: str
    next_table: str | None
    urls: TableUrls
    site: str
    is_local: bool  # others cannot reach the site
    is_crowded: bool  # the bots think for a shorter time
    # the viewer
    seat: int | None
    decision: int  # the number of their next choice
    is_host: bool
    may_go_on: bool
    may_end_alone: bool
    is_lesson: bool
    clock: TimeLeft | None
    curtain: Curtain | None  # while the device changes hands
    holder: str  # the name of the player who holds a shared device
    agreement: Agreement
    # the form just sent
    typed: Mapping[str, str]
    error: PageError | None
    # the people
    lobby: Lobby | None  # until the game starts
    chat: Chat
    # the game
    title: str = TITLE
    is_my_turn: bool = False
    board: GameBoard | None = None
    log: Sequence[Turn] = ()
    steps: Sequence[Mapping[str, Any]] = ()  # what happened since the version on the screen
    hints: Sequence[Hint] = ()
    denied: Sequence[DenialLine] = ()  # after the game
    ending: EndPage | None = None
    coach: Coach | None = None
    farewell: Farewell | None = None  # of the coach
    replay: ReplayStep | None = None  # only the page of a replay shows one


@dataclass(frozen=True)
class Scene:
    """A game as read under the table's lock, to be drawn outside it."""

    view: View | None = None
    end: GameEnd | None = None
    me: int | None = None  # the viewer's seat, unless several people share the device
    shown_events: int | None = None  # on the viewer's screen, so that it can play what follows
    seen_events: int | None = None  # before the viewer's last choice; what follows is marked
    lesson: str = ""
    story: Sequence[Step] = ()
    advice: Sequence[Advice] = ()
    denied: Sequence[Denial] = field(default=())
    ready: frozenset[int] = frozenset()  # bots that wait for people before they choose


def read_table(
    table: Table,
    viewer: Viewer,
    site: SiteAddress,
    *,
    is_crowded: bool,
    typed: Mapping[str, str],
    error: PageError | None = None,
) -> TablePage:
    """Return the page without its game. The caller holds the table's lock."""
    guest, seat, t = viewer.guest, viewer.seat, viewer.translator
    names, own = names_of(table.chairs, t), table.seats_of(guest)
    is_shared_now = table.state == "playing" and is_shared(table, guest)
    return TablePage(
        state=table.state,
        version=table.version,
        moment=table.log.milestone(table.version).n_events,
        variant=table.options.title(viewer.language),
        next_table=table.log.rematch,
        urls=table_urls(table, seat, site.url, is_shared=len(own) > 1),
        site=site.url,
        is_local=site.is_local,
        is_crowded=table.state == "playing" and is_crowded,
        seat=seat,
        decision=0 if seat is None else table.decision(seat),
        is_host=table.is_host(guest),
        may_go_on=table.may_go_on(guest),
        may_end_alone=table.may_end_alone(guest),
        is_lesson=bool(table.log.lesson) and seat == SEAT,
        clock=_time_left(table, seat),
        curtain=curtain(table, guest, names, t) if is_shared_now and seat is None else None,
        holder=names[seat] if is_shared_now and seat is not None else "",
        agreement=_agreement(table, own if seat is None else [seat], names),
        typed=typed,
        error=error,
        lobby=lobby_of(table, guest, names, t) if table.game is None else None,
        chat=chat_of(table, guest, seat, viewer.muted, names, t),
    )


def _agreement(table: Table, own: Sequence[int], names: Sequence[str]) -> Agreement:
    mine = [table.chairs[n] for n in own]
    return Agreement(
        names=[names[n] for n, chair in enumerate(table.chairs) if chair.agrees],
        has_agreed=bool(mine) and all(chair.agrees for chair in mine),
        has_resigned=bool(mine) and all(chair.has_resigned for chair in mine),
    )


def _time_left(table: Table, seat: int | None) -> TimeLeft | None:
    """Return the time left for a seat's choice, or None without a clock."""
    deadline = table.deadline(seat) if seat is not None else None
    if deadline is None:
        return None
    seconds = max(0, int(deadline - time.time()))
    return TimeLeft(seconds, labels.time_left(seconds))


def end_of(table: Table) -> GameEnd | None:
    """Return the end of a finished game, or None."""
    if table.game is None or not table.log.end:
        return None
    return GameEnd(table.game, table.log.end, table.log.ranking())


def read_game(
    table: Table,
    viewer: Viewer,
    *,
    shown_events: int | None,
    advice: Sequence[Advice],
    denied: Sequence[Denial],
) -> Scene:
    """Return the game as the viewer may see it. The caller holds the table's lock."""
    guest, seat = viewer.guest, viewer.seat
    view = table.public_view(guest) if seat is None else table.view(guest, seat)
    if view is None:
        return Scene()
    return Scene(
        view=with_names(view, names_of(table.chairs, viewer.translator)),
        end=end_of(table),
        me=seat if len(table.seats_of(guest)) < 2 else None,
        shown_events=shown_events,
        seen_events=table.log.seen_before(seat),
        lesson=table.log.lesson,
        story=list(table.log.story),
        advice=advice,
        denied=denied,
        ready=frozenset(table.ready_bots()),
    )


def draw_game(page: TablePage, scene: Scene, language: str) -> TablePage:
    """Return the page with its game."""
    view, events = scene.view, scene.shown_events
    if view is None:
        return page
    board = board_of(view, language, scene.seen_events).with_ready(scene.ready)
    board = board.as_finished() if page.state == "over" else board
    ending = ending_of(scene.end, view, board, language, scene.me) if scene.end else None
    person = page.curtain.following if page.curtain else None
    mine = ""  # the call to the viewer, or to the next one at this device
    if board.question and page.state == "playing":
        mine = translator(language).gettext("Your turn")
    elif person:
        mine = person.name
    said = coach(scene.lesson, scene.story, view, board, language) if page.is_lesson else None
    heading = ending.headline if ending else f"● {mine}" if mine else board.moment
    return replace(
        page,
        title=f"{heading} · {TITLE}",
        is_my_turn=bool(mine),
        board=board,
        log=log_of(view, language, scene.denied),
        steps=[] if events is None else step_facts(view, events),
        hints=hints(view, board, scene.advice, language),
        denied=worst_denials(view, scene.denied, language),
        ending=ending,
        coach=said if isinstance(said, Coach) else None,
        farewell=said if isinstance(said, Farewell) else None,
    )
