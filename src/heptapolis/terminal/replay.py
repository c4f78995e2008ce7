"""Replay a recorded game."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding

from heptapolis.contract import Game
from heptapolis.events import Event
from heptapolis.game import replay as play_through
from heptapolis.i18n import translator
from heptapolis.narration.log import turns
from heptapolis.terminal import console, read_text
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.progress import compile_if_watched
from heptapolis.terminal.score import sheet_json
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.terminal.wordings import wording_of
from heptapolis.variants import ruleset_of


def replay(
    path: Path,
    *,
    step: bool = False,
    seat: int | None = None,
    house: Path | None = None,
    language: str = "en",
    as_json: bool = False,
    ask: Callable[[str], str] = input,
    out: Console | None = None,
) -> None:
    """Print the log of a record and its score sheet."""
    out, t = out or console(), translator(language)
    if not as_json:
        compile_if_watched(out, t)
    game = recorded_game(path, house)
    if seat is not None and not 0 <= seat < game.players:
        raise ValueError(f"seat: 0 to {game.players - 1}, got {seat}")
    events = game.events if seat is None else game.events_seen_by(seat)
    if as_json:
        print(json.dumps(_to_json(game, events), ensure_ascii=False, indent=1))
        return
    wording = wording_of(game, t)
    turn_log, before = terminal_part(ruleset_of(game)).turn_log, list[Event]()
    for number, turn in enumerate(turns(events)):
        if step and number:
            step = _waits(ask, t.gettext("Press Enter to continue"))
        out.print(turn_log(turn, wording, seat, before))
        before += turn
    out.print(Padding(score_sheet(game, t, seat), (1, 0)))


def recorded_game(path: Path, house: Path | None) -> Game:
    """Return the game of a record at its end."""
    game: Game = play_through(read_text(path), catalog=house)
    return game


def _waits(ask: Callable[[str], str], text: str) -> bool:
    """Wait for Enter; return False once the input has ended."""
    try:
        ask(f"{text}> ")
    except EOFError:
        return False
    return True


def _to_json(game: Game, events: list[Event]) -> dict[str, Any]:
    facts = [{"event": type(event).__name__.lower()} | asdict(event) for event in events]
    return {"record": str(game.record()), "events": facts, "score": sheet_json(game)}
