"""Games by the thousand, and what they say about columns, seats and boards."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.balance.classic import numbers as classic
from heptapolis.balance.classic.numbers import ClassicSetting, join, pick
from heptapolis.balance.classic.wording import board_name
from heptapolis.balance.estimate import Performance
from heptapolis.balance.wording import percents
from heptapolis.classic.edition import ClassicEdition, edition_of
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.simulation.classic import run_batch
from heptapolis.simulation.classic import simulate as play_games
from heptapolis.terminal import console
from heptapolis.terminal.progress import progress, warm
from heptapolis.terminal.score import heading

GAMES, REPORTED_GAMES = 10_000, 20_000  # played if nobody says how many
LEAST_GAMES = 100  # that are worth a report


@dataclass(frozen=True)
class Result:
    setting: ClassicSetting
    threads: int
    seconds: float
    columns: dict[str, float]
    by_seat: list[Performance]
    by_wonder: dict[str, Performance]


def simulate(
    *,
    games: int | None = None,
    seats: int = 3,
    leaders: bool = False,
    seed: int = 0,
    sides: str = "random",
    players: str | None = None,
    threads: int | None = None,
    house: Path | None = None,
    folder: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Play games on all cores and print what came out; a report on them goes into a folder."""
    if not 2 <= seats <= 7:
        raise ValueError(f"seats: 2 to 7, got {seats}")
    at_least_one(games=games, threads=threads)
    check_report(folder, games)
    games, players = usual(games, players, folder)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    warm(watcher, t)
    threads = threads or os.cpu_count() or 1
    edition = edition_of(house, leaders)
    setting, parts = ClassicSetting(games, seats, leaders, sides, players, seed), []
    with progress(watcher, t.gettext("Playing")) as bar:
        task = bar.add_task("", total=games)
        run_batch(edition, 1, seats, 0, leaders=leaders, players=players)  # loads compiled code
        start = perf_counter()
        for batch in play_games(
            games, seats, leaders=leaders, seed=seed, sides=sides, catalog=edition,
            threads=threads, players=players, keep=folder is not None,
        ):  # fmt: skip
            parts.append(pick(batch, seats))
            bar.advance(task, len(batch.sheets))
    seconds, found = perf_counter() - start, join(parts)
    result = Result(
        setting, threads, seconds, classic.means(found, leaders), classic.by_seat(found),
        classic.by_board(found, edition),
    )  # fmt: skip
    if as_json:
        print(json.dumps(_to_json(result), indent=1))
    else:
        for part in _tables(result, edition, t):
            out.print(part)
    if folder:
        from heptapolis.balance.report import write

        write("classic", classic.count(found, setting, edition), edition, folder, t)
        say_where(folder, watcher, t)


# ── what both games need ─────────────────────────────────────────────────────────────────────────


def check_report(folder: Path | None, games: int | None) -> None:
    """What could be wrong with a report is found before anything is played."""
    if folder is None:
        return
    if games is not None and games < LEAST_GAMES:
        raise ValueError(f"games: at least {LEAST_GAMES} for a report, got {games}")
    try:
        from heptapolis.balance.report import prepare
    except ImportError:
        raise ValueError("--report needs matplotlib: pip install 'heptapolis[plots]'") from None
    prepare(folder)


def usual(games: int | None, players: str | None, folder: Path | None) -> tuple[int, str]:
    """What was said, or else a usual number of games and usual players."""
    if folder:
        return games or REPORTED_GAMES, players or "greedy"
    return games or GAMES, players or "random"


def say_where(folder: Path, out: Console, t: Translator) -> None:
    page = folder / "report.html"
    out.print(t.gettext("The report: %(page)s", page=page), soft_wrap=True)


def at_least_one(**numbers: int | None) -> None:
    """Numbers that cannot be less, named for the complaint."""
    for what, value in numbers.items():
        if value is not None and value < 1:
            raise ValueError(f"{what}: at least 1, got {value}")


# ── telling ──────────────────────────────────────────────────────────────────────────────────────


def _tables(result: Result, edition: ClassicEdition, t: Translator) -> Iterator[RenderableType]:
    yield means_table(result.columns, t)
    seats = {str(seat + 1): standing for seat, standing in enumerate(result.by_seat)}
    yield Padding(_standings(t.gettext("By seat"), t.gettext("Seat"), seats, t), (1, 0, 0, 0))
    boards = sorted(result.by_wonder.items(), key=lambda item: -item[1].wins.value)
    named = {board_name(board, edition, t): standing for board, standing in boards}
    yield Padding(_standings(t.gettext("By board"), t.gettext("Board"), named, t), (1, 0))
    yield speed_line(result.setting.games, result.seconds, result.threads, t)


def means_table(means: dict[str, float], t: Translator) -> Grid:
    """Mean points by column of the score sheet, one below the other: nine words side by side are
    too wide for many a terminal."""
    table = plain_table(t.gettext("Mean points"))
    table.show_header = False
    table.add_column()
    table.add_column(justify="right")
    for column, mean in means.items():
        table.add_row(heading(column, t), f"{mean:.1f}")
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


def plain_table(title: str) -> Grid:
    return Grid(
        title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD,
        show_edge=False, pad_edge=False,
    )  # fmt: skip


def _standings(title: str, who: str, rows: dict[str, Performance], t: Translator) -> Grid:
    table = plain_table(title)
    table.add_column(who)
    for label in (
        t.gettext("Games"), t.gettext("Points"), t.gettext("Wins"), t.gettext("95 %% interval"),
    ):  # fmt: skip
        table.add_column(label, justify="right")
    for label, row in rows.items():
        points, share = number(row.points.value), percent(row.wins.value)
        table.add_row(label, str(row.games), points, share, percents(row.wins))
    return table


def _to_json(result: Result) -> dict[str, Any]:
    games = result.setting.games
    return asdict(result.setting) | {
        "threads": result.threads,
        "seconds": result.seconds,
        "games_per_second": games / result.seconds,
        "columns": result.columns,
        "by_seat": [_flat(standing) for standing in result.by_seat],
        "by_wonder": {board: _flat(standing) for board, standing in result.by_wonder.items()},
    }


def _flat(standing: Performance) -> dict[str, float]:
    wins = standing.wins
    return {
        "games": standing.games, "points": standing.points.value, "wins": wins.value,
        "low": wins.low, "high": wins.high,
    }  # fmt: skip
