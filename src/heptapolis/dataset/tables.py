"""Games, seats and positions as rows of Arrow; docs/dataset.md describes the columns."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from heptapolis.arena.play import places
from heptapolis.dataset.parts import city_part
from heptapolis.dataset.selfplay import FinishedGame, SelfPlay
from heptapolis.encodings import Encoding, encoding_with
from heptapolis.options import changes

GAMES, SEATS, POSITIONS = "games", "seats", "positions"
ALL_POSITIONS = -1  # all positions of a game
TEXT, NUMBERS, BOTH = FORMS = ("text", "numbers", "both")  # how positions are encoded
WORD_TYPE = pa.dictionary(pa.int8(), pa.string())  # repeated words
Row = dict[str, Any]


@dataclass(frozen=True)
class DatasetPlan:
    """The games to play and the rows to write: ``positions`` is the number per game, 0 for none,
    and ``form`` their encoding."""

    play: SelfPlay
    positions: int = 0
    form: str = TEXT

    @cached_property
    def encoding(self) -> Encoding:
        rules = self.play.format.ruleset.with_options(self.play.options)
        variant = rules.variant
        edition = variant.engine.edition(variant.catalog, self.play.options)
        return encoding_with(rules, edition)

    @property
    def has_text(self) -> bool:
        return self.form != NUMBERS

    @property
    def has_numbers(self) -> bool:
        return self.form != TEXT

    @property
    def columns(self) -> list[str]:
        """The columns of the score sheet, without the total."""
        columns = self.play.format.ruleset.variant.columns
        return [column for column in columns if column != "total"]

    @cached_property
    def schemas(self) -> dict[str, Any]:
        """Return the tables with their columns."""
        kinds = city_part(self.play.format.ruleset).kinds
        tables = {
            GAMES: {
                "game": pa.int64(),
                "ruleset": WORD_TYPE,
                "options": WORD_TYPE,
                "seats": pa.int8(),
                "seed": pa.uint64(),
                "outcome": WORD_TYPE,
                "moves": pa.int16(),
                "record": pa.string(),
            },
            SEATS: {
                "game": pa.int64(),
                "seat": pa.int8(),
                "bot": WORD_TYPE,
                "place": pa.int8(),
                "won": pa.float32(),
                "points": pa.int16(),
                **{f"points_{column}": pa.int16() for column in self.columns},
                **{kind: pa.list_(pa.string()) for kind in kinds},
            },
        }
        if self.positions:
            tables[POSITIONS] = self._position_columns
        return {name: pa.schema(list(columns.items())) for name, columns in tables.items()}

    @property
    def _position_columns(self) -> dict[str, Any]:
        columns = {
            "game": pa.int64(),
            "ply": pa.int16(),
            "age": pa.int8(),
            "turn": pa.int8(),
            "phase": WORD_TYPE,
            "seat": pa.int8(),
            "bot": WORD_TYPE,
            "move": pa.string(),
            "index": pa.int16(),
            "points": pa.int16(),
            "place": pa.int8(),
            "won": pa.float32(),
        }
        if self.has_text:
            columns |= {"position": pa.string(), "legal": pa.list_(pa.string())}
        if self.has_numbers:
            columns["observation"] = pa.list_(pa.int8(), self.encoding.size)
            columns["mask"] = pa.list_(pa.bool_(), self.encoding.n_actions)
            columns["action"] = pa.int16()
        return columns

    def facts(self) -> dict[str, Any]:
        """Return what identifies the dataset, for `dataset.json` and every file."""
        play = self.play
        return {
            "ruleset": str(play.format.ruleset),
            "options": changes(play.options),
            "bots": list(play.bots),
            "seed": play.seed,
            "positions": self.positions,
            "form": self.form,
            "version": play.format.version,
            **({"encoding": self.encoding.version} if self.has_numbers else {}),
        }


def play_rows(plan: DatasetPlan, numbers: Sequence[int]) -> dict[str, Any]:
    """Play some games and return a table of Arrow for each of the plan's tables."""
    rows: dict[str, list[Row]] = {name: [] for name in plan.schemas}
    for one in plan.play.play(numbers):
        seat_rows = list(_seat_rows(plan, one))
        rows[GAMES].append(_game_row(plan, one))
        rows[SEATS] += seat_rows
        if plan.positions:
            rows[POSITIONS] += _position_rows(plan, one, seat_rows)
    return {name: _table(rows[name], schema) for name, schema in plan.schemas.items()}


def _table(rows: Iterable[Row], schema: Any) -> Any:
    """Return rows as a table; arrays of numbers are not copied element by element."""
    rows = list(rows)
    columns = []
    for field in schema:
        values = [row[field.name] for row in rows]
        if pa.types.is_fixed_size_list(field.type):
            flat = np.concatenate(values) if values else np.zeros(0, np.int8)
            numbers = pa.array(flat, type=field.type.value_type)
            columns.append(pa.FixedSizeListArray.from_arrays(numbers, field.type.list_size))
        elif pa.types.is_dictionary(field.type):
            columns.append(pa.array(values, pa.string()).dictionary_encode().cast(field.type))
        else:
            columns.append(pa.array(values, field.type))
    return pa.Table.from_arrays(columns, schema=schema)


def _game_row(plan: DatasetPlan, one: FinishedGame) -> Row:
    return {
        "game": one.number,
        "ruleset": str(plan.play.format.ruleset),
        "options": json.dumps(changes(plan.play.options), sort_keys=True),
        "seats": one.game.players,
        "seed": one.seed,
        "outcome": one.game.outcome,
        "moves": len(one.lines),
        "record": one.record,
    }


def _seat_rows(plan: DatasetPlan, one: FinishedGame) -> Iterator[Row]:
    game, where = one.game, places(one.game)
    part, winners = city_part(plan.play.format.ruleset), where.count(1)
    for seat, score in enumerate(game.scores()):
        yield {
            "game": one.number,
            "seat": seat,
            "bot": one.line_up[seat],
            "place": where[seat],
            "won": 1 / winners if where[seat] == 1 else 0.0,
            "points": score["total"],
            **{f"points_{column}": score[column] for column in plan.columns},
            **part.things(game, seat),
        }


def _position_rows(plan: DatasetPlan, one: FinishedGame, seat_rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the decisions of a game, or a sample drawn by its seed: what the seat knew, its move,
    and the result of the game for it."""
    plies = range(len(one.lines))
    if 0 < plan.positions < len(plies):
        wanted = set(Random(one.seed).sample(plies, plan.positions))
    else:
        wanted = set(plies)
    game = plan.play.new_game(one.seed, one.line_up)
    for ply, line in enumerate(one.lines):
        _, seat_text, text = line.split(" ", 2)
        seat = int(seat_text)
        if ply in wanted:
            view = game.view(seat)
            legal = [str(move) for move in view.legal_moves()]
            end = seat_rows[seat]
            row = {
                "game": one.number,
                "ply": ply,
                "age": view.age,
                "turn": view.turn,
                "phase": view.phase,
                "seat": seat,
                "bot": end["bot"],
                "move": text,
                "index": legal.index(text),
                "points": end["points"],
                "place": end["place"],
                "won": end["won"],
            }
            if plan.has_text:
                row |= {"position": str(view.position()), "legal": legal}
            if plan.has_numbers:
                observation, mask = plan.encoding.observe(view)
                action = plan.encoding.action(view, text)
                row |= {"observation": observation.flat, "mask": mask, "action": action}
            yield row
        game.submit(seat, text)
