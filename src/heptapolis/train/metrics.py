"""Curves of a training, from the lines of its journal."""

from collections.abc import Iterable, Sequence
from typing import Any

from heptapolis.train.matches import interval

Line = dict[str, Any]
Points = list[tuple[float, float]]
N_PARTS = 10


def matches(lines: Iterable[Line], *, bots: bool) -> dict[tuple[str, int], Points]:
    """Return curves of (millions of decisions, share of wins) against each rival, at each number of
    seats."""
    found: dict[tuple[str, int], Points] = {}
    for line in lines:
        for one in line.get("matches", ()):
            if one["bot"] == bots:
                points = found.setdefault((one["rival"], one["seats"]), [])
                points.append((line["decisions"] / 1e6, one["share"]))
    return found


def response(lines: Iterable[Line], rival: str) -> Line | None:
    """Return the share of wins of a best response in the first and the last tenth of its training
    games. In these it samples its moves, while the rival plays its best ones."""
    played = [line for line in lines if rival in line.get("met", {})]
    if not played:
        return None
    size = max(1, len(played) // N_PARTS)
    first, last = (_meeting(some, rival) for some in (played[:size], played[-size:]))
    low, high = interval(last["share"], last["games"])
    return {
        "rival": rival,
        "first": first["share"],
        "last": last["share"],
        "games": last["games"],
        "low": round(low, 4),
        "high": round(high, 4),
        "par": last["par"],
    }


def _meeting(lines: Sequence[Line], rival: str) -> Line:
    """Return the mean share of wins over some iterations."""
    games = sum(line["met"][rival] for line in lines)
    means = {
        ours: sum(line["met"][rival] * line[theirs][rival] for line in lines) / games
        for ours, theirs in (("share", "against"), ("par", "par"))
    }
    return {"games": games, **{name: round(mean, 4) for name, mean in means.items()}}


def series(lines: Iterable[Line], group: str) -> dict[str, Points]:
    """Return the series of every number in a group of the iterations, by name."""
    found: dict[str, Points] = {}
    for line in lines:
        for name, value in line.get(group, {}).items():
            if value is not None:
                found.setdefault(name, []).append((line["decisions"] / 1e6, value))
    return found
