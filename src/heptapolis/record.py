"""Records: a game as text, with a header and one decision per line."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from heptapolis.errors import InvalidText
from heptapolis.move import Move
from heptapolis.position import FINGERPRINT
from heptapolis.spelling import suggest
from heptapolis.variants import registered_variants, variant, vocabularies

FORMAT_VERSION = 1
MAX_RECORD_CHARS = 200_000
# ages, and a draft before them
ROMAN = ("L", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@dataclass(frozen=True)
class Line:
    """One decision: when, by which seat, which move."""

    age: int
    turn: int
    seat: int
    move: Move
    number: int = field(default=0, compare=False)  # in the text it was read from
    prelude: str = field(default="", compare=False)  # how age 0 is written

    def __str__(self) -> str:
        when = ROMAN[self.age] if self.age else self.prelude or ROMAN[0]
        return f"{when}.{self.turn} {self.seat} {self.move}"


@dataclass(frozen=True)
class Record:
    """All data of a game: rules and cards, options, boards, seed or position, moves."""

    game: str
    options: Mapping[str, Any]
    wonders: tuple[str, ...]
    seed: int | None = None
    position: Mapping[str, Any] | None = None
    rules: int = 1  # the version of the game's rules
    catalog: str | None = None  # the fingerprint of its cards; None if the game has none
    lines: tuple[Line, ...] = field(default=())

    def __str__(self) -> str:
        head = [f"heptapolis {FORMAT_VERSION}", f"game {self.game}", f"rules {self.rules}"]
        if self.catalog:
            head.append(f"catalog sha256:{self.catalog}")
        head.append(f"options {json.dumps(dict(self.options), sort_keys=True, ensure_ascii=False)}")
        head.append(f"wonders {' '.join(self.wonders)}")
        if self.position is not None:
            head.append(f"position {json.dumps(dict(self.position), ensure_ascii=False)}")
        else:
            head.append(f"seed {self.seed}")
        return "\n".join([*head, *(str(line) for line in self.lines)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Return the record in a text; raise InvalidText with the number of the invalid line."""
        if not isinstance(text, str):
            raise InvalidText(f"a record is a text, got {type(text).__name__}")
        if len(text) > MAX_RECORD_CHARS:
            raise InvalidText(f"a record of {len(text)} characters is too long")
        lines = text.splitlines()
        if not lines or lines[0].split() != ["heptapolis", str(FORMAT_VERSION)]:
            raise InvalidText(f"line 1: a record begins with 'heptapolis {FORMAT_VERSION}'")
        _check_told_rules(lines)
        head: dict[str, Any] = {}
        decisions: list[tuple[int, re.Match[str]]] = []
        pattern = _line_pattern(_preludes())
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            try:
                if match := pattern.fullmatch(line.strip()):
                    decisions.append((number, match))
                elif decisions:
                    raise InvalidText(f"{line!r} is not a decision: age.turn, seat, move")
                else:
                    _header(line, head)
            except InvalidText as error:
                raise InvalidText(f"line {number}: {error}") from None
        _check_header(head)
        parse_move = variant(head["game"]).parse_move
        return cls(lines=tuple(_decision(*one, parse_move) for one in decisions), **head)


def _preludes() -> tuple[str, ...]:
    """Return how games write the phases before their first age."""
    return tuple(words.prelude for words in vocabularies() if words.prelude)


@cache
def _line_pattern(preludes: tuple[str, ...]) -> re.Pattern[str]:
    ages = "|".join([*map(re.escape, preludes), "[IVX]{1,4}"])
    return re.compile(rf"({ages})\.([0-9]{{1,3}}) ([0-9]{{1,2}}) (.+)")


def check_rules(what: str, game: str, rules: int) -> None:
    """Raise InvalidText unless the versions of the rules are equal: other rules would lead to
    another game."""
    ours = variant(game).rules_version
    if rules != ours:
        raise InvalidText(
            f"{what} was played by rules {rules} of {game}; those here are rules {ours}"
        )


def check_cards(what: str, catalog: str, here: str) -> None:
    """Raise InvalidText unless the fingerprints of the cards are equal."""
    if catalog != here:
        raise InvalidText(
            f"{what} was played with the cards {short_fingerprint(catalog)}; "
            f"those here are {short_fingerprint(here)}"
        )


def short_fingerprint(fingerprint: str) -> str:
    """Return a fingerprint shortened for display."""
    return f"sha256:{fingerprint[:12]}…"


def _check_told_rules(lines: Sequence[str]) -> None:
    """Check the version of the rules before other lines, since another version may have another
    format."""
    told = {key: value.strip() for key, _, value in (line.partition(" ") for line in lines)}
    game, rules = told.get("game", ""), told.get("rules", "")
    if game in registered_variants() and re.fullmatch("[0-9]{1,9}", rules):
        check_rules("this record", game, int(rules))


def _check_header(head: Mapping[str, Any]) -> None:
    for key in ("game", "rules", "options", "wonders"):
        if key not in head:
            raise InvalidText(f"the header has no line {key!r}")
    if ("seed" in head) == ("position" in head):
        raise InvalidText("the header needs either a seed or a position")


def _decision(number: int, match: re.Match[str], parse_move: Callable[[str], Move]) -> Line:
    """Return the decision in one line of a record; the game determines the moves."""
    when, turn, seat, text = match.groups()
    try:
        if when in _preludes():
            return Line(0, int(turn), int(seat), parse_move(text), number, when)
        if when not in ROMAN:
            raise InvalidText(f"{when!r} is not an age: {', '.join(ROMAN[1:])}")
        return Line(ROMAN.index(when), int(turn), int(seat), parse_move(text), number)
    except InvalidText as error:
        raise InvalidText(f"line {number}: {error}") from None


def _header(line: str, head: dict[str, Any]) -> None:
    """Read a line of the header into ``head``."""
    key, _, value = line.partition(" ")
    if key in head:
        raise InvalidText(f"{key!r} appears twice")
    if key not in HEADER_READERS:
        raise InvalidText(f"{line!r} is neither header nor decision{suggest(key, HEADER_READERS)}")
    head[key] = HEADER_READERS[key](key, value.strip())


def _game(_: str, value: str) -> str:
    return value


def _wonders(_: str, value: str) -> tuple[str, ...]:
    return tuple(value.split())


def _seed(_: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,40}", value):
        raise InvalidText(f"the seed {value!r} is not a whole number")
    return int(value)


def _rules(_: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise InvalidText(f"the rules {value!r} are not a whole number")
    return int(value)


def _catalog(_: str, value: str) -> str:
    if not FINGERPRINT.fullmatch(value):
        raise InvalidText(f"{value!r} is not the sha256 of a catalogue")
    return value.removeprefix("sha256:")


def _json_object(key: str, value: str) -> dict[str, Any]:
    try:
        read = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise InvalidText(f"{key}: {error}") from None
    if not isinstance(read, dict):
        raise InvalidText(f"{key}: expected a JSON object")
    return read


HEADER_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "game": _game,
    "options": _json_object,
    "rules": _rules,
    "catalog": _catalog,
    "wonders": _wonders,
    "seed": _seed,
    "position": _json_object,
}
