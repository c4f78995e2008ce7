"""The address that brings friends to a table: one that they can reach."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address

from fastapi import Request

from heptapolis.server.api import registry_of

EVERYWHERE = ("0.0.0.0", "::")  # what a server listens at that others can reach
_BEYOND = ("192.0.2.1", 9)  # an address that nobody has (RFC 5737)


@dataclass(frozen=True)
class SiteAddress:
    """Where others find this server."""

    url: str  # with a slash at its end
    is_local: bool  # only this machine finds it there


def site_of(request: Request) -> SiteAddress:
    """The address that the page was opened at, or this machine's in its network where the other
    means "here" and the server listens there too."""
    url = request.base_url
    if not _is_here(url.hostname or ""):
        return SiteAddress(str(url), False)
    listens_at = registry_of(request).settings.host
    there = network_address() if listens_at in EVERYWHERE else None
    return (
        SiteAddress(str(url.replace(hostname=there)), False)
        if there
        else SiteAddress(str(url), True)
    )


def network_address() -> str | None:
    """This machine's address in its network, if it is in one. Nothing is sent to learn it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_BEYOND)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _is_here(found) else found


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
