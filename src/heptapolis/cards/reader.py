"""Read TOML into the model; every error names file, entry and field.

The reader walks the dataclasses of a game: the type of a field says what its key may hold, so the
model is the schema. A record with more to say has a class method ``complete``, which changes the
values that were read. A file laid over another replaces single fields of an entry it names again
and adds the entries it names first.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from heptapolis.cards.model import Cost, Effect
from heptapolis.codes import Code, Resource
from heptapolis.spelling import suggest
from heptapolis.user_files import read_text

T = TypeVar("T")
SLUG_PATTERN = re.compile(r"[a-z][a-z0-9_]*")
CATALOG_FIELDS = frozenset({"origin", "added", "source"})  # fields of every catalogue
NUMBER_LIMIT = 1000  # within the kernel's small integers, with a margin


class CatalogError(ValueError):
    """A catalogue that cannot be played with; the message names file, entry and field."""


@dataclass(frozen=True)
class Where:
    """A place in a file, for messages."""

    file: str
    path: tuple[str, ...] = ()
    effects: Mapping[str, Any] = field(default_factory=dict, compare=False)  # keys of expansions

    def __truediv__(self, key: object) -> "Where":
        return Where(self.file, (*self.path, str(key)), self.effects)

    def error(self, message: str) -> CatalogError:
        return CatalogError(f"{self.file}: {'.'.join(self.path) or 'top level'}: {message}")


def parse_file(path: Path) -> dict[str, Any]:
    """Return the raw content of a TOML file."""
    text = read_file(path)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no TOMLDecodeError
        raise CatalogError(f"{path}: {error}") from None


def read_file(path: Path) -> str:
    """Return the text of a file."""
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise CatalogError(str(error)) from None


@dataclass
class Layers:
    """Raw files laid over each other, with the last file that changed each entry."""

    raw: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)  # "card.temple" → the file to blame for it
    # "temple" → the name of the file that brought it
    origin: dict[str, str] = field(default_factory=dict)
    effects: dict[str, Any] = field(default_factory=dict)  # types of the keys that expansions bring
    house: str = ""  # the path of the user's file

    def lay(self, raw: Mapping[str, Any], file: str, name: str) -> None:
        """Add a file: new fields replace those of an existing entry, new entries are added."""
        for section, entries in raw.items():
            self.files[section] = file
            if not isinstance(entries, dict):
                self.raw[section] = entries
                continue
            below = self.raw.setdefault(section, {})
            if not isinstance(below, dict):
                raise Where(file, (section,)).error("a table is not expected here")
            for key, entry in entries.items():
                self.files[f"{section}.{key}"] = file
                self.origin.setdefault(key, name)
                if isinstance(entry, dict) and isinstance(below.get(key), dict):
                    below[key] = below[key] | entry
                else:
                    below[key] = entry

    def where(self, *path: str) -> Where:
        file = self.files.get(".".join(path[:2])) or self.files.get(path[0], "catalogue")
        return Where(file, path, self.effects)

    def read(
        self,
        model: Callable[..., T],
        kinds: Mapping[str, Any],
        records: Mapping[str, Any],
        **others: Any,
    ) -> T:
        """Return the catalogue as one value of ``model``. ``kinds`` of things and single
        ``records`` are the sections beside its fields; ``others`` are values of its fields."""
        hints = {key: kind for key, kind in _hints(model).items() if key not in CATALOG_FIELDS}
        known = [*hints, *kinds, *records]
        for key in self.raw:
            if key not in known:
                raise self.where(key).error(f"unknown key{suggest(key, known)}")
        values: dict[str, Any] = {}
        for key, kind in hints.items():
            if key not in self.raw:
                if not _has_default(model, key):
                    raise self.where(key).error("is missing")
                continue
            if get_origin(kind) is Mapping and is_dataclass(get_args(kind)[1]):
                values[key] = self._entries(key, get_args(kind)[1])
            else:
                values[key] = read_value(kind, self.raw[key], self.where(key))
        added = {key: self._entries(key, kind) for key, kind in kinds.items()}
        for key, kind in records.items():
            added[key] = _record(kind, self.raw.get(key, {}), self.where(key))
        return model(**values, **others, added=added, origin=self.origin)

    def _entries(self, section: str, kind: Any) -> dict[str, Any]:
        entries = self.raw.get(section, {})
        if not isinstance(entries, dict):
            raise self.where(section).error("expected a table of entries")
        result = {}
        for id, entry in entries.items():
            where = self.where(section, id)
            extra = {}
            if "id" in _hints(kind):
                if not SLUG_PATTERN.fullmatch(id):
                    raise where.error("an id is lower-case letters, digits and underscores")
                extra["id"] = id
            result[id] = _record(kind, entry, where, **extra)
        return result


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the keys of a record, as data files write them, with their types."""
    hints = get_type_hints(kind)
    return {f.name.rstrip("_"): hints[f.name] for f in fields(kind)}


def _has_default(kind: Any, key: str) -> bool:
    wanted = next(f for f in fields(kind) if f.name.rstrip("_") == key)
    return wanted.default is not MISSING or wanted.default_factory is not MISSING


def _record(kind: Any, raw: Any, where: Where, **extra: Any) -> Any:
    """Return a dataclass from a table."""
    if not isinstance(raw, dict):
        raise where.error(f"expected a table, got {raw!r}")
    if kind is Cost:
        return _cost(raw, where)
    hints = {key: hint for key, hint in _hints(kind).items() if key not in extra}
    added: Mapping[str, Any] = {}
    if issubclass(kind, Effect):
        added = where.effects
        del hints["added"]
        extra["added"] = {}
    _check_keys(raw, {**hints, **added}, where)
    values = _read_fields(kind, raw, where, hints, extra)
    for key in added:
        if key in raw:
            values["added"][key] = read_value(added[key], raw[key], where / key)
    if complete := getattr(kind, "complete", None):
        complete(values, raw, where)
    return kind(**values)


def _check_keys(raw: dict[str, Any], known: dict[str, Any], where: Where) -> None:
    """Raise an error for a key that no record of this kind has."""
    for key in raw:
        if key not in known:
            raise (where / key).error(f"unknown key{suggest(key, sorted(known))}")


def _read_fields(
    kind: Any, raw: dict[str, Any], where: Where, hints: dict[str, Any], extra: dict[str, Any]
) -> dict[str, Any]:
    """Return the values of the fields of a record; ``extra`` are known already."""
    values = dict(extra)
    for one in fields(kind):
        key = one.name.rstrip("_")
        if key in raw:
            values[one.name] = read_value(hints[key], raw[key], where / key)
        elif one.name not in values and not _has_default(kind, key):
            raise (where / key).error("is missing")
    return values


def _options(kind: Any) -> list[Any]:
    """Return the types of a union beside None: one type, or several enumerations."""
    options = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return [option for option in options if option is not NoneType]


def read_value(kind: Any, raw: Any, where: Where) -> Any:
    """Return one value of the wanted type."""
    kinds = _options(kind)
    kind = kinds[0]
    if get_origin(kind) is tuple:
        if not isinstance(raw, list):
            raise where.error(f"expected a list, got {raw!r}")
        return tuple(read_value(get_args(kind)[0], item, where) for item in raw)
    if get_origin(kind) is Mapping:
        key, value = get_args(kind)
        return _mapping(key, value, raw, where)
    if is_dataclass(kind):
        return _record(kind, raw, where)
    if issubclass(kind, IntEnum):
        return _code(kinds, raw, where)
    if not isinstance(raw, kind) or (kind is int and isinstance(raw, bool)):
        words = {int: "a whole number", bool: "true or false", str: "a text"}
        raise where.error(f"expected {words[kind]}, got {raw!r}")
    if kind is int and abs(raw) > NUMBER_LIMIT:
        raise where.error(f"{raw} is more than {NUMBER_LIMIT}")
    if kind is str and not raw.strip():
        raise where.error("is empty")
    return raw


def _code(kinds: Sequence[type[Code]], raw: Any, where: Where) -> Code:
    """Return a code of one of several enumerations."""
    known = {member.slug: member for kind in kinds for member in kind}
    if not isinstance(raw, str) or raw not in known:
        raise where.error(
            f"unknown {_words(kinds[0].__name__)} {raw!r}{suggest(str(raw), known)}"
            f" (one of {', '.join(known)})"
        )
    return known[raw]


def _words(class_name: str) -> str:
    """Return "resource class" for ``ResourceClass``."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", class_name).lower()


def _mapping(key: Any, value: Any, raw: Any, where: Where) -> dict[Any, Any]:
    if not isinstance(raw, dict):
        raise where.error(f"expected a table, got {raw!r}")
    if key is str:
        return dict(raw)
    return {_code([key], k, where): read_value(value, v, where / k) for k, v in raw.items()}


def _cost(raw: dict[str, Any], where: Where) -> Cost:
    """Return a cost from its flat form: ``{ coins = 1, wood = 2 }``."""
    units = {key: value for key, value in raw.items() if key != "coins"}
    resources = _mapping(Resource, int, units, where)
    coins = read_value(int, raw.get("coins", 0), where / "coins")
    for key, amount in {"coins": coins, **{r.slug: n for r, n in resources.items()}}.items():
        if amount < (key != "coins"):
            raise (where / key).error(f"{amount} is too little")
    return Cost(coins=coins, resources=resources)
