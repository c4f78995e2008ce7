"""A recorded game looked at again: how the chances went, and which decisions cost most."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots.review import Judged, Review
from heptapolis.bots.review import review as look_back
from heptapolis.game import replay, replay_steps
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.reasons import argument
from heptapolis.record import ROMAN, Record
from heptapolis.table import Game
from heptapolis.telling import wording_of
from heptapolis.telling.moves import move_text
from heptapolis.telling.score import verdict
from heptapolis.telling.wording import Wording
from heptapolis.terminal import console, read_text, write_text
from heptapolis.terminal.curve import STYLES, Curve, Heading
from heptapolis.terminal.curve_svg import Mark, draw
from heptapolis.terminal.progress import progress, warm
from heptapolis.terminal.simulate import at_least_one, plain_table

SIMULATIONS = 600  # for each decision; a game of three takes some ten seconds
MOST = 5


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something, in words."""

    judged: Judged
    when: str  # as in records
    played: Text
    better: Text
    why: str


def review(
    path: Path,
    *,
    most: int = MOST,
    seat: int | None = None,
    simulations: int = SIMULATIONS,
    svg: Path | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Judge every decision of a record and print what came out."""
    at_least_one(simulations=simulations, most=most)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    warm(watcher, t)
    record = Record.parse(read_text(path))
    _check(record, replay(record, catalog=house), seat, svg)
    with progress(watcher, t.gettext("Looking back")) as bar:
        task = bar.add_task("", total=len(record.lines))
        seen = look_back(
            record, simulations=simulations, catalog=house,
            progress=lambda done, all: bar.update(task, completed=done),
        )  # fmt: skip
    worst = seen.worst(most, seat)
    mistakes = list(_in_words(record, seen, worst, house, t))
    if svg:
        write_text(svg, _picture(seen, mistakes, t))
    if as_json:
        facts = _to_json(seen) | {"worst": [seen.decisions.index(judged) for judged in worst]}
        print(json.dumps({"simulations": simulations} | facts, ensure_ascii=False, indent=1))
        return
    for part in _report(seen, mistakes, t):
        out.print(part)


def _check(record: Record, game: Game, seat: int | None, svg: Path | None) -> None:
    """Complain before the long work."""
    if not record.lines:
        raise ValueError("there is no decision in this record yet")
    if seat is not None and not 0 <= seat < game.players:
        raise ValueError(f"seat: 0 to {game.players - 1}, got {seat}")
    if svg and not svg.parent.is_dir():
        raise ValueError(f"{svg}: no folder {svg.parent}")


def _in_words(
    record: Record, seen: Review, worst: Sequence[Judged], house: Path | None, t: Translator
) -> Iterator[Mistake]:
    """Some decisions told with what things cost at their time."""
    told: dict[int, Mistake] = {}
    steps = replay_steps(record, catalog=house)
    for game, line, judged in zip(steps, record.lines, seen.decisions, strict=False):
        if any(judged is one for one in worst):
            wording, seat = wording_of(game, t), judged.seat
            told[id(judged)] = Mistake(
                judged,
                str(line).partition(" ")[0],
                move_text(judged.move, seat, wording),
                move_text(judged.best, seat, wording),
                argument(judged.reasons, wording.player, t),
            )
    return (told[id(judged)] for judged in worst)


# ── telling ──────────────────────────────────────────────────────────────────────────────────────


def _report(seen: Review, mistakes: Sequence[Mistake], t: Translator) -> Iterator[RenderableType]:
    wording = wording_of(seen.game, t)
    yield Text(verdict(seen.game, wording), style="bold")
    if seen.curve:
        yield Padding(Curve(seen.curve, _heading(wording)), (1, 0))
    yield _seats(seen, wording)
    if mistakes:
        yield Padding(_mistakes(mistakes, wording), (1, 0, 0, 0))
    else:
        nothing = t.gettext("No decision was certainly worse than another.")
        yield Padding(Text(nothing), (1, 0, 0, 0))


def _heading(wording: Wording) -> Heading:
    """What an age is called under the curve."""
    t = wording.t

    def heading(age: int) -> str:
        return t.gettext("Age %(age)s", age=ROMAN[age]) if age else t.pgettext("age", "Draft")

    return heading


def _seats(seen: Review, wording: Wording) -> Grid:
    """The legend of the curve, and what each seat made of its chances."""
    t = wording.t
    table = plain_table(t.gettext("Seats"))
    table.add_column("", no_wrap=True)
    for label in (t.gettext("Win chance"), t.gettext("Given away"), t.gettext("Best moves")):
        table.add_column(label, justify="right")
    for seat, facts in enumerate(_summary(seen)):
        name = Text.assemble((f"{seat + 1} ", STYLES[seat]), wording.title(seat))
        chances = [moment.wins[seat] for moment in seen.curve]
        chance = f"{chances[0]:.0%} → {chances[-1]:.0%}" if chances else ""
        best = t.gettext("%(n)d of %(all)d", n=facts["best_moves"], all=facts["decisions"])
        table.add_row(name, chance, f"{facts['given_away']:.0%}", best)
    return table


def _summary(seen: Review) -> list[dict[str, Any]]:
    """For each seat what its decisions cost in all, and how many cost nothing."""
    facts = []
    for seat in range(seen.game.players):
        costs = [judged.cost for judged in seen.decisions if judged.seat == seat]
        best = sum(cost == 0 for cost in costs)
        given = sum(costs)
        facts.append({"given_away": given, "best_moves": best, "decisions": len(costs)})
    return facts


def _mistakes(mistakes: Sequence[Mistake], wording: Wording) -> Grid:
    """Two lines for each, what was played and what was better, then why."""
    t = wording.t
    table = Grid(
        title=Text(t.gettext("Decisions that cost most"), style="bold"), title_justify="left",
        box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), expand=True,
    )  # fmt: skip
    table.add_column("", no_wrap=True, style="dim")
    table.add_column("")
    table.add_column("", no_wrap=True, style="dim")
    table.add_column(t.gettext("Move"), ratio=1)
    table.add_column(t.gettext("Win chance"), justify="right", no_wrap=True)
    table.add_column(t.gettext("Points"), justify="right", no_wrap=True)
    for one in mistakes:
        judged = one.judged
        who = Text(wording.player(judged.seat), style=STYLES[judged.seat])
        lost = Text(f"−{judged.cost:.0%}", style="red")
        better = Text.assemble(one.better, "\n" if one.why else "", (one.why, "dim"))
        table.add_row(
            one.when, who, t.pgettext("review", "played"), one.played,
            f"{judged.win:.0%}", f"{judged.points:.1f}",
        )  # fmt: skip
        table.add_row(
            "", lost, t.pgettext("review", "better"), better,
            f"{judged.best_win:.0%}", f"{judged.best_points:.1f}",
        )  # fmt: skip
    return table


# ── for others ───────────────────────────────────────────────────────────────────────────────────


def _picture(seen: Review, mistakes: Sequence[Mistake], t: Translator) -> str:
    wording = wording_of(seen.game, t)
    moments = {(moment.age, moment.turn): n for n, moment in enumerate(seen.curve)}
    marks = []
    for one in mistakes:
        judged = one.judged
        if (judged.age, judged.turn) in moments:
            note = f"{one.when} {wording.player(judged.seat)} −{judged.cost:.0%}\n"
            note += f"{one.played.plain} → {one.better.plain}"
            marks.append(Mark(moments[judged.age, judged.turn], judged.seat, note))
    names = [wording.title(seat) for seat in range(seen.game.players)]
    return draw(seen.curve, names, _heading(wording), marks, verdict(seen.game, wording))


def _to_json(seen: Review) -> dict[str, Any]:
    game = seen.game
    seats = [
        {"seat": seat, "name": game.names[seat]} | facts
        for seat, facts in enumerate(_summary(seen))
    ]
    decisions = [
        asdict(judged) | {"move": str(judged.move), "best": str(judged.best), "cost": judged.cost}
        for judged in seen.decisions
    ]
    return {
        "game": game.game,
        "over": game.is_over,
        "seats": seats,
        "curve": [asdict(moment) for moment in seen.curve],
        "decisions": decisions,
    }
