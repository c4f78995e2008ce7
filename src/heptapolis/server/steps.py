"""Return the steps of a game since the version that a client shows, for the API and for pages."""

from typing import Any

from fastapi import Request

from heptapolis.contract import View
from heptapolis.narration import steps_after
from heptapolis.server.table import Table


def step_facts(view: View, n_events: int) -> list[dict[str, Any]]:
    """Return what a viewer saw after a number of events, turn by turn, as JSON."""
    return [turn.facts() for turn in steps_after(view, n_events)]


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
