"""Token buckets, and the networks that they belong to."""

import pytest

from heptapolis.server import limits
from heptapolis.server.errors import RequestError
from heptapolis.server.limits import (
    MAX_WAIT_SECONDS,
    Limits,
    coarse_network,
    counted_networks,
    network_of,
    widest_network,
)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def n_taken(buckets: Limits, clients: list[str]) -> int:
    n = 0
    for client in clients:
        try:
            buckets.take("request", client)
        except RequestError:
            continue
        n += 1
    return n


def test_addresses_of_one_subscriber_are_one_client() -> None:
    assert (
        network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    )
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.2") != network_of("192.0.2.1")
    assert network_of("fe80::1%lo") == "fe80::/64" and network_of("a name") == "a name"


def test_an_ipv6_client_counts_for_its_wider_networks() -> None:
    assert counted_networks("2001:db8:1:203::/64") == (
        ("2001:db8:1:203::/64", 1),
        ("2001:db8:1:200::/56", 2),
        ("2001:db8:1::/48", 4),
    )
    assert widest_network("2001:db8:1:203::/64") == "2001:db8:1::/48"
    assert counted_networks("192.0.2.1") == (("192.0.2.1", 1),)
    assert counted_networks("0123456789abcdef") == (("0123456789abcdef", 1),)


def test_a_bucket_fills_again(clock: Clock) -> None:
    buckets = Limits({"request": (3, 0.5)})
    assert n_taken(buckets, ["192.0.2.1"] * 9) == 3
    assert n_taken(buckets, ["192.0.2.2"]) == 1
    clock.now += 4
    assert n_taken(buckets, ["192.0.2.1"] * 9) == 2


def test_a_network_of_many_addresses_has_a_few_times_the_limit_of_one(clock: Clock) -> None:
    buckets = Limits({"request": (10, 0)})
    assert n_taken(buckets, [network_of(f"2001:db8:0:{n:x}::1") for n in range(256)]) == 20
    more = [network_of(f"2001:db8:0:{n:x}::1") for n in range(0, 65_536, 64)]
    assert n_taken(buckets, more) == 20
    assert n_taken(buckets, [network_of("2001:db8:1::1")]) == 1


def test_a_request_waits_for_its_turn_or_is_refused(clock: Clock) -> None:
    buckets = Limits({"request": (2, 4)})
    waits = [buckets.reserve("request", "192.0.2.1") for _ in range(4)]
    assert waits == [0, 0, 0.25, 0.5]
    with pytest.raises(RequestError):
        for _ in range(99):
            assert buckets.reserve("request", "192.0.2.1") <= MAX_WAIT_SECONDS
    with pytest.raises(RequestError):
        buckets.take("request", "192.0.2.1")
    clock.now += MAX_WAIT_SECONDS + 0.25
    buckets.take("request", "192.0.2.1")


def test_without_a_rate_nothing_waits(clock: Clock) -> None:
    buckets = Limits({"request": (1, 0)})
    assert buckets.reserve("request", "192.0.2.1") == 0
    with pytest.raises(RequestError):
        buckets.reserve("request", "192.0.2.1")


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::9", "2001:db8:1::/48"),
        ("unix", None),
        ("", None),
    ],
)
def test_a_coarse_network_is_no_household(host: str, network: str | None) -> None:
    assert coarse_network(host) == network
