"""Numbers of a report on Duel: first player, endings, points by column, wonders, tokens, track."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from heptapolis.balance.estimate import (
    ColumnPoints,
    Estimate,
    Performance,
    Spread,
    point_spreads,
    seat_performances,
    share,
)
from heptapolis.games.duel.codes import DuelOutcome
from heptapolis.games.duel.columns import COLUMNS
from heptapolis.games.duel.edition import DuelEdition
from heptapolis.games.duel.simulation import DuelBatch

TOTAL = COLUMNS.index("total")
PAR = 0.5
AGES = (1, 2, 3)
BY_POINTS = ("points", "tie_break", "shared")


class DuelGames(NamedTuple):
    """What a report needs of many Duels, a row each; the last columns come from the final
    states."""

    sheets: Any  # (game, seat, column)
    ends: Any  # (game, 2): DuelOutcome, winner
    wonders: Any  # (game, seat): bits of those drafted
    raised: Any  # ... of those built
    tokens: Any  # ... of progress tokens
    marker: Any  # positive: it threatens seat 1
    age: Any  # in which the game ended


@dataclass(frozen=True)
class End:
    """One way to end: how often, and how many of these games the first player wins."""

    games: int
    share: Estimate
    first_wins: Estimate | None  # shared victories and endings that never occurred tell nothing


@dataclass(frozen=True)
class WonderPerformance:
    """Results of the seats that drafted a wonder, and of those that built it."""

    drafted: Performance
    built: Performance | None


@dataclass(frozen=True)
class DuelSetting:
    """The games of a report and their players."""

    games: int
    wonders: str
    neutral_start: str
    players: str
    seed: int


@dataclass(frozen=True)
class DuelBalance:
    """All numbers of a report; columns and margins are of games that points decided."""

    setting: DuelSetting
    means: dict[str, float]
    by_seat: list[Performance]
    ends: dict[str, End]
    ages: dict[str, list[int]]  # games ending in each age, by ending
    columns: dict[str, ColumnPoints]
    totals: Spread
    winning_totals: Spread
    margins: Spread
    track: Spread
    by_wonder: dict[str, WonderPerformance]
    by_token: dict[str, Performance]

    def facts(self) -> dict[str, Any]:
        """Return all numbers as JSON has them."""
        return asdict(self)


def pick(batch: DuelBatch) -> DuelGames:
    """Return the part of a batch that a report needs, as small as possible."""
    finals = batch.finals
    return DuelGames(
        batch.sheets.astype(np.int16),
        batch.ends.astype(np.int8),
        finals["wonders"].copy(),
        finals["raised"].copy(),
        finals["tokens"].copy(),
        finals["marker"].astype(np.int8),
        finals["age"].astype(np.int8),
    )


def join(parts: Sequence[DuelGames]) -> DuelGames:
    return DuelGames(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def victories(games: DuelGames) -> Any:
    """Return 1 for the winner of each game, a half each for a shared victory."""
    winner, is_shared = games.ends[:, 1:], games.ends[:, :1] == DuelOutcome.SHARED
    return np.where(is_shared, 0.5, winner == np.arange(2))


def endings(games: DuelGames) -> dict[str, Any]:
    """Return which games ended in each way; equal points are a way of their own (D47)."""
    outcome, totals = games.ends[:, 0], games.sheets[:, :, TOTAL]
    is_tied = totals[:, 0] == totals[:, 1]
    return {
        "points": (outcome == DuelOutcome.POINTS) & ~is_tied,
        "tie_break": (outcome == DuelOutcome.POINTS) & is_tied,
        "military": outcome == DuelOutcome.MILITARY,
        "science": outcome == DuelOutcome.SCIENCE,
        "shared": outcome == DuelOutcome.SHARED,
    }


def means(games: DuelGames) -> dict[str, float]:
    """Return the mean points by column."""
    sheet = games.sheets.mean(axis=(0, 1))
    return {column: float(sheet[k]) for k, column in enumerate(COLUMNS)}


def by_seat(games: DuelGames) -> list[Performance]:
    """Return a value for the first player, then for the second."""
    return seat_performances(victories(games), games.sheets[:, :, TOTAL])


def by_end(games: DuelGames) -> dict[str, End]:
    wins, n = victories(games), len(games.ends)
    ends = {}
    for end, hits in endings(games).items():
        own = int(hits.sum())
        first = share(float(wins[hits, 0].sum()), own) if own and end != "shared" else None
        ends[end] = End(own, share(own, n), first)
    return ends


def count(games: DuelGames, setting: DuelSetting, edition: DuelEdition) -> DuelBalance:
    """Return all numbers of a report."""
    hits = endings(games)
    decided = np.logical_or.reduce([hits[end] for end in BY_POINTS])
    sheets, wins = games.sheets[decided], victories(games)[decided]
    columns = COLUMNS if decided.any() else ()
    return DuelBalance(
        setting,
        means(games),
        by_seat(games),
        by_end(games),
        {end: [int((games.age[own] == age).sum()) for age in AGES] for end, own in hits.items()},
        {column: ColumnPoints.of(sheets[:, :, COLUMNS.index(column)], wins) for column in columns},
        *point_spreads(sheets[:, :, TOTAL]),
        Spread.of(games.marker),
        _wonder_results(games, edition),
        _holder_results(games, games.tokens, [token.id for token in edition.catalog.tokens]),
    )


def _wonder_results(games: DuelGames, edition: DuelEdition) -> dict[str, WonderPerformance]:
    ids = [wonder.id for wonder in edition.catalog.wonders]
    built = _holder_results(games, games.raised, ids)
    drafted = _holder_results(games, games.wonders, ids)
    return {id: WonderPerformance(own, built.get(id)) for id, own in drafted.items()}


def _holder_results(games: DuelGames, holdings: Any, ids: Sequence[str]) -> dict[str, Performance]:
    """Return the results of the seats that held each thing; the first is bit 0."""
    points, wins = games.sheets[:, :, TOTAL], victories(games)
    masks = {id: (holdings >> bit) & 1 == 1 for bit, id in enumerate(ids)}
    return {
        id: Performance.of(wins[mask], points[mask]) for id, mask in masks.items() if mask.any()
    }
