"""The forms of a new table: what can be chosen for each variant, and what was.

Fields follow from the options that a variant declares. An expansion has the fields of its variant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from heptapolis.bots.levels import LEVELS
from heptapolis.errors import InvalidText
from heptapolis.i18n import Translator, players
from heptapolis.options import Option, declared
from heptapolis.server.bot_pool import RANDOM, has_strategy
from heptapolis.server.errors import Refused
from heptapolis.server.page_context import Form
from heptapolis.server.table_options import DEFAULT_GAME, TableOptions
from heptapolis.server.variant_parts import PARTS, Words
from heptapolis.variants import Ruleset, Variant, ruleset, rulesets

SEATS = "seats"  # every form asks for it once, for all variants
DEFAULT_SEATS = "3"


@dataclass(frozen=True)
class FormField:
    """One option in a form. ``kind`` is a "choice", a "number" to choose, a "check", or "boards":
    a choice for every seat, whose fields have the seat's number, from 1, behind the name."""

    name: str
    label: str
    kind: str
    default: str
    choices: Words
    boards: Sequence[tuple[str, Words]]  # under headings


@dataclass(frozen=True)
class VariantForm:
    """A variant to choose in a form."""

    id: str
    title: str
    seats: tuple[int, ...]
    levels: dict[str, str]  # of bots that can play it
    fields: tuple[FormField, ...]


def variant_forms(t: Translator) -> list[VariantForm]:
    """Everything that can be played here."""
    return [
        VariantForm(
            str(rules),
            rules.title(t.language),
            tuple(rules.variant.seats),
            levels_for(rules.variant, t),
            () if rules.expansions else tuple(_fields(rules.variant, t)),
        )
        for rules in rulesets()
    ]


def level_words(t: Translator) -> dict[str, str]:
    return {level: players.level(level, t) for level in LEVELS}


def levels_for(variant: Variant, t: Translator) -> dict[str, str]:
    """The levels that can play a variant; where there are none, chance does."""
    return level_words(t) if has_strategy(variant) else {RANDOM: players.about(RANDOM, t)}


def all_seats(forms: Sequence[VariantForm]) -> list[int]:
    """How many there can be at all."""
    return sorted({n for form in forms for n in form.seats})


def _fields(variant: Variant, t: Translator) -> Iterator[FormField]:
    part = PARTS.of(variant.rules)
    for option in _asked(variant):
        kind, words = _kind(option), part.words(option, t)
        boards = part.boards(variant, t) if kind == "boards" else ()
        if kind == "boards" and not boards:
            continue  # there is nothing that a form could offer
        if kind == "number":
            numbers = map(str, range(option.low or 0, (option.high or 0) + 1))
            words = [(n, n) for n in numbers]
        default = ("1" if option.default else "") if kind == "check" else option.default
        label = part.label(option, t)
        yield FormField(
            f"{variant.id}-{option.name}",
            label,
            kind,
            "" if default is None else str(default),
            words,
            boards,
        )


def _asked(variant: Variant) -> Iterator[Option]:
    """The options that have a field of their own: expansions are chosen with the game."""
    for option in declared(variant.options):
        if option.name != SEATS and option.name not in {*variant.expansions, *variant.defaults}:
            yield option


def _kind(option: Option) -> str:
    if option.kind == "things":
        return "choice" if option.choices else "boards"
    return {"flag": "check"}.get(option.kind, option.kind)


# ── what was chosen ──────────────────────────────────────────────────────────────────────────────


def options_in(form: Form, *, is_short: bool = False, **of_table: Any) -> TableOptions:
    """The options of a form; a short one asks for the game and the seats alone."""
    try:
        rules = ruleset(form.get("variant", DEFAULT_GAME))
        values = {} if is_short else _values(form, rules)
        seats = {SEATS: form.get(SEATS, DEFAULT_SEATS)}
        return TableOptions.model_validate({**seats, **values, **of_table, "game": str(rules)})
    except (InvalidText, ValidationError) as error:
        raise Refused(422, "invalid", str(error)) from None


def _values(form: Form, rules: Ruleset) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for option in _asked(rules.variant):
        name, kind = f"{rules.variant.id}-{option.name}", _kind(option)
        if kind == "boards":
            values[option.name] = _boards(form, name, rules.variant)
        elif kind == "check":
            values[option.name] = name in form
        elif form.get(name):
            values[option.name] = form[name]
    return values


def _boards(form: Form, name: str, variant: Variant) -> list[str | None] | None:
    """What was chosen for seats, if anything was; seats beyond the players' do not count."""
    most = variant.seats[-1]
    given = form.get(SEATS, DEFAULT_SEATS)
    seats = int(given) if given in map(str, variant.seats) else most
    chosen = [form.get(f"{name}-{n}") or None for n in range(1, seats + 1)]
    return chosen if any(chosen) else None
