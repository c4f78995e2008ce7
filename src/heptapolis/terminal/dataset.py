"""The dataset command: writes a dataset with a progress bar, then prints how to load it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console

from heptapolis.arena.play import check_bot
from heptapolis.dataset.selfplay import self_play
from heptapolis.extras import require_extra
from heptapolis.i18n import translator
from heptapolis.i18n.vocabulary import number
from heptapolis.slots import ENCODING
from heptapolis.terminal import at_least_one, console
from heptapolis.terminal.options import option_values
from heptapolis.terminal.progress import compile_if_watched, progress
from heptapolis.variants import register_house, ruleset

INTERRUPT_EXIT_STATUS = 130  # the exit status of a command stopped by Ctrl-C


def dataset(
    game: str,
    *,
    folder: Path,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    positions: str = "0",
    form: str = "text",
    seed: int = 0,
    workers: int | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
    **options: Any,
) -> None:
    """Let bots play, and write games, seats and positions to a folder; what is there stays, and is
    gone on from."""
    require_extra("data", "a dataset")
    from heptapolis.dataset.folder import DatasetFolder
    from heptapolis.dataset.tables import FORMS, POSITIONS, SEATS, TEXT, DatasetPlan
    from heptapolis.dataset.writing import write

    at_least_one(games=games, workers=workers)
    if form not in FORMS:
        raise ValueError(f"--form: {', '.join(FORMS)}, got {form!r}")
    if form != TEXT and _positions(positions) == 0:
        raise ValueError(f"--form {form}: no positions are asked for; --positions all writes them")
    rules = register_house(house).id if house else game
    if form != TEXT:
        _check_encoded(rules, form)
    values = option_values(ruleset(rules), options)
    play = self_play(rules, values, list(bots), seed, is_drawn=True)
    plan = DatasetPlan(play, _positions(positions), form)
    for name in dict.fromkeys(bots):
        check_bot(name, [play.format])
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    compile_if_watched(watcher, t)
    kept = DatasetFolder(folder, plan)
    before, start, is_interrupted = kept.games, perf_counter(), False
    try:
        with progress(watcher, t.gettext("Playing")) as bar:
            task = bar.add_task("", total=games, completed=before)
            for n_games in write(kept, games, workers or os.cpu_count() or 1):
                bar.update(task, completed=n_games)
    except KeyboardInterrupt:
        is_interrupted = True
    seconds = perf_counter() - start
    rows = {table: kept.rows(table) for table in plan.schemas}
    if as_json:
        facts = {"folder": str(folder), "rows": rows, "games": kept.games, "seconds": seconds}
        print(json.dumps(facts | {"plan": plan.facts()}, indent=1))
    else:
        told = t.ngettext(
            "%(n)d game in %(folder)s (new: %(new)d), positions: %(rows)d. It took %(seconds)s s.",
            "%(n)d games in %(folder)s (new: %(new)d), positions: %(rows)d. It took %(seconds)s s.",
            kept.games,
            folder=folder,
            new=kept.games - before,
            rows=rows.get(POSITIONS, 0),
            seconds=number(seconds, t),
        )
        out.print(told, soft_wrap=True)
        table = POSITIONS if plan.positions else SEATS
        out.print(f"polars.read_parquet({str(folder / table)!r})", soft_wrap=True)
    if is_interrupted:
        watcher.print(t.gettext("Interrupted: run the same command to continue."), soft_wrap=True)
        raise SystemExit(INTERRUPT_EXIT_STATUS)


def _check_encoded(rules: str, form: str) -> None:
    """Raise ValueError for a ruleset without an encoding."""
    try:
        ruleset(rules).part(ENCODING)
    except LookupError as error:
        raise ValueError(f"--form {form}: {error}") from None


def _positions(text: str) -> int:
    """How many positions of each game: a number, or all."""
    from heptapolis.dataset.tables import ALL_POSITIONS

    if text == "all":
        return ALL_POSITIONS
    if not text.isdecimal():
        raise ValueError(f"--positions: all, or so many of each game, got {text!r}")
    return int(text)
