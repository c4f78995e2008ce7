"""What a seat has in front of it when a game is over: each variant has a part."""

from typing import Any, Protocol

from heptapolis.slots import DATASET
from heptapolis.variants import Ruleset


class CityPart(Protocol):
    """The things of a city, by kind; "wonders" is always one."""

    @property
    def kinds(self) -> tuple[str, ...]: ...

    def things(self, game: Any, seat: int) -> dict[str, list[str]]: ...


class PlainCity:
    """A variant of which only the contract is known."""

    kinds = ("wonders",)

    def things(self, game: Any, seat: int) -> dict[str, list[str]]:
        return {"wonders": []}


def city_part(rules: Ruleset) -> CityPart:
    """What a dataset tells of the cities of a ruleset."""
    return rules.part(DATASET, plain=PlainCity)
