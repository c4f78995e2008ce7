"""A catalogue as one text from which it is read again, and the fingerprint by which it is known.

Cards stand in the order of the catalogue, since a deal follows it. What has its usual value is left
out, so that a field which the model gets one day changes no fingerprint of today.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from heptapolis.cards.model import (
    PARAMS,
    Card,
    Catalog,
    ClassicCatalog,
    ClassicEffect,
    Cost,
    Wonder,
)
from heptapolis.cards.reader import CatalogError, Layers
from heptapolis.codes import Code

Json = dict[str, Any]
SOURCE = "stored catalogue"  # for messages
# What people read and the rules do not see: a card that is given another name is the same card.
WORDS = ("name", "full_name", "board_name", "chain_symbol", "origin")


def to_text(catalog: Catalog) -> str:
    """The whole catalogue."""
    return json.dumps(_data(catalog), ensure_ascii=False, separators=(",", ":"))


def fingerprint(catalog: Catalog) -> str:
    """A hash of all that the rules see; records and tables name it."""
    data = _data(catalog)
    for section, entries in data.items():
        if isinstance(entries, list):
            data[section] = [_seen_by_rules(entry, catalog) for entry in entries]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_layers(text: str) -> Layers:
    """What a text holds, as a data file would have said it."""
    try:
        data = json.loads(text)
        sections = {name: _by_id(entries) for name, entries in data.items()}
    except (ValueError, AttributeError, TypeError, LookupError, RecursionError) as error:
        raise CatalogError(f"{SOURCE}: {error}") from None
    origin = {
        id: str(entry.pop("origin", "base"))
        for name, entries in sections.items()
        if isinstance(data[name], list)
        for id, entry in entries.items()
    }
    layers = Layers.empty()
    layers.lay(sections, SOURCE, "base")
    layers.origin |= origin
    return layers


def _data(catalog: Any) -> Json:
    data: Json = {}
    for field in fields(catalog):
        value = getattr(catalog, field.name)
        if field.name == "origin" or _is_usual(value, field):
            continue
        if isinstance(value, Mapping) and all(hasattr(item, "id") for item in value.values()):
            origin = catalog.origin
            data[field.name] = [_plain(one) | {"origin": origin[id]} for id, one in value.items()]
        else:
            data[field.name] = _plain(value)
    return data


def _seen_by_rules(entry: Json, catalog: Catalog) -> Json:
    """A card, wonder, leader or token; that it needs leaders may follow from its file."""
    facts = {key: value for key, value in entry.items() if key not in WORDS}
    thing = catalog.find(entry["id"])
    if isinstance(catalog, ClassicCatalog) and isinstance(thing, Card | Wonder):
        facts |= {"requires_leaders": True} if catalog.needs_leaders(thing) else {}
    return facts


def _by_id(entries: Any) -> Any:
    if not isinstance(entries, list):
        return entries
    for entry in entries:
        if not isinstance(entry["id"], str):
            raise TypeError(f"an id is a text, got {entry['id']!r}")
    return {entry["id"]: {k: v for k, v in entry.items() if k != "id"} for entry in entries}


def _plain(value: Any) -> Any:
    """Any value of the model in JSON types, as the reader takes it."""
    if isinstance(value, Code):
        return value.slug
    if isinstance(value, Cost):
        coins = {"coins": value.coins} if value.coins else {}
        return coins | _plain(value.resources)
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        entry = {
            field.name.rstrip("_"): _plain(getattr(value, field.name))
            for field in fields(value)
            if not _is_usual(getattr(value, field.name), field)
        }
        return _chosen_params(entry, value) if isinstance(value, ClassicEffect) else entry
    return value


def _chosen_params(entry: Json, effect: ClassicEffect) -> Json:
    """An effect with the parameters that its data can choose; what the rules fix is theirs."""
    rules = PARAMS[effect.special] if effect.params and effect.special else {}
    params = {
        key: value
        for key, value in effect.params.items()
        if rules[key] is int or isinstance(rules[key], tuple)
    }
    others = {key: value for key, value in entry.items() if key != "params"}
    return others | ({"params": params} if params else {})


def _is_usual(value: Any, field: "Field[Any]") -> bool:
    if field.default is not MISSING:
        return bool(value == field.default)
    return field.default_factory is not MISSING and bool(value == field.default_factory())
