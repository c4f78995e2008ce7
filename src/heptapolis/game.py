"""New games, and games from positions and records, of any variant."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from heptapolis.contract import Game, Score, engine_of
from heptapolis.edition import Source
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.position import Position
from heptapolis.record import ROMAN, Record, check_rules
from heptapolis.variants import EXPANSIONS, Variant, house_of, ruleset, variant

if TYPE_CHECKING:
    from heptapolis.games.classic.game import ClassicGame
    from heptapolis.games.duel.game import DuelGame

PositionLike = Position | Mapping[str, Any] | str  # a position in any form


@overload
def new(
    game: Literal["classic", "classic+leaders", "leaders"] = "classic",
    *,
    seats: int = 3,
    leaders: bool = False,
    expansions: Iterable[str] = (),
    seed: int | None = None,
    wonders: Sequence[str] | None = None,
    sides: str = "random",
    names: Sequence[str] | None = None,
    catalog: Source = None,
) -> "ClassicGame": ...
@overload
def new(
    game: Literal["duel"],
    *,
    seed: int | None = None,
    wonders: str | Sequence[Sequence[str]] | None = None,
    neutral_start: str = "last",
    names: Sequence[str] | None = None,
    catalog: Source = None,
) -> "DuelGame": ...
@overload
def new(game: str, **options: Any) -> Game: ...
def new(
    game: str = "classic",
    *,
    expansions: Iterable[str] = (),
    seed: int | None = None,
    names: Sequence[str] | None = None,
    catalog: Source = None,
    **options: Any,
) -> Game:
    """Return a new game; ``seed=None`` draws one from `secrets`.

    Expansions are named with the game ("classic+leaders", "leaders" for short), as
    ``expansions={"leaders"}``, or by their own option (``leaders=True``).

    Classic: ``seats=2`` is the Free City game; ``leaders`` adds the expansion: a draft, a
    recruitment before each age, Rome, four guilds. ``wonders`` names a board for each seat
    ("giza:A"); with two seats a third is the Free City's. ``sides`` of drawn boards: "random", "A"
    or "B".

    Duel: ``wonders`` is "draft", "first_game" or four ids for each seat; ``neutral_start`` says who
    begins an age with the marker in the middle: "last" (who took the last card) or "choose".
    """
    rules = ruleset(game)
    named = {} if expansions == () else {EXPANSIONS: expansions}
    chosen = rules.read_options({**options, **named})
    cards = rules.variant.catalog if catalog is None else catalog
    return engine_of(rules.variant).new(chosen, seed=seed, names=names, catalog=cards)


def from_position(
    position: PositionLike, *, names: Sequence[str] | None = None, catalog: Source = None
) -> Game:
    """Return a game that continues from a position, complete or written by hand."""
    read = Position.of(position)
    played = _variant_of(read)
    cards = _cards(played, read.catalog, catalog)
    return engine_of(played).from_position(read, names=names, catalog=cards)


def score(position: PositionLike, *, catalog: Source = None) -> list[Score]:
    """Return the score sheets of a position; hands and decks are not needed."""
    return scorable(position, catalog=catalog).scores()


def scorable(position: PositionLike, *, catalog: Source = None) -> Game:
    """Return a game of a position without hands and decks, to be inspected and scored."""
    read = Position.of(position)
    played = _variant_of(read)
    return engine_of(played).scorable(read, catalog=_cards(played, read.catalog, catalog))


def _variant_of(position: Position) -> Variant:
    try:
        return variant(position.game)
    except InvalidText as error:
        raise InvalidText(f"position: game: {error}") from None


def replay(record: Record | str, *, catalog: Source = None) -> Game:
    """Replay a record and return the game, which can be continued."""
    *_, game = replay_steps(record, catalog=catalog)
    return game


def replay_steps(record: Record | str, *, catalog: Source = None) -> Iterable[Game]:
    """Yield the game at its start and after every line of its record; it is one object that
    changes."""
    read = record if isinstance(record, Record) else Record.parse(record)
    game = _start_of(read, catalog)
    yield game
    for line in read.lines:
        where = f"line {line.number}: " if line.number else ""
        if (line.age, line.turn) != (game.age, game.turn) or game.is_over:
            now = f"at {ROMAN[game.age]}.{game.turn}"
            raise InvalidText(f"{where}'{line}': the game is {'over' if game.is_over else now}")
        try:
            game.submit(line.seat, line.move)
        except IllegalMove as error:
            raise IllegalMove(f"{where}{error.reason}", error.refusal, error.legal) from None
        yield game


def _start_of(record: Record, catalog: Source) -> Game:
    """Return the game at the start of a record, with the cards it was played with."""
    check_rules("this record", record.game, record.rules)
    played = variant(record.game)
    return engine_of(played).start(record, catalog=_cards(played, record.catalog, catalog))


def _cards(played: Variant, fingerprint: str | None, catalog: Source) -> Source:
    """Return the cards for a record or position that names a fingerprint: the given ones, or those
    of a house variant."""
    if catalog is None and fingerprint is not None and (house := house_of(fingerprint, played.id)):
        cards: Source = house.catalog
        return cards
    return catalog


__all__ = ["Game", "from_position", "new", "replay", "replay_steps", "scorable", "score"]
