"""Duel for the server: views as JSON, and the words of its options."""

from typing import Any, Literal

from pydantic import BaseModel

from heptapolis.cards.export import to_json
from heptapolis.games.duel.view import DuelView
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark
from heptapolis.move import Move
from heptapolis.options import Option
from heptapolis.server.variant_parts import VariantPart, Words, facts_of
from heptapolis.server.view_models import ViewResponse
from heptapolis.variants import Ruleset

WORDS = {
    "neutral_start": {
        "last": mark("start", "the player who took the last card"),
        "choose": mark("start", "the player who took the last card chooses"),
    },
    "wonders": {
        "": mark("wonders", "drafted"),
        "first_game": mark("wonders", "the set for a first game"),
    },
}


class DuelCityResponse(BaseModel):
    seat: int
    name: str
    coins: int
    buildings: list[str]
    wonders: list[str]
    built_wonders: dict[str, str | None]
    tokens: list[str]
    production: dict[str, int]
    choices: list[list[str]]
    prices: dict[str, int]
    symbols: dict[str, int]
    colors: dict[str, int]
    score: dict[str, int]
    loot: dict[int, int]


class PlaceResponse(BaseModel):
    slot: int
    row: int
    col: int
    card: str | None
    is_taken: bool
    is_face_up: bool
    is_accessible: bool
    is_guild: bool


class DuelViewResponse(ViewResponse):
    game: Literal["duel"] = "duel"
    cities: list[DuelCityResponse]
    places: list[PlaceResponse]
    accessible: list[str]
    prices: list[dict[str, int]]  # by seat: accessible cards and wonders to build
    discard: list[str]
    marker: int
    tokens: list[str]
    n_aside: int
    offer: list[str]
    library: list[str]
    outcome: str | None
    winner: int | None


class DuelPart(VariantPart):
    view_model: type[DuelViewResponse] = DuelViewResponse

    def view_facts(self, view: DuelView) -> dict[str, Any]:
        made_here = {*ViewResponse.model_fields, "game", "cities", "places", "prices"}
        return {
            "cities": [_city(view, seat) for seat in range(view.players)],
            "places": _places(view),
            "prices": [_prices(view, seat) for seat in range(view.players)],
            **facts_of(view, DuelViewResponse, frozenset(made_here)),
        }

    def move_facts(self, move: Move, view: DuelView) -> dict[str, Any]:
        return {
            "text": str(move),
            "verb": move.verb,
            "card": move.card,
            "wonder": move.wonder,
            "price": move.price,
        }

    def catalog_facts(self, edition: Any) -> dict[str, Any]:
        return to_json(edition.catalog)

    def about_game(self, rules: Ruleset, t: Translator, seats: int) -> str:
        return t.gettext("For two: open cards, a tug of war, three ways to win.")

    def book_of_game(self, rules: Ruleset, seats: int) -> str:
        return "duel"

    def label(self, option: Option, t: Translator) -> str:
        labels = {
            "neutral_start": t.gettext("Who starts an age when the marker is in the middle"),
            "wonders": t.gettext("Wonders"),
        }
        return labels.get(option.name, option.help)

    def rule(self, option: Option) -> str:
        return "D4" if option.name == "neutral_start" else ""

    def words(self, option: Option, t: Translator) -> Words:
        if option.name not in WORDS:
            return super().words(option, t)
        return [(value, t.pgettext(*word)) for value, word in WORDS[option.name].items()]


def _city(view: DuelView, seat: int) -> DuelCityResponse:
    facts = facts_of(view.city(seat), DuelCityResponse, frozenset({"score", "loot"}))
    return DuelCityResponse(**facts, score=view.score(seat), loot=view.loot(seat))


def _places(view: DuelView) -> list[PlaceResponse]:
    return [
        PlaceResponse(
            **facts_of(place, PlaceResponse, frozenset({"slot", "row", "col"})),
            slot=n,
            row=place.slot.row,
            col=place.slot.col,
        )
        for n, place in enumerate(view.places)
    ]


def _prices(view: DuelView, seat: int) -> dict[str, int]:
    city = view.city(seat)
    return {id: view.price(seat, id) for id in [*view.accessible, *city.unbuilt]}


PART = DuelPart()
