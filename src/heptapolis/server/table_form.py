"""Define the forms for new tables and read them.

The fields follow from the options that a variant declares. An expansion has the fields of its
variant.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pydantic import ValidationError

from heptapolis.bots.characters import CHARACTERS, STRENGTHS, can_play
from heptapolis.bots.levels import LEVELS
from heptapolis.errors import InvalidText
from heptapolis.i18n import Translator, players
from heptapolis.options import Option, declared
from heptapolis.server.errors import RequestError
from heptapolis.server.page_context import Form
from heptapolis.server.sanitizer import MAX_NAME_CHARS, clean
from heptapolis.server.table_options import DAY_SECONDS, TableOptions
from heptapolis.server.variant_parts import BoardGroup, Words, server_part
from heptapolis.variants import (
    DEFAULT,
    Expansion,
    Ruleset,
    Variant,
    own_options,
    ruleset,
    rulesets,
)
from heptapolis.web import labels
from heptapolis.web.boards import cover_of

SEATS = "seats"  # one field for all variants
DEFAULT_SEATS = "3"
DEFAULT_LEVEL = "easy"
MIXED_CREW = "mixed"  # a different character in each seat
PERSON_FIELD_PREFIX = "person-"  # prefix of the names of people at this device, numbered from 2


@dataclass(frozen=True)
class FormField:
    """Describe the field of an option.

    ``kind`` is "choice", "number", "check" or "boards". The last has a field for each seat,
    whose name ends in the number of the seat, from 1.
    """

    name: str
    label: str
    kind: str
    default: str
    choices: Words
    boards: Sequence[BoardGroup]
    rule: str = ""  # the number of its rule


@dataclass(frozen=True)
class VariantForm:
    """Describe a variant that can be chosen in a form."""

    id: str
    title: str
    about: str
    cover: str  # the scene on its tile
    seats: tuple[int, ...]
    has_hands: bool  # whether people choose in secret and can undo
    expansions: tuple[str, ...]
    group: int  # number of the variant; its expansions have the same one and share its fields
    fields: tuple[FormField, ...]
    needs: tuple[str, ...] = ()  # the expansions that its fields belong to


def variant_forms(t: Translator) -> list[VariantForm]:
    """Return all games that can be played here."""
    all_rules = rulesets()
    groups = list(dict.fromkeys(rules.variant.id for rules in all_rules))
    owners = _owners(all_rules)
    return [
        VariantForm(
            id=str(rules),
            title=rules.title(t.language),
            about=server_part(rules).about(rules, t),
            cover=cover_of(rules),
            seats=tuple(rules.variant.seats),
            has_hands=rules.variant.has_hands,
            expansions=rules.expansions,
            group=groups.index(rules.variant.id) + 1,
            fields=tuple(_fields(rules, owners[rules], t)),
            needs=tuple(one.id for one in owners[rules]),
        )
        for rules in all_rules
    ]


def level_words(t: Translator) -> dict[str, str]:
    return {level: players.level(level, t) for level in LEVELS}


@dataclass(frozen=True)
class OpponentChoice:
    """Describe a kind of opponent that can be requested."""

    id: str  # a character, `MIXED_CREW`, or ""
    name: str
    about: str
    sign: str  # the emblem of a character


def figures(t: Translator, rules: Ruleset | None = None) -> list[OpponentChoice]:
    """Return the opponents to choose from: no style, a character, or a mix of them."""
    characters = [name for name in CHARACTERS if rules is None or can_play(name, rules)]
    plain = t.gettext("Bots of this level without a style of their own.")
    mixed = t.gettext("A different character in every seat.")
    return [
        OpponentChoice("", t.pgettext("opponents", "anyone"), plain, ""),
        *(
            OpponentChoice(name, players.bot_title(name, t), players.about(name, t), name)
            for name in characters
        ),
        OpponentChoice(MIXED_CREW, t.pgettext("opponents", "a motley crew"), mixed, ""),
    ]


def opponents(form: Form, rules: Ruleset, n: int) -> list[str]:
    """Return the bots that a form requests: a level, or characters of the nearest strength."""
    level, character = form.get("level", DEFAULT_LEVEL), form.get("who", "")
    strength = {"beginner": STRENGTHS[0], "master": STRENGTHS[-1]}.get(level, level)
    characters = [name for name in CHARACTERS if can_play(name, rules)]
    if strength not in STRENGTHS or character not in (MIXED_CREW, *characters):
        return [level] * n
    crew = Random().sample(characters, len(characters)) if character == MIXED_CREW else [character]
    return [f"{crew[seat % len(crew)]}:{strength}" for seat in range(n)]


def clocks(t: Translator) -> list[tuple[str, str]]:
    """Return the choices of a clock, in seconds."""
    short = [
        (str(60 * n), t.ngettext("%(n)d minute", "%(n)d minutes", n)) for n in (1, 2, 5, 10, 30)
    ]
    long = [(str(DAY_SECONDS * n), t.ngettext("%(n)d day", "%(n)d days", n)) for n in (1, 3, 7)]
    return [("", t.gettext("no limit")), *short, *long]


def pauses(t: Translator) -> list[tuple[str, str]]:
    """Return the choices of a pause, in seconds."""
    long = [(str(n), t.ngettext("%(n)d second", "%(n)d seconds", n)) for n in (3, 5, 10)]
    short = [
        ("", t.gettext("a moment (none if there is a time limit)")),
        ("0", t.pgettext("pause", "none")),
    ]
    return short + long


def all_seats(forms: Sequence[VariantForm]) -> list[int]:
    """Return all possible numbers of seats."""
    return sorted({n for form in forms for n in form.seats})


def _owners(all_rules: Sequence[Ruleset]) -> dict[Ruleset, list[Expansion]]:
    """Return the expansions whose options have their fields with a ruleset: the first one that
    offers them."""
    owners, placed = dict[Ruleset, list[Expansion]](), set[str]()
    for rules in all_rules:
        chosen = (rules.variant.expansions[name] for name in rules.expansions)
        owners[rules] = [one for one in chosen if one.options and one.id not in placed]
        placed |= {one.id for one in owners[rules]}
    return owners


def _fields(rules: Ruleset, expansions: Sequence[Expansion], t: Translator) -> Iterator[FormField]:
    """Yield the fields of a game, or of the expansions that are placed with a ruleset."""
    if not rules.expansions:
        yield from _fields_of(rules, rules.variant.id, _form_options(rules.variant), t)
    for one in expansions:
        yield from _fields_of(rules, one.id, own_options(one).values(), t)


def _fields_of(
    rules: Ruleset, prefix: str, options: Iterable[Option], t: Translator
) -> Iterator[FormField]:
    part, variant = server_part(rules), rules.variant
    for option in options:
        kind, words = _kind(option), part.words(option, t)
        boards = part.boards(variant, t) if kind == "boards" else ()
        if kind == "boards" and not boards:
            continue  # the form has nothing to offer
        if kind == "number":
            numbers = map(str, range(option.low or 0, (option.high or 0) + 1))
            words = [(n, n) for n in numbers]
        default = ("1" if option.default else "") if kind == "check" else option.default
        label = part.label(option, t)
        yield FormField(
            f"{prefix}-{option.name}",
            label,
            kind,
            "" if default is None else str(default),
            words,
            boards,
            part.rule(option),
        )


def _form_options(variant: Variant) -> Iterator[Option]:
    """Yield the options with a field of their own. Expansions are chosen with the game."""
    for option in declared(variant.options):
        if option.name != SEATS and option.name not in {*variant.expansions, *variant.defaults}:
            yield option


def _kind(option: Option) -> str:
    if option.kind == "things":
        return "choice" if option.choices else "boards"
    return {"flag": "check"}.get(option.kind, option.kind)


# ── reading forms ────────────────────────────────────────────────────────────────────────────────


def fit_form(form: Form, forms: Sequence[VariantForm]) -> Form:
    """Return a form with invalid values replaced by valid ones."""
    forms_by_id = {form.id: form for form in forms}
    try:
        ruleset_id = str(ruleset(form.get("variant", DEFAULT)))
    except InvalidText:
        ruleset_id = DEFAULT
    variant = forms_by_id.get(ruleset_id) or forms[0]
    seats = nearest_number(form.get(SEATS, DEFAULT_SEATS), variant.seats)
    people = nearest_number(form.get("people", "1"), range(1, seats + 1))
    level, character = form.get("level", ""), form.get("who", "")
    names = {
        name: clean(value, MAX_NAME_CHARS)
        for name, value in form.items()
        if name == "name" or name.startswith(PERSON_FIELD_PREFIX)
    }
    return {
        **_defaults(forms, variant),
        **form,
        **names,
        "variant": variant.id,
        SEATS: str(seats),
        "people": str(people),
        "level": level if level in LEVELS else DEFAULT_LEVEL,
        "who": character if character in (MIXED_CREW, *CHARACTERS) else "",
    }


def nearest_number(text: str, numbers: Sequence[int]) -> int:
    """Return the number in the text, or the nearest allowed one."""
    number = int(text) if text.isdecimal() and len(text) < 3 else numbers[0]
    return min(numbers, key=lambda n: abs(n - number))


def _defaults(forms: Sequence[VariantForm], chosen: VariantForm) -> Form:
    """Return default values for the fields of other variants, which the form does not contain."""
    hidden = [
        one
        for one in forms
        if one.group != chosen.group or not {*one.needs} <= {*chosen.expansions}
    ]
    others = [field for one in hidden for field in one.fields]
    return {field.name: field.default for field in others if field.default}


def names_in(form: Form, own_name: str, people: int) -> list[str]:
    """Return the names of the people at one device. Raise RequestError if two are equal.

    Without a name, a player gets a number; the guest, if alone, keeps their own name.
    """
    entered = [form.get("name", "").strip() or labels.entered_name(own_name)]
    entered += [form.get(f"{PERSON_FIELD_PREFIX}{n}", "") for n in range(2, people + 1)]
    names = [
        clean(name, MAX_NAME_CHARS) or labels.PLAYER.format(n) for n, name in enumerate(entered, 1)
    ]
    if len({name.casefold() for name in names}) < len(names):
        raise RequestError(409, "name_taken", "two players on this device have the same name")
    return names


def options_in(form: Form, *, is_short: bool = False, **of_table: Any) -> TableOptions:
    """Return the options in a form. A short form only contains the game and the seats."""
    try:
        rules = ruleset(form.get("variant", DEFAULT))
        values = {} if is_short else _values(form, rules)
        seats = {SEATS: form.get(SEATS, DEFAULT_SEATS)}
        return TableOptions.model_validate({**seats, **values, **of_table, "game": str(rules)})
    except (InvalidText, ValidationError) as error:
        raise RequestError(422, "invalid", str(error)) from None


def _values(form: Form, rules: Ruleset) -> dict[str, Any]:
    values = dict(_values_of(form, rules.variant.id, _form_options(rules.variant), rules))
    for name in rules.expansions:
        options = own_options(rules.variant.expansions[name]).values()
        values |= dict(_values_of(form, name, options, rules))
    return values


def _values_of(
    form: Form, prefix: str, options: Iterable[Option], rules: Ruleset
) -> Iterator[tuple[str, Any]]:
    for option in options:
        name, kind = f"{prefix}-{option.name}", _kind(option)
        if kind == "boards":
            yield option.name, _boards(form, name, rules.variant)
        elif kind == "check":
            yield option.name, name in form
        elif form.get(name):
            yield option.name, form[name]


def _boards(form: Form, name: str, variant: Variant) -> list[str | None] | None:
    """Return the boards chosen for the seats, or None. Fields beyond the last seat are ignored."""
    most = variant.seats[-1]
    text = form.get(SEATS, DEFAULT_SEATS)
    seats = int(text) if text in map(str, variant.seats) else most
    chosen = [form.get(f"{name}-{n}") or None for n in range(1, seats + 1)]
    return chosen if any(chosen) else None
