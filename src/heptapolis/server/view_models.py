"""What the API says of a game in progress, whichever it is; variants add to it."""

from typing import Any

from pydantic import BaseModel


class MoveResponse(BaseModel):
    text: str
    verb: str
    card: str | None
    wonder: str | None
    price: int  # coins: classic for bought resources, Duel for all


class ViewResponse(BaseModel):
    """A game as you may know it."""

    version: int
    seat: int | None  # yours; null is a spectator
    decision: int | None  # what your next choice has to name
    age: int
    turn: int
    phase: str
    is_over: bool
    to_move: list[int]
    deadlines: dict[int, float]  # by seat, seconds since 1970
    legal_moves: list[MoveResponse]
    events: list[dict[str, Any]]


class PlainViewResponse(ViewResponse):
    """A game of which the server knows no more than its position, "?" for what is hidden."""

    game: str
    position: dict[str, Any]
