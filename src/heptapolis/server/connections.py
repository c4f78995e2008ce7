"""Limit the number of connections.

uvicorn accepts connections until no file descriptor is left. Without this module some thousand
silent connections stop the server; a proxy in front of it can set the same limits. A stream, whose
request is complete, lasts as long as its client reads. `bounded_protocols.py` limits the time.
"""

import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from itertools import chain
from typing import Protocol

from heptapolis.server.limits import counted_networks, network_of, widest_network
from heptapolis.server.settings import Settings

if sys.platform != "win32":  # Windows has no such limit
    import resource

LOG = logging.getLogger("heptapolis.server")
MAX_SEARCHED_NETWORKS = 20  # in which a connection to spare is looked for
LASTING_SECONDS = 10.0  # a response that lasts longer is a stream
BACKLOG = 256  # connections that the system may accept before they are counted
RESERVED_FILES = 128  # descriptors for the database, static files and bot processes
ADDRESS_SHARE_DIVISOR = 4  # no address gets more than this fraction of all connections
LOG_INTERVAL_SECONDS = 60.0  # minimum time between two lines about connections in the log
UNLIMITED_FILES = 86_400  # descriptors assumed where the system sets no limit
UNIX_CLIENT = "unix"  # address of all clients of a Unix socket: proxies of this machine


class ProxySet:
    """The trusted proxies: addresses, networks, or "*" for all, as uvicorn reads them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._has_all = [*names] == ["*"]
        self._names = frozenset(names)
        self._networks = [one for name in names if (one := _network(name))]

    def __contains__(self, host: str) -> bool:
        if self._has_all or (host and host in self._names):
            return True
        try:
            ip = ip_address(host)
        except ValueError:
            return False
        return any(ip in network for network in self._networks)


def _network(name: str) -> IPv4Network | IPv6Network | None:
    """Return an address or a network, or None for any other name."""
    try:
        return ip_network(name)
    except ValueError:
        return None


class Client(Protocol):
    """Define what a connection does for the others."""

    @property
    def host(self) -> str:
        """Return the address at its other end."""

    @property
    def is_yielding(self) -> bool:
        """Return whether the connection can be closed without interrupting a response."""

    @property
    def is_lasting(self) -> bool:
        """Return whether the connection has sent one response for long: clients of streams
        reconnect."""

    def yield_place(self) -> None:
        """Close the connection in favour of another one."""


class Connections:
    """Count the open connections of a process by address.

    Connections of known proxies are counted only in total. At a limit, a new connection takes the
    place of one that waits for its client: one of the same network, or one of the network with
    the most connections if that has more than the new one's, which may also lose a stream.
    """

    def __init__(self, settings: Settings) -> None:
        self.seconds = {
            "header": settings.header_seconds,
            "body": settings.body_seconds,
            "idle": settings.idle_seconds,
            "answer": settings.answer_seconds,
        }
        files = descriptors()
        room = max(files - BACKLOG - RESERVED_FILES, files // ADDRESS_SHARE_DIVISOR)
        self._most = min(settings.max_connections, room)
        self._most_of_one = settings.max_connections_per_address
        self._proxies = ProxySet(trusted_clients(settings))
        self._open: Counter[str] = Counter()  # by network; "" is all
        # By the widest network, "" for proxies: the connections, the one least recently used first.
        self._clients: dict[str, dict[Client, None]] = {}
        self._unlogged: Counter[str] = Counter()
        self._last_logged = float("-inf")

    def admit(self, client: Client) -> bool:
        """Count a connection, or return False if it exceeds a limit."""
        networks = self._counted_networks(client.host)
        for network, share in networks:
            if self._open[network] >= self._limit(share) and not self._free_place(network):
                self.log("refused, too many of one address", client.host)
                return False
        if self._open[""] >= self._most and not self._free_largest(client):
            self.log("refused, too many in all", client.host)
            return False
        self._open.update([*(network for network, _ in networks), ""])
        self._clients.setdefault(self._group(client), {})[client] = None
        return True

    def note_change(self, client: Client) -> None:
        """Note that a connection has sent or received something."""
        group = self._clients.get(self._group(client), {})
        if client in group:
            del group[client]
            group[client] = None

    def end(self, client: Client) -> None:
        """Stop counting a connection. Further calls have no effect."""
        name = self._group(client)
        group = self._clients.get(name, {})
        if client not in group:
            return
        del group[client]
        if not group:
            del self._clients[name]
        for network in (*(one for one, _ in self._counted_networks(client.host)), ""):
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def log(self, event: str, host: str) -> None:
        """Log, at intervals, how often each event has occurred since the last line."""
        self._unlogged[event] += 1
        now = time.monotonic()
        if now - self._last_logged >= LOG_INTERVAL_SECONDS:
            self._last_logged = now
            counts = "; ".join(f"{n} {one}" for one, n in self._unlogged.items())
            LOG.warning("connections: %s (the last of %s)", counts, network_of(host))
            self._unlogged.clear()

    def _limit(self, share: int) -> int:
        """Return the limit of a network with so many shares."""
        most = min(self._most_of_one * share, self._most // ADDRESS_SHARE_DIVISOR)
        return max(1, most)

    def _counted_networks(self, host: str) -> Sequence[tuple[str, int]]:
        """Return the networks to count a connection for, with their shares; a proxy has none."""
        return () if host in self._proxies else counted_networks(network_of(host))

    def _group(self, client: Client) -> str:
        """Return the widest network of a client, or "" for a proxy."""
        networks = self._counted_networks(client.host)
        return networks[-1][0] if networks else ""

    def _free_place(self, network: str) -> bool:
        """Close a connection of a network that waits for its client, if there is one."""
        for client in self._clients.get(widest_network(network), {}):
            is_there = network in (one for one, _ in self._counted_networks(client.host))
            if is_there and client.is_yielding:
                self._close(client)
                return True
        return False

    def _free_largest(self, newcomer: Client) -> bool:
        """Close a connection of the largest network that has any to spare."""
        name = self._group(newcomer)
        own = len(self._clients.get(name, ())) if name else 0
        larger = [group for net, group in self._clients.items() if net and len(group) > own + 1]
        largest = sorted(larger, key=len, reverse=True)[:MAX_SEARCHED_NETWORKS]
        idle = (client for group in largest for client in group if client.is_yielding)
        lasting = (client for group in largest for client in group if client.is_lasting)
        for client in chain(idle, lasting):
            self._close(client)
            return True
        return False

    def _close(self, client: Client) -> None:
        """Close a connection and free its place at once."""
        self.log("ended, for others", client.host)
        self.end(client)
        client.yield_place()


def descriptors() -> int:
    """Return how many files this process can open."""
    if sys.platform == "win32":
        return UNLIMITED_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED_FILES if soft == resource.RLIM_INFINITY else soft


def raise_file_limit(settings: Settings) -> None:
    """Raise the limit of open files to what all connections need, as far as the system permits."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = settings.max_connections + BACKLOG + RESERVED_FILES
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def trusted_clients(settings: Settings) -> list[str]:
    """Return the clients whose forwarded addresses are believed."""
    proxies = list(settings.trusted_proxies)
    return [*proxies, UNIX_CLIENT] if settings.socket and proxies != ["*"] else proxies
