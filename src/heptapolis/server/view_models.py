"""What the API says of a game in progress, whichever it is; variants add to it."""

from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializeAsAny,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)

from heptapolis.narration.steps import Step


class MoveResponse(BaseModel):
    text: str
    verb: str
    card: str | None
    wonder: str | None
    price: int  # all coins that it costs


def _step_model(step: type[Step]) -> type[BaseModel]:
    """A kind of step as the API says it: its fields, and its kind."""
    types: dict[str, Any] = get_type_hints(step)
    said: dict[str, Any] = {
        one.name: (
            types[one.name],
            Field(... if one.default is MISSING else one.default, alias=one.name.rstrip("_")),
        )
        for one in fields(step)
    }
    kind: Any = Literal[step.kind]
    return create_model(f"{step.__name__}Response", __doc__=step.__doc__, kind=(kind, ...), **said)


KINDS = {step.kind: _step_model(step) for step in Step.__subclasses__()}
STEP_MODELS: Any = reduce(or_, KINDS.values())


class OtherStepResponse(BaseModel):
    """A step of a kind that an expansion has brought since the server was loaded."""

    model_config = ConfigDict(extra="allow")

    kind: str


def _validate_step(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return validate(value) if kind in KINDS else OtherStepResponse.model_validate(value)


KnownStep = Annotated[STEP_MODELS, Field(discriminator="kind")]
StepField = SerializeAsAny[Annotated[KnownStep, WrapValidator(_validate_step)]]


class TurnStepsResponse(BaseModel):
    """What you saw happen in one turn, in the order in which it is shown."""

    age: int
    turn: int
    steps: list[StepField]


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
    shown_at: float | None  # ... when bots that hold the last choice back make it
    legal_moves: list[MoveResponse]
    events: list[dict[str, Any]]
    steps: list[TurnStepsResponse] | None  # what happened since the version that you named


class PlainViewResponse(ViewResponse):
    """A game of which the server knows no more than its position, "?" for what is hidden."""

    game: str
    position: dict[str, Any]
