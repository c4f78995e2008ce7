"""The help of a page: its symbols and its keys. The page's script reads the keys' actions from
here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark
from heptapolis.variants import all_symbol_help, all_verbs
from heptapolis.vocabulary import Message, SymbolHelp


@dataclass(frozen=True)
class TableKey:
    """Keys with the same action; ``does`` names it for the script."""

    keys: tuple[str, ...]  # names as in `KeyboardEvent.key`
    does: str
    words: tuple[str, str]
    signs: tuple[str, ...] = ()  # displayed text, where it differs from the key's name


_KEYS_BEFORE_MOVES = (
    TableKey(tuple("1234567890"), "choose", mark("key", "choose a card"), ("1", "…", "9", "0")),
    TableKey(("ArrowLeft", "ArrowRight"), "walk", mark("key", "next card"), ("←", "→")),
)
_KEYS_AFTER_MOVES = (
    TableKey(("i",), "explain", mark("key", "explain the card or symbol")),
    TableKey(("Escape",), "release", mark("key", "put the card back"), ("Esc",)),
    TableKey(("h",), "press", mark("key", "hint")),
    TableKey(("ArrowUp", "ArrowDown"), "advise", mark("key", "next hint"), ("↑", "↓")),
    TableKey(("u",), "press", mark("key", "take back your choice")),
    TableKey(("g",), "press", mark("key", "go on")),
    TableKey(("?",), "list", mark("key", "show or hide this list")),
)
REPLAY_KEYS = (
    TableKey(("ArrowLeft",), "back", mark("key", "one step back"), ("←",)),
    TableKey(("ArrowRight",), "next", mark("key", "next step"), ("→",)),
    TableKey(("Home",), "start", mark("key", "to the start"), ("↖ Home",)),
    TableKey(("End",), "end", mark("key", "to the end"), ("↘ End",)),
    TableKey(("Space",), "play", mark("key", "play or pause"), ("␣",)),
    TableKey(("?",), "list", mark("key", "show or hide this list")),
)
PAGE_KEYS = (  # for every other page
    TableKey(("?",), "help", mark("key", "show or hide this list")),
    TableKey(("Escape",), "close", mark("key", "close the open panel"), ("Esc",)),
)
SYMBOLS = (  # the symbols that new players ask about first, in all games
    SymbolHelp(
        ("wood", "stone", "clay", "ore"),
        mark("help", "Raw materials: most buildings cost some of them."),
    ),
    SymbolHelp(
        ("glass", "papyrus", "cloth"),
        mark("help", "Manufactured goods: rarer, for finer buildings."),
    ),
    SymbolHelp(
        ("coin",),
        mark("help", "Coins: they buy what your city does not make, and score a little."),
    ),
    SymbolHelp(
        ("points",), mark("help", "Victory points: the player with the most at the end wins.")
    ),
    SymbolHelp(("shield",), mark("help", "Shields: the player with more of them wins the war.")),
    SymbolHelp(
        ("chain",),
        mark(
            "help", "A chain: a city that has built one of the two builds the other free of charge."
        ),
    ),
    SymbolHelp(("discard",), mark("help", "A card that is sold: you get coins for it.")),
)


def table_keys() -> tuple[TableKey, ...]:
    """Return the keys at a table; those of moves come from the verbs of all games."""
    return (*_KEYS_BEFORE_MOVES, *_move_keys(), *_KEYS_AFTER_MOVES)


def _move_keys() -> Iterator[TableKey]:
    """Yield the keys that make moves, grouped by help text; last those that need no card."""
    verbs = [verb for verbs in all_verbs().values() for verb in verbs]
    lines = dict[Message, dict[str, None]]()
    for verb in sorted(verbs, key=lambda verb: not verb.arguments):
        for key in verb.keys:
            if key.help:
                lines.setdefault(key.help, {})[key.key] = None
    for text, keys in lines.items():
        yield TableKey(tuple(keys), "press", text)


def key_of(use: str) -> str:
    """Return the key of a use of a card: of a verb, or of a way to carry it out."""
    for verbs in all_verbs().values():
        for verb in verbs:
            for key in verb.keys:
                if use == (key.use or verb.word):
                    return key.key
    return use[:1]


def symbol_list(t: Translator) -> list[tuple[tuple[str, ...], str]]:
    """Return symbols with their meanings; after those of all games, those of single ones."""
    return [(one.symbols, t.pgettext(*one.meaning)) for one in (*SYMBOLS, *all_symbol_help())]


def key_list(t: Translator, keys: Sequence[TableKey] | None = None) -> list[tuple[TableKey, str]]:
    """Return every key with its text; without ``keys``, those at a table."""
    return [(key, t.pgettext(*key.words)) for key in (table_keys() if keys is None else keys)]
