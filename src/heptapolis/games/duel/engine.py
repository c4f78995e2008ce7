"""The engine of Duel: new games, games from a position, games from a record."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.errors import InvalidText
from heptapolis.expansion import check_options, option_names, read_expansions
from heptapolis.games.duel.codes import DUEL_SEATS, SET_SIZE
from heptapolis.games.duel.edition import DuelEdition, duel_edition_of
from heptapolis.games.duel.expansion import DUEL
from heptapolis.games.duel.game import DuelGame
from heptapolis.games.duel.options import DRAFT, FIRST_GAME, NEUTRAL_STARTS, DuelOptions, Wonders
from heptapolis.games.duel.position import build_state
from heptapolis.games.duel.rules import entries
from heptapolis.games.duel.view import DuelView
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel_game import check_catalog, check_versions, checked_seed, read_names
from heptapolis.position import Position
from heptapolis.record import Record
from heptapolis.spelling import suggest
from heptapolis.variants import variant

Game, View = DuelGame, DuelView
NO_SETS = np.zeros((DUEL_SEATS, SET_SIZE), np.int64)


def edition(catalog: Source, options: DuelOptions) -> DuelEdition:
    """Return the edition for these options."""
    return duel_edition_of(catalog, options.expansions)


def new(
    options: DuelOptions,
    *,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    catalog: Source = None,
) -> DuelGame:
    """Start a new Duel: ``wonders`` are drafted, those of a first game, or four ids for
    each seat."""
    seed, edition = checked_seed(seed), duel_edition_of(catalog, options.expansions)
    sets = wonder_sets(options.wonders, edition)
    states, scratch = records(np.zeros(1, edition.rules.state)), edition.scratch
    states["neutral_start"][0] = NEUTRAL_STARTS.index(options.neutral_start)
    edition.rules.set_options(states, options)
    tables, workspaces = edition.tables, scratch.workspaces
    entries.deal(states, 0, tables, generator(seed), workspaces)
    n = entries.open_game(states, 0, sets, tables, workspaces, scratch.events)
    ids = [edition.id[int(item)] for item in sets.ravel() if item]
    game = DuelGame(edition, states, names=names, seed=seed, wonders=" ".join(ids) or DRAFT)
    game._log += [(game.age, 0, row[1], *row) for row in scratch.events[:n].tolist()]
    return game


def wonder_sets(wonders: Wonders, edition: DuelEdition) -> Any:
    """Return four items for each seat; zeros mean a draft."""
    if wonders is None or wonders == DRAFT:
        return NO_SETS
    if wonders == FIRST_GAME:
        return edition.tables["first_game_wonders"][0].astype(np.int64)
    complaint = f"wonders: draft, first_game or four ids for each seat, got {wonders!r}"
    if not isinstance(wonders, list | tuple) or len(wonders) != DUEL_SEATS:
        raise ValueError(complaint)
    if any(not isinstance(own, list | tuple) or len(own) != SET_SIZE for own in wonders):
        raise ValueError(complaint)
    ids = [id for own in wonders for id in own]
    for id in ids:
        if not isinstance(id, str) or id not in edition.catalog.wonder:
            known = edition.catalog.wonder
            raise ValueError(f"no wonder {id!r}: {', '.join(known)}{suggest(id, known)}")
    if len(set(ids)) < len(ids):
        raise ValueError(f"wonders: the same one twice in {ids}")
    return np.array([edition.item[id] for id in ids], np.int64).reshape(DUEL_SEATS, SET_SIZE)


def from_position(
    position: Position, *, names: Sequence[str] | None = None, catalog: Source = None
) -> DuelGame:
    """Continue a Duel from a position, complete or written by hand."""
    edition = duel_edition_of(catalog, read_expansions(DUEL, position.get("expansions", ())))
    check_versions(position, edition)
    return DuelGame(edition, build_state(position, edition), names=names, is_dealt=False)


def scorable(position: Position, *, catalog: Source = None) -> DuelGame:
    """Return a Duel that can be shown and scored but not played, from a position without
    the deal."""
    edition = duel_edition_of(catalog, read_expansions(DUEL, position.get("expansions", ())))
    check_versions(position, edition)
    return DuelGame(edition, build_state(position, edition, deal=False))


def start(record: Record, *, catalog: Source = None) -> DuelGame:
    """Return the game at the beginning of a record."""
    expansions = read_expansions(DUEL, record.options.get("expansions", ()))
    added = option_names(DUEL, expansions)
    names = read_names(record, {"neutral_start", "expansions", *added})
    edition = duel_edition_of(catalog, expansions)
    check_catalog(record, edition)
    try:
        if record.position is not None:
            return _go_on(record, names, edition)
        ids = record.wonders
        told = {name: value for name, value in record.options.items() if name in added}
        told |= {
            "wonders": DRAFT if ids == (DRAFT,) else [ids[:SET_SIZE], ids[SET_SIZE:]],
            "neutral_start": record.options.get("neutral_start", "last"),
        }
        options = variant(DUEL).read_options({**told, "expansions": expansions})
        return new(options, seed=record.seed, names=names, catalog=edition)
    except InvalidText:
        raise
    except ValueError as error:
        raise InvalidText(f"header: {error}") from None


def _go_on(record: Record, names: list[str] | None, catalog: Source) -> DuelGame:
    """Return the game of a record's position, which must not contradict the header."""
    game = from_position(Position.of(record.position), names=names, catalog=catalog)
    header = record.options.get("neutral_start", "last"), record.wonders
    if header != (NEUTRAL_STARTS[int(game._field("neutral_start"))], (DRAFT,)):
        raise InvalidText("header: neutral_start and wonders are not those of the position")
    if {*record.options.get("expansions", ())} != game.expansions:
        raise InvalidText("header: expansions are not those of the position")
    check_options(record, game)
    return game
