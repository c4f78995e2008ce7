"""Games of the family: new ones, those of a position, those of a record."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, overload

from heptapolis.classic.game import (
    ClassicGame,
    classic_from_position,
    classic_score,
    new_classic,
    start_of_classic,
)
from heptapolis.contract import Game, Position, Score
from heptapolis.duel.game import (
    DuelGame,
    duel_from_position,
    duel_score,
    new_duel,
    start_of_duel,
)
from heptapolis.edition import Source, duel_edition_of, edition_of
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.record import ROMAN, Record

GAMES = ("classic", "duel")
Given = Position | Mapping[str, Any] | str  # a position in any form


@overload
def new(
    game: Literal["classic"] = "classic", *, seats: int = 3, leaders: bool = False,
    seed: int | None = None, wonders: Sequence[str] | None = None, sides: str = "random",
    names: Sequence[str] | None = None, catalog: Source = None,
) -> ClassicGame: ...  # fmt: skip
@overload
def new(
    game: Literal["duel"], *, seed: int | None = None,
    wonders: str | Sequence[Sequence[str]] | None = None, neutral_start: str = "last",
    names: Sequence[str] | None = None, catalog: Source = None,
) -> DuelGame: ...  # fmt: skip
@overload
def new(game: str, **options: Any) -> Game: ...
def new(game: str = "classic", **options: Any) -> Game:
    """A new game; ``seed=None`` draws one from `secrets`.

    Classic: ``seats=2`` is the Free City game; ``leaders`` adds the expansion: a draft, a
    recruitment before each age, Rome, four guilds. ``wonders`` names a board for each seat
    ("giza:A"); with two seats a third is the Free City's. ``sides`` of drawn boards: "random", "A"
    or "B".

    Duel: ``wonders`` is "draft", "first_game" or four ids for each seat; ``neutral_start`` says who
    begins an age with the marker in the middle: "last" (who took the last card) or "choose".
    """
    if game == "classic":
        return new_classic(**_known(game, options))
    if game == "duel":
        return new_duel(**_known(game, options))
    raise ValueError(f"no game {game!r}: {', '.join(GAMES)}")


_OPTIONS = {
    "classic": {"seats", "leaders", "seed", "wonders", "sides", "names", "catalog"},
    "duel": {"seed", "wonders", "neutral_start", "names", "catalog"},
}


def _known(game: str, options: dict[str, Any]) -> dict[str, Any]:
    for name in options:
        if name not in _OPTIONS[game]:
            known = ", ".join(sorted(_OPTIONS[game]))
            raise TypeError(f"{game} has no option {name!r}; it has {known}")
    return options


def from_position(
    position: Given, *, names: Sequence[str] | None = None, catalog: Source = None
) -> Any:
    """A game that goes on from a position, complete or written by hand: a `ClassicGame` or, if the
    position says so, a `DuelGame`."""
    given = _given(position)
    if given.game == "duel":
        return duel_from_position(given, names=names, catalog=catalog)
    return classic_from_position(given, names=names, catalog=catalog)


def score(position: Given, *, catalog: Source = None) -> list[Score]:
    """The score sheets of a position; hands and decks do not matter for it."""
    given = _given(position)
    if given.game == "duel":
        return duel_score(given, catalog=catalog)
    return classic_score(given, catalog=catalog)


def _given(position: Given) -> Position:
    given = Position.of(position)
    if given.game not in GAMES:
        raise InvalidText(f"position: game: no game {given.game!r}: {', '.join(GAMES)}")
    return given


def replay(record: Record | str, *, catalog: Source = None) -> Any:
    """Play a record through to its end; the game, a `ClassicGame` or a `DuelGame`, goes on."""
    *_, game = replay_steps(record, catalog=catalog)
    return game


def replay_steps(record: Record | str, *, catalog: Source = None) -> Iterable[Game]:
    """The game at its start and after every line of its record: one game that moves on."""
    read = record if isinstance(record, Record) else Record.parse(record)
    game = _start_of(read, catalog)
    yield game
    for line in read.lines:
        where = f"line {line.number}: " if line.number else ""
        if (line.age, line.turn) != (game.age, game.turn) or game.is_over:
            when = "over" if game.is_over else f"at {ROMAN[game.age]}.{game.turn}"
            raise InvalidText(f"{where}'{line}': the game is {when}")
        try:
            game.submit(line.seat, line.move)
        except IllegalMove as error:
            raise IllegalMove(f"{where}{error}") from None
        yield game


def _start_of(record: Record, catalog: Source) -> Game:
    if record.game == "duel":
        duel = duel_edition_of(catalog)
        _check_catalog(record, duel.is_ours, duel.fingerprint)
        return start_of_duel(record, duel)
    if record.game != "classic":
        raise InvalidText(f"game: no game {record.game!r}: {', '.join(GAMES)}")
    leaders = record.options.get("leaders", False)
    if type(leaders) is not bool:
        raise InvalidText("options: leaders is true or false")
    edition = edition_of(catalog, leaders)
    _check_catalog(record, edition.is_ours, edition.fingerprint)
    return start_of_classic(record, edition)


def _check_catalog(record: Record, is_ours: bool, fingerprint: str) -> None:
    if record.catalog is None and not is_ours:
        raise InvalidText("this record was played with our catalogue")
    if record.catalog is not None and record.catalog != fingerprint:
        raise InvalidText(f"this record needs the catalogue sha256:{record.catalog}")


__all__ = [
    "ClassicGame", "DuelGame", "Game", "from_position", "new", "replay", "replay_steps", "score",
]  # fmt: skip
