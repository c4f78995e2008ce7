"""The catalogue as JSON, in the fields of the fact sheets."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from heptapolis.cards.model import Catalog, Cost, Effect
from heptapolis.codes import Code, Color

Json = dict[str, Any]
SOLD_COLORS = (Color.BROWN, Color.GREY)


def to_json(catalog: Catalog) -> Json:
    """Return everything the catalogue holds, as JSON types."""
    json: Json = catalog.source.export(catalog)
    for part in catalog.source.parts:
        json = part.export(catalog, json)
    return json


def thing_json(thing: Any, catalog: Catalog) -> Json:
    """Return one thing of a catalogue as JSON types."""
    for kind in catalog.source.kinds:
        if isinstance(thing, kind.record):
            json: Json = kind.export(thing, catalog)
            return json
    raise TypeError(f"{thing!r} is not in a catalogue")


def record_json(record: Any, catalog: Catalog | None = None) -> Json:
    """Return a dataclass as a JSON object; an effect leaves out what it does not have."""
    items = {f.name.rstrip("_"): getattr(record, f.name) for f in fields(record)}
    if isinstance(record, Effect):
        items = {key: item for key, item in (items | items.pop("added")).items() if item}
    elif items.get("per") == 1:
        del items["per"]
    return {key: plain_json(item) for key, item in items.items()}


def added_json(catalog: Catalog, part: Any) -> Json:
    """Return the sections that an expansion brings: lists of things, and single records."""
    sections: Json = {}
    for kind in part.kinds:
        things = catalog.added[kind.section].values()
        sections[kind.plural] = [kind.export(thing, catalog) for thing in things]
    return sections | {name: record_json(catalog.added[name]) for name in part.records}


def plain_json(value: Any) -> Any:
    """Return any value of the model as JSON types."""
    if isinstance(value, Code):
        return value.slug
    if isinstance(value, Cost):
        return {"coins": value.coins, "resources": plain_json(value.resources)}
    if isinstance(value, Mapping):
        return {plain_json(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain_json(item) for item in value]
    if is_dataclass(value):
        return record_json(value)
    return value
