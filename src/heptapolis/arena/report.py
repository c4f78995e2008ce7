"""The report: one self-contained HTML page."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from heptapolis.arena import plots, standing
from heptapolis.arena import result_tables as tables
from heptapolis.arena.play import GameResult
from heptapolis.arena.plots import AheadShares, ShareCurve
from heptapolis.arena.result_tables import ResultTable
from heptapolis.arena.schedule import Format, TournamentPlan
from heptapolis.arena.standing import StandingRow, Tally
from heptapolis.arena.wording import contest_finding, fault_notice, plan_name, size
from heptapolis.i18n import Translator
from heptapolis.report_page import figure, table
from heptapolis.report_page import page as whole_page


def page(
    plan: TournamentPlan,
    tallies: Sequence[Tally],
    t: Translator,
    results: Iterable[GameResult] = (),
) -> str:
    """Return the report as HTML; faults are taken from all ``results``, counted or not."""
    counted = [tally for tally in tallies if tally.deals]
    notices = [fault_notice(count, plan, t) for count in standing.fault_counts(results)]
    body = _body(plan, counted, notices, t)
    return whole_page(plan_name(plan, t), t.language, body)


def _body(
    plan: TournamentPlan, tallies: Sequence[Tally], notices: Sequence[str], t: Translator
) -> Iterator[str]:
    seed = t.gettext("seed %(seed)s", seed=plan.seed)
    yield f'<p class="facts">{size(tallies, t)}, {seed}</p>'
    yield from (f'<p class="warning">{escape(notice)}</p>' for notice in notices)
    for game_format in plan.formats:
        of_format = [tally for tally in tallies if tally.contest.format == game_format]
        if of_format:
            yield from _section(game_format, of_format, t)
    if tallies:
        entrants = standing.entrants(tallies, plan.bots)
        yield _table(tables.entrant_table(entrants, t))
        caption = t.gettext("OpenSkill over all games, with its 95%% interval.")
        yield figure(plots.ratings(entrants, t), caption)
    yield "<footer>"
    yield from (f"<p>{escape(note)}</p>" for note in _notes(t))
    yield "</footer>"


def _section(game_format: Format, tallies: Sequence[Tally], t: Translator) -> Iterator[str]:
    """Yield the section of a format: table, verdicts, plots."""
    contest, slug = tallies[0].contest, game_format.slug
    curves, ahead, point_rows = _gauntlet(tallies) if contest.hero else _round_robin(tallies[0])
    yield _table(tables.format_table(game_format, tallies, t))
    yield from (f'<p class="verdict">{escape(contest_finding(tally, t))}</p>' for tally in tallies)
    if victories := tables.victory_table(tallies, t):
        yield _table(victories)
    yield figure(
        plots.shares(curves, contest.goal or 1 / game_format.seats, f"shares-{slug}", t),
        t.gettext("Share of games won after each deal, with 95%% intervals. Dashed: the goal.")
        if contest.hero
        else t.gettext("Share of games won after each deal, with 95%% intervals. Dashed: par."),
    )
    yield figure(
        plots.matrix(ahead, f"ahead-{slug}"),
        t.gettext(
            "How often the bot of the row finished ahead of the bot of the column; a tie "
            "counts as half."
        ),
    )
    yield figure(
        plots.points(point_rows, f"points-{slug}", t),
        t.gettext("Where points come from: mean points by column of the score sheet."),
    )


# The data of a section's plots: curves, the matrix of who finished ahead, and points by label.
PlotData = tuple[list[ShareCurve], AheadShares, list[tuple[str, StandingRow]]]


def _round_robin(tally: Tally) -> PlotData:
    ahead = standing.ahead(tally)
    return (
        [ShareCurve(bot, bot, tally) for bot in tally.order],
        {bot: ahead[bot] for bot in tally.order},
        [(row.bot, row) for row in standing.rows(tally)],
    )


def _gauntlet(tallies: Sequence[Tally]) -> PlotData:
    hero = tallies[0].contest.hero
    rivals = {tally.contest.rival: tally for tally in tallies}
    return (
        [ShareCurve(rival, hero, tally) for rival, tally in rivals.items()],
        {hero: {rival: standing.ahead(tally)[hero][rival] for rival, tally in rivals.items()}},
        [
            (f"{hero} – {rival}" if row.bot == hero else rival, row)
            for rival, tally in rivals.items()
            for row in sorted(standing.rows(tally), key=lambda row: row.bot != hero)
        ],
    )


def _notes(t: Translator) -> Iterator[str]:
    """Yield the explanations of the numbers."""
    yield t.gettext(
        "Wins: the share of its games that a bot's seat wins; the winners of a shared victory "
        "split it. Par is what everyone wins on average."
    )
    yield t.gettext(
        "Every line-up plays each deal in every rotation of the seats. Intervals are computed "
        "from whole deals and hold at any time, even if the tournament stopped by itself "
        "(betting confidence sequences)."
    )
    yield t.gettext(
        "ms per move: CPU time of the thread in which the bot thinks; threads that it starts are "
        "not counted. A budget in milliseconds is measured in the same way. By the clock: how long "
        "the bot took, which depends on the load of the machine."
    )
    yield t.gettext(
        "OpenSkill: the Plackett–Luce model over all games in order; its interval is the mean ± "
        "1.96 standard deviations."
    )


def _table(result: ResultTable) -> str:
    return f"<h2>{escape(result.title)}</h2>\n{table(result.heads, result.lines)}"
