"""A catalogue as one text, and its fingerprint.

Cards are in the order of the catalogue, since a deal depends on it. Default values are left out, so
that a new field of the model does not change existing fingerprints.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from heptapolis.cards.model import Catalog, CatalogThing, Cost, Effect
from heptapolis.cards.reader import CATALOG_FIELDS, CatalogError, Layers
from heptapolis.codes import Code

Json = dict[str, Any]
SOURCE_NAME = "stored catalogue"  # for messages


def to_text(catalog: Catalog) -> str:
    """Return the complete catalogue as text."""
    return json.dumps(_data(catalog), ensure_ascii=False, separators=(",", ":"))


def fingerprint(catalog: Catalog) -> str:
    """Return a hash of everything the rules see; records and tables store it."""
    data = _data(catalog)
    for section, entries in data.items():
        if isinstance(entries, list):
            data[section] = [_seen_by_rules(entry, catalog) for entry in entries]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_layers(text: str) -> Layers:
    """Return the layers that a stored text stands for, as from a data file."""
    try:
        data = json.loads(text)
        sections = {name: _by_id(entries) for name, entries in data.items()}
    except (ValueError, AttributeError, TypeError, LookupError, RecursionError) as error:
        raise CatalogError(f"{SOURCE_NAME}: {error}") from None
    origin = {
        id: str(entry.pop("origin", "base"))
        for name, entries in sections.items()
        if isinstance(data[name], list)
        for id, entry in entries.items()
    }
    layers = Layers()
    layers.lay(sections, SOURCE_NAME, "base")
    layers.origin |= origin
    return layers


def _data(catalog: Any) -> Json:
    own = {
        field.name: getattr(catalog, field.name)
        for field in fields(catalog)
        if field.name not in CATALOG_FIELDS and not _is_usual(getattr(catalog, field.name), field)
    }
    return {name: _section(value, catalog) for name, value in {**own, **catalog.added}.items()}


def _section(value: Any, catalog: Any) -> Any:
    """Return a section: things as a list, with the file of each."""
    things: list[Any] = list(value.values()) if isinstance(value, Mapping) else [None]
    if all(isinstance(thing, CatalogThing) for thing in things):
        return [_to_json_types(thing) | {"origin": catalog.origin[thing.id]} for thing in things]
    return _to_json_types(value)


def _seen_by_rules(entry: Json, catalog: Catalog) -> Json:
    """Return the fields of a thing that the rules see."""
    thing = catalog.find(entry["id"])
    facts = {key: value for key, value in entry.items() if key not in (*thing.words, "origin")}
    return facts | dict(catalog.implied_facts(thing))


def _by_id(entries: Any) -> Any:
    if not isinstance(entries, list):
        return entries
    for entry in entries:
        if not isinstance(entry["id"], str):
            raise TypeError(f"an id is a text, got {entry['id']!r}")
    return {entry["id"]: {k: v for k, v in entry.items() if k != "id"} for entry in entries}


def _to_json_types(value: Any) -> Any:
    """Return any value of the model in JSON types, as the reader accepts it."""
    if isinstance(value, Code):
        return value.slug
    if isinstance(value, Cost):
        coins = {"coins": value.coins} if value.coins else {}
        return coins | _to_json_types(value.resources)
    if isinstance(value, Mapping):
        return {_to_json_types(key): _to_json_types(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_to_json_types(item) for item in value]
    if is_dataclass(value):
        entry = {
            field.name.rstrip("_"): _to_json_types(getattr(value, field.name))
            for field in fields(value)
            if not _is_usual(getattr(value, field.name), field)
        }
        return value.as_stored(entry) if isinstance(value, Effect) else entry
    return value


def _is_usual(value: Any, field: "Field[Any]") -> bool:
    if field.default is not MISSING:
        return bool(value == field.default)
    return field.default_factory is not MISSING and bool(value == field.default_factory())
