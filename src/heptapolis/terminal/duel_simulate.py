"""Random Duels by the thousand: how they end, what the columns bring, whether beginning helps."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console, RenderableType
from rich.padding import Padding

from heptapolis.codes import Outcome
from heptapolis.duel.view import COLUMNS as SHEET
from heptapolis.edition import duel_edition_of
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.words import mark
from heptapolis.simulation import DuelBatch, run_duel_batch, simulate_duel
from heptapolis.terminal import console
from heptapolis.terminal.progress import progress, warm
from heptapolis.terminal.simulate import (
    at_least_one,
    interval,
    means_table,
    plain_table,
    speed_line,
    wilson,
)

TOTAL = SHEET.index("total")
ENDS = {
    "points": mark("how a game ends", "points"),
    "tie_break": mark("how a game ends", "points equal, blue cards decide"),
    "military": mark("how a game ends", "military victory"),
    "science": mark("how a game ends", "scientific victory"),
    "shared": mark("how a game ends", "shared victory"),
}


@dataclass(frozen=True)
class Share:
    """A part of all games with its 95 % interval."""

    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class DuelResult:
    games: int
    wonders: str
    neutral_start: str
    seed: int
    threads: int
    seconds: float
    columns: dict[str, float]
    ends: dict[str, Share]
    first_player: Share  # games won by who begins; a shared victory counts half
    points: list[float]  # mean points of the first player and of the second

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


def simulate(
    *,
    games: int = 10_000,
    seed: int = 0,
    first_game: bool = False,
    choose_start: bool = False,
    threads: int | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Play random Duels on all cores and print what came out."""
    at_least_one(games=games, threads=threads)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    warm(watcher, t)
    threads = threads or os.cpu_count() or 1
    edition = duel_edition_of(house)
    wonders = "first_game" if first_game else "draft"
    neutral_start = "choose" if choose_start else "last"
    run_duel_batch(edition, 1, 0)  # loading compiled code is not playing
    start = perf_counter()
    batches: list[DuelBatch] = []
    with progress(watcher, t.gettext("Playing")) as bar:
        task = bar.add_task("", total=games)
        for batch in simulate_duel(
            games, seed=seed, wonders=wonders, neutral_start=neutral_start, catalog=edition,
            threads=threads,
        ):  # fmt: skip
            batches.append(_small(batch))
            bar.advance(task, len(batch.ends))
    seconds = perf_counter() - start
    result = DuelResult(games, wonders, neutral_start, seed, threads, seconds, **_count(batches))
    if as_json:
        facts = {"game": "duel"} | asdict(result) | {"games_per_second": result.games_per_second}
        print(json.dumps(facts, indent=1))
    else:
        for part in _report(result, t):
            out.print(part)


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


def _small(batch: DuelBatch) -> DuelBatch:
    """Sixteen bits a number: a million games are kept until they are counted."""
    return DuelBatch(batch.sheets.astype(np.int16), batch.ends.astype(np.int16))


def _count(batches: list[DuelBatch]) -> dict[str, Any]:
    sheets = np.concatenate([batch.sheets for batch in batches]).astype(np.int32)
    ends = np.concatenate([batch.ends for batch in batches])
    means = sheets.mean(axis=(0, 1))
    shared = ends[:, 0] == Outcome.SHARED
    first = float(((ends[:, 1] == 0) & ~shared).sum() + shared.sum() / 2)
    return {
        "columns": {column: float(means[k]) for k, column in enumerate(SHEET)},
        "ends": {end: _share(int(hits.sum()), len(ends)) for end, hits in _sort(sheets, ends)},
        "first_player": _share(first, len(ends)),
        "points": [float(mean) for mean in sheets[:, :, TOTAL].mean(axis=0)],
    }


def _sort(sheets: Any, ends: Any) -> Iterator[tuple[str, Any]]:
    """Which games ended in each way; equal points are told apart from the others (D47)."""
    outcome = ends[:, 0]
    is_tied = sheets[:, 0, TOTAL] == sheets[:, 1, TOTAL]
    yield "points", (outcome == Outcome.POINTS) & ~is_tied
    yield "tie_break", (outcome == Outcome.POINTS) & is_tied
    yield "military", outcome == Outcome.MILITARY
    yield "science", outcome == Outcome.SCIENCE
    yield "shared", outcome == Outcome.SHARED


def _share(hits: float, games: int) -> Share:
    low, high = wilson(hits / games, games)
    return Share(int(hits), hits / games, low, high)


# ── telling ──────────────────────────────────────────────────────────────────────────────────────


def _report(result: DuelResult, t: Translator) -> Iterator[RenderableType]:
    yield means_table(result.columns, t)
    ends = plain_table(t.gettext("How the games end"))
    ends.add_column("")
    for label in (t.gettext("Games"), t.gettext("Share"), t.gettext("95 %% interval")):
        ends.add_column(label, justify="right")
    for end, share in result.ends.items():
        name = t.pgettext(*ENDS[end])
        ends.add_row(name, str(share.games), f"{share.share:.1%}", interval(share.low, share.high))
    yield Padding(ends, (1, 0, 0, 0))
    first = result.first_player
    yield Padding(
        t.gettext(
            "The first player wins %(share)s (%(interval)s); "
            "mean points: %(first).1f first, %(second).1f second.",
            share=f"{first.share:.1%}",
            interval=interval(first.low, first.high),
            first=result.points[0],
            second=result.points[1],
        ),
        (1, 0, 0, 0),
    )
    yield speed_line(result.games, result.seconds, result.threads, t)
