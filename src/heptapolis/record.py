"""A whole game as text: a header, then one decision a line."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heptapolis.errors import InvalidText
from heptapolis.move import Move

VERSION = 1
LONGEST = 200_000
ROMAN = {0: "L", 1: "I", 2: "II", 3: "III"}  # the leader draft comes before the ages
_AGES = {text: age for age, text in ROMAN.items()} | {"W": 0}  # as does that of Duel's wonders
_LINE = re.compile(r"(L|W|I{1,3})\.([0-9]{1,2}) ([0-9]) (.+)")


@dataclass(frozen=True)
class Line:
    """One decision: when, who, what."""

    age: int
    turn: int
    seat: int
    move: Move
    number: int = field(default=0, compare=False)  # in the text it was read from

    def __str__(self) -> str:
        age = "W" if self.move.verb == "draft" else ROMAN[self.age]
        return f"{age}.{self.turn} {self.seat} {self.move}"


@dataclass(frozen=True)
class Record:
    """Everything a game is made of: options, boards, seed or position, moves."""

    game: str
    options: Mapping[str, Any]
    wonders: tuple[str, ...]
    seed: int | None = None
    position: Mapping[str, Any] | None = None
    catalog: str | None = None
    lines: tuple[Line, ...] = field(default=())

    def __str__(self) -> str:
        head = [f"heptapolis {VERSION}", f"game {self.game}"]
        head.append(f"options {json.dumps(dict(self.options), sort_keys=True, ensure_ascii=False)}")
        head.append(f"wonders {' '.join(self.wonders)}")
        if self.catalog:
            head.append(f"catalog sha256:{self.catalog}")
        if self.position is not None:
            head.append(f"position {json.dumps(dict(self.position), ensure_ascii=False)}")
        else:
            head.append(f"seed {self.seed}")
        return "\n".join([*head, *(str(line) for line in self.lines)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The record that a text holds; InvalidText names the line that is wrong."""
        if not isinstance(text, str):
            raise InvalidText(f"a record is a text, got {type(text).__name__}")
        if len(text) > LONGEST:
            raise InvalidText(f"a record of {len(text)} characters is too long")
        lines = text.splitlines()
        if not lines or lines[0].split() != ["heptapolis", str(VERSION)]:
            raise InvalidText(f"line 1: a record begins with 'heptapolis {VERSION}'")
        head: dict[str, Any] = {}
        moves: list[Line] = []
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            try:
                if match := _LINE.fullmatch(line.strip()):
                    age, turn, seat, move = match.groups()
                    parsed = Move.parse(move)
                    moves.append(Line(_AGES[age], int(turn), int(seat), parsed, number))
                elif moves:
                    raise InvalidText(f"{line!r} is no decision: age.turn, seat, move")
                else:
                    _header(line, head)
            except InvalidText as error:
                raise InvalidText(f"line {number}: {error}") from None
        return cls._from_header(head, tuple(moves))

    @classmethod
    def _from_header(cls, head: Mapping[str, Any], lines: tuple[Line, ...]) -> "Record":
        for key in ("game", "options", "wonders"):
            if key not in head:
                raise InvalidText(f"the header has no line {key!r}")
        if ("seed" in head) == ("position" in head):
            raise InvalidText("the header needs either a seed or a position")
        return cls(lines=lines, **head)


def _header(line: str, head: dict[str, Any]) -> None:
    key, _, value = line.partition(" ")
    if key in head:
        raise InvalidText(f"{key!r} stands there twice")
    if key == "game":
        head[key] = value.strip()
    elif key == "wonders":
        head[key] = tuple(value.split())
    elif key == "seed":
        if not re.fullmatch(r"[0-9]{1,40}", value.strip()):
            raise InvalidText(f"the seed {value!r} is no whole number")
        head[key] = int(value)
    elif key == "catalog":
        if not re.fullmatch(r"sha256:[0-9a-f]{64}", value.strip()):
            raise InvalidText(f"{value!r} is no sha256 of a catalogue")
        head[key] = value.strip().removeprefix("sha256:")
    elif key in ("options", "position"):
        try:
            head[key] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InvalidText(f"{key}: {error}") from None
        if not isinstance(head[key], dict):
            raise InvalidText(f"{key}: a JSON object is wanted")
    else:
        raise InvalidText(f"{line!r} is neither header nor decision")
