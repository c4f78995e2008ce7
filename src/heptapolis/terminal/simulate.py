"""Simulate thousands of games; each variant defines what is counted."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

from rich.console import Console, RenderableType
from rich.text import Text

from heptapolis.balance.reports import require_report
from heptapolis.edition import Source
from heptapolis.extras import require_extra
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.vocabulary import number
from heptapolis.slots import SIMULATION
from heptapolis.terminal import at_least_one, console
from heptapolis.terminal.options import option_values
from heptapolis.terminal.progress import progress
from heptapolis.variants import DEFAULT, Ruleset, ruleset

DEFAULT_GAMES, DEFAULT_REPORT_GAMES = 10_000, 20_000  # the default numbers of games
MIN_REPORT_GAMES = 100  # the minimum for a report


@dataclass(frozen=True)
class SimulationPlan:
    """The settings of a simulation, independent of the variant."""

    rules: Ruleset
    options: Any
    games: int
    seed: int
    players: str
    threads: int
    catalog: Source
    is_kept: bool  # a report needs the ends of the games


class Simulation(Protocol):
    """Thousands of games of a variant."""

    threads: int  # that it uses

    def __init__(self, plan: SimulationPlan) -> None: ...

    def load(self) -> None:
        """Load compiled code, so that it is not measured."""

    def play(self) -> Iterator[int]:
        """Play, and yield the number of games in every batch."""

    def setting(self) -> dict[str, Any]:
        """Return the settings as plain JSON."""

    def facts(self) -> dict[str, Any]:
        """Return the results as plain JSON."""

    def tables(self, t: Translator) -> Iterator[RenderableType]:
        """Yield the results as tables."""


@runtime_checkable
class ReportedSimulation(Simulation, Protocol):
    """A simulation that supports a report on balance."""

    def balance(self) -> tuple[Any, Any]:
        """Return the counts of the report, and the edition that was played."""


def _plain() -> type[Simulation]:
    from heptapolis.terminal.plain.simulate import PlainSimulation

    return PlainSimulation


def simulate(
    game: str = DEFAULT,
    *,
    games: int | None = None,
    seed: int = 0,
    players: str | None = None,
    threads: int | None = None,
    house: Path | None = None,
    folder: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
    **options: Any,
) -> None:
    """Play games on all cores and print the results; write a report into a folder if one is given.

    ``options`` are those of the variant, as on the command line.
    """
    rules = ruleset(game)
    values = rules.read_options(option_values(rules, options))
    at_least_one(games=games, threads=threads)
    check_report(folder, games, rules)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    usual = (DEFAULT_REPORT_GAMES, "greedy") if folder else (DEFAULT_GAMES, "random")
    plan = SimulationPlan(
        rules,
        values,
        games or usual[0],
        seed,
        players or usual[1],
        threads or os.cpu_count() or 1,
        house or rules.variant.house,
        folder is not None,
    )
    simulation = rules.part(SIMULATION, plain=_plain)(plan)
    with progress(watcher, t.gettext("Playing")) as bar:
        task = bar.add_task("", total=plan.games)
        simulation.load()
        start = perf_counter()
        for n_games in simulation.play():
            bar.advance(task, n_games)
    seconds = perf_counter() - start
    if as_json:
        print(json.dumps(_to_json(simulation, plan, seconds), indent=1))
    else:
        for table in simulation.tables(t):
            out.print(table)
        out.print(_speed_line(plan.games, seconds, simulation.threads, t))
    if folder and isinstance(simulation, ReportedSimulation):
        from heptapolis.balance.report import write

        write(rules, *simulation.balance(), folder, t)
        page = folder / "report.html"
        watcher.print(t.gettext("The report: %(page)s", page=page), soft_wrap=True)


def check_report(folder: Path | None, games: int | None, rules: Ruleset) -> None:
    """Raise an error for an impossible report before any game is played."""
    if folder is None:
        return
    require_report(rules)
    if games is not None and games < MIN_REPORT_GAMES:
        raise ValueError(f"games: at least {MIN_REPORT_GAMES} for a report, got {games}")
    require_extra("arena", "--report")
    from heptapolis.balance.report import prepare

    prepare(folder)


def _to_json(simulation: Simulation, plan: SimulationPlan, seconds: float) -> dict[str, Any]:
    return (
        {"game": str(plan.rules)}
        | simulation.setting()
        | {
            "threads": simulation.threads,
            "seconds": seconds,
            "games_per_second": plan.games / seconds,
        }
        | simulation.facts()
    )


def _speed_line(games: int, seconds: float, threads: int, t: Translator) -> Text:
    speed = t.ngettext(
        "%(n)d game in %(seconds)s s: %(speed)d games a second, threads: %(threads)d.",
        "%(n)d games in %(seconds)s s: %(speed)d games a second, threads: %(threads)d.",
        games,
        seconds=number(seconds, t, 2),
        speed=int(games / seconds),
        threads=threads,
    )
    return Text(speed)
