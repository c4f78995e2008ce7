"""Apply what hosts have decided to requests: bans, a notice on all pages, read-only mode."""

import time
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from fastapi import Request

from heptapolis.server.errors import RequestError
from heptapolis.server.moderation_store import NOTICE, READ_ONLY, Ban
from heptapolis.server.store import Store


class Moderation:
    """Hold the current decisions of one server."""

    def __init__(self, store: Store) -> None:
        self.notice = ""
        self._store = store
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


def _is_in(host: str, network: IPv4Network | IPv6Network) -> bool:
    try:
        ip = ip_address(host)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip) in network
