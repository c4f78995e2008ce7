"""What a seat has in front of it when a game is over: each variant has a part."""

from typing import Any, Protocol

from heptapolis.variants import Parts


class CityPart(Protocol):
    """The things of a city, by kind; "wonders" is always one."""

    kinds: tuple[str, ...]

    def things(self, game: Any, seat: int) -> dict[str, list[str]]: ...


class PlainCity:
    """A variant of which only the contract is known."""

    kinds = ("wonders",)

    def things(self, game: Any, seat: int) -> dict[str, list[str]]:
        return {"wonders": []}


PLAIN = PlainCity()
PARTS: Parts[CityPart] = Parts(
    "city",
    plain="heptapolis.dataset.parts:PLAIN",
    classic="heptapolis.dataset.classic:CITY",
    duel="heptapolis.dataset.duel:CITY",
)
