"""Review a recorded game: the chances of all seats, and the costliest decisions."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots.review import Review
from heptapolis.bots.review import review as look_back
from heptapolis.contract import Game
from heptapolis.game import replay
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.spans import Tone, phrase
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.narration.curve import draw
from heptapolis.narration.review import (
    Mistake,
    accounts,
    cost_text,
    marks,
    mistakes,
)
from heptapolis.narration.score import verdict
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.terminal import at_least_one, console, read_text, write_text
from heptapolis.terminal.curve import Curve, style_of
from heptapolis.terminal.panels import plain_table
from heptapolis.terminal.progress import compile_if_watched, progress
from heptapolis.terminal.spans import styled
from heptapolis.terminal.wordings import wording_of

DEFAULT_MISTAKES = 5


def review(
    path: Path,
    *,
    most: int = DEFAULT_MISTAKES,
    seat: int | None = None,
    simulations: int | None = None,
    svg: Path | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Judge every decision of a record and print the results."""
    at_least_one(simulations=simulations, most=most)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    compile_if_watched(watcher, t)
    record = Record.parse(read_text(path))
    _check(record, replay(record, catalog=house), seat, svg)
    with progress(watcher, t.gettext("Reviewing the game")) as bar:
        task = bar.add_task("", total=len(record.lines))
        judgement = look_back(
            record,
            simulations=simulations,
            catalog=house,
            progress=lambda done, _total: bar.update(task, completed=done),
        )
    worst = judgement.worst(most, seat)
    lapses = mistakes(record, judgement, worst, t, catalog=house)
    if svg:
        write_text(svg, _picture(judgement, lapses, t))
    if as_json:
        facts = _to_json(judgement) | {
            "worst": [judgement.decisions.index(judged) for judged in worst]
        }
        print(json.dumps({"simulations": simulations} | facts, ensure_ascii=False, indent=1))
        return
    for part in _report(judgement, lapses, t):
        out.print(part)


def _check(record: Record, game: Game, seat: int | None, svg: Path | None) -> None:
    """Raise errors before the long computation."""
    if not record.lines:
        raise ValueError("this record has no decisions yet")
    if seat is not None and not 0 <= seat < game.players:
        raise ValueError(f"seat: 0 to {game.players - 1}, got {seat}")
    if svg and not svg.parent.is_dir():
        raise ValueError(f"{svg}: no folder {svg.parent}")


# ── output ───────────────────────────────────────────────────────────────────────────────────────


def _report(review: Review, lapses: Sequence[Mistake], t: Translator) -> Iterator[RenderableType]:
    wording = wording_of(review.game, t)
    yield styled(verdict(review.game, wording), "bold")
    if review.curve:
        yield Padding(Curve(review.curve, wording.age), (1, 0))
    yield _seats(review, wording)
    if lapses:
        yield Padding(_mistakes(lapses, wording), (1, 0, 0, 0))
    else:
        nothing = t.gettext("No decision was clearly a mistake.")
        yield Padding(Text(nothing), (1, 0, 0, 0))


def _seats(review: Review, wording: Wording) -> Grid:
    """Return the legend of the curve, with what each seat made of its chances."""
    t = wording.t
    table = plain_table(t.gettext("Seats"))
    table.add_column("", no_wrap=True)
    for label in (t.gettext("Win chance"), t.gettext("Lost per decision"), t.gettext("Best moves")):
        table.add_column(label, justify="right")
    for seat, facts in enumerate(accounts(review)):
        name = Text.assemble((f"{seat + 1} ", style_of(seat)), styled(wording.title(seat)))
        chances = [moment.wins[seat] for moment in review.curve]
        chance = f"{chances[0]:.0%} → {chances[-1]:.0%}" if chances else ""
        best = t.gettext("%(n)d of %(all)d", n=facts.best_moves, all=facts.open_decisions)
        lost = percent(-facts.average, t) if facts.given_away else "–"
        table.add_row(name, chance, lost, best)
    return table


def _mistakes(lapses: Sequence[Mistake], wording: Wording) -> Grid:
    """Return for each mistake the moment, player and cost, then the move, a better one, and why."""
    t = wording.t
    table = Grid(
        title=Text(t.gettext("Costliest decisions"), style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1, 0, 0),
        expand=True,
    )
    table.add_column("", no_wrap=True, style="dim")
    table.add_column(t.gettext("Move"), ratio=1)
    table.add_column(t.gettext("Win chance"), justify="right", no_wrap=True)
    table.add_column(t.gettext("Points"), justify="right", no_wrap=True)
    for one in lapses:
        judged = one.judged
        who = styled(one.who, style_of(judged.seat))
        cost = Text(cost_text(judged, t), style="red")
        better = phrase(one.better, "\n" if one.why else "", one.why.in_tone(Tone.FAINT))
        table.add_row("", Text(" · ").join([Text(one.when, style="bold"), who, cost]))
        table.add_row(
            t.pgettext("review", "played"),
            styled(one.played),
            f"{judged.win:.0%}",
            number(judged.points, t),
        )
        table.add_row(
            t.pgettext("review", "better"),
            styled(better),
            f"{judged.best_win:.0%}",
            number(judged.best_points, t),
        )
    return table


# ── export ───────────────────────────────────────────────────────────────────────────────────────


def _picture(review: Review, lapses: Sequence[Mistake], t: Translator) -> str:
    wording = wording_of(review.game, t)
    names = [wording.title(seat).plain for seat in range(review.game.players)]
    title = verdict(review.game, wording).plain
    return draw(review.curve, names, wording.age, marks(review, lapses), title)


def _to_json(review: Review) -> dict[str, Any]:
    game = review.game
    seats = [
        {"seat": seat, "name": game.names[seat]} | asdict(facts)
        for seat, facts in enumerate(accounts(review))
    ]
    decisions = [
        asdict(judged) | {"move": str(judged.move), "best": str(judged.best), "cost": judged.cost}
        for judged in review.decisions
    ]
    return {
        "game": game.game,
        "over": game.is_over,
        "seats": seats,
        "curve": [asdict(moment) for moment in review.curve],
        "decisions": decisions,
    }
