"""The couriers in the API."""

from typing import Any

from heptapolis.games.classic.server import ClassicPart, ClassicViewResponse
from heptapolis.games.classic.view import ClassicView
from tests.toys.couriers.game import write_position


class CouriersViewResponse(ClassicViewResponse):
    couriers: dict[str, Any]  # as a position tells of them


class CouriersPart(ClassicPart):
    view_model = CouriersViewResponse

    def view_facts(self, view: ClassicView) -> dict[str, Any]:
        return {**super().view_facts(view), "couriers": write_position(view)}


PART = CouriersPart()
