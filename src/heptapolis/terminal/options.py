"""Command-line options: those that the variants declare, and shorthands for some of them.

This module imports nothing heavy: the command line is built from it before anything else is loaded.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from heptapolis.options import Option, declared
from heptapolis.slots import SHORTHANDS
from heptapolis.variants import EXPANSIONS, Ruleset, Variant, own_options, registered_variants

SHORT_OPTIONS = {"seats": "n"}  # options with a short form
TYPES = {"number": int, "flag": bool, "choice": str, "things": str}


@dataclass(frozen=True)
class Shorthand:
    """A command-line spelling of something that the options of a variant can express.

    ``meaning`` takes the value and a function that deals a game without it, and returns options.
    """

    name: str
    help: str
    meaning: Callable[[Any, Callable[[], Any]], dict[str, Any]]
    type: type = bool
    letter: str = ""
    metavar: str | None = None
    is_personal: bool = False  # it concerns the player's own seat


@dataclass
class CommandOption:
    """An option of a command, and the variants that have it."""

    name: str
    type: type
    help: str
    metavar: str | None = None
    letter: str = ""
    helps: dict[str, str] = field(default_factory=dict)  # by variant

    @property
    def spelling(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.spelling, f"-{self.letter}") if self.letter else (self.spelling,)


def command_options(*, personal: bool) -> list[CommandOption]:
    """Return the options of all variants; with ``personal``, also those about the player's own
    seat.

    House variants have the options of the rules that they change.
    """
    options: dict[str, CommandOption] = {}
    variants = [variant for variant in registered_variants().values() if not variant.house]
    for variant in variants:
        own = [
            *(_of_declared(one) for one in declared(variant.options)),
            *(_of_shorthand(one) for one in _shorthands(variant, personal)),
        ]
        for option in own:
            options.setdefault(option.name, option).helps[variant.id] = option.help
        for expansion in variant.expansions.values():
            for option in map(_of_declared, own_options(expansion).values()):
                rules = f"{variant.id}+{expansion.id}"
                options.setdefault(option.name, option).helps[rules] = option.help
    for option in options.values():
        if len(option.helps) < len(variants) or len(set(option.helps.values())) > 1:
            option.help = " ".join(f"{id}: {text}" for id, text in option.helps.items())
    return list(options.values())


def expansion_options() -> list[CommandOption]:
    """Return a flag for each expansion of a variant."""
    options: dict[str, CommandOption] = {}
    for variant in registered_variants().values():
        for name, expansion in variant.expansions.items():
            text = f"{expansion.game_titles['en']}."
            options.setdefault(name, CommandOption(name, bool, text))
    return list(options.values())


def _shorthands(variant: Variant, personal: bool) -> Iterator[Shorthand]:
    own = variant.part(SHORTHANDS, plain=tuple)
    return (one for one in own if personal or not one.is_personal)


def _of_declared(one: Option) -> CommandOption:
    metavar = "|".join(one.choices) if one.kind == "choice" else None
    letter = SHORT_OPTIONS.get(one.name, "")
    return CommandOption(one.name, TYPES[one.kind], one.help, metavar, letter)


def _of_shorthand(one: Shorthand) -> CommandOption:
    return CommandOption(one.name, one.type, one.help, one.metavar, one.letter)


# ── parsing ──────────────────────────────────────────────────────────────────────────────────────


def option_values(
    rules: Ruleset,
    answers: Mapping[str, Any],
    draw: Callable[[dict[str, Any]], Any] | None = None,
) -> dict[str, Any]:
    """Return typed options as the options of a ruleset; raise an error for those of another
    variant.

    ``draw`` deals a game with some options; missing values are read from it.
    """
    flags = {name: value for name, value in answers.items() if name in rules.variant.expansions}
    model = rules.variant.options_for({**flags, EXPANSIONS: rules.expansions})
    known = {one.name: one for one in declared(model)}
    short = {one.name: one for one in _shorthands(rules.variant, draw is not None)}
    for name in answers:
        if name not in known and name not in short:
            raise ValueError(_refusal(name, rules))
    values = {name: _read(known[name], value) for name, value in answers.items() if name in known}
    meanings = [
        short[name].meaning(value, lambda: draw and draw(values))
        for name, value in answers.items()
        if name in short and value
    ]
    return {name: value for meaning in (values, *meanings) for name, value in meaning.items()}


def _refusal(name: str, rules: Ruleset) -> str:
    spelling = "--" + name.replace("_", "-")
    for option in command_options(personal=True):
        if option.name == name:
            return f"{spelling}: an option of {' and '.join(option.helps)}, not of {rules}"
    return f"{spelling}: no option of {rules}"


def _read(option: Option, value: Any) -> Any:
    """Parse a value: choices in any case; several things with commas, their groups with a "/"."""
    if not isinstance(value, str):
        return value
    for choice in option.choices:
        if choice.casefold() == value.casefold():
            return choice
    if option.kind != "things":
        return value
    groups = [group.split(",") for group in value.split("/")]
    return groups[0] if len(groups) == 1 else groups
