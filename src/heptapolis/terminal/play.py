"""A person plays against bots at the terminal."""

from pathlib import Path
from typing import Any

from rich.console import Console

from heptapolis.classic.game import ClassicGame
from heptapolis.contract import Game
from heptapolis.duel.game import DuelGame
from heptapolis.game import new
from heptapolis.i18n import Translator, translator
from heptapolis.terminal import console
from heptapolis.terminal.classic.session import ClassicSitting
from heptapolis.terminal.duel.session import DuelSitting
from heptapolis.terminal.progress import warm
from heptapolis.terminal.replay import recorded_game
from heptapolis.terminal.session import ME, Ask, Sitting


def play(
    game: str = "classic",
    *,
    name: str | None = None,
    language: str = "en",
    save: Path | None = None,
    house: Path | None = None,
    rivals: str = "medium",
    ask: Ask = input,
    out: Console | None = None,
    **options: Any,
) -> None:
    """A game from its start, or from where the saved one stands, to its end.

    ``options`` are those of `new_classic_table` or `new_duel_table`.
    """
    out, t = out or console(), translator(language)
    warm(out, t)
    if save and save.exists():
        table = recorded_game(save, house)
        if not table.is_over:
            out.print(t.gettext("The game in %(file)s goes on.", file=save))
    else:
        open_table = new_duel_table if game == "duel" else new_classic_table
        table = open_table(name or t.gettext("You"), t, catalog=house, **options)
    sit_down(table, t, ask, out, save, rivals).play()


def sit_down(
    game: Game, t: Translator, ask: Ask, out: Console, save: Path | None = None,
    rivals: str = "medium",
) -> Sitting[Any, Any]:  # fmt: skip
    """A person's place at a table of either game."""
    if isinstance(game, DuelGame):
        return DuelSitting(game, t, ask, out, save, rivals)
    assert isinstance(game, ClassicGame)
    return ClassicSitting(game, t, ask, out, save, rivals)


def new_duel_table(
    name: str,
    t: Translator,
    *,
    first_game: bool = False,
    choose_start: bool = False,
    **options: Any,
) -> DuelGame:
    """A Duel against a bot; the person is the first player."""
    game: DuelGame = new(
        "duel",
        names=[name, t.gettext("Bot")],
        wonders="first_game" if first_game else "draft",
        neutral_start="choose" if choose_start else "last",
        **options,
    )
    return game


def new_classic_table(
    name: str, t: Translator, *, seats: int = 3, wonder: str | None = None, **options: Any
) -> ClassicGame:
    """A game of classic against bots."""
    names = [name] + [t.gettext("Bot %(n)d", n=seat + 1) for seat in range(1, seats)]
    boards = _boards(wonder, seats, options) if wonder else None
    game: ClassicGame = new("classic", seats=seats, names=names, wonders=boards, **options)
    return game


def _boards(wonder: str, seats: int, options: dict[str, Any]) -> list[str]:
    """Drawn boards, but the wanted one for the person; whoever drew it gets the person's."""
    drawn = new("classic", seats=seats, **options)
    boards = [city.board for city in drawn.cities]
    place, _, side = wonder.partition(":")
    wanted = f"{place.lower()}:{side.upper() or boards[ME][-1]}"
    for seat, board in enumerate(boards):
        if board.partition(":")[0] == place.lower():
            boards[seat] = boards[ME]
    boards[ME] = wanted
    wonders = drawn.edition.catalog.wonder
    if seats == 2 and drawn.edition.catalog.needs_leaders(wonders[boards[-1].partition(":")[0]]):
        boards[1:] = boards[:0:-1]  # the Free City has no use for Rome (L75)
    return boards
