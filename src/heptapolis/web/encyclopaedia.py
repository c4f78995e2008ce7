"""The encyclopaedia of everything that is printed for the installed games.

A volume holds the things of one game, built once for an edition and a language. The encyclopaedia
is all volumes together; a thing that several games share is listed once.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from heptapolis.codes import Color
from heptapolis.errors import InvalidText
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.variants import all_kinds, ruleset, rulesets
from heptapolis.web.art.chains import Chain, chains_of
from heptapolis.web.boards import board_part, explainer_of
from heptapolis.web.sheets import CardExplainer, PrintedThing, Shelf, ThingSheet, capitalize

MAX_CACHED_VOLUMES = 48  # a few games in every language
MAX_QUERY_CHARS = 60
ROOT = "/cards"
Choice = tuple[str, str]  # the value in an address, and its text
Marks = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class ThingEntry:
    """A thing in the encyclopaedia, and its search marks."""

    sheet: ThingSheet
    record: Any
    game: str  # the first game that has it
    heading: str  # the heading it is listed under
    marks: Marks
    letters: str  # folded name for the search

    @property
    def address(self) -> str:
        return address_of(self.game, self.sheet.thing)

    @property
    def label(self) -> str:
        """Return its name beside other things: of a wonder board, its kind and side."""
        return self.sheet.kind if hasattr(self.record, "sides") else self.sheet.name


@dataclass(frozen=True, eq=False)
class Volume:
    """The things of one game, in one language."""

    game: str  # as in addresses
    title: str
    catalog: Any
    entries: tuple[ThingEntry, ...]

    @cached_property
    def _by_thing(self) -> Mapping[str, int]:
        return {entry.sheet.thing: n for n, entry in enumerate(self.entries)}

    def find(self, thing: str) -> ThingEntry | None:
        n = self._by_thing.get(thing)
        return None if n is None else self.entries[n]

    def beside(self, entry: ThingEntry) -> tuple[ThingEntry | None, ThingEntry | None]:
        """Return the entries before and after a thing."""
        n = self._by_thing[entry.sheet.thing]
        before = self.entries[n - 1] if n else None
        return before, self.entries[n + 1] if n + 1 < len(self.entries) else None


def address_of(game: str, thing: str) -> str:
    """Return the address of a thing's page: "/cards/GAME/card/altar"."""
    kind, _, id = thing.partition(":")
    return f"{ROOT}/{game}/{kind}/{id}"


# ── volumes ──────────────────────────────────────────────────────────────────────────────────────


def game_in_address(text: str) -> str:
    """Return the ruleset that an address names, "game+one+two", or an expansion alone as in
    addresses of earlier versions. A query may have turned the plus into a space."""
    try:
        return str(ruleset(text.replace(" ", "+")))
    except InvalidText:
        return text


def volumes(language: str) -> tuple[Volume, ...]:
    """Return a volume for every game with a card catalogue, in the order of the games."""
    found = []
    for rules in rulesets():
        variant = rules.variant
        if issubclass(board_part(rules).explainer, CardExplainer):
            edition = variant.engine.edition(variant.catalog, rules.read_options({}))
            game, title = str(rules), rules.title(language)
            found.append(volume_of(variant.rules, edition, language, game, title))
    return tuple(found)


@lru_cache(MAX_CACHED_VOLUMES)
def volume_of(rules: str, edition: Any, language: str, game: str = "", title: str = "") -> Volume:
    """Return all things of an edition, in a language."""

    def address(thing: str) -> str:
        return address_of(game, thing)

    explainer = explainer_of(Shelf(rules, edition), language, address)
    assert isinstance(explainer, CardExplainer)
    entries = (_entry(explainer, one, game) for one in explainer.printed_things())
    return Volume(game, title, edition.catalog, tuple(entries))


def _entry(explainer: CardExplainer, printed: PrintedThing, game: str) -> ThingEntry:
    t, record = explainer.t, printed.record
    sheet = explainer.sheet(printed.thing)
    assert sheet, printed.thing
    kind = printed.thing.partition(":")[0]
    age, color = getattr(record, "age", 0), getattr(record, "color", None)
    marks = {
        "game": {game},
        "kind": {kind},
        "age": {str(age)} if age else set(),
        "color": {color.slug} if color is not None else set(),
        "seats": set(map(str, printed.seats)),
        "chain": set(_chain_marks(explainer, record)) if kind == "card" else set(),
    }
    heading = explainer.wording.age(age) if age else kinds(t)[kind]
    sets = {name: frozenset(values) for name, values in marks.items()}
    return ThingEntry(sheet, record, game, heading, sets, fold_text(sheet.name))


def _chain_marks(explainer: CardExplainer, card: Any) -> Iterator[str]:
    """Yield the chain marks of a card: the cards it makes free, and its kinds of chain."""
    after = [other.id for other in explainer.catalog.cards if card.id in other.chain_from]
    yield from after
    if after:
        yield "gives"
    if card.chain_from:
        yield "takes"
    if not after and not card.chain_from:
        yield "alone"


def fold_text(text: str) -> str:
    """Fold a text for comparison: ignore case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@lru_cache(MAX_CACHED_VOLUMES)
def all_entries(of: tuple[Volume, ...]) -> tuple[ThingEntry, ...]:
    """Return the things of several games without duplicates.

    A thing that is unchanged in a later game keeps its first place and belongs to both.
    """
    found = list[ThingEntry]()
    for volume in of:
        for entry in volume.entries:
            same = (n for n, one in enumerate(found) if _is_same(one, entry))
            if (n := next(same, None)) is None:
                found.append(entry)
            else:
                games = found[n].marks["game"] | {volume.game}
                found[n] = replace(found[n], marks={**found[n].marks, "game": games})
    return tuple(found)


def volumes_with_own_chains(of: Sequence[Volume]) -> list[Volume]:
    """Return the volumes whose chains do not all occur in an earlier one."""
    found = dict[tuple[Chain, ...], Volume]()
    for volume in of:
        found.setdefault(tuple(chains_of(volume.catalog)), volume)
    return list(found.values())


def _is_same(one: ThingEntry, other: ThingEntry) -> bool:
    return one.sheet.thing == other.sheet.thing and one.record == other.record


# ── search ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Search:
    """A search: at most one mark of each kind, and a part of the name."""

    marks: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    def matches(self, entries: Sequence[ThingEntry]) -> list[ThingEntry]:
        """Return the entries that have all marks and the text in their names."""
        letters = fold_text(self.text.strip())
        return [
            entry
            for entry in entries
            if letters in entry.letters
            and all(value in entry.marks[name] for name, value in self.marks.items())
        ]


def search_of(query: Mapping[str, str], fields: Mapping[str, Sequence[Choice]]) -> Search:
    """Return the search in an address, ignoring values that no field offers."""
    marks = {
        name: query[name]
        for name, choices in fields.items()
        if query.get(name) and query[name] in dict(choices)
    }
    return Search(marks, query.get("q", "")[:MAX_QUERY_CHARS])


def kinds(t: Translator) -> dict[str, str]:
    """Return the kinds of things and their titles."""
    return {kind.id: words.kind_title(kind.id, t) for kind in all_kinds()}


def fields(
    of: Sequence[Volume], entries: Sequence[ThingEntry], language: str
) -> dict[str, list[Choice]]:
    """Return the choices of each form field: the marks of which at least one thing exists."""
    t = translator(language)
    seats = sorted({int(n) for entry in entries for n in entry.marks["seats"]})
    all_choices: dict[str, list[Choice]] = {
        "game": [(volume.game, volume.title) for volume in of],
        "kind": list(kinds(t).items()),
        "age": [(str(age), t.gettext("Age %(age)s", age="I" * age)) for age in (1, 2, 3)],
        "color": [(color.slug, capitalize(words.word(color, t))) for color in Color],
        "seats": [(str(n), t.ngettext("%(n)d player", "%(n)d players", n)) for n in seats],
        "chain": chain_choices(entries, t),
    }
    there = {name: frozenset().union(*(e.marks[name] for e in entries)) for name in all_choices}
    return {
        name: [choice for choice in choices if choice[0] in there[name]]
        for name, choices in all_choices.items()
    }


def chain_choices(entries: Sequence[ThingEntry], t: Translator) -> list[Choice]:
    """Return the choices for chains; the last ones are the cards to make free."""
    targets = {id for entry in entries for id in entry.marks["chain"]}
    named = {
        entry.record.id: entry.sheet.name
        for entry in entries
        if entry.marks["kind"] == {"card"} and entry.record.id in targets
    }
    makes = t.gettext("Makes free")
    return [
        ("gives", t.pgettext("chain", "makes others free")),
        ("takes", t.pgettext("chain", "becomes free itself")),
        ("alone", t.pgettext("chain", "without a chain")),
        *((id, f"{makes}: {name}") for id, name in sorted(named.items(), key=lambda one: one[1])),
    ]
