"""Everything that is printed for the games there are, to look up.

A volume holds the things of one game, made once for an edition and a language; the encyclopaedia is
all volumes together, in which a thing that several games have in common stands once.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from heptapolis.codes import Color
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.variants import Ruleset, all_kinds, rulesets
from heptapolis.web.art.chains import Chain, chains_of
from heptapolis.web.boards import board_part, explainer_of
from heptapolis.web.sheets import CardExplainer, PrintedThing, Shelf, ThingSheet, capital

MOST_VOLUMES = 48  # that are kept: a few games in every language
MOST_LETTERS = 60  # of a search
ROOT = "/cards"
Choice = tuple[str, str]  # what stands in an address, and in words
Marks = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class ThingEntry:
    """A thing in the encyclopaedia, and by what it is found."""

    sheet: ThingSheet
    record: Any
    game: str  # the first that has it
    heading: str  # under which it stands
    marks: Marks
    letters: str  # of its name, as they are searched

    @property
    def address(self) -> str:
        return address_of(self.game, self.sheet.thing)


@dataclass(frozen=True, eq=False)
class Volume:
    """The things of one game, in one language."""

    game: str  # as it stands in addresses
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
        """What stands before and after a thing."""
        n = self._by_thing[entry.sheet.thing]
        before = self.entries[n - 1] if n else None
        return before, self.entries[n + 1] if n + 1 < len(self.entries) else None


def address_of(game: str, thing: str) -> str:
    """Where a thing is told of: "/cards/GAME/card/altar"."""
    kind, _, id = thing.partition(":")
    return f"{ROOT}/{game}/{kind}/{id}"


# ── volumes ──────────────────────────────────────────────────────────────────────────────────────


def name_of_game(rules: Ruleset) -> str:
    """What stands for a game in addresses: its id, or that of its last expansion."""
    return rules.expansions[-1] if rules.expansions else rules.variant.id


def volumes(language: str) -> tuple[Volume, ...]:
    """One for every game that is played with cards of a catalogue, in the order of the games."""
    found = []
    for rules in rulesets():
        variant = rules.variant
        if issubclass(board_part(rules).explainer, CardExplainer):
            edition = variant.engine.edition(variant.catalog, rules.read_options({}))
            game, title = name_of_game(rules), rules.title(language)
            found.append(volume_of(variant.rules, edition, language, game, title))
    return tuple(found)


@lru_cache(MOST_VOLUMES)
def volume_of(rules: str, edition: Any, language: str, game: str = "", title: str = "") -> Volume:
    """All that an edition has, in a language."""

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
    return ThingEntry(sheet, record, game, heading, sets, searched(sheet.name))


def _chain_marks(explainer: CardExplainer, card: Any) -> Iterator[str]:
    """How a card stands in chains: what it makes free by name, and what can be said of it."""
    after = [other.id for other in explainer.catalog.cards if card.id in other.chain_from]
    yield from after
    if after:
        yield "gives"
    if card.chain_from:
        yield "takes"
    if not after and not card.chain_from:
        yield "alone"


def searched(text: str) -> str:
    """Letters as they are compared: neither case nor accents count."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@lru_cache(MOST_VOLUMES)
def all_entries(of: tuple[Volume, ...]) -> tuple[ThingEntry, ...]:
    """The things of several games, each once: a thing that is the same in a later one stands where
    it was first, and belongs to both."""
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


def with_own_chains(of: Sequence[Volume]) -> list[Volume]:
    """The games whose chains no other before them has."""
    found = dict[tuple[Chain, ...], Volume]()
    for volume in of:
        found.setdefault(tuple(chains_of(volume.catalog)), volume)
    return list(found.values())


def _is_same(one: ThingEntry, other: ThingEntry) -> bool:
    return one.sheet.thing == other.sheet.thing and one.record == other.record


# ── finding ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Search:
    """What somebody looks for: a mark of each kind at most, and letters of the name."""

    marks: Mapping[str, str] = field(default_factory=dict)
    text: str = ""

    def among(self, entries: Sequence[ThingEntry]) -> list[ThingEntry]:
        letters = searched(self.text.strip())
        return [
            entry
            for entry in entries
            if letters in entry.letters
            and all(value in entry.marks[name] for name, value in self.marks.items())
        ]


def search_of(query: Mapping[str, str], fields: Mapping[str, Sequence[Choice]]) -> Search:
    """What an address asks for; what no field offers is not asked for."""
    marks = {
        name: query[name]
        for name, choices in fields.items()
        if query.get(name) and query[name] in dict(choices)
    }
    return Search(marks, query.get("q", "")[:MOST_LETTERS])


def kinds(t: Translator) -> dict[str, str]:
    """What there is, in words."""
    return {kind.id: capital(t.pgettext(*kind.plural)) for kind in all_kinds()}


def fields(
    of: Sequence[Volume], entries: Sequence[ThingEntry], language: str
) -> dict[str, list[Choice]]:
    """What can be chosen in each field of the form: marks that some thing has."""
    t = translator(language)
    seats = sorted({int(n) for entry in entries for n in entry.marks["seats"]})
    all_choices: dict[str, list[Choice]] = {
        "game": [(volume.game, volume.title) for volume in of],
        "kind": list(kinds(t).items()),
        "age": [(str(age), t.gettext("Age %(age)s", age="I" * age)) for age in (1, 2, 3)],
        "color": [(color.slug, capital(words.word(color, t))) for color in Color],
        "seats": [(str(n), t.ngettext("%(n)d player", "%(n)d players", n)) for n in seats],
        "chain": chain_choices(entries, t),
    }
    there = {name: frozenset().union(*(e.marks[name] for e in entries)) for name in all_choices}
    return {
        name: [choice for choice in choices if choice[0] in there[name]]
        for name, choices in all_choices.items()
    }


def chain_choices(entries: Sequence[ThingEntry], t: Translator) -> list[Choice]:
    """What can be asked of chains; last, which card is to become free."""
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
