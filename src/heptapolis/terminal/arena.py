"""The arena at the terminal: a tournament with a progress bar, then its tables."""

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from heptapolis.arena import result_tables as tables
from heptapolis.arena import standing
from heptapolis.arena.folder import (
    PLAN_FILE,
    Budget,
    TournamentFolder,
    read_plan,
)
from heptapolis.arena.play import GameResult, check_bot, sandbox_facts
from heptapolis.arena.result_tables import ResultTable
from heptapolis.arena.schedule import TournamentPlan
from heptapolis.arena.standing import FaultCount
from heptapolis.arena.tournament import Tournament, run
from heptapolis.arena.wording import contest_finding, fault_notice
from heptapolis.arena.workers import WorkerPool, local_pool, ray_pool
from heptapolis.extras import require_extra
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.players import sandbox
from heptapolis.i18n.vocabulary import mark
from heptapolis.terminal import at_least_one, console, write_text
from heptapolis.terminal.panels import plain_table
from heptapolis.terminal.progress import compile_rules
from heptapolis.warm_up import is_cold

require_extra("arena", "the arena")

DEFAULT_HOME = Path("arena")  # parent of the default folders
REFRESH_SECONDS = 0.5  # seconds between two updates of the standing
LIVE_ROWS = 12
ENDS = {
    "answered": mark("end of a tournament", "The question is answered."),
    "budget": mark("end of a tournament", "All planned games have been played."),
    "time": mark("end of a tournament", "Time is up."),
    "interrupted": mark("end of a tournament", "Interrupted."),
}
INTERRUPT_EXIT_STATUS = 130  # the exit status of a command stopped by Ctrl-C
FAULT_EXIT_STATUS = 3  # the exit status of a tournament in which a bot failed


def arena(
    plan: TournamentPlan | None,
    *,
    folder: Path | None = None,
    deals: int | None = None,
    games: int | None = None,
    minutes: float | None = None,
    stop: bool | None = None,
    workers: int | None = None,
    ray: str | None = None,
    html: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Play a tournament, or continue that of a folder without a plan, and print the standing."""
    at_least_one(deals=deals, games=games, workers=workers)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False, markup=False) if as_json else out
    if plan is None and folder is None:
        raise ValueError("name two or more bots, or continue a tournament with --out")
    folder = folder or DEFAULT_HOME / datetime.now().strftime("%Y-%m-%d_%H-%M-%S")
    plan, before = _plan(plan, folder)
    budget = _budget(plan, before, deals, games, minutes, stop)
    for protections in sandbox_facts(plan.bots).values():
        watcher.print(sandbox(protections, t), soft_wrap=True)
    for name in plan.bots:
        check_bot(name, plan.formats)
    pool = ray_pool(ray, workers) if ray else local_pool(workers)
    page = _Page(html, t) if html else None
    if is_cold():
        compile_rules(watcher, t)
    kept_games = TournamentFolder(folder, plan, budget)
    tournament = Tournament(plan, budget, kept_games.results)
    start = monotonic()
    end = _play(tournament, kept_games, pool, watcher, t)
    seconds, faults = monotonic() - start, standing.fault_counts(kept_games.results.values())
    if page:
        page.write(tournament)
    if as_json:
        facts = {"folder": str(folder), "end": end, "seconds": seconds}
        print(json.dumps(facts | _to_json(tournament, faults), ensure_ascii=False, indent=1))
    else:
        for part in _report(tournament, t):
            out.print(part)
    for count in faults:
        _warn(watcher, fault_notice(count, plan, t), t)
    watcher.print(_farewell(end, tournament, folder, t), soft_wrap=True)
    if status := _exit_status(end, faults):
        raise SystemExit(status)


def _exit_status(end: str, faults: Sequence[FaultCount]) -> int:
    if end == "interrupted":
        return INTERRUPT_EXIT_STATUS
    return FAULT_EXIT_STATUS if faults else 0


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


def _plan(plan: TournamentPlan | None, folder: Path) -> tuple[TournamentPlan, Budget]:
    """The plan that was given or is in a folder, and the folder's budget or a usual one."""
    if (folder / PLAN_FILE).exists():
        old_plan, budget = read_plan(folder)
        return plan or old_plan, budget
    if plan is None:
        raise ValueError(f"{folder}: no tournament to continue; name the bots of a new one")
    return plan, Budget()


def _budget(
    plan: TournamentPlan,
    before: Budget,
    deals: int | None,
    games: int | None,
    minutes: float | None,
    stop: bool | None,
) -> Budget:
    """Return a budget with the given values in place of the previous ones."""
    if minutes is not None and not minutes > 0:
        raise ValueError(f"minutes: more than 0, got {minutes:g}")
    if games is not None:
        if games < plan.round_size:
            raise ValueError(f"games: at least {plan.round_size}, one whole deal, got {games}")
        deals = min(deals or games, games // plan.round_size)
    return Budget(
        before.deals if deals is None else deals,
        before.minutes if minutes is None else minutes,
        before.stop if stop is None else stop,
    )


class _Page:
    """The file of the report; checked before any game is played."""

    def __init__(self, path: Path, t: Translator) -> None:
        require_extra("arena", "--html")
        from heptapolis.arena import report

        if not path.parent.is_dir():
            raise ValueError(f"{path}: no folder {path.parent}")
        self._path, self._t, self._report = path, t, report

    def write(self, tournament: Tournament) -> None:
        plan, tallies, results = tournament.plan, tournament.tallies, tournament.results.values()
        write_text(self._path, self._report.page(plan, tallies, self._t, results))


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def _play(
    tournament: Tournament,
    folder: TournamentFolder,
    pool: AbstractContextManager[WorkerPool],
    watcher: Console,
    t: Translator,
) -> str:
    """Play the remaining games; return why it ended: answered, budget, time, interrupted."""
    try:
        if tournament.open_tallies:
            with _LiveStanding(watcher, tournament, t) as live, pool as workers:
                told: set[str] = set()
                for has_news in run(tournament, folder, workers):
                    live.show_game(has_news)
                    _tell_first_faults(next(reversed(folder.results.values())), told, watcher, t)
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenExecutor:
        raise OSError(f"a worker process died; to continue: {_go_on(folder.path)}") from None
    if tournament.open_tallies:
        return "time"
    return "answered" if all(tally.is_answered for tally in tournament.tallies) else "budget"


def _tell_first_faults(result: GameResult, told: set[str], watcher: Console, t: Translator) -> None:
    """Report the first fault of each bot while the tournament is running."""
    for fault in result.faults:
        bot = result.line_up[fault["seat"]]
        if bot not in told:
            told.add(bot)
            text = t.gettext(
                "%(bot)s failed in game %(game)s: %(reason)s",
                bot=bot,
                game=result.id,
                reason=fault["reason"],
            )
            _warn(watcher, text, t)


def _warn(watcher: Console, text: str, t: Translator) -> None:
    warning = t.gettext("Warning: %(text)s", text=text)
    watcher.print(Text(warning, style="yellow"), soft_wrap=True)


class _LiveStanding(Progress):
    """A progress bar above the standing; shown on a terminal only, and removed at the end."""

    def __init__(self, watcher: Console, tournament: Tournament, t: Translator) -> None:
        self._standing: list[RenderableType] = []
        super().__init__(
            TextColumn(t.gettext("Playing"), markup=False),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn(t.gettext("games"), markup=False),
            TimeElapsedColumn(),
            console=watcher,
            transient=True,
            disable=not watcher.is_terminal,
        )
        self._tournament, self._t = tournament, t
        self._bar, self._last = self.add_task("", total=None), 0.0

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from self._standing
        yield from super().get_renderables()

    def show_game(self, has_news: bool) -> None:
        """Count a finished game; update the standing if it completed a deal."""
        tournament = self._tournament
        if self.disable:
            return
        self.update(self._bar, completed=tournament.games, total=tournament.most_games)
        if has_news and monotonic() > self._last + REFRESH_SECONDS:
            news = tables.live_table(tournament.plan, tournament.tallies, self._t)
            self._standing, self._last = [*_lines(news, LIVE_ROWS), ""], monotonic()


# ── report ───────────────────────────────────────────────────────────────────────────────────────


def _to_json(tournament: Tournament, faults: Sequence[FaultCount]) -> dict[str, Any]:
    """Return the plan, the faults and the standing as plain values."""
    plan = tournament.plan
    facts: dict[str, Any] = {"budget": asdict(tournament.budget), "plan": plan.to_json()}
    facts["faults"] = [asdict(count) for count in faults]
    return facts | sandbox_facts(plan.bots) | standing.to_json(tournament.tallies, plan.bots)


def _report(tournament: Tournament, t: Translator) -> Iterator[RenderableType]:
    """Yield a table for each format with its settled comparisons, then the ratings."""
    tallies = [tally for tally in tournament.tallies if tally.deals]
    for game_format in tournament.plan.formats:
        of_format = [tally for tally in tallies if tally.contest.format == game_format]
        if of_format:
            yield from _lines(tables.format_table(game_format, of_format, t))
            yield ""
            yield from (contest_finding(tally, t) for tally in of_format)
            yield ""
            if victories := tables.victory_table(of_format, t):
                yield from _lines(victories)
                yield ""
    if tallies:
        entrants = standing.entrants(tallies, tournament.plan.bots)
        yield from _lines(tables.entrant_table(entrants, t))
        yield ""


def _lines(table: ResultTable, most: int | None = None) -> Iterator[RenderableType]:
    yield Text(table.title, style="bold")
    grid = plain_table("")
    grid.title = None  # a table's own caption would wrap at the table's width
    for number, head in enumerate(table.heads):
        grid.add_column(head, justify="right" if number else "left")
    for line in table.lines[:most]:
        grid.add_row(*line)
    yield grid


def _farewell(end: str, tournament: Tournament, folder: Path, t: Translator) -> str:
    """Return why it ended, where the results are, and how to continue."""
    where = t.gettext("Everything is saved in %(folder)s.", folder=folder)
    why = t.pgettext(*ENDS[end])
    lines = [f"{why} {where}"]
    if end != "answered":
        more = f" --deals {2 * tournament.budget.deals}" if end == "budget" else ""
        lines.append(t.gettext("To continue: %(command)s", command=_go_on(folder) + more))
    return "\n".join(lines)


def _go_on(folder: Path) -> str:
    return f"hepta arena --out {shlex.quote(str(folder))}"
