"""Find an address for invitations that others can reach."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address

from fastapi import Request

from heptapolis.server.dependencies import registry_of

WILDCARD_HOSTS = ("0.0.0.0", "::")  # addresses at which a server listens on all interfaces
_UNROUTED_ADDRESS = ("192.0.2.1", 9)  # an address that is never assigned (RFC 5737)


@dataclass(frozen=True)
class SiteAddress:
    """Describe where others can reach this server."""

    url: str  # ends with a slash
    is_local: bool  # reachable only from this machine


def site_of(request: Request) -> SiteAddress:
    """Return the public URL, or else the address that the page was opened at.

    Instead of localhost it is this machine's network address, if the server listens there.
    """
    settings = registry_of(request).settings
    if settings.site_url:
        return SiteAddress(settings.site_url, False)
    url = request.base_url
    if not _is_here(url.hostname or ""):
        return SiteAddress(str(url), False)
    there = network_address() if settings.host in WILDCARD_HOSTS else None
    return (
        SiteAddress(str(url.replace(hostname=there)), False)
        if there
        else SiteAddress(str(url), True)
    )


def network_address() -> str | None:
    """Return this machine's network address, or None. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNROUTED_ADDRESS)
        except OSError:
            return None
        ip = str(probe.getsockname()[0])
    return None if _is_here(ip) else ip


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
