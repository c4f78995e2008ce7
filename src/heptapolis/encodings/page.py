"""The tables of docs/encodings.md, generated from the encodings: ``make encodings``."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from heptapolis.encodings import Encoding, Entry, encoding
from heptapolis.slots import ENCODING
from heptapolis.variants import Ruleset, rulesets

PAGE_FILE = Path(__file__).parents[3] / "docs" / "encodings.md"
TABLES_MARK = "<!-- What follows is made by `make encodings`. -->\n"


def update_page(text: str) -> str:
    """Return the page with new tables after the mark."""
    tables = [section for rules in encoded_rulesets() for section in _ruleset(encoding(rules))]
    return "\n".join([text.partition(TABLES_MARK)[0] + TABLES_MARK, *tables])


def encoded_rulesets() -> list[Ruleset]:
    """Return the rulesets that have an encoding."""
    return [rules for rules in rulesets() if rules.has(ENCODING) and not rules.variant.house]


def _ruleset(code: Encoding) -> Iterator[str]:
    """Yield the section of a ruleset: its forms, the rows of each, and its actions."""
    yield f"## {code.ruleset}: encoding {code.version}\n"
    yield f"{code.size:,} numbers, {code.n_actions:,} actions.\n"
    entries = code.index()
    yield from _table("form | start | rows | width", _shapes(code, entries))
    for form, own in groupby(entries, key=lambda entry: entry.form):
        row, features = next(groupby(own, key=lambda entry: entry.row))
        yield f"### {code.ruleset}: {form}{', a row for each' if row else ''}\n"
        yield from _table("column | feature | values | scale | meaning", _features(features))
    yield f"### {code.ruleset}: actions\n"
    yield from _table("actions | move", _actions(code))
    yield f"### {code.ruleset}: rows\n"
    for title, names in code.rows().items():
        told = " · ".join(f"{k} `{name}`" for k, name in enumerate(names))
        yield f"{title}, by number: {told}\n"


def _table(header: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {header} |"
    yield "|" + " --- |" * (header.count("|") + 1)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _shapes(code: Encoding, entries: list[Entry]) -> Iterator[tuple[str, ...]]:
    starts = {entry.form: entry.start for entry in reversed(entries)}
    for form, shape in code.shapes.items():
        rows = str(shape[0]) if len(shape) > 1 else ""
        yield f"`{form}`", str(starts[form]), rows, str(shape[-1])


def _features(entries: Iterable[Entry]) -> Iterator[tuple[str, ...]]:
    first = None
    for entry in entries:
        first = entry.start if first is None else first
        columns = _span(entry.start - first, entry.stop - first)
        scale = f"{entry.scale:g}" if entry.scale else f"index of {entry.kinds}"
        yield columns, f"`{entry.feature}`", _labels(entry.labels), scale, entry.help


def _labels(labels: tuple[str, ...]) -> str:
    """Return the labels of a feature's numbers."""
    if all(label.isdecimal() for label in labels) and len(labels) > 2:
        return f"{labels[0]} … {labels[-1]}"
    return ", ".join(labels)


def _span(start: int, stop: int) -> str:
    return str(start) if stop == start + 1 else f"{start}–{stop - 1}"


def _actions(code: Encoding) -> Iterator[tuple[str, ...]]:
    """Yield the actions, grouping those that differ in the thing alone."""
    names = [code.action_name(action) for action in range(code.n_actions)]
    start = 0
    while start < len(names):
        stop, told = start + 1, f"`{names[start]}`"
        for title, things in code.rows().items():
            rest = names[start : start + len(things)]
            shape = _same_shape(rest, list(things))
            if shape and start + len(rest) > stop:
                stop, told = start + len(rest), f"`{shape}` for each of the {title.lower()}"
        yield _span(start, stop), told
        start = stop


def _same_shape(names: list[str], things: list[str]) -> str:
    """Return the common pattern of the names of actions that differ in the things alone."""
    if len(names) < len(things):
        return ""
    shapes = set()
    for name, thing in zip(names, things, strict=True):
        words = name.split()
        if thing not in words:
            return ""
        shapes.add(" ".join("…" if word == thing else word for word in words))
    return shapes.pop() if len(shapes) == 1 else ""


if __name__ == "__main__":
    PAGE_FILE.write_text(update_page(PAGE_FILE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE_FILE}")
