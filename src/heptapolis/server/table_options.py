"""What can be chosen for a table: what every table has, and what the variant has that it plays.

All of it is one flat JSON object. What a variant's options may be follows from the model that it
declares; those of other variants are no mistake, they just do not count.
"""

from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from heptapolis.contract import Game
from heptapolis.errors import InvalidText
from heptapolis.options import Option, declared
from heptapolis.server.errors import Refused, UnknownVariant
from heptapolis.server.variant_parts import server_part
from heptapolis.spelling import nearest
from heptapolis.variants import (
    DEFAULT,
    EXPANSIONS,
    Ruleset,
    Variant,
    registered,
    ruleset,
    rulesets,
    variant,
)

DAY = 86_400


class TableOptions(BaseModel):
    """A table's options; they stay as they are once it is made. Those of its variant are extra
    fields."""

    model_config = ConfigDict(extra="allow", frozen=True)

    game: str = Field(default=DEFAULT, description="A variant, perhaps with an expansion.")
    clock: int | None = Field(
        default=None, ge=10, le=7 * DAY, description="Seconds for a choice; then a bot makes it."
    )
    absent: Literal["wait", "bot"] = Field(
        default="wait", description="Who is not there: wait, or a bot plays until they are back."
    )
    pause: float | None = Field(
        default=None, ge=0, le=60, allow_inf_nan=False,
        description="Seconds that bots hold the last choice back, so that people can take theirs "
        "back before all are shown; if not given 1.5, or 0 with a clock and without hidden hands.",
    )  # fmt: skip
    hints: bool = Field(default=True, description="Players may ask for a hint.")
    private: bool = Field(default=True, description="Only who has the link finds the table.")
    spectators: bool = Field(default=True, description="Others may watch.")
    shared_devices: bool | None = Field(
        default=None, description="Guests may seat several people at their device; if not given, "
        "at private tables. The host may in any case.",
    )  # fmt: skip

    # ── from JSON and back ───────────────────────────────────────────────────────────────────────

    @model_validator(mode="before")
    @classmethod
    def _read(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        rules = ruleset(values.get("game", DEFAULT))
        own = {name: value for name, value in values.items() if name in cls.model_fields}
        others = {name: value for name, value in values.items() if name not in own}
        for name in others:
            if name not in option_defaults() and name != EXPANSIONS:
                meant = nearest(name, [*cls.model_fields, *option_defaults()])
                raise ValueError(f"no option {name!r}{meant}")
        return {**own, "game": rules.variant.id, **_read_options(rules, others)}

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The options of all variants that there are now are described too."""
        schema = handler(core_schema)
        facts = handler.resolve_ref_schema(schema)
        facts["properties"] |= option_schemas()
        facts["properties"]["game"]["enum"] = _written_forms()
        facts["additionalProperties"] = False
        return schema

    @classmethod
    def from_store(cls, values: Mapping[str, Any]) -> "TableOptions":
        """As they were kept; UnknownVariant if this server cannot play by them."""
        known = {*cls.model_fields, *option_defaults(), EXPANSIONS}
        try:
            return cls(**{name: value for name, value in values.items() if name in known})
        except ValueError:  # no such variant, or another one of its name
            raise UnknownVariant(values["game"]) from None

    @classmethod
    def as_listed(cls, values: Mapping[str, Any]) -> "TableOptions":
        """As they were kept, for a list: it names also what this server cannot play."""
        try:
            return cls.from_store(values)
        except UnknownVariant:
            return cls.model_construct(**values)

    def to_show(self) -> "TableOptions":
        """With the options of all variants, those that do not count as they are by default."""
        known = {**option_defaults(), **(self.model_extra or {})}
        if self.game in registered():
            known["seats"] = self.players
        return self.model_copy(update=known)

    # ── what they mean ───────────────────────────────────────────────────────────────────────────

    @property
    def is_timed(self) -> bool:
        """Somebody has to look whether the players are late."""
        return self.clock is not None or self.absent == "bot"

    @property
    def variant(self) -> Variant:
        try:
            return variant(self.game)
        except InvalidText:
            raise UnknownVariant(self.game) from None

    @cached_property
    def chosen(self) -> Any:
        """The options of the variant, as it declares them."""
        names = {one.name for one in declared(self.variant.options)}
        names |= {EXPANSIONS} if self.variant.expansions else set()
        extra = (self.model_extra or {}).items()
        return self.variant.read_options({name: value for name, value in extra if name in names})

    @property
    def ruleset(self) -> Ruleset:
        """The variant with the expansions that were chosen."""
        return Ruleset(self.variant).with_options(self.chosen)

    @property
    def players(self) -> int:
        return self.variant.seats_of(self.chosen)

    def title(self, language: str) -> str:
        """What people call the game that is played; its id if nobody knows it here any more."""
        return self.ruleset.title(language) if self.game in registered() else self.game

    def settled(self, pause: float) -> "TableOptions":
        """The same with every chance drawn and checked, so that a game can be made of it; a pause
        that was not chosen is this one, where people choose in secret and have time to."""
        chosen = server_part(self.ruleset).settle(self.chosen, self.variant)
        settled = TableOptions(**{**self.model_dump(), **_as_json(self.variant, chosen)})
        if settled.pause is None:
            is_open = self.clock is not None or not self.variant.has_hands
            settled = settled.model_copy(update={"pause": 0.0 if is_open else pause})
        try:
            settled.new_game(0, None, settled.edition)
        except ValueError as error:
            raise Refused(422, "invalid_options", str(error)) from None
        return settled

    @property
    def edition(self) -> Any:
        """What a new table is played with; None if the variant has no cards."""
        return self.variant.engine.edition(self.variant.catalog, self.chosen)

    def new_game(self, seed: int, names: list[str] | None, edition: Any) -> Game:
        return self.variant.engine.new(self.chosen, seed=seed, names=names, catalog=edition)


# ── the options of variants ──────────────────────────────────────────────────────────────────────


@lru_cache(64)
def options_model(variant: Variant) -> type[BaseModel]:
    """What a variant declares, as a model that reads JSON."""
    fields: dict[str, Any] = {one.name: _field(one) for one in declared(variant.options)}
    return create_model(f"{variant.id.title()}Options", **fields)


def _field(option: Option) -> tuple[Any, Any]:
    kind = Literal[option.choices] if option.kind == "choice" else option.type
    bounds: dict[str, Any] = {"ge": option.low, "le": option.high}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return kind, Field(default=option.default, description=option.help, **given)


def _read_options(rules: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a ruleset, all of them; values of other variants do not count."""
    model = options_model(rules.variant)
    own = {name: value for name, value in values.items() if name in model.model_fields}
    try:
        read = model.model_validate(own).model_dump(exclude_unset=True)
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise ValueError("; ".join(lines)) from None
    names = values.get(EXPANSIONS, ())
    chosen = rules.read_options({**read, **({EXPANSIONS: names} if names else {})})
    return _as_json(rules.variant, chosen)


def _as_json(variant: Variant, options: Any) -> dict[str, Any]:
    """Return options as they are stored: expansions by name, but for those with an option."""
    values = asdict(options)
    values.pop(EXPANSIONS, None)
    bare = [name for name in variant.expansions_of(options) if name not in values]
    return values | ({EXPANSIONS: sorted(bare)} if bare else {})


def option_defaults() -> dict[str, Any]:
    """Every option that any variant has, ours last: a name of theirs keeps our default."""
    ours_last = reversed(registered().values())
    return {one.name: one.default for each in ours_last for one in declared(each.options)}


def option_schemas() -> dict[str, JsonSchemaValue]:
    """The same, described: what an option is where several variants have it stands together."""
    schemas: dict[str, list[JsonSchemaValue]] = {}
    for one in registered().values():
        if one.house is None:
            for name, facts in options_model(one).model_json_schema()["properties"].items():
                about = f"{Ruleset(one).title()}: {facts.get('description', '')}"
                schemas.setdefault(name, []).append({**facts, "description": about})
    return {
        name: found[0] if len(found) == 1 else _either(found) for name, found in schemas.items()
    }


def _either(schemas: list[JsonSchemaValue]) -> JsonSchemaValue:
    kinds = [kind for schema in schemas for kind in schema.get("anyOf", [schema])]
    different = [kind for n, kind in enumerate(kinds) if kind not in kinds[:n]]
    about = " ".join(schema["description"] for schema in schemas)
    return {"anyOf": different, "default": schemas[0].get("default"), "description": about}


def _written_forms() -> list[str]:
    """All that a game can be called, "game+one", and an expansion alone for short."""
    short = [name for one in registered().values() if not one.house for name in one.expansions]
    return [*map(str, rulesets()), *short]
