"""Define the API's models of a game in progress. Variants extend them."""

from dataclasses import MISSING, fields
from dataclasses import Field as DataclassField
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

from heptapolis.steps import CHOICES, Step, all_steps


class MoveResponse(BaseModel):
    text: str
    verb: str
    card: str | None
    wonder: str | None
    price: int  # total cost in coins


def _step_model(step: type[Step]) -> type[BaseModel]:
    """Return the response model of a kind of step: its fields and its kind."""
    types: dict[str, Any] = get_type_hints(step)
    said: dict[str, Any] = {one.name: (types[one.name], _model_field(one)) for one in fields(step)}
    kind: Any = Literal[step.kind]
    return create_model(f"{step.__name__}Response", __doc__=step.__doc__, kind=(kind, ...), **said)


def _model_field(one: "DataclassField[Any]") -> Any:
    """Return the field of a response model for that of a step."""
    default = ... if one.default is MISSING else one.default
    alias, choices = one.name.rstrip("_"), one.metadata.get(CHOICES)
    if choices is None:
        return Field(default, alias=alias)

    def name_choices(schema: dict[str, Any]) -> None:
        schema["enum"] = [*choices()]

    return Field(default, alias=alias, json_schema_extra=name_choices)


KINDS = {step.kind: _step_model(step) for step in all_steps()}
STEP_MODELS: Any = reduce(or_, KINDS.values())


class OtherStepResponse(BaseModel):
    """A step of a kind that an expansion added after the server was loaded."""

    model_config = ConfigDict(extra="allow")

    kind: str


def _validate_step(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return validate(value) if kind in KINDS else OtherStepResponse.model_validate(value)


KnownStep = Annotated[STEP_MODELS, Field(discriminator="kind")]
StepField = SerializeAsAny[Annotated[KnownStep, WrapValidator(_validate_step)]]


class TurnStepsResponse(BaseModel):
    """The steps that you saw in one turn, in display order."""

    age: int
    turn: int
    steps: list[StepField]


class ViewResponse(BaseModel):
    """A game as you may know it."""

    version: int
    seat: int | None  # yours; null for a spectator
    decision: int | None  # the number that your next choice must name
    age: int
    turn: int
    phase: str
    is_over: bool
    to_move: list[int]
    deadlines: dict[int, float]  # by seat, in seconds since 1970
    shown_at: float | None  # when bots reveal the last choice that they hold back
    legal_moves: list[MoveResponse]
    events: list[dict[str, Any]]
    # What a position tells of the expansions, by id, as you may know it
    expansions: dict[str, dict[str, Any]]
    steps: list[TurnStepsResponse] | None  # the steps since the version in the request


class PlainViewResponse(ViewResponse):
    """A game of which the server only knows the position, with "?" for hidden parts."""

    game: str
    position: dict[str, Any]
