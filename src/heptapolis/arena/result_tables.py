"""The tables of a standing as text; the terminal and the report render them."""

from collections.abc import Sequence
from typing import NamedTuple

from heptapolis.arena import standing
from heptapolis.arena.schedule import Format, TournamentPlan
from heptapolis.arena.standing import Entrant, Share, Tally
from heptapolis.arena.wording import (
    faults,
    format_name,
    outcome,
    par,
    plan_name,
    size,
)
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import number, percent


class ResultTable(NamedTuple):
    """A title, headings and lines; the first column is text, the others are numbers."""

    title: str
    heads: list[str]
    lines: Sequence[tuple[str, ...]]


def format_table(game_format: Format, tallies: Sequence[Tally], t: Translator) -> ResultTable:
    """Return the table of a format: the bots of a round robin, best first, or the rivals of a
    gauntlet."""
    title = f"{format_name(game_format, t)}: {size(tallies, t)}, {par(game_format, t)}"
    if tallies[0].contest.hero:
        return _rivals(title, tallies, t)
    heads = [
        t.gettext("Bot"),
        t.gettext("Wins"),
        t.gettext("95%% interval"),
        t.gettext("Place"),
        t.gettext("Points"),
    ]
    lines = [
        (row.bot, *_cells(row.wins, t), number(row.place, t, 2), number(row.points, t))
        for row in standing.rows(tallies[0])
    ]
    return ResultTable(title, heads, lines)


def _rivals(title: str, tallies: Sequence[Tally], t: Translator) -> ResultTable:
    heads = [
        t.gettext("Rival"),
        t.gettext("Games"),
        t.gettext("%(bot)s wins", bot=tallies[0].contest.hero),
        t.gettext("95%% interval"),
        t.gettext("Place"),
        t.gettext("Points"),
        t.gettext("Rival's points"),
    ]
    lines = []
    for tally in tallies:
        rows = {row.bot: row for row in standing.rows(tally)}
        hero, rival = rows[tally.contest.hero], rows[tally.contest.rival]
        lines.append(
            (
                rival.bot,
                str(tally.games),
                *_cells(hero.wins, t),
                number(hero.place, t, 2),
                number(hero.points, t),
                number(rival.points, t),
            )
        )
    return ResultTable(title, heads, lines)


def victory_table(tallies: Sequence[Tally], t: Translator) -> ResultTable | None:
    """Return how the games of a format were won, by bot and, in a gauntlet, by rival; None if all
    were won in the same way."""
    rows = [(tally.contest, row) for tally in tallies for row in standing.rows(tally)]
    ways = sorted({way for _, row in rows for way in row.victories})
    if len(ways) < 2:
        return None
    lines = []
    for contest, row in rows:
        other = contest.hero if row.bot == contest.rival else contest.rival
        name = f"{row.bot} – {other}" if contest.hero else row.bot
        won = (row.victories.get(way, 0.0) for way in ways)
        lines.append((name, *(number(n, t, 0 if n == int(n) else 1) for n in won)))
    heads = [t.gettext("Bot"), *(outcome(way, t) for way in ways)]
    return ResultTable(t.gettext("How games were won"), heads, lines)


def entrant_table(entrants: Sequence[Entrant], t: Translator) -> ResultTable:
    """Return ratings over all contests, with the time and the faults of the bots."""
    heads = [
        t.gettext("Bot"),
        t.gettext("OpenSkill"),
        t.gettext("95%% interval"),
        t.gettext("Games"),
        t.gettext("ms per move"),
        t.gettext("by the clock"),
        t.gettext("Faults"),
    ]
    lines = [
        (
            entrant.bot,
            number(entrant.rating.mu, t),
            f"{number(entrant.rating.low, t)} – {number(entrant.rating.high, t)}",
            str(entrant.games),
            number(entrant.milliseconds, t),
            "–" if entrant.wall_milliseconds is None else number(entrant.wall_milliseconds, t),
            faults(entrant.faults, t),
        )
        for entrant in entrants
    ]
    return ResultTable(t.gettext("Ratings"), heads, lines)


def live_table(plan: TournamentPlan, tallies: Sequence[Tally], t: Translator) -> ResultTable:
    """Return the current shares, open contests first; of a gauntlet, the hero's."""
    heads = [
        t.gettext("Bot"),
        t.gettext("Variant"),
        t.gettext("Deals"),
        t.gettext("Wins"),
        t.gettext("95%% interval"),
    ]
    lines = []
    for tally in sorted(tallies, key=lambda tally: tally.is_answered):
        contest = tally.contest
        for bot in [contest.hero] if contest.hero else tally.order:
            name = f"{bot} – {contest.rival}" if contest.hero else bot
            facts = (format_name(contest.format, t), str(len(tally.deals)))
            lines.append((name, *facts, *_cells(tally.wins(bot), t)))
    return ResultTable(plan_name(plan, t), heads, lines)


def _cells(share: Share, t: Translator) -> tuple[str, str]:
    return percent(share.share, t), f"{percent(share.low, t)} – {percent(share.high, t)}"
