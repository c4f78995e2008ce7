"""Play against bots at the terminal."""

from pathlib import Path
from typing import Any

from rich.console import Console

from heptapolis.contract import Game
from heptapolis.game import new
from heptapolis.i18n import Translator, players, translator
from heptapolis.terminal import console
from heptapolis.terminal.options import option_values
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.progress import compile_if_watched
from heptapolis.terminal.replay import recorded_game
from heptapolis.terminal.session import Ask, Session
from heptapolis.variants import DEFAULT, Ruleset, ruleset, ruleset_of


def play(
    game: str = DEFAULT,
    *,
    name: str | None = None,
    seed: int | None = None,
    language: str = "en",
    save: Path | None = None,
    house: Path | None = None,
    rivals: str | None = None,
    ask: Ask = input,
    out: Console | None = None,
    **options: Any,
) -> None:
    """Play a game to its end, from the start or from a saved record.

    ``options`` are those of the variant, as on the command line.
    """
    out, t, rules = out or console(), translator(language), ruleset(game)

    def draw(values: dict[str, Any], **more: Any) -> Any:
        compile_if_watched(out, t)
        return new(str(rules), seed=seed, catalog=house, **values, **more)

    values = option_values(rules, options, draw)
    if save and save.exists():
        compile_if_watched(out, t)
        table = recorded_game(save, house)
        if not table.is_over:
            out.print(t.gettext("Continuing the game in %(file)s.", file=save))
    else:
        names = _names(name or t.gettext("You"), rules, values, rivals or "", t)
        table = draw(values, names=names)
    sit_down(table, t, ask, out, save, rivals).play()


def _names(
    name: str, rules: Ruleset, values: dict[str, Any], rivals: str, t: Translator
) -> list[str]:
    """Return the names, the player's first; the only bot of a two-player game has no number.

    Characters have their own names.
    """
    seats = rules.variant.seats_of(rules.read_options(values))
    sign = players.SIGNS.get(rivals.partition(":")[0])
    if sign:
        who = f"{sign} {players.bot_title(rivals, t)}"
        return [name, *(f"{who} {n}" if n > 1 else who for n in range(1, seats))]
    if rules.variant.seats == range(2, 3):
        return [name, t.gettext("Bot")]
    return [name, *(t.gettext("Bot %(n)d", n=seat + 1) for seat in range(1, seats))]


def sit_down(
    game: Game,
    t: Translator,
    ask: Ask,
    out: Console,
    save: Path | None = None,
    rivals: str | None = None,
) -> Session[Any, Any]:
    """Return the session of a player at a table."""
    return terminal_part(ruleset_of(game)).session(game, t, ask, out, save, rivals)
