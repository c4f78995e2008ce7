"""The contents of a city at the end of a game; each variant has a part."""

from typing import Any, Protocol

from heptapolis.slots import DATASET
from heptapolis.variants import Ruleset


class CityPart(Protocol):
    """The contents of a city, by kind; "wonders" is always one."""

    @property
    def kinds(self) -> tuple[str, ...]: ...

    def things(self, game: Any, seat: int) -> dict[str, list[str]]: ...


class PlainCity:
    """The part of a variant of which only the contract is known."""

    kinds = ("wonders",)

    def things(self, game: Any, seat: int) -> dict[str, list[str]]:
        return {"wonders": []}


def city_part(rules: Ruleset) -> CityPart:
    """Return the part of a ruleset that lists the contents of its cities."""
    return rules.part(DATASET, plain=PlainCity)
