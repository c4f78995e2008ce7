"""Advice: the moves of a seat ranked by a search, for the command and for hints in a game."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots.advice import Advice, top_moves
from heptapolis.bots.advice import advise as search
from heptapolis.contract import Game, View
from heptapolis.errors import InvalidText
from heptapolis.game import from_position, replay
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.reasons import argument
from heptapolis.i18n.spans import Phrase, Tone, phrase
from heptapolis.i18n.vocabulary import number
from heptapolis.terminal import RECORD, at_least_one, console, read_text
from heptapolis.terminal.panels import OWN_STYLE, ROOMY_COLUMNS
from heptapolis.terminal.progress import compile_if_watched, waiting_line
from heptapolis.terminal.spans import styled
from heptapolis.terminal.wordings import wording_of
from heptapolis.variants import ruleset_of

MAX_MOVES = 6  # moves shown by default
MAX_EXPLAINED_MOVES = 3  # moves explained on a narrow screen
BAR_COLUMNS = 10  # columns


def advise(
    path: Path,
    *,
    seat: int | None = None,
    simulations: int | None = None,
    ms: float | None = None,
    everything: bool = False,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    out: Console | None = None,
) -> None:
    """Print the moves of a seat in a record or position, the best first."""
    budget = _budget(simulations, ms)
    out, t = out or console(), translator(language)
    watcher = Console(stderr=True, highlight=False) if as_json else out
    compile_if_watched(watcher, t)
    game = standing_game(path, house)
    view = game.view(_seat_to_advise(game, seat))
    with waiting_line(watcher, t.gettext("Thinking")):
        ranking = search(view, **budget)
    if as_json:
        print(json.dumps(_to_json(view, ranking), ensure_ascii=False, indent=1))
        return
    best_moves = ranking if everything else top_moves(ranking, MAX_MOVES)
    numbers = [str(n + 1) for n in range(len(best_moves))]
    for part in report(view, best_moves, numbers, t, out.width):
        out.print(part)
    if len(best_moves) < len(ranking):
        rest = len(ranking) - len(best_moves)
        more = t.ngettext(
            "%(n)d more move; --all shows it.", "%(n)d more moves; --all shows them.", rest
        )
        out.print(Text(more, style="dim"))
    out.print(Text(_basis(ranking, t), style="dim"))


def _basis(ranking: Sequence[Advice], t: Translator) -> str:
    """Return what the chances are based on."""
    if ranking[0].is_exact:
        return t.gettext("Solved exactly, whatever is still hidden.")
    return t.ngettext(
        "Based on %(n)d possible game that fits what the player knows; ± is the standard error.",
        "Based on %(n)d possible games that fit what the player knows; ± is the standard error.",
        sum(one.visits for one in ranking),
    )


def _budget(simulations: int | None, ms: float | None) -> dict[str, Any]:
    at_least_one(simulations=simulations)
    if ms is None:
        return {"simulations": simulations}
    if simulations is not None:
        raise ValueError("--simulations or --ms: give only one of them")
    if not ms > 0:
        raise ValueError(f"ms: more than 0, got {ms:g}")
    return {"ms": ms}


def standing_game(path: Path, house: Path | None) -> Game:
    """Return the game of a record up to its last line, or of a position."""
    text = read_text(path)
    if text.startswith(RECORD):
        recorded: Game = replay(text, catalog=house)
        return recorded
    try:
        game: Game = from_position(text, catalog=house)
    except InvalidText:
        if '"?"' in text:
            raise InvalidText(
                f'{path}: a position with "?", as one seat sees it, is not enough; '
                "use a record or the game's full position"
            ) from None
        raise
    return game


def _seat_to_advise(game: Game, seat: int | None) -> int:
    """Return the requested seat, if it has to decide now."""
    if game.is_over:
        raise ValueError("the game is over: nothing to decide")
    if seat is not None and seat not in game.to_move:
        waiting = ", ".join(str(other) for other in game.to_move)
        raise ValueError(f"seat {seat} has nothing to decide now; waiting for seat {waiting}")
    return game.to_move[0] if seat is None else seat


# ── output ───────────────────────────────────────────────────────────────────────────────────────


def report(
    view: View, best_moves: Sequence[Advice], labels: Sequence[str], t: Translator, width: int
) -> list[RenderableType]:
    """Return a heading, a line for each move with its label, and the reasons for the best moves."""
    wording = wording_of(view, t)
    assert view.seat is not None
    who = phrase(wording.moment(view.age, view.turn), " · ", wording.title(view.seat))
    words, is_roomy = ruleset_of(view).reasons, width >= ROOMY_COLUMNS
    table = _empty_table(t, is_roomy)
    for rank, (one, label) in enumerate(zip(best_moves, labels, strict=True)):
        move = wording.move(one.move, view.seat)
        is_told = is_roomy or rank < MAX_EXPLAINED_MOVES
        why = argument(one.reasons, wording.player, t, words=words) if is_told else Phrase()
        why = why.in_tone(Tone.FAINT)
        cells = [move, why] if is_roomy else [phrase(move, "\n" if why else "", why)]
        bar = ProgressBar(total=1, completed=one.win, width=BAR_COLUMNS)
        chance = _chance(one)
        points = number(one.points, t) if one.visits else "–"
        table.add_row(label, *map(styled, cells), bar, chance, points)
    return [styled(who, OWN_STYLE), table]


def _chance(one: Advice) -> str:
    if one.is_exact:
        return f"{one.win:.0%}"
    return f"{one.win:.0%} ±{100 * one.error:.0f}" if one.visits else "–"


def _empty_table(t: Translator, is_roomy: bool) -> Grid:
    table = Grid(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), expand=True)
    table.add_column("", justify="right", style="bold", no_wrap=True)
    table.add_column(t.gettext("Move"), ratio=1)
    if is_roomy:
        table.add_column(t.gettext("Why"), ratio=1)
    table.add_column(t.gettext("Win chance"), min_width=BAR_COLUMNS, no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column(t.gettext("Points"), justify="right", no_wrap=True)
    return table


def _to_json(view: View, ranking: Sequence[Advice]) -> dict[str, Any]:
    return {
        "game": view.game,
        "age": view.age,
        "turn": view.turn,
        "phase": view.phase,
        "seat": view.seat,
        "simulations": sum(one.visits for one in ranking),
        "moves": [asdict(one) | {"move": str(one.move)} for one in ranking],
    }
