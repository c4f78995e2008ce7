"""The rules of every game for readers: one Markdown file for each game and language.

A rule is identified by its number, C4.6, which is the same in every language, in code and in tests,
and serves as the link anchor. Signs in braces are the names and pictures of the catalogue.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

from heptapolis.catalogs import load
from heptapolis.i18n import LANGUAGES, Translator, translator
from heptapolis.i18n.names import name
from heptapolis.variants import all_kinds, folders
from heptapolis.web import art
from heptapolis.web.assets import link_symbols
from heptapolis.web.encyclopaedia import address_of
from heptapolis.web.markdown import TextBlock, blocks, cells, inline, read_header

ROOT = "/rules"
_NUMBER = r"[A-Z]\d+(?:\.\d+)?"
_NUMBERED = re.compile(rf"((?:\*\*{_NUMBER}\*\* ?)+)(.*)", re.DOTALL)
_HEADED = re.compile(rf"({_NUMBER}) (.+)")
EXCERPT_CHARS = 150


@dataclass(frozen=True)
class Passage:
    """A rule with its numbers, or a paragraph without."""

    numbers: tuple[str, ...]
    markup: Markup
    example: str = ""  # id of an example to click through, instead of markup
    captions: tuple[Markup, ...] = ()  # captions of its steps

    @property
    def plain_text(self) -> str:
        return Markup(self.markup).striptags()


@dataclass(frozen=True)
class RuleSection:
    """The passages under a heading."""

    anchor: str
    number: str  # "" without a number
    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class RuleBook:
    """The rules of one game in one language."""

    id: str
    language: str  # the language of the text; English if there is no translation
    header: Mapping[str, str]
    title: str
    lead: tuple[Passage, ...]  # before the first heading
    sections: tuple[RuleSection, ...]

    @property
    def address(self) -> str:
        return f"{ROOT}/{self.id}"

    @property
    def cover(self) -> str:
        return self.header["cover"]

    def anchors(self) -> list[str]:
        """Return every rule number, in the order of the book."""
        found = []
        for section in self.sections:
            found += [section.number] if section.number else []
            found += [number for one in section.passages for number in one.numbers]
        return found


@dataclass(frozen=True)
class Finding:
    """A passage that a search has found."""

    book: str
    heading: str
    address: str
    excerpt: str


# ── the books ────────────────────────────────────────────────────────────────────────────────────


def books() -> tuple[str, ...]:
    """Return the ids of all books, in reading order."""
    return _books(tuple(folders("web/rules").values()))


@cache
def _books(homes: tuple[Path, ...]) -> tuple[str, ...]:
    orders = {}
    for file in [file for home in homes for file in home.glob("*.en.md")]:
        header, _ = read_header(file.read_text("utf-8"))
        orders[file.name.removesuffix(".en.md")] = int(header["order"])
    return tuple(sorted(orders, key=orders.__getitem__))


def _file(id: str, language: str) -> Path | None:
    files = (home / f"{id}.{language}.md" for home in folders("web/rules").values())
    return next((file for file in files if file.exists()), None)


@cache
def rule_book(id: str, language: str) -> RuleBook:
    """Return a book in a language, or in English without a translation; raise KeyError for an
    unknown id."""
    if id not in books():
        raise KeyError(f"no rules {id!r}: {', '.join(books())}")
    own, english = _file(id, language) if language in LANGUAGES else None, _file(id, "en")
    assert english is not None
    return _read(id, (own or english).read_text("utf-8"), language, language if own else "en")


@cache
def _addresses(ids: tuple[str, ...]) -> Mapping[str, str]:
    found = dict[str, str]()
    for id in ids:
        book = rule_book(id, "en")
        found |= {number: f"{book.address}#{number}" for number in book.anchors()}
    return found


def rule_address(number: str) -> str:
    """Return the address of a rule; raise KeyError if no book has it."""
    return _addresses(books())[number]


def search(words: str, language: str, ids: tuple[str, ...] = ()) -> list[Finding]:
    """Return the passages that contain all the words, of some books or of all."""
    wanted = words.casefold().split()
    found = []
    for id in ids or books() if wanted else ():
        book = rule_book(id, language)
        for section in book.sections:
            for one in section.passages:
                text = f"{section.title} {' '.join(one.numbers)} {one.plain_text}".casefold()
                if all(word in text for word in wanted):
                    anchor = one.numbers[0] if one.numbers else section.anchor
                    heading = f"{one.numbers[0]} · " if one.numbers else ""
                    found.append(
                        Finding(
                            book.title,
                            heading + section.title,
                            f"{book.address}#{anchor}",
                            _excerpt(one.plain_text, wanted[0]),
                        )
                    )
    return found


def _excerpt(text: str, word: str) -> str:
    """Return the text around a match."""
    at = max(0, text.casefold().find(word))
    start = 0 if at < EXCERPT_CHARS // 2 else text.rfind(" ", 0, at - EXCERPT_CHARS // 3) + 1
    end = (
        len(text)
        if len(text) - start <= EXCERPT_CHARS
        else text.rfind(" ", 0, start + EXCERPT_CHARS)
    )
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


# ── parsing ──────────────────────────────────────────────────────────────────────────────────────


def _read(id: str, text: str, language: str, written_in: str) -> RuleBook:
    header, body = read_header(text)
    signs = RuleSigns(header["catalog"], translator(language))
    title, lead = "", list[Passage]()
    sections: list[tuple[str, list[Passage]]] = []
    for block in blocks(body):
        if block.kind == "heading" and block.level == 1:
            title = block.lines[0]
        elif block.kind == "heading" and block.level == 2:
            sections.append((block.lines[0], []))
        else:
            (sections[-1][1] if sections else lead).extend(_passages(block, signs))
    made = tuple(_section(n, *one) for n, one in enumerate(sections, 1))
    return RuleBook(id, written_in, header, title, tuple(lead), made)


def _section(n: int, heading: str, passages: list[Passage]) -> RuleSection:
    headed = _HEADED.fullmatch(heading)
    number, title = (headed[1], headed[2]) if headed else ("", heading)
    return RuleSection(number or f"part-{n}", number, title, tuple(passages))


def _passages(block: TextBlock, signs: "RuleSigns") -> Iterator[Passage]:
    """Split a block into passages that are found separately: items of a list, rulings of a
    table."""
    match block.kind:
        case "fence":
            kind, _, id = block.info.partition(" ")
            if kind != "example":
                raise ValueError(f"no such fence: {block.info!r}")
            captions = tuple(inline(line, signs.markup) for line in block.lines if line)
            yield Passage((), Markup(" ").join(captions), id, captions)
        case "heading":
            yield Passage((), Markup("<h3>{}</h3>").format(inline(block.lines[0], signs.markup)))
        case "table":
            yield from _rows(block, signs)
        case "list" | "numbered":
            for n, item in enumerate(block.lines, 1):
                sign = Markup('<span class="item-number">{}</span> ').format(f"{n}.")
                yield _passage(item, "item", signs, sign if block.kind == "numbered" else Markup())
        case _:
            is_gallery = not re.sub(r"\{[^}]*\}|\s", "", block.lines[0])
            yield _passage(block.lines[0], "gallery" if is_gallery else "prose", signs)


def _passage(text: str, kind: str, signs: "RuleSigns", before: Markup | str = "") -> Passage:
    numbered = _NUMBERED.fullmatch(text)
    numbers = tuple(re.findall(_NUMBER, numbered[1])) if numbered else ()
    told = inline(numbered[2] if numbered else text, signs.markup)
    links = Markup(" ").join(map(_number, numbers)) + (Markup(" ") if numbers else Markup())
    return Passage(numbers, Markup('<p class="{}">{}{}{}</p>').format(kind, before, links, told))


def _number(number: str) -> Markup:
    """Return the number of a rule as a link to itself."""
    return Markup('<a class="rule-number" id="{0}" href="#{0}">{0}</a>').format(number)


def _rows(block: TextBlock, signs: "RuleSigns") -> Iterator[Passage]:
    """Split a table with numbered rows into rulings; any other table is one passage."""
    head, *rows = map(cells, block.lines)
    if rows and all(_NUMBERED.fullmatch(row[0]) for row in rows):
        for row in rows:
            yield _passage(f"{row[0]} {' '.join(row[1:])}", "ruling", signs)
        return
    cell = Markup("<{0}>{1}</{0}>")
    lines = [
        Markup("<tr>{}</tr>").format(
            Markup("").join(
                cell.format("th" if is_head else "td", inline(one, signs.markup)) for one in row
            )
        )
        for is_head, row in [(True, head), *((False, row) for row in rows)]
    ]
    table = Markup('<div class="scroll" tabindex="0"><table class="rule-table">{}</table></div>')
    yield Passage((), table.format(Markup("").join(lines)))


class RuleSigns:
    """Renders signs in braces in a language; an unknown sign is an error."""

    def __init__(self, catalog: str, t: Translator) -> None:
        self.game, self.catalog, self.t = catalog, load(catalog), t

    def markup(self, kind: str, id: str) -> Markup:
        """Return "card:altar" as a name, "face:altar" as a picture, "wood" or "coins:3" as a
        symbol."""
        language = self.t.language
        match kind:
            case "rule":
                return Markup('<a href="{}/{}">{}</a>').format(ROOT, id, id)
            case _ if any(one.id == kind for one in all_kinds()):
                thing = self.catalog.section(kind)[id]
                color = thing.color.slug if hasattr(thing, "color") else "white"
                return self._thing(kind, id, name(thing, self.t), f"c-{color}")
            case "face":
                picture = link_symbols(art.picture_of(self.catalog, id, language))
                return self._thing(self._kind(id), id, picture, "rule-face")
            case "scene":
                wonder, _, side = id.partition(":")
                return Markup('<span class="rule-scene" aria-hidden="true">{}</span>').format(
                    link_symbols(art.scene(wonder, side or "A"))
                )
            case "coins":
                return link_symbols(art.coins(int(id), language))
            case "points" if id:
                return link_symbols(art.points(int(id), language))
            case "resource" | "symbol":
                return link_symbols(art.symbol(id, language))
            case "color":
                return link_symbols(art.symbol(f"card-{id}", language, label=""))
            case "shield" if id:
                return link_symbols(art.symbol("shield", language, number=int(id)))
            case _ if not id:
                return link_symbols(art.symbol(kind, language))
        raise KeyError(f"no such sign: {{{kind}:{id}}}")

    def _kind(self, id: str) -> str:
        return str(self.catalog.find(id).kind)

    def _thing(self, kind: str, id: str, text: str, looks: str) -> Markup:
        """Link a thing to its page in the encyclopaedia."""
        address = address_of(self.game, f"{kind}:{id}")
        link = Markup('<a class="{}" href="{}" data-sheet="{}:{}">{}</a>')
        return link.format(looks, address, kind, id, text)
