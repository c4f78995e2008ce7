"""The engine of classic: new games, games from a position, games from a record."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.expansion import check_options, option_names, read_expansions
from heptapolis.games.classic.codes import FIRST_BOARD, SEATS
from heptapolis.games.classic.edition import ClassicEdition, edition_of
from heptapolis.games.classic.expansion import CLASSIC, LEADERS
from heptapolis.games.classic.game import ClassicGame
from heptapolis.games.classic.options import SIDES, ClassicOptions
from heptapolis.games.classic.position import LEADERS_STREAM, build_state
from heptapolis.games.classic.rules import entries
from heptapolis.games.classic.rules.state import FIELDS
from heptapolis.games.classic.view import ClassicView
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel_game import check_catalog, check_versions, checked_seed, read_names
from heptapolis.position import Position
from heptapolis.record import Record
from heptapolis.spelling import suggest
from heptapolis.variants import variant

Game, View = ClassicGame, ClassicView
BOARDS_STREAM = 0x5EED_B0A2D5  # apart from the deal, which chosen boards leave unchanged


def edition(catalog: Source, options: ClassicOptions) -> ClassicEdition:
    """Return the edition for these options."""
    return edition_of(catalog, options.expansions)


def new(
    options: ClassicOptions,
    *,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    catalog: Source = None,
) -> ClassicGame:
    """Start a new game."""
    seed, edition = checked_seed(seed), edition_of(catalog, options.expansions)
    states = empty_states(options.seats, options.expansions, edition.rules.state)
    tables, workspaces = edition.tables, edition.scratch.workspaces
    edition.rules.set_options(states, options)
    sides = SIDES.index(options.sides)
    chance = generator(seed ^ BOARDS_STREAM)
    entries.deal_boards(states, 0, tables, chance, sides, workspaces)
    if options.wonders is not None:
        entries.lay_boards(states, 0, tables, chosen_boards(options, edition), workspaces)
    chance = generator(seed)
    entries.deal(states, 0, tables, chance, workspaces)
    if LEADERS in options.expansions:
        chance = generator(seed ^ LEADERS_STREAM)
        entries.deal_leaders(states, 0, tables, chance, workspaces)
    if edition.rules.has_added_rules:
        entries.deal_expansions(states, 0, tables, chance, workspaces)
    entries.open_cities(states, 0, tables)
    return ClassicGame(edition, states, names=names, seed=seed)


def empty_states(
    seats: int, expansions: Collection[str] = (), dtype: np.dtype[Any] = FIELDS.dtype
) -> Any:
    """Return a table before the deal."""
    states = records(np.zeros(1, dtype))
    states["n_players"][0], states["n_cities"][0] = seats, max(3, seats)
    states["leaders"][0] = LEADERS in expansions
    return states


def chosen_boards(options: ClassicOptions, edition: ClassicEdition) -> Any:
    """Return the items of the chosen boards, by city; 0 where one is to be drawn."""
    boards, wonders, seats = np.zeros(SEATS, np.int64), options.wonders, options.seats
    if wonders is None:
        return boards
    if not isinstance(wonders, list | tuple) or len(wonders) not in {seats, max(3, seats)}:
        raise ValueError(f"wonders: expected {seats} boards, got {wonders!r}")
    for city, id in enumerate(wonders):
        boards[city] = _board(id, edition, options.expansions if city < seats else ())
    taken = [(board - FIRST_BOARD) // 2 for board in boards.tolist() if board]
    if len(set(taken)) < len(taken):
        raise ValueError(f"wonders: the same board twice in {list(wonders)!r}")
    return boards


def _board(board: object, edition: ClassicEdition, expansions: Collection[str]) -> int:
    """Return the item of a board. The expansions of its city allow boards that need them; the Free
    City has none (L75)."""
    item = edition.board(board, expansions)
    if not item:
        boards = edition.boards(expansions)
        known = [id for id in boards if id.endswith(":A")]
        meant = suggest(board, boards)
        raise ValueError(f"no board {board!r}: {', '.join(known)} and their sides B{meant}")
    return item


def from_position(
    position: Position, *, names: Sequence[str] | None = None, catalog: Source = None
) -> ClassicGame:
    """Continue a game from a position, complete or written by hand."""
    edition = _edition_of_position(position, catalog)
    check_versions(position, edition)
    states, pending = build_state(position, edition)
    game = ClassicGame(edition, states, names=names, is_dealt=False)
    for seat, move in pending:
        try:
            game.submit(seat, move)
        except (IllegalMove, InvalidText) as error:
            raise InvalidText(f"position: pending: {error}") from None
    return game


def _edition_of_position(position: Position, catalog: Source) -> ClassicEdition:
    return edition_of(catalog, _read_expansions(position))


def _read_expansions(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the expansions that a position, or the options of a record, name: Leaders with its own
    flag."""
    names = data.get("expansions", [])
    if isinstance(names, list | tuple) and data.get("leaders") is True:
        names = [*names, LEADERS]
    return read_expansions(CLASSIC, names)


def scorable(position: Position, *, catalog: Source = None) -> ClassicGame:
    """Return a game that can be shown and scored but not played, from a position that may lack
    hands and decks."""
    edition = _edition_of_position(position, catalog)
    check_versions(position, edition)
    states, _ = build_state(position, edition, hands=False)
    return ClassicGame(edition, states)


def start(record: Record, *, catalog: Source = None) -> ClassicGame:
    """Return the game at the beginning of a record."""
    expansions = _read_expansions(record.options)
    added = option_names(CLASSIC, expansions)
    names = read_names(record, {"seats", "leaders", "expansions", *added})
    if type(record.options.get("leaders", False)) is not bool:
        raise InvalidText("options: leaders is true or false")
    edition = edition_of(catalog, expansions)
    check_catalog(record, edition)
    try:
        if record.position is not None:
            return _go_on(record, names, edition)
        told = {name: value for name, value in record.options.items() if name in added}
        told |= {"seats": record.options.get("seats", 0), "wonders": record.wonders}
        options = variant(CLASSIC).read_options({**told, "expansions": expansions})
        return new(options, seed=record.seed, names=names, catalog=edition)
    except InvalidText:
        raise
    except ValueError as error:
        raise InvalidText(f"header: {error}") from None


def _go_on(record: Record, names: list[str] | None, catalog: Source) -> ClassicGame:
    """Return the game of a record's position, which must not contradict the header."""
    game = from_position(Position.of(record.position), names=names, catalog=catalog)
    boards = tuple(city.board for city in game.cities)
    told = record.options
    header = told.get("seats"), told.get("leaders", False), record.wonders
    if header != (game.players, game.leaders, boards):
        raise InvalidText("header: seats, leaders, wonders are not those of the position")
    if {*told.get("expansions", ())} - {LEADERS} != game.expansions - {LEADERS}:
        raise InvalidText("header: expansions are not those of the position")
    check_options(record, game)
    return game
