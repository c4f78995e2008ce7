"""Limit the requests of a client with token buckets.

An IPv6 subscriber may have a whole network. A request from there counts for three networks that
contain its address: each has a bucket, the wider ones with more room.
"""

import time
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network

from heptapolis.lru import Lru
from heptapolis.server.errors import RequestError

MAX_BUCKETS = 20_000
MAX_WAIT_SECONDS = 5.0  # a request that would have to wait longer is refused
SUBSCRIBER_SUFFIX = "/64"
# Wider IPv6 networks: prefix length, and how many times the limits of one subscriber they have.
WIDER_NETWORKS = ((56, 2), (48, 4))


@lru_cache(4096)
def network_of(host: str) -> str:
    """Return the address that limits count: for IPv6 the /64 network of a subscriber."""
    try:
        ip = ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, IPv4Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(IPv6Network((int(ip), 64), strict=False))


@lru_cache(4096)
def counted_networks(client: str) -> tuple[tuple[str, int], ...]:
    """Return a client and the wider networks that contain it, each with its share of a limit.

    A client that is no IPv6 network, such as a guest, counts for itself only.
    """
    if not client.endswith(SUBSCRIBER_SUFFIX):
        return ((client, 1),)
    subscriber = IPv6Network(client)
    wider = ((str(subscriber.supernet(new_prefix=size)), n) for size, n in WIDER_NETWORKS)
    return ((client, 1), *wider)


def widest_network(client: str) -> str:
    """Return the /48 network of an IPv6 client; other clients are returned unchanged."""
    return counted_networks(client)[-1][0]


def coarse_network(host: str) -> str | None:
    """Return the network of an address without what identifies a household: /24, or /48 of
    IPv6. Return None for what is no address."""
    try:
        ip = ip_address(network_of(host).removesuffix(SUBSCRIBER_SUFFIX))
    except ValueError:
        return None
    return str(ip_network((int(ip), 24 if ip.version == 4 else 48), strict=False))


class Limits:
    """Hold token buckets by kind and client. The longest unused ones are dropped."""

    def __init__(self, limits: Mapping[str, tuple[float, float]]) -> None:
        self._limits = limits
        self._buckets: Lru[tuple[str, str], tuple[float, float]] = Lru(MAX_BUCKETS)

    def take(self, kind: str, client: str) -> None:
        """Count a request. Raise RequestError if the limit is exceeded."""
        self._take(kind, client, 0.0)

    def reserve(self, kind: str, client: str) -> float:
        """Count a request and return for how many seconds it has to wait.

        Raise RequestError if that is too long. Waiting limits the rate as refusals do, but
        visitors who share an address lose nothing.
        """
        return self._take(kind, client, MAX_WAIT_SECONDS)

    def _take(self, kind: str, client: str, max_wait: float) -> float:
        most, rate = self._limits[kind]
        now = time.monotonic()
        rests: dict[tuple[str, str], float] = {}
        wait = 0.0
        for network, share in counted_networks(client):
            left, since = self._buckets.get((kind, network), (most * share, now))
            rest = min(most * share, left + (now - since) * rate * share) - 1
            if rest < -max_wait * rate * share:
                raise RequestError(429, "too_fast", "too many requests; wait a moment")
            if rest < 0:
                wait = max(wait, -rest / (rate * share))
            rests[kind, network] = rest
        for bucket, rest in rests.items():
            self._buckets[bucket] = rest, now
        return wait
