"""Versions, names and numbers of each ruleset."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from itertools import groupby
from typing import Any

import heptapolis as hp
from heptapolis.cards import fingerprint
from heptapolis.encodings import Encoding, encoding
from heptapolis.events import Event
from heptapolis.refusal import known_reasons
from heptapolis.variants import ruleset, rulesets
from tests.pins import RULESETS, digest, join_lines

OWN_PACKAGE = "heptapolis."  # test packages define more events
CATALOGS = {"classic": "classic", "classic+leaders": "leaders", "duel": "duel"}
SAMPLES = 40  # number of action names written out for each ruleset

# Calls of `hp.new`, each with the name of its case.
HEADERS: dict[str, dict[str, Any]] = {
    "classic, default": {"game": "classic"},
    "classic, 7 seats, sides A": {"game": "classic", "seats": 7, "sides": "A"},
    "classic, names": {"game": "classic", "names": ["Ann", "Béla", "Їжак"]},
    "classic, boards": {"game": "classic", "wonders": ["giza:A", "rhodes:B", "olympia:A"]},
    "Free City": {"game": "classic", "seats": 2},
    "classic+leaders, default": {"game": "classic+leaders"},
    "classic+leaders, 2 seats": {"game": "classic+leaders", "seats": 2},
    "classic+leaders, names": {"game": "classic+leaders", "names": ["Ann", "Bob", "Cid"]},
    "duel, default": {"game": "duel"},
    "duel, first game": {"game": "duel", "wonders": "first_game"},
    "duel, the last player chooses": {"game": "duel", "neutral_start": "choose"},
    "duel, names": {"game": "duel", "names": ["Ann", "Bob"]},
}


def versions() -> str:
    """Return ids, titles, rules versions and fingerprints."""
    return join_lines(_versions())


def _versions() -> Iterator[str]:
    ours = [one for one in rulesets() if str(one) in RULESETS]
    yield f"rulesets: {', '.join(map(str, ours))}"
    for rules in ours:
        name, variant = str(rules), rules.variant
        yield ""
        yield f"{name}: {rules.title('en')}"
        yield f"  rules {variant.rules_version}"
        yield f"  catalog sha256:{fingerprint(hp.catalog(CATALOGS[name]))}"
        yield f"  of a record sha256:{hp.new(name, seed=1).record().catalog}"
        yield f"  seats {' '.join(map(str, variant.seats))}"


def headers() -> str:
    """Return the header lines of records."""
    return join_lines(_headers())


def _headers() -> Iterator[str]:
    for name, call in HEADERS.items():
        yield f"# {name}"
        yield from str(hp.new(**call, seed=7).record()).splitlines()
        yield ""
    for name in RULESETS:
        game = hp.new(name, seed=7)
        yield f"# {name}, from a position"
        yield from str(hp.from_position(game.position()).record()).splitlines()
        yield ""


def vocabulary() -> str:
    """Return score columns, phases and verbs."""
    return join_lines(_vocabulary())


def _vocabulary() -> Iterator[str]:
    for name in RULESETS:
        game, code = hp.new(name, seed=1), encoding(name)
        phases = next(entry.labels for entry in code.index() if entry.feature == "phase")
        verbs = dict.fromkeys(code.action_name(n).split()[0] for n in range(code.n_actions))
        yield f"{name}: score columns {', '.join(ruleset(name).variant.columns)}"
        yield f"{name}: columns of a game {', '.join(game.columns)}"
        yield f"{name}: live columns {', '.join(game.live_columns)}"
        yield f"{name}: columns of a score sheet {', '.join(game.score(0))}"
        yield f"{name}: phases {', '.join(phases)}"
        yield f"{name}: first phase {game.phase}"
        yield f"{name}: verbs {', '.join(verbs)}"
        yield ""


def events() -> str:
    """Return every type of event with its fields."""
    for name in RULESETS:
        hp.new(name, seed=1)  # loads the module that defines its events
    common = [field.name for field in fields(Event)]
    lines = set()
    for kind in _leaves(Event):
        if kind.__module__.startswith(OWN_PACKAGE):
            own = [_field(one) for one in fields(kind) if one.name not in common]
            lines.add(f"{kind.__name__}: {', '.join(own)}".rstrip())
    return join_lines([f"every event: {', '.join(common)}", "", *sorted(lines)])


def _leaves(kind: type[Any]) -> Iterator[type[Any]]:
    below = kind.__subclasses__()
    for one in below:
        yield from _leaves(one)
    if not below:
        yield kind


def _field(one: Field[Any]) -> str:
    return one.name if one.default is MISSING else f"{one.name}={one.default!r}"


def refusals() -> str:
    """Return the codes of refusals with their numbers, and the fields that come with them."""
    known = [f"{int(code):2} {code.slug}" for code in known_reasons()]
    told = [_field(one) for one in fields(hp.Refusal)]
    return join_lines([f"fields: {', '.join(told)}", "", *known])


def encodings() -> str:
    """Return what each encoding consists of."""
    return join_lines(line for name in RULESETS for line in _encoding(encoding(name)))


def _encoding(code: Encoding) -> Iterator[str]:
    entries = code.index()
    numbers = [
        f"{one.name} {one.start}-{one.stop} {one.labels} {one.scale:g} {one.kinds}"
        for one in entries
    ]
    names = [code.action_name(action) for action in range(code.n_actions)]
    yield f"# {code.ruleset}"
    yield f"version {code.version}"
    yield f"numbers {code.size}"
    for form, shape in code.shapes.items():
        yield f"shape of {form} {' x '.join(map(str, shape))}"
    yield f"features {len(entries)}, sha256 {digest(numbers)}"
    yield f"scale {code.scale.dtype}, sha256 {digest(code.scale.tobytes())}"
    yield f"numbers of things {len(code.kinds)}, sha256 {digest(str(sorted(code.kinds.items())))}"
    yield f"actions {code.n_actions}, sha256 {digest(names)}"
    factors = code.factors
    yield f"factors {factors.dtype}, {code.n_columns} columns, sha256 {digest(factors.tobytes())}"
    for form, own in groupby(entries, key=lambda entry: entry.form):
        _, row = next(groupby(own, key=lambda entry: entry.row))
        yield f"features of {form}: {' '.join(f'{e.feature}:{e.stop - e.start}' for e in row)}"
    for title, things in code.rows().items():
        yield f"{title}: {len(things)}, sha256 {digest(things)}"
    step = max(1, code.n_actions // SAMPLES)
    for action in sorted({*range(0, code.n_actions, step), code.n_actions - 1}):
        yield f"action {action}: {names[action]}"
    yield ""
