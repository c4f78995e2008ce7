"""Tournaments in a script or notebook: ``hp.arena([MyBot(), "greedy"])``.

Bots are objects with ``choose(view, rng)``, classes that make them, or names. All games run in this
process, unless ``workers`` is above 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from heptapolis.arena import result_tables, standing
from heptapolis.arena.folder import Budget
from heptapolis.arena.play import GameResult, PlayedGame, check_bot, single_core_bot
from heptapolis.arena.result_tables import ResultTable
from heptapolis.arena.schedule import FORFEIT, Format, TournamentPlan, formats
from heptapolis.arena.standing import Rating, Share, StandingRow, Tally, Verdict
from heptapolis.arena.tournament import Tournament, run
from heptapolis.arena.wording import contest_finding
from heptapolis.arena.workers import WorkerPool, local_pool, this_process
from heptapolis.bots import Bot
from heptapolis.extras import require_package
from heptapolis.i18n import translator
from heptapolis.kernel_game import checked_seed, positive_int
from heptapolis.report_page import table
from heptapolis.variants import DEFAULT, ruleset

BotLike = Bot | type[Bot] | str  # a bot as an argument
NO_REPORTS: Mapping[str, str] = {}


@dataclass
class KeptGames:
    """The games of a tournament in memory: results and records by id, and by id and seat what is
    known of faults."""

    results: dict[str, GameResult] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    fault_reports: dict[str, str] = field(default_factory=dict)

    def add(self, game: PlayedGame) -> None:
        self.results[game.result.id], self.records[game.result.id] = game.result, game.record
        for seat, report in game.reports.items():
            self.fault_reports[f"{game.result.id}-{seat}"] = report


class ArenaResult:
    """The standing of a tournament: shares with their intervals, verdicts, and every game."""

    def __init__(
        self,
        tournament: Tournament,
        records: Mapping[str, str],
        fault_reports: Mapping[str, str] = NO_REPORTS,
    ) -> None:
        self.tournament = tournament
        self.records = dict(sorted(records.items()))  # by game; `hp.replay` reads one
        self.fault_reports = dict(sorted(fault_reports.items()))  # by game and seat
        self.results = [tournament.results[id] for id in self.records]

    @property
    def tallies(self) -> list[Tally]:
        """The contests with at least one deal: one, or in a gauntlet one per rival."""
        return [tally for tally in self.tournament.tallies if tally.deals]

    @property
    def deals(self) -> int:
        return max((len(tally.deals) for tally in self.tallies), default=0)

    @property
    def games(self) -> int:
        """The number of counted games: those of complete deals."""
        return sum(tally.games for tally in self.tallies)

    @property
    def is_answered(self) -> bool:
        """Whether every question of the tournament is answered."""
        return all(tally.is_answered for tally in self.tournament.tallies)

    @property
    def rows(self) -> list[StandingRow]:
        """One row per bot, best first; in a gauntlet the hero's and a rival's row for each
        contest."""
        return [row for tally in self.tallies for row in standing.rows(tally)]

    @property
    def shares(self) -> dict[str, Share]:
        """The share of games that a seat of each bot wins, with its 95 % interval; in a gauntlet,
        the hero's share against each rival."""
        if self.tournament.plan.gauntlet:
            return {one.contest.rival: one.wins(one.contest.hero) for one in self.tallies}
        return {bot: tally.wins(bot) for tally in self.tallies for bot in tally.order}

    @property
    def verdicts(self) -> list[Verdict]:
        """The answered and the open questions."""
        return [verdict for tally in self.tallies for verdict in tally.verdicts]

    @cached_property
    def ratings(self) -> dict[str, Rating] | None:
        """OpenSkill ratings, best first; None if OpenSkill is not installed."""
        try:
            entrants = standing.entrants(self.tallies, self.tournament.plan.bots)
        except (ImportError, ValueError):  # not installed, or no deal yet
            return None
        return {one.bot: one.rating for one in entrants}

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row per bot as plain values: ``polars.DataFrame(result.to_dicts())``."""
        return [
            {
                "bot": row.bot,
                "seats": row.seats,
                "wins": row.wins.share,
                "low": row.wins.low,
                "high": row.wins.high,
                "place": row.place,
                "points": row.points,
                "ms_per_move": row.milliseconds,
                "wall_ms_per_move": row.wall_milliseconds,
                "faults": sum(row.faults.values()),
                **{f"points_{column}": mean for column, mean in row.columns.items()},
            }
            for row in self.rows
        ]

    def to_pandas(self) -> Any:
        """Return `to_dicts` as a data frame of pandas."""
        require_package("pandas", "to_pandas()")
        import pandas

        return pandas.DataFrame(self.to_dicts())

    def to_polars(self) -> Any:
        """Return `to_dicts` as a data frame of polars."""
        require_package("polars", "to_polars()")
        import polars

        return polars.DataFrame(self.to_dicts())

    def _tables(self) -> Iterator[ResultTable]:
        t, tallies = translator("en"), self.tallies
        (game_format,) = self.tournament.plan.formats
        if tallies:
            yield result_tables.format_table(game_format, tallies, t)
            if self.ratings:
                entrants = standing.entrants(tallies, self.tournament.plan.bots)
                yield result_tables.entrant_table(entrants, t)

    def _findings(self) -> list[str]:
        faults = standing.fault_counts(self.results)
        return [contest_finding(tally, translator("en")) for tally in self.tallies] + [
            f"{one.bot} failed in {one.games} of its games, first: {one.reason}" for one in faults
        ]

    def __repr__(self) -> str:
        tables = ["\n".join(_as_lines(one)) for one in self._tables()]
        return "\n\n".join([*tables, "\n".join(self._findings())]) or "<no deal was played>"

    def _repr_html_(self) -> str:
        parts = [f"<b>{escape(t.title)}</b>{table(t.heads, t.lines)}" for t in self._tables()]
        return "".join([*parts, *(f"<p>{escape(line)}</p>" for line in self._findings())])


def _as_lines(result: ResultTable) -> Iterator[str]:
    """Yield the lines of a table for a terminal: text aligned left, numbers right."""
    cells = [tuple(result.heads), *result.lines]
    widths = [max(len(row[k]) for row in cells) for k in range(len(result.heads))]
    yield result.title
    for first, *numbers in cells:
        others = (text.rjust(width) for text, width in zip(numbers, widths[1:], strict=True))
        yield "  ".join([first.ljust(widths[0]), *others]).rstrip()


def arena(
    bots: Iterable[BotLike] | Mapping[str, BotLike],
    game: str = DEFAULT,
    *,
    seats: int | None = None,
    deals: int = 200,
    seed: int = 0,
    stop: bool = True,
    gauntlet: bool = False,
    goal: float | None = None,
    on_fault: str = FORFEIT,
    workers: int = 1,
    progress: Callable[[ArenaResult], object] | None = None,
) -> ArenaResult:
    """Play a tournament between bots on shared deals until it is clear which one is better.

    ``bots`` are names, objects with ``choose(view, rng)`` or classes that make one; a mapping gives
    them your own names. The rest works as in ``hepta arena``: every deal is played in every
    rotation of the seats; there are at most ``deals`` of them, fewer if the question is answered
    earlier (``stop``). A ``gauntlet`` asks whether the first bot wins more than its ``goal``
    against each of the others.

    ``workers`` above 1 are processes that receive pickled bots: in a script, guard the call by ``if
    __name__ == "__main__":``. ``progress`` is called with the standing after every deal. An
    interrupt (Ctrl-C) ends the tournament and returns the games played so far.
    """
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise ValueError(f"bots: a list such as [MyBot(), 'greedy'], got {bots!r}")
    guests = dict(bots) if isinstance(bots, Mapping) else dict(named_bots(bots))
    names = tuple(guests)
    rules = ruleset(game)
    if seats not in (None, *rules.variant.seats) and len(rules.variant.seats) == 1:
        raise ValueError(f"seats: {rules.variant.seats[0]} in {rules}, got {seats!r}")
    (game_format,) = formats([rules], None if seats is None else str(seats))
    deals, workers = positive_int(deals, "deals"), positive_int(workers, "workers")
    plan = TournamentPlan(names, (game_format,), checked_seed(seed), gauntlet, goal, on_fault)
    ready = {name: ready_bot(name, bot, game_format) for name, bot in guests.items() if bot != name}
    for name in names:
        if name not in ready:
            check_bot(name, [game_format])
    kept = KeptGames()
    tournament = Tournament(plan, Budget(deals, None, stop), kept.results)
    pool = this_process(ready) if workers == 1 else local_pool(workers, ready)
    try:
        for has_news in _run(tournament, kept, pool):
            if has_news and progress:
                progress(ArenaResult(tournament, kept.records, kept.fault_reports))
    except KeyboardInterrupt:
        pass
    return ArenaResult(tournament, kept.records, kept.fault_reports)


def _run(
    tournament: Tournament, kept: KeptGames, pool: AbstractContextManager[WorkerPool]
) -> Iterator[bool]:
    with pool as workers, closing(run(tournament, kept, workers)) as games:
        yield from games


def named_bots(bots: Iterable[BotLike], *, is_one_name: bool = False) -> list[tuple[str, BotLike]]:
    """Return the bots under unique names; with ``is_one_name``, the same object keeps one name."""
    named: list[tuple[str, BotLike]] = []
    for bot in bots:
        known_as = bot if isinstance(bot, str) else _own_name(bot)
        name, number = known_as, 2
        while any(name == other and not (is_one_name and bot is twin) for other, twin in named):
            name, number = f"{known_as} {number}", number + 1
        named.append((name, bot))
    return named


def _own_name(bot: Bot | type[Bot]) -> str:
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None)
    return name if isinstance(name, str) else type(bot).__name__


def ready_bot(name: str, entry: BotLike, game_format: Format) -> Bot:
    """Return the bot for an argument, ready to play."""
    if isinstance(entry, str):
        check_bot(entry, [game_format])
        return single_core_bot(entry)
    player: Any = entry() if isinstance(entry, type) else entry
    if not callable(getattr(player, "choose", None)):
        raise ValueError(f"{name}: a bot has a method choose(view, rng), got {player!r}")
    if prepare := getattr(player, "prepare", None):
        prepare(game_format.new_game(0).view(0))
    bot: Bot = player
    return bot
