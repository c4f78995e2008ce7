"""Provide what routes depend on: the parts of the server, the current guest and the table."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPBearer

from heptapolis.server.errors import no_guest
from heptapolis.server.guard import address
from heptapolis.server.guests import Guests
from heptapolis.server.limits import Limits, widest_network
from heptapolis.server.moderation import check_may_write, note_network
from heptapolis.server.page_updates import PageUpdates
from heptapolis.server.registry import TableRegistry
from heptapolis.server.render_pool import RenderPool
from heptapolis.server.store import Guest
from heptapolis.server.table import Table

BEARER = HTTPBearer(auto_error=False, description="The token of POST /api/guests.")


def registry_of(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def guests_of(request: Request) -> Guests:
    guests: Guests = request.app.state.guests
    return guests


def limits_of(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def origin_of(request: Request) -> str:
    """Return the keyed hash of the address that opens a table; of IPv6 the /48 network."""
    return guests_of(request).origin(widest_network(address(request)))


def render_pool_of(request: Request) -> RenderPool:
    pool: RenderPool = request.app.state.render_pool
    return pool


def page_updates_of(request: Request) -> PageUpdates:
    updates: PageUpdates = request.app.state.page_updates
    return updates


async def optional_guest(
    request: Request, _: Annotated[object, Depends(BEARER)] = None
) -> Guest | None:
    """Return the current guest, or None."""
    return await guests_of(request).guest_of(request)


async def required_guest(guest: Annotated[Guest | None, Depends(optional_guest)]) -> Guest:
    """Return the authenticated guest, or raise 401."""
    if guest is None:
        raise no_guest()
    return guest


async def writing_guest(
    request: Request, guest: Annotated[Guest, Depends(required_guest)]
) -> Guest:
    """Return the authenticated guest of a change, counted against the rate limit."""
    limits_of(request).take("write", guest.id)
    check_may_write(request, guest.id)
    await note_network(request, guest.id)
    return guest


def loop_dependency(function: Callable[[Request], Any]) -> Any:
    """Return a dependency that runs on the event loop. FastAPI would call it in a thread."""

    async def resolve(request: Request) -> Any:
        return function(request)

    return Depends(resolve)


TableId = Annotated[str, Path(pattern="^[A-Za-z0-9]{8,32}$")]


async def table_of(request: Request, table: TableId) -> Table:
    return await registry_of(request).table(table)


OptionalGuest = Annotated[Guest | None, Depends(optional_guest)]
RequiredGuest = Annotated[Guest, Depends(required_guest)]
WritingGuest = Annotated[Guest, Depends(writing_guest)]
TheRegistry = Annotated[TableRegistry, loop_dependency(registry_of)]
TheGuests = Annotated[Guests, loop_dependency(guests_of)]
TheTable = Annotated[Table, Depends(table_of)]


def count_words(request: Request, table: Table, guest: Guest) -> None:
    """Apply the rate limits of messages: for each guest, and for all spectators of a table."""
    limits_of(request).take("say", guest.id)
    if table.seat_of(guest) is None:
        table.check_may_speak(guest)  # a refused message does not count
        limits_of(request).take("spectators", table.id)
