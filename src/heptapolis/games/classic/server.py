"""Classic for the server: views as JSON, and wonder boards chosen or drawn for seats."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Literal

from pydantic import BaseModel

from heptapolis.cards.export import to_json
from heptapolis.games.classic.cards.model import Wonder
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.options import ClassicOptions
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import mark
from heptapolis.kernel_game import SEED_BITS
from heptapolis.move import Move
from heptapolis.options import Option
from heptapolis.server.errors import RequestError
from heptapolis.server.variant_parts import BoardGroup, VariantPart, Words, facts_of
from heptapolis.server.view_models import ViewResponse
from heptapolis.variants import Ruleset, Variant

FREE_CITY = "free-city"  # the rules for two players
SIDES = {
    "random": mark("sides", "random"),
    "A": mark("sides", "all A"),
    "B": mark("sides", "all B"),
}


class ClassicCityResponse(BaseModel):
    seat: int
    name: str
    board: str
    coins: int
    buildings: list[str]
    stages: int
    n_stages: int
    markers: list[str | None]
    leaders: list[str]
    copied: list[str]
    n_leader_hand: int
    shields: int
    victories: list[int]
    defeats: int
    symbols: dict[str, int]
    colors: dict[str, int]
    production: dict[str, int]
    choices: list[list[str]]
    sold: dict[str, int]
    sold_choices: list[list[str]]
    has_chosen: bool
    score: dict[str, int]  # as if the game ended now


class ClassicViewResponse(ViewResponse):
    game: Literal["classic"] = "classic"
    cities: list[ClassicCityResponse]
    hand: list[str]
    leader_hand: list[str]
    leader_pack: list[str]
    leader_prices: dict[str, int]
    chosen: list[str]  # your choices that wait for others
    discard: dict[str, int]
    n_discard: int
    hand_sizes: list[int]
    controller: int | None


class ClassicPart(VariantPart):
    view_model: type[ClassicViewResponse] = ClassicViewResponse

    def view_facts(self, view: ClassicView) -> dict[str, Any]:
        leaders = [*view.leader_hand, *view.leader_pack]
        return {
            "cities": [_city(view, seat) for seat in range(view.n_cities)],
            "hand": view.hand,
            "leader_hand": view.leader_hand,
            "leader_pack": view.leader_pack,
            "leader_prices": {id: view.leader_price(view.seat or 0, id) for id in leaders},
            "chosen": [str(move) for move in view.chosen],
            "discard": dict(view.discard),
            "n_discard": view.n_discard,
            "hand_sizes": [view.hand_size(n) for n in range(view.players)],
            "controller": view.controller,
        }

    def move_facts(self, move: Move, view: ClassicView) -> dict[str, Any]:
        return {
            "text": str(move),
            "verb": move.verb,
            "card": move.card,
            "wonder": move.wonder,
            "price": move.price,
        }

    def catalog_facts(self, edition: Any) -> dict[str, Any]:
        return to_json(edition.catalog)

    def settle(self, options: ClassicOptions, variant: Variant) -> ClassicOptions:
        """Draw boards for the seats without a choice, from those that no seat has chosen."""
        if not isinstance(options.wonders, Sequence):
            return options
        boards = list(options.wonders)
        _check_boards(boards, options, variant)
        named = {str(board).partition(":")[0] for board in boards if board}
        offered = _edition(variant, options.expansions).boards(options.expansions)
        wonders = dict.fromkeys(board.partition(":")[0] for board in offered)
        free = [wonder for wonder in wonders if wonder not in named]
        missing = boards.count(None)
        if len(free) < missing:
            return options
        rng = Random(secrets.randbits(SEED_BITS))
        drawn = iter(rng.sample(free, missing))
        sides = "AB" if options.sides == "random" else options.sides
        settled = [
            f"{next(drawn)}:{rng.choice(sides)}" if board is None else board for board in boards
        ]
        return replace(options, wonders=settled)

    def about_game(self, rules: Ruleset, t: Translator, seats: int) -> str:
        if self.book(rules, seats) == FREE_CITY:
            return t.gettext("Classic for two: a third city lies between you, and you take turns.")
        return t.gettext("Everyone chooses a card at once, then hands are passed on.")

    def book_of_game(self, rules: Ruleset, seats: int) -> str:
        return FREE_CITY if seats == 2 and not rules.expansions else "classic"

    def label(self, option: Option, t: Translator) -> str:
        labels = {
            "sides": t.gettext("Sides of the wonder boards"),
            "wonders": t.gettext("Choose the wonder boards"),
        }
        return labels.get(option.name, option.help)

    def rule(self, option: Option) -> str:
        return "C1.3" if option.name in ("sides", "wonders") else ""

    def words(self, option: Option, t: Translator) -> Words:
        if option.name != "sides":
            return super().words(option, t)
        return [(value, t.pgettext(*SIDES[value])) for value in option.choices]

    def boards(self, variant: Variant, t: Translator) -> Sequence[BoardGroup]:
        """Return the boards; those of each expansion stand apart."""
        return [
            BoardGroup(
                Ruleset(variant, (needs,) if needs else ()).title(t.language),
                [
                    (f"{one.id}:{side}", f"{name(one, t)} {side}")
                    for one in wonders
                    for side in "AB"
                ],
                needs,
            )
            for needs, wonders in _wonders(variant).items()
        ]

    def seat_notes(self, options: ClassicOptions, variant: Variant, t: Translator) -> list[str]:
        wonder = _edition(variant, options.expansions).catalog.wonder
        boards = [str(board).partition(":") for board in options.wonders or ()]
        return [f"{name(wonder[id], t)} {side}" for id, _, side in boards][: options.seats]


def _city(view: ClassicView, seat: int) -> ClassicCityResponse:
    facts = facts_of(view.city(seat), ClassicCityResponse, frozenset({"score"}))
    return ClassicCityResponse(**facts, score=view.score(seat))


def _edition(variant: Variant, expansions: frozenset[str]) -> ClassicEdition:
    options = ClassicOptions(expansions=expansions)
    edition: ClassicEdition = variant.catalog or variant.engine.edition(None, options)
    return edition


def _wonders(variant: Variant) -> dict[str, list[Wonder]]:
    """Return the wonders that can be chosen, by the expansion that brings them; "" for those of the
    game."""
    found = {"": list(_edition(variant, frozenset()).catalog.wonders)}
    known = {wonder.id for wonder in found[""]}
    for id in sorted(variant.expansions):
        names = frozenset({id}) | variant.expansions[id].needs
        wonders = _edition(variant, names).catalog.wonders
        brought = [one for one in wonders if one.id not in known]
        found |= {id: brought} if brought else {}
        known |= {one.id for one in brought}
    return found


def _check_boards(boards: list[str | None], options: ClassicOptions, variant: Variant) -> None:
    """Raise the server's own errors for common mistakes in the choice of boards."""
    named = [str(board).partition(":")[0] for board in boards if board]
    if len(set(named)) < len(named):
        raise RequestError(422, "same_wonder", f"wonders: the same board twice in {boards}")
    for expansion, wonders in _wonders(variant).items():
        is_absent = expansion and expansion not in options.expansions
        if is_absent and {one.id for one in wonders} & {*named}:
            raise RequestError(
                422, f"needs_{expansion}", f"wonders: one of {boards} needs {expansion}"
            )


PART = ClassicPart()
