"""What many games of classic say about boards and sides, seats, leaders and columns of points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from heptapolis.balance.estimate import (
    ColumnPoints,
    Performance,
    Spread,
    point_spreads,
    seat_performances,
)
from heptapolis.games.classic.columns import COLUMNS
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.simulation import Batch

TOTAL = COLUMNS.index("total")
MOST_COINS = 100_000  # more than anybody has


class ClassicGames(NamedTuple):
    """What a report needs of many games, a row each; stages and leaders of games that were kept."""

    sheets: Any  # (game, seat, column)
    boards: Any  # (game, seat)
    coins: Any
    stages: Any
    leaders: Any  # (game, seat, slot): in play, 0 = none


@dataclass(frozen=True)
class ClassicSetting:
    """Which games were played, and by whom."""

    games: int
    seats: int
    leaders: bool
    sides: str
    players: str
    seed: int

    @property
    def par(self) -> float:
        """The average share of wins."""
        return 1 / self.seats


@dataclass(frozen=True)
class ClassicBalance:
    """All numbers of a report."""

    setting: ClassicSetting
    means: dict[str, float]
    columns: dict[str, ColumnPoints]
    by_seat: list[Performance]
    by_board: dict[str, Performance]
    stages: dict[str, float]  # mean number built, by board
    by_leader: dict[str, Performance]  # of cities that recruited them
    totals: Spread
    winning_totals: Spread
    margins: Spread  # from the winner to the second


def pick(batch: Batch, seats: int) -> ClassicGames:
    """The part of a batch that a report needs, as small as it goes: a million games are kept until
    they are counted."""
    finals = batch.finals
    return ClassicGames(
        batch.sheets[:, :seats].astype(np.int16),
        batch.boards[:, :seats].astype(np.int16),
        batch.coins[:, :seats].astype(np.int16),
        finals["stages"][:, :seats].astype(np.int8),
        finals["recruited"][:, :seats].copy(),
    )


def join(parts: Sequence[ClassicGames]) -> ClassicGames:
    return ClassicGames(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def victories(games: ClassicGames) -> Any:
    """1 for the winner of each game; points, then coins, then a shared victory (C8.3)."""
    worth = games.sheets[:, :, TOTAL].astype(np.int64) * MOST_COINS + games.coins
    best = worth == worth.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def shown_columns(leaders: bool) -> list[str]:
    """Leaders have a column only where they are played."""
    return [column for column in COLUMNS if leaders or column != "leaders"]


def means(games: ClassicGames, leaders: bool) -> dict[str, float]:
    """Mean points by column."""
    sheet = games.sheets.mean(axis=(0, 1))
    return {column: float(sheet[COLUMNS.index(column)]) for column in shown_columns(leaders)}


def by_seat(games: ClassicGames) -> list[Performance]:
    return seat_performances(victories(games), games.sheets[:, :, TOTAL])


def by_board(games: ClassicGames, edition: ClassicEdition) -> dict[str, Performance]:
    points, wins = games.sheets[:, :, TOTAL], victories(games)
    masks = {edition.id[int(board)]: games.boards == board for board in np.unique(games.boards)}
    return {id: Performance.of(wins[mask], points[mask]) for id, mask in masks.items()}


def count(games: ClassicGames, setting: ClassicSetting, edition: ClassicEdition) -> ClassicBalance:
    """Everything that a report tells."""
    return ClassicBalance(
        setting,
        means(games, setting.leaders),
        columns(games, setting.leaders),
        by_seat(games),
        by_board(games, edition),
        _stages(games, edition),
        _by_leader(games, edition),
        *point_spreads(games.sheets[:, :, TOTAL]),
    )


def columns(games: ClassicGames, leaders: bool) -> dict[str, ColumnPoints]:
    """Winners and others, column by column."""
    wins = victories(games)
    return {
        column: ColumnPoints.of(games.sheets[:, :, COLUMNS.index(column)], wins)
        for column in shown_columns(leaders)
    }


def _stages(games: ClassicGames, edition: ClassicEdition) -> dict[str, float]:
    return {
        edition.id[int(board)]: float(games.stages[games.boards == board].mean())
        for board in np.unique(games.boards)
    }


def _by_leader(games: ClassicGames, edition: ClassicEdition) -> dict[str, Performance]:
    points, wins = games.sheets[:, :, TOTAL], victories(games)
    by_leader = {}
    for leader in np.unique(games.leaders[games.leaders > 0]):
        has_it = (games.leaders == leader).any(axis=2)
        by_leader[edition.id[int(leader)]] = Performance.of(wins[has_it], points[has_it])
    return by_leader
