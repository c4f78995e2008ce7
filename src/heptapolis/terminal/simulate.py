"""Random games by the thousand, and what they say about columns, seats and boards."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.classic.view import COLUMNS as SHEET
from heptapolis.edition import Edition, edition_of
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.names import name
from heptapolis.simulation import Batch, run_batch
from heptapolis.simulation import simulate as random_games
from heptapolis.terminal import console
from heptapolis.terminal.progress import progress, warm
from heptapolis.terminal.score import heading

Z = 1.96  # two-sided 95 %


@dataclass(frozen=True)
class Standing:
    """How one seat or board fared; a shared victory counts in parts."""

    games: int
    points: float
    wins: float
    low: float
    high: float


@dataclass(frozen=True)
class Result:
    games: int
    seats: int
    leaders: bool
    seed: int
    sides: str
    threads: int
    seconds: float
    columns: dict[str, float]
    by_seat: list[Standing]
    by_wonder: dict[str, Standing]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


def simulate(
    *,
    games: int = 10_000,
    seats: int = 3,
    leaders: bool = False,
    seed: int = 0,
    sides: str = "random",
    threads: int | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Play random games on all cores and print what came out."""
    at_least_one(games=games, threads=threads)
    if not 2 <= seats <= 7:
        raise ValueError(f"seats: 2 to 7, got {seats}")
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    warm(watcher, t)
    threads = threads or os.cpu_count() or 1
    edition = edition_of(house, leaders)
    run_batch(edition, 1, seats, 0, leaders=leaders)  # loading compiled code is not playing
    start = perf_counter()
    batches: list[Batch] = []
    with progress(watcher, t.gettext("Playing")) as bar:
        task = bar.add_task("", total=games)
        for batch in random_games(
            games, seats, leaders=leaders, seed=seed, sides=sides, catalog=edition, threads=threads
        ):
            batches.append(_small(batch))
            bar.advance(task, len(batch.sheets))
    seconds = perf_counter() - start
    counted = _count(batches, seats, leaders, edition)
    result = Result(games, seats, leaders, seed, sides, threads, seconds, *counted)
    if as_json:
        print(json.dumps(_to_json(result), indent=1))
    else:
        for part in _report(result, edition, t):
            out.print(part)


def at_least_one(**numbers: int | None) -> None:
    """Numbers that cannot be less, named for the complaint."""
    for what, value in numbers.items():
        if value is not None and value < 1:
            raise ValueError(f"{what}: at least 1, got {value}")


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


def _small(batch: Batch) -> Batch:
    """Sixteen bits a number: a million games are kept until they are counted."""
    return Batch(*(part.astype(np.int16) for part in (batch.sheets, batch.boards, batch.coins)))


def _count(
    batches: list[Batch], seats: int, leaders: bool, edition: Edition
) -> tuple[dict[str, float], list[Standing], dict[str, Standing]]:
    """Mean points by column, then how seats and boards fared."""
    sheets = np.concatenate([batch.sheets[:, :seats] for batch in batches]).astype(np.int32)
    boards = np.concatenate([batch.boards[:, :seats] for batch in batches])
    coins = np.concatenate([batch.coins[:, :seats] for batch in batches])
    points, wins = sheets[:, :, SHEET.index("total")], _wins(sheets, coins)
    means = sheets.mean(axis=(0, 1))
    shown = [column for column in SHEET if leaders or column != "leaders"]
    by_column = {column: float(means[SHEET.index(column)]) for column in shown}
    by_seat = [_standing(points[:, seat], wins[:, seat]) for seat in range(seats)]
    by_wonder = {
        edition.id[int(board)]: _standing(points[boards == board], wins[boards == board])
        for board in np.unique(boards)
    }
    return by_column, by_seat, by_wonder


def _wins(sheets: Any, coins: Any) -> Any:
    """1 for the winner of each game; points, then coins, then a shared victory (C8.3)."""
    worth = sheets[:, :, SHEET.index("total")] * 100_000 + coins
    best = worth == worth.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def _standing(points: Any, wins: Any) -> Standing:
    n, share = len(points), float(wins.mean())
    low, high = wilson(share, n)
    return Standing(n, float(points.mean()), share, low, high)


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson: honest near 0 and for few games."""
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - reach), min(1.0, middle + reach)


# ── telling ──────────────────────────────────────────────────────────────────────────────────────


def _report(result: Result, edition: Edition, t: Translator) -> Iterator[RenderableType]:
    yield means_table(result.columns, t)
    seats = {str(seat + 1): standing for seat, standing in enumerate(result.by_seat)}
    yield Padding(_standings(t.gettext("By seat"), t.gettext("Seat"), seats, t), (1, 0, 0, 0))
    boards = sorted(result.by_wonder.items(), key=lambda item: -item[1].wins)
    named = {_board_name(board, edition, t): standing for board, standing in boards}
    yield Padding(_standings(t.gettext("By board"), t.gettext("Board"), named, t), (1, 0))
    yield speed_line(result.games, result.seconds, result.threads, t)


def means_table(means: dict[str, float], t: Translator) -> Grid:
    """Mean points by column of the score sheet."""
    table = plain_table(t.gettext("Mean points"))
    for column in means:
        table.add_column(heading(column, t), justify="right")
    table.add_row(*(f"{mean:.1f}" for mean in means.values()))
    return table


def speed_line(games: int, seconds: float, threads: int, t: Translator) -> Text:
    speed = t.ngettext(
        "%(n)d game in %(seconds).2f s: %(speed)d games a second, threads: %(threads)d.",
        "%(n)d games in %(seconds).2f s: %(speed)d games a second, threads: %(threads)d.",
        games,
        seconds=seconds,
        speed=int(games / seconds),
        threads=threads,
    )
    return Text(speed)


def interval(low: float, high: float) -> str:
    return f"{low:.1%} – {high:.1%}"


def _board_name(board: str, edition: Edition, t: Translator) -> str:
    place, _, side = board.partition(":")
    return f"{name(edition.catalog.wonder[place], t)} {side}"


def plain_table(title: str) -> Grid:
    return Grid(
        title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD,
        show_edge=False, pad_edge=False,
    )  # fmt: skip


def _standings(title: str, who: str, rows: dict[str, Standing], t: Translator) -> Grid:
    table = plain_table(title)
    table.add_column(who)
    for label in (
        t.gettext("Games"), t.gettext("Points"), t.gettext("Wins"), t.gettext("95 %% interval"),
    ):  # fmt: skip
        table.add_column(label, justify="right")
    for label, row in rows.items():
        share = f"{row.wins:.1%}"
        points, bounds = f"{row.points:.1f}", interval(row.low, row.high)
        table.add_row(label, str(row.games), points, share, bounds)
    return table


def _to_json(result: Result) -> dict[str, Any]:
    return asdict(result) | {"games_per_second": result.games_per_second}
