"""Logs of tables with every kind of entry, and their effects.

Stored games are such logs: the meaning of an entry must never change.
"""

import ast
import json
from collections.abc import Iterator
from inspect import getsource
from types import ModuleType
from typing import Any

from heptapolis.server import table_log, talk
from heptapolis.server.table_log import LOG_FORMAT_VERSION, TableLog
from heptapolis.server.table_options import TableOptions
from tests.pins import join_lines

Entry = tuple[str, int | None, str | None, str]  # kind, seat, guest, text

ANN, BOB, EVE = "a" * 32, "b" * 32, "e" * 32
FULL_TABLE: list[Entry] = [
    ("open", None, ANN, "203.0.113.7"),
    ("lesson", None, None, "classic"),
    ("sit", 0, ANN, "Ann"),
    ("sit", 1, BOB, "Bob"),
    ("leave", 1, None, LOG_FORMAT_VERSION),
    ("sit", 1, BOB, "Bob"),
    ("bot", 2, None, "easy"),
    ("start", None, None, '["Ann", "Bob", "easy"]'),
]
LOGS: dict[str, list[Entry]] = {
    "game": [
        *FULL_TABLE,
        ("move", 2, None, "first"),  # the first legal move
        ("move", 0, ANN, "first"),
        ("undo", 0, ANN, ""),
        ("move", 0, ANN, "last"),
        ("go", 0, ANN, ""),
        ("away", 1, None, ""),
        ("move", 1, None, "first"),
        ("back", 1, None, ""),
        ("say", 0, ANN, '["Ann", "Hi"]'),
        ("react", None, EVE, '["Eve", "hello"]'),
        ("redact", None, None, "17"),
        ("talk", None, None, "closed"),
        ("talk", None, None, "open"),
        ("mute", None, EVE, "yes"),
        ("mute", None, EVE, "no"),
        ("agree", 0, ANN, LOG_FORMAT_VERSION),
        ("agree", 0, ANN, "no"),
        ("resign", 1, BOB, LOG_FORMAT_VERSION),
        ("agree", 0, ANN, LOG_FORMAT_VERSION),
        ("rematch", None, None, "c" * 32),
    ],
    "absent for a moment": [
        *FULL_TABLE,
        ("away", 1, None, ""),
        ("agree", 0, ANN, LOG_FORMAT_VERSION),
    ],
    "absent for a moment, former release": [
        *FULL_TABLE,
        ("away", 1, None, ""),
        ("agree", 0, ANN, "yes"),
    ],
    "no player comes": [("open", None, ANN, ""), ("expire", None, None, "")],
    "a guest is deleted": [
        *FULL_TABLE,
        ("say", 0, ANN, '["Ann", "Hi"]'),
        ("react", None, EVE, '["Guest 0", ""]'),
        ("forget", None, EVE, ""),
    ],
    "the host leaves": [*FULL_TABLE[:4], ("leave", 0, None, LOG_FORMAT_VERSION)],
    "the host leaves, former release": [*FULL_TABLE[:4], ("leave", 0, None, "")],
}


def log_kinds() -> str:
    """Return every entry of the logs with what it changes at its table."""
    return join_lines(line for name, log in LOGS.items() for line in _replay(name, log))


def _replay(name: str, entries: list[Entry]) -> Iterator[str]:
    options = TableOptions(game="classic")
    log = TableLog(options, options.edition, 1, None, seed=5)
    before = _facts(log)
    yield f"# {name}"
    for number, (kind, seat, guest, text) in enumerate(entries):
        if kind == "move":
            assert log.game is not None and seat is not None
            moves = [str(move) for move in log.game.legal_moves(seat)]
            text = moves[0 if text == "first" else -1]
        log.add(table_log.new_entry(kind, seat, guest, text), float(number))
        after = _facts(log)
        changes = {key: value for key, value in after.items() if value != before.get(key)}
        yield f"{kind} {seat} {guest and guest[0]} {text!r}: {json.dumps(changes)}"
        before = after
    yield ""


def _facts(log: TableLog) -> dict[str, Any]:
    """Return the state of a table, one value for each chair."""
    summary = log.summary()
    facts = {"state": summary.state, **summary.details}
    for n, chair in enumerate(facts.pop("chairs")):
        facts |= {f"chair {n} {key}": value for key, value in chair.items()}
    facts["decisions"] = [log.decision(n) for n in range(len(log.chairs))]
    facts["events"] = log.milestone(log.version).n_events
    facts["muted"] = sorted(name[0] for name in log.talk.muted)
    facts["messages"] = len(log.talk.page(frozenset()).entries)
    facts["gone on"] = sorted(log.gone_on)
    return facts


def kinds_in_code() -> set[str]:
    """Return the kinds of entries that the code compares with."""
    return {kind for module in (table_log, talk) for kind in _compared(module)}


def _compared(module: ModuleType) -> Iterator[str]:
    for node in ast.walk(ast.parse(getsource(module))):
        if isinstance(node, ast.Match) and ast.unparse(node.subject) == "entry.kind":
            for case in node.cases:
                yield from _texts(case.pattern)
        elif isinstance(node, ast.Compare) and ast.unparse(node.left) == "entry.kind":
            for value in node.comparators:
                yield from _texts(value)
    yield from getattr(module, "MESSAGE_KINDS", ())


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
