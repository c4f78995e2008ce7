"""Build the tiles of the front page, which start a game with one tap, last game first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from heptapolis.i18n import Translator
from heptapolis.server.page_context import Form
from heptapolis.server.table_form import DEFAULT_SEATS, SEATS, VariantForm, nearest_number
from heptapolis.server.variant_parts import server_part
from heptapolis.variants import ruleset
from heptapolis.web.rulebook import rule_book

AGAIN_VALUE = "again"  # value of the last game's tile; the browser has the details


@dataclass(frozen=True)
class GameTile:
    """Describe a game to start at once. Player counts with their own rules are separate games."""

    variant: str
    title: str
    about: str
    cover: str  # the scene on the tile
    seats: tuple[int, ...]
    start: int  # number of seats for a tap on the tile itself
    book: str  # address of the rules, or ""
    is_last: bool = False
    people: int = 1  # at this device

    @property
    def value(self) -> str:
        """Return the form value of the tile."""
        return AGAIN_VALUE if self.is_last else self.value_for(self.start)

    def value_for(self, seats: int) -> str:
        """Return the form value for a number of seats."""
        return f"{self.variant} {seats}"


def tiles(forms: Sequence[VariantForm], last: Form | None, t: Translator) -> list[GameTile]:
    """Return the tiles of all games. ``last`` is the last choice with valid values."""
    tiles_in_order = [tile for form in forms for tile in _tiles(form, t)]
    if last is None:
        return tiles_in_order
    seats, people = int(last[SEATS]), int(last["people"])
    played = [
        n
        for n, one in enumerate(tiles_in_order)
        if last["variant"] == one.variant and seats in one.seats
    ]
    for n in played:
        again = replace(tiles_in_order.pop(n), start=seats, is_last=True, people=people)
        tiles_in_order.insert(0, again)
    return tiles_in_order


def _tiles(form: VariantForm, t: Translator) -> Iterator[GameTile]:
    rules = ruleset(form.id)
    part = server_part(rules)
    of_book = sorted(form.seats, key=lambda n: -n)
    groups = [
        (id, tuple(sorted(seats))) for id, seats in groupby(of_book, lambda n: part.book(rules, n))
    ]
    for n, (id, seats) in enumerate(groups):
        book = rule_book(id, t.language) if id else None
        start = nearest_number(DEFAULT_SEATS, seats)
        is_own = book is not None and n > 0  # a game of its own besides the default of its variant
        yield GameTile(
            form.id,
            book.title if book and is_own else form.title,
            part.about(rules, t, seats=start),
            book.cover if book and is_own else form.cover,
            seats,
            start,
            book.address if book else "",
        )


def form_of_tap(form: Form, last: Form | None) -> Form:
    """Return the fields that a tap on a tile stands for. Other forms are unchanged."""
    fields = dict(form)
    tile = fields.pop("tile", "")
    if tile == AGAIN_VALUE:
        return {**(last or {}), **fields}
    variant, _, seats = tile.partition(" ")
    chosen: Mapping[str, str] = {"variant": variant, SEATS: seats, "people": "1"} if tile else {}
    return {**fields, **chosen}
