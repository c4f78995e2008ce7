"""Observations and moves as numbers, the basis of learning.

    >>> import heptapolis as hp
    >>> from heptapolis.encodings import encoding_of
    >>> game = hp.new(seed=1)
    >>> code = encoding_of(game)
    >>> code.encode(game.view(0)).flat.shape == (code.size,)
    True
    >>> len(code.mask(game.view(0))) == code.n_actions
    True

Numbers are small and whole (int8); `Encoding.scale` says what a network multiplies them by. Cities
stand as the viewer sees them, its own first. `Encoding.index` tells what each number means.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from heptapolis.edition import Edition
from heptapolis.errors import IllegalMove
from heptapolis.kernel.features import Form
from heptapolis.move import Move
from heptapolis.slots import ENCODING
from heptapolis.variants import Ruleset, ruleset, ruleset_of


@dataclass(frozen=True)
class Entry:
    """A range of numbers of an encoding: ``flat[start:stop]``."""

    form: str  # "table", "cities", "cards", or a form of this game
    row: str  # of the form: a city, a card or another thing
    feature: str
    labels: tuple[str, ...]  # of the numbers, if a feature has several
    start: int
    stop: int
    scale: float
    kinds: int  # above 0: each number is the index of one of so many things, not an amount
    help: str

    @property
    def name(self) -> str:
        return ".".join(part for part in (self.form, self.row, self.feature) if part)


@dataclass(frozen=True)
class Observation:
    """What a seat knows: one row of numbers, and views of it as tables."""

    flat: Any
    table: Any
    cities: Any
    cards: Any
    others: Mapping[str, Any] = field(default_factory=dict)  # tables of this game only

    def __getattr__(self, name: str) -> Any:
        if name != "others" and name in self.others:
            return self.others[name]
        raise AttributeError(f"this observation has no table {name!r}")


NO_TABLES: Mapping[str, tuple[Form, Sequence[str]]] = {}


class Encoding(ABC):
    """The encoding of a ruleset in numbers, for one edition of its cards."""

    ruleset: str
    version: int  # changes whenever a number or an action changes its meaning
    n_actions: int
    table: Form
    city: Form
    card: Form
    feature_help: Mapping[str, Mapping[str, str]]  # what each feature of a form means
    others: Mapping[str, tuple[Form, Sequence[str]]] = NO_TABLES  # a form and its rows

    def __init__(self, ruleset: str, edition: Edition[Any]) -> None:
        self.ruleset, self.edition = ruleset, edition
        self.shapes: dict[str, tuple[int, ...]] = {
            "table": (self.table.width,),
            "cities": (len(self.cities), self.city.width),
            "cards": (len(self.cards), self.card.width),
        }
        for name, (form, things) in self.others.items():
            self.shapes[name] = (len(things), form.width)
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())

    # ── what a ruleset says ──────────────────────────────────────────────────────────────────────

    @property
    @abstractmethod
    def cities(self) -> Sequence[str]:
        """Return the rows of cities, starting with the viewer's."""

    @property
    @abstractmethod
    def cards(self) -> Sequence[str]:
        """Return the rows of cards."""

    def rows(self) -> dict[str, Sequence[str]]:
        """Return the things that rows, numbers and actions refer to, in order."""
        others = {name.capitalize(): things for name, (_, things) in self.others.items()}
        return {"Cities": self.cities, "Cards": self.cards, **others}

    @abstractmethod
    def _write(self, state: Any, seat: int, flat: Any, mask: Any) -> None:
        """Write the observation of a seat, and its legal actions if it has a decision."""

    @abstractmethod
    def _move(self, state: Any, seat: int, action: int) -> Move:
        """Return the move of a legal action."""

    @abstractmethod
    def action(self, view: Any, move: Move | str, seat: int | None = None) -> int:
        """Return the number of a legal move; a payment without its own action gets that of the
        nearest payment."""

    @abstractmethod
    def action_name(self, action: int) -> str:
        """Return the name of an action, independent of the seat."""

    @cached_property
    @abstractmethod
    def factors(self) -> Any:
        """Return two columns for each action (int16[n_actions, 2]). A policy may use the sum of its
        columns' values as an action's logit, so that it generalises over actions with the same
        wonder, card or payment. Column `n_columns` is always 0."""

    @property
    def n_columns(self) -> int:
        return int(self.factors.max())

    # ── what follows from it ─────────────────────────────────────────────────────────────────────

    def encode(self, view: Any, seat: int | None = None) -> Observation:
        """Return the observation of a view's seat, or of a seat of a game, which is the same."""
        return self.observe(view, seat)[0]

    def mask(self, view: Any, seat: int | None = None) -> Any:
        """Return the legal actions (bool[n_actions]); all False if the seat has no decision."""
        return self.observe(view, seat)[1]

    def observe(self, view: Any, seat: int | None = None) -> tuple[Observation, Any]:
        """Return the observation and the legal actions."""
        flat, mask = np.zeros(self.size, np.int8), np.zeros(self.n_actions, np.bool_)
        self._write(view, self._seat(view, seat), flat, mask)
        return self.structured(flat), mask

    def structured(self, flat: Any) -> Observation:
        """Return flat numbers (the last axis) as views in table form."""
        parts, start = {}, 0
        for form, shape in self.shapes.items():
            stop = start + int(np.prod(shape))
            parts[form] = flat[..., start:stop].reshape(*flat.shape[:-1], *shape)
            start = stop
        own = {form: parts.pop(form) for form in ("table", "cities", "cards")}
        return Observation(flat, **own, others=parts)

    def move(self, view: Any, action: int, seat: int | None = None, mask: Any = None) -> Move:
        """Return the legal move of an action; pass ``mask`` if it is known already."""
        own_seat = self._seat(view, seat)
        mask = self.mask(view, own_seat) if mask is None else mask
        if not 0 <= action < self.n_actions or not mask[action]:
            raise IllegalMove(f"action {action} is not legal now")
        return self._move(view, own_seat, int(action))

    def index(self) -> list[Entry]:
        """Return the meaning of every number of the flat form, in order."""
        rows = [("table", "", self.table)]
        rows += [("cities", city, self.city) for city in self.cities]
        rows += [("cards", card, self.card) for card in self.cards]
        for name, (own, things) in self.others.items():
            rows += [(name, thing, own) for thing in things]
        entries, start = [], 0
        for form, row, features in rows:
            for feature in features.features:
                stop = start + feature.width
                kinds = feature.kinds + len(self.cards) if feature.kinds else 0
                entries.append(
                    Entry(
                        form,
                        row,
                        feature.name,
                        feature.labels,
                        start,
                        stop,
                        feature.scale,
                        kinds,
                        self.feature_help[form][feature.name],
                    )
                )
                start = stop
        return entries

    @cached_property
    def scale(self) -> Any:
        """Return the scale of the network's input (float32); 0 for numbers that are no amounts."""
        scale = np.zeros(self.size, np.float32)
        for entry in self.index():
            scale[entry.start : entry.stop] = entry.scale
        return scale

    @cached_property
    def kinds(self) -> dict[int, int]:
        """Return the places of numbers that are indices, with the number of possible things: a
        network uses embeddings for them."""
        return {
            place: entry.kinds
            for entry in self.index()
            if entry.kinds
            for place in range(entry.start, entry.stop)
        }

    def _seat(self, view: Any, seat: int | None) -> int:
        own_seat = getattr(view, "seat", None) if seat is None else seat
        if own_seat is None or not 0 <= own_seat < view.players:
            raise ValueError("whose? Pass a seat's view, or a game and a seat")
        return int(own_seat)


def encoding(text: str | Ruleset) -> Encoding:
    """Return the encoding of a ruleset, by its text or the id of a house variant."""
    rules = text if isinstance(text, Ruleset) else ruleset(text)
    variant, options = rules.variant, rules.read_options({})
    return encoding_with(rules, variant.engine.edition(variant.house, options))


def encoding_of(state: Any) -> Encoding:
    """Return the encoding of a game or view."""
    return encoding_with(ruleset_of(state), state.edition)


def encoding_with(rules: Ruleset, edition: Edition[Any]) -> Encoding:
    """Return the encoding of a ruleset with an edition."""
    return _make(rules.part(ENCODING), rules.base_form, edition)


@lru_cache(maxsize=16)
def _make(
    make: Callable[[str, Edition[Any]], Encoding], key: str, edition: Edition[Any]
) -> Encoding:
    return make(key, edition)
