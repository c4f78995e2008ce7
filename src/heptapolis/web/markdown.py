"""The subset of Markdown in the rules: headings, paragraphs, lists, tables, fences.

Inside a line there are **bold**, *emphasis*, `code`, [links](…) and signs in braces, {card:altar};
the caller renders the signs.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

Sign = Callable[[str, str], Markup]  # renders a sign by its kind and its id

_HEADING = re.compile(r"(#{1,4}) (.+)")
_ITEM = re.compile(r"(?:[-*]|\d+\.) (.*)")
_FENCE = re.compile(r"```(.*)")
_RULE_OF_A_TABLE = re.compile(r"\|[\s:|-]+\|")
_INLINE = re.compile(
    r"\{(?P<kind>\w+)(?::(?P<id>[\w:.-]+))?\}|\*\*(?P<bold>.+?)\*\*|\*(?P<soft>.+?)\*"
    r"|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\((?P<to>[^)\s]+)\)"
)


@dataclass(frozen=True)
class TextBlock:
    """A block of a text. ``kind``: heading, paragraph, list, numbered, table or fence."""

    kind: str
    lines: tuple[str, ...]  # rows of a table, items of a list
    level: int = 0  # level of a heading
    info: str = ""  # info string of a fence


def read_header(text: str) -> tuple[dict[str, str], str]:
    """Split a text into the ``key: value`` lines of its header and the rest."""
    if not text.startswith("---\n"):
        return {}, text
    head, _, body = text[4:].partition("\n---\n")
    pairs = (line.partition(":") for line in head.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}, body


def blocks(text: str) -> Iterator[TextBlock]:
    """Yield the blocks of a text."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines:
        line = lines[0]
        if not line:
            lines.pop(0)
        elif heading := _HEADING.fullmatch(line):
            lines.pop(0)
            yield TextBlock("heading", (heading[2],), level=len(heading[1]))
        elif fence := _FENCE.fullmatch(line):
            end = lines.index("```", 1)
            yield TextBlock("fence", tuple(lines[1:end]), info=fence[1].strip())
            del lines[: end + 1]
        elif line.startswith("|"):
            rows = _take_lines(lines, lambda one: one.startswith("|"))
            yield TextBlock(
                "table", tuple(row for row in rows if not _RULE_OF_A_TABLE.fullmatch(row))
            )
        elif _ITEM.fullmatch(line):
            kind = "numbered" if line[0].isdigit() else "list"
            yield TextBlock(kind, tuple(_items(_take_lines(lines, bool))))
        else:
            yield TextBlock("paragraph", (" ".join(_take_lines(lines, _is_prose)),))


def cells(row: str) -> list[str]:
    """Return the cells of a table row."""
    return [cell.strip() for cell in row.strip("|").split("|")]


def inline(text: str, sign: Sign) -> Markup:
    """Render a line as markup; everything that is not a known mark is escaped."""
    parts, end = [], 0
    for mark in _INLINE.finditer(text):
        parts += [escape(text[end : mark.start()]), _inline_markup(mark, sign)]
        end = mark.end()
    return Markup("").join([*parts, escape(text[end:])])


def _inline_markup(mark: re.Match[str], sign: Sign) -> Markup:
    if kind := mark["kind"]:
        return sign(kind, mark["id"] or "")
    if mark["code"]:
        return Markup("<code>{}</code>").format(mark["code"])
    if mark["link"]:
        return Markup('<a href="{}">{}</a>').format(mark["to"], inline(mark["link"], sign))
    name = "strong" if mark["bold"] else "em"
    return Markup(f"<{name}>{{}}</{name}>").format(inline(mark["bold"] or mark["soft"], sign))


def _is_prose(line: str) -> bool:
    begins = (_HEADING, _FENCE, _ITEM)
    return (
        bool(line) and not line.startswith("|") and not any(one.fullmatch(line) for one in begins)
    )


def _take_lines(lines: list[str], fits: Callable[[str], bool]) -> list[str]:
    """Remove and return the first lines that fit, at least one."""
    n = next((n for n, line in enumerate(lines) if n and not fits(line)), len(lines))
    taken = lines[:n]
    del lines[:n]
    return taken


def _items(lines: list[str]) -> Iterator[str]:
    """Yield the items of a list; a line that starts no item continues the previous one."""
    item = ""
    for line in lines:
        if found := _ITEM.fullmatch(line):
            if item:
                yield item
            item = found[1]
        else:
            item += " " + line.strip()
    yield item
