"""Apply what hosts have decided to requests: bans, a notice on all pages, read-only mode."""

import time
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from fastapi import Request

from heptapolis.lru import Lru
from heptapolis.server.errors import RequestError, StorageError
from heptapolis.server.limits import coarse_network
from heptapolis.server.moderation_store import NOTICE, READ_ONLY, Ban
from heptapolis.server.store import MAX_CACHED_GUESTS, Store

DAY_SECONDS = 86_400.0


class Moderation:
    """Hold the current decisions of one server."""

    def __init__(self, store: Store, *, keeps_networks: bool = False) -> None:
        self.notice = ""
        self._store, self._keeps_networks = store, keeps_networks
        self._networks_of: Lru[str, tuple[str, float]] = Lru(MAX_CACHED_GUESTS)
        self._guests: dict[str, Ban] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, Ban]] = []

    async def load(self) -> None:
        """Read all decisions."""
        kept = self._store.moderation
        self._set_bans(await kept.bans(time.time()))
        self.notice = await kept.fact(NOTICE)
        self._store.is_read_only = bool(await kept.fact(READ_ONLY))

    def check(self, guest: str | None, host: str) -> None:
        """Raise 403 if this guest or network may change nothing now."""
        now = time.time()
        bans = [self._guests[guest]] if guest in self._guests else []
        bans += [ban for network, ban in self._networks if _is_in(host, network)]
        if any(ban.until is None or ban.until > now for ban in bans):
            raise RequestError(403, "banned", "the host of this site has banned you")

    async def note_network(self, guest: str, host: str) -> None:
        network, today = coarse_network(host), time.time() // DAY_SECONDS
        if not self._keeps_networks or network is None or self._store.is_read_only:
            return
        if self._networks_of.get(guest) != (network, today):
            with suppress(StorageError):  # the change itself reports it
                await self._store.moderation.note_network(guest, network, time.time())
                self._networks_of[guest] = network, today

    def _set_bans(self, bans: Sequence[Ban]) -> None:
        networks = [(ban, network_in(ban.target)) for ban in bans]
        self._guests = {ban.target: ban for ban, network in networks if network is None}
        self._networks = [(network, ban) for ban, network in networks if network is not None]


def network_in(text: str) -> IPv4Network | IPv6Network | None:
    """Return the network or address that a text names, or None."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def check_may_write(request: Request, guest: str | None = None) -> None:
    """Raise 403 if the guest or network of a request is banned."""
    moderation: Moderation = request.app.state.moderation
    moderation.check(guest, request.client.host if request.client else "")


async def note_network(request: Request, guest: str) -> None:
    """Store the network of a guest who changes something, once a day or when it is another one."""
    moderation: Moderation = request.app.state.moderation
    await moderation.note_network(guest, request.client.host if request.client else "")


def _is_in(host: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        ip = ip_address(host)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip) in network
