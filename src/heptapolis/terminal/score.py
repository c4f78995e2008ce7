"""The command that scores a position or a record."""

import json
from pathlib import Path
from typing import Any

from heptapolis.contract import Game
from heptapolis.game import replay, scorable
from heptapolis.i18n import translator
from heptapolis.terminal import RECORD, console, read_text
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.variants import ruleset_of


def show(path: Path, *, house: Path | None = None, language: str = "en", as_json: bool) -> None:
    """Print the score sheet of a position or a record in a file."""
    text = read_text(path)
    if text.startswith(RECORD):
        game: Game = replay(text, catalog=house)
    else:
        game = scorable(text, catalog=house)
    if as_json:
        print(json.dumps(sheet_json(game), ensure_ascii=False, indent=1))
    else:
        console().print(score_sheet(game, translator(language)))


def sheet_json(game: Game) -> dict[str, Any]:
    """Return the score sheet as plain JSON."""
    part = terminal_part(ruleset_of(game))
    seats = [
        {"seat": seat, "name": game.names[seat]} | part.seat_facts(game, seat)
        for seat in range(game.players)
    ]
    return (
        {"game": game.game}
        | part.score_facts(game)
        | {
            "over": game.is_over,
            "outcome": game.outcome,
            "ranking": game.ranking(),
            "seats": [seat | score for seat, score in zip(seats, game.scores(), strict=True)],
        }
    )
