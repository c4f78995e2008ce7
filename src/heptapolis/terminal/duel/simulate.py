"""Duels by the thousand: how they end, what the columns bring, whether beginning helps."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding

from heptapolis.balance.duel import numbers as duel
from heptapolis.balance.duel.numbers import (
    DuelSetting,
    End,
    join,
    pick,
)
from heptapolis.balance.duel.wording import end_name
from heptapolis.balance.estimate import Performance
from heptapolis.balance.wording import percents
from heptapolis.duel.edition import duel_edition_of
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.vocabulary import percent
from heptapolis.simulation.duel import run_duel_batch, simulate_duel
from heptapolis.terminal import console
from heptapolis.terminal.classic.simulate import (
    at_least_one,
    check_report,
    means_table,
    plain_table,
    say_where,
    speed_line,
    usual,
)
from heptapolis.terminal.progress import progress, warm


@dataclass(frozen=True)
class DuelResult:
    setting: DuelSetting
    threads: int
    seconds: float
    columns: dict[str, float]
    ends: dict[str, End]
    by_seat: list[Performance]


def simulate(
    *,
    games: int | None = None,
    seed: int = 0,
    first_game: bool = False,
    choose_start: bool = False,
    players: str | None = None,
    threads: int | None = None,
    house: Path | None = None,
    folder: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Play Duels on all cores and print what came out; a report on them goes into a folder."""
    at_least_one(games=games, threads=threads)
    check_report(folder, games)
    games, players = usual(games, players, folder)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    warm(watcher, t)
    threads = threads or os.cpu_count() or 1
    edition = duel_edition_of(house)
    wonders, neutral_start = ("draft", "first_game")[first_game], ("last", "choose")[choose_start]
    setting, parts = DuelSetting(games, wonders, neutral_start, players, seed), []
    with progress(watcher, t.gettext("Playing")) as bar:
        task = bar.add_task("", total=games)
        run_duel_batch(edition, 1, 0, players=players)  # loads compiled code
        start = perf_counter()
        for batch in simulate_duel(
            games, seed=seed, wonders=wonders, neutral_start=neutral_start, catalog=edition,
            threads=threads, players=players, keep=folder is not None,
        ):  # fmt: skip
            parts.append(pick(batch))
            bar.advance(task, len(batch.ends))
    seconds, found = perf_counter() - start, join(parts)
    result = DuelResult(
        setting, threads, seconds, duel.means(found), duel.by_end(found), duel.by_seat(found)
    )
    if as_json:
        print(json.dumps(_to_json(result), indent=1))
    else:
        for part in _tables(result, t):
            out.print(part)
    if folder:
        from heptapolis.balance.report import write

        write("duel", duel.count(found, setting, edition), edition, folder, t)
        say_where(folder, watcher, t)


def _to_json(result: DuelResult) -> dict[str, Any]:
    games, first = result.setting.games, result.by_seat[0]
    return {"game": "duel"} | asdict(result.setting) | {
        "threads": result.threads,
        "seconds": result.seconds,
        "games_per_second": games / result.seconds,
        "columns": result.columns,
        "ends": {
            end: {
                "games": found.games, "share": found.share.value, "low": found.share.low,
                "high": found.share.high,
            }
            for end, found in result.ends.items()
        },
        "first_player": {
            "games": int(first.wins.value * games), "share": first.wins.value,
            "low": first.wins.low, "high": first.wins.high,
        },
        "points": [standing.points.value for standing in result.by_seat],
    }  # fmt: skip


def _tables(result: DuelResult, t: Translator) -> Iterator[RenderableType]:
    yield means_table(result.columns, t)
    ends = plain_table(t.gettext("How the games end"))
    ends.add_column("")
    for label in (t.gettext("Games"), t.gettext("Share"), t.gettext("95 %% interval")):
        ends.add_column(label, justify="right")
    for end, found in result.ends.items():
        share = found.share
        ends.add_row(end_name(end, t), str(found.games), percent(share.value), percents(share))
    yield Padding(ends, (1, 0, 0, 0))
    first, second = result.by_seat
    yield Padding(
        t.gettext(
            "The first player wins %(share)s (%(interval)s); "
            "mean points: %(first).1f first, %(second).1f second.",
            share=percent(first.wins.value),
            interval=percents(first.wins),
            first=first.points.value,
            second=second.points.value,
        ),
        (1, 0, 0, 0),
    )
    yield speed_line(result.setting.games, result.seconds, result.threads, t)
