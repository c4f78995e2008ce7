"""Build the addresses of a table: its pages and its forms."""

from dataclasses import dataclass

from heptapolis.bots.strategy import has_strategy
from heptapolis.server.hot_seat import turns_by_itself
from heptapolis.server.table import Table


@dataclass(frozen=True)
class TableUrls:
    """The addresses of a table; "" where the viewer may not use one."""

    # pages
    table: str
    live: str  # the part of the page that changes
    curtain: str  # the page while the device changes hands
    cards: str
    sheets: str
    help: str
    tv: str
    replay: str
    review: str
    record: str
    stream: str
    invite: str
    # forms
    sit: str
    name: str
    leave: str
    bots: str
    move: str
    undo: str
    go: str
    hint: str
    resign: str
    agree: str
    rematch: str
    say: str
    react: str
    mute: str
    talk: str
    report: str


def table_urls(
    table: Table, seat: int | None, site: str = "/", *, is_shared: bool = False
) -> TableUrls:
    """Return the addresses for the viewer in a seat.

    ``is_shared`` adds the seat, since several people use this device.
    """
    base, api = f"/tables/{table.id}", f"/api/tables/{table.id}"
    is_seated = seat is not None
    can_talk = is_seated or table.options.spectators
    query = f"?seat={seat}" if is_shared and is_seated else ""
    # a board that turns to the next player by itself has one address for all of them
    here = query if table.state == "playing" and not turns_by_itself(table) else ""
    return TableUrls(
        table=base + here,
        live=f"{base}/live{here}",
        curtain=base,
        cards=f"{base}/cards{query}",
        sheets=f"{base}/sheets{query}",
        help=f"{base}/help{query}",
        tv=f"{base}/tv",
        replay=f"{base}/replay",
        review=f"{base}/review" if has_strategy(table.options.ruleset) else "",
        record=f"{api}/record",
        stream=f"{api}/events?after={table.version}",
        invite=f"{site}tables/{table.id}",
        sit=f"{base}/sit",
        name=f"{base}/name",
        leave=f"{base}/leave",
        bots=f"{base}/bots",
        move=f"{base}/move{query}",
        undo=f"{base}/undo{query}",
        go=f"{base}/go",
        hint=f"{base}/hint{query}" if is_seated and table.has_hints else "",
        resign=f"{base}/resign{query}" if is_seated else "",
        agree=f"{base}/agree{query}" if is_seated else "",
        # after a lesson the coach suggests the next game
        rematch=f"{base}/rematch" if is_seated and not table.log.lesson else "",
        say=f"{base}/say{query}" if can_talk else "",
        react=f"{base}/react{query}" if can_talk else "",
        mute=f"{base}/mute" if can_talk else "",
        talk=f"{base}/talk" if can_talk else "",
        report=f"{base}/report",
    )
