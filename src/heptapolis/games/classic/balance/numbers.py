"""Numbers of a report on classic: boards and sides, seats, leaders, points by column."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
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
from heptapolis.games.classic.expansion import LEADERS
from heptapolis.games.classic.rules.scoring import standing
from heptapolis.games.classic.simulation import Batch

TOTAL = COLUMNS.index("total")


class ClassicGames(NamedTuple):
    """What a report needs of many games, a row each; stages and leaders come from the final
    states."""

    sheets: Any  # (game, seat, column)
    boards: Any  # (game, seat)
    coins: Any
    stages: Any
    leaders: Any  # (game, seat, slot): in play, 0 = none


@dataclass(frozen=True)
class ClassicSetting:
    """The games of a report and their players."""

    games: int
    seats: int
    expansions: frozenset[str]
    sides: str
    players: str
    seed: int

    @property
    def par(self) -> float:
        """Return the share of wins that a seat would have if all were equal."""
        return 1 / self.seats

    def facts(self) -> dict[str, Any]:
        """Return the setting as JSON has it: Leaders is a flag, other expansions are listed."""
        facts: dict[str, Any] = {
            "games": self.games,
            "seats": self.seats,
            "leaders": LEADERS in self.expansions,
            "sides": self.sides,
            "players": self.players,
            "seed": self.seed,
        }
        others = sorted(self.expansions - {LEADERS})
        return facts | ({"expansions": others} if others else {})


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

    def facts(self) -> dict[str, Any]:
        """Return all numbers as JSON has them."""
        return asdict(self) | {"setting": self.setting.facts()}


def pick(batch: Batch, seats: int) -> ClassicGames:
    """Return the part of a batch that a report needs, as small as possible: a million games are
    kept until they are counted."""
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
    """Return 1 for the winner of each game; seats that share a victory share it."""
    worth = standing(games.sheets[:, :, TOTAL].astype(np.int64), games.coins)
    best = worth == worth.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def shown_columns(expansions: Collection[str]) -> list[str]:
    """Return the columns of a sheet; leaders have one only in games with leaders."""
    return [column for column in COLUMNS if LEADERS in expansions or column != LEADERS]


def means(games: ClassicGames, expansions: Collection[str]) -> dict[str, float]:
    """Return the mean points by column."""
    sheet = games.sheets.mean(axis=(0, 1))
    return {column: float(sheet[COLUMNS.index(column)]) for column in shown_columns(expansions)}


def by_seat(games: ClassicGames) -> list[Performance]:
    return seat_performances(victories(games), games.sheets[:, :, TOTAL])


def by_board(games: ClassicGames, edition: ClassicEdition) -> dict[str, Performance]:
    points, wins = games.sheets[:, :, TOTAL], victories(games)
    masks = {edition.id[int(board)]: games.boards == board for board in np.unique(games.boards)}
    return {id: Performance.of(wins[mask], points[mask]) for id, mask in masks.items()}


def count(games: ClassicGames, setting: ClassicSetting, edition: ClassicEdition) -> ClassicBalance:
    """Return all numbers of a report."""
    return ClassicBalance(
        setting,
        means(games, setting.expansions),
        columns(games, setting.expansions),
        by_seat(games),
        by_board(games, edition),
        _stages(games, edition),
        _leader_results(games, edition),
        *point_spreads(games.sheets[:, :, TOTAL]),
    )


def columns(games: ClassicGames, expansions: Collection[str]) -> dict[str, ColumnPoints]:
    """Compare winners with the others, column by column."""
    wins = victories(games)
    return {
        column: ColumnPoints.of(games.sheets[:, :, COLUMNS.index(column)], wins)
        for column in shown_columns(expansions)
    }


def _stages(games: ClassicGames, edition: ClassicEdition) -> dict[str, float]:
    return {
        edition.id[int(board)]: float(games.stages[games.boards == board].mean())
        for board in np.unique(games.boards)
    }


def _leader_results(games: ClassicGames, edition: ClassicEdition) -> dict[str, Performance]:
    points, wins = games.sheets[:, :, TOTAL], victories(games)
    by_leader = {}
    for leader in np.unique(games.leaders[games.leaders > 0]):
        has_it = (games.leaders == leader).any(axis=2)
        by_leader[edition.id[int(leader)]] = Performance.of(wins[has_it], points[has_it])
    return by_leader
