"""Define the options of a table: common ones, and those of its variant.

They form one flat JSON object. Each variant declares its options in a model. Options of other
variants are accepted and ignored.
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

from heptapolis.contract import Game, engine_of
from heptapolis.errors import InvalidText
from heptapolis.options import Option, declared
from heptapolis.server.errors import RequestError, UnknownVariant
from heptapolis.server.variant_parts import server_part
from heptapolis.spelling import suggest
from heptapolis.variants import (
    DEFAULT,
    EXPANSIONS,
    Ruleset,
    Variant,
    own_options,
    registered_variants,
    ruleset,
    rulesets,
    short_names,
    variant,
)

DAY_SECONDS = 86_400


class TableOptions(BaseModel):
    """Hold the immutable options of a table. Those of its variant are extra fields."""

    model_config = ConfigDict(extra="allow", frozen=True)

    game: str = Field(default=DEFAULT, description="A variant, optionally with an expansion.")
    clock: int | None = Field(
        default=None,
        ge=10,
        le=7 * DAY_SECONDS,
        description="Seconds for a choice; then a bot makes it.",
    )
    absent: Literal["wait", "bot"] = Field(
        default="wait", description="For absent players: wait, or let a bot play."
    )
    pause: float | None = Field(
        default=None,
        ge=0,
        le=60,
        allow_inf_nan=False,
        description="Seconds for which bots hold back the last choice of a decision, so that "
        "people can undo. Default: 1.5, or 0 with a clock or without hidden hands.",
    )
    hints: bool = Field(default=True, description="Players may ask for a hint.")
    private: bool = Field(default=True, description="Only visitors with the link find the table.")
    spectators: bool = Field(default=True, description="Others may watch.")
    shared_devices: bool | None = Field(
        default=None,
        description="Guests may seat several people at their device. "
        "Default: at private tables. The host always may.",
    )

    # ── JSON ─────────────────────────────────────────────────────────────────────────────────────

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
                suggestion = suggest(name, [*cls.model_fields, *option_defaults()])
                raise ValueError(f"no option {name!r}{suggestion}")
        return {**own, "game": rules.variant.id, **_read_options(rules, others)}

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Extend the JSON schema by the options of all registered variants."""
        schema = handler(core_schema)
        facts = handler.resolve_ref_schema(schema)
        facts["properties"] |= option_schemas()
        facts["properties"]["game"]["enum"] = _written_forms()
        facts["additionalProperties"] = False
        return schema

    @classmethod
    def from_store(cls, values: Mapping[str, Any]) -> "TableOptions":
        """Return stored options. Raise UnknownVariant if this server cannot play by them."""
        names = {*cls.model_fields, *option_defaults(), EXPANSIONS}
        try:
            return cls(**{name: value for name, value in values.items() if name in names})
        except ValueError:  # the variant or an expansion is missing, or another one has its name
            expansions = map(str, values.get(EXPANSIONS) or ())
            raise UnknownVariant("+".join([values["game"], *sorted(expansions)])) from None

    @classmethod
    def as_listed(cls, values: Mapping[str, Any]) -> "TableOptions":
        """Return stored options for lists, even if this server does not have the variant."""
        try:
            return cls.from_store(values)
        except UnknownVariant:
            return cls.model_construct(**values)

    def to_show(self) -> "TableOptions":
        """Return the options with those of all other variants at their defaults."""
        shown = {**option_defaults(), **(self.model_extra or {})}
        if self.game in registered_variants():
            shown["seats"] = self.players
        return self.model_copy(update=shown)

    # ── derived values ───────────────────────────────────────────────────────────────────────────

    @property
    def is_timed(self) -> bool:
        """Return whether the server must check for late or absent players."""
        return self.clock is not None or self.absent == "bot"

    @property
    def variant(self) -> Variant:
        try:
            return variant(self.game)
        except InvalidText:
            raise UnknownVariant(self.game) from None

    @cached_property
    def chosen(self) -> Any:
        """Return the options of the variant as an instance of its declaration."""
        extra = self.model_extra or {}
        names = {one.name for one in declared(self.variant.options_for(extra))}
        names |= {EXPANSIONS} if self.variant.expansions else set()
        values = {name: value for name, value in extra.items() if name in names}
        return self.variant.read_options(values)

    @property
    def ruleset(self) -> Ruleset:
        """Return the variant with the chosen expansions."""
        return Ruleset(self.variant).with_options(self.chosen)

    @property
    def players(self) -> int:
        return self.variant.seats_of(self.chosen)

    def title(self, language: str) -> str:
        """Return the title of the game, or its id if the variant is unknown here."""
        return self.ruleset.title(language) if self.game in registered_variants() else self.game

    def settle(self, pause: float) -> "TableOptions":
        """Return the options with all random choices drawn and checked.

        An unset pause becomes ``pause`` in games with hidden hands and without a clock, else 0.
        """
        chosen = server_part(self.ruleset).settle(self.chosen, self.variant)
        settled = TableOptions(**{**self.model_dump(), **_as_json(self.variant, chosen)})
        if settled.pause is None:
            is_open = self.clock is not None or not self.variant.has_hands
            settled = settled.model_copy(update={"pause": 0.0 if is_open else pause})
        try:
            settled.new_game(0, None, settled.edition)
        except ValueError as error:
            raise RequestError(422, "invalid_options", str(error)) from None
        return settled

    @property
    def edition(self) -> Any:
        """Return the edition for a new table, or None if the variant has no cards."""
        return self.variant.engine.edition(self.variant.catalog, self.chosen)

    def new_game(self, seed: int, names: list[str] | None, edition: Any) -> Game:
        return engine_of(self.variant).new(self.chosen, seed=seed, names=names, catalog=edition)


# ── options of variants ──────────────────────────────────────────────────────────────────────────


@lru_cache(64)
def options_model(name: str, options: type[Any]) -> type[BaseModel]:
    """Return a model that reads the options of a declaration from JSON."""
    fields: dict[str, Any] = {one.name: _field(one) for one in declared(options)}
    return create_model(f"{name.title()}Options", **fields)


def _field(option: Option) -> tuple[Any, Any]:
    kind = Literal[option.choices] if option.kind == "choice" else option.type
    bounds: dict[str, Any] = {"ge": option.low, "le": option.high}
    constraints = {name: bound for name, bound in bounds.items() if bound is not None}
    return kind, Field(default=option.default, description=option.help, **constraints)


def _read_options(rules: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a ruleset, ignoring those of other variants."""
    names = values.get(EXPANSIONS, ())
    model = options_model(rules.variant.id, _options_of(rules, values))
    own = {name: value for name, value in values.items() if name in model.model_fields}
    try:
        read = model.model_validate(own).model_dump(exclude_unset=True)
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise ValueError("; ".join(lines)) from None
    chosen = rules.read_options({**read, **({EXPANSIONS: names} if names else {})})
    return _as_json(rules.variant, chosen)


def _options_of(rules: Ruleset, values: Mapping[str, Any]) -> Any:
    """Return the options of a ruleset together with the expansions that values name."""
    names = values.get(EXPANSIONS, ())
    listed = names if isinstance(names, list | tuple | set | frozenset) else ()
    return rules.variant.options_for({**values, EXPANSIONS: [*rules.expansions, *listed]})


def _as_json(variant: Variant, options: Any) -> dict[str, Any]:
    """Return options as they are stored: expansions by name, but for those with an option."""
    values = asdict(options)
    values.pop(EXPANSIONS, None)
    bare = [name for name in variant.expansions_of(options) if name not in values]
    return values | ({EXPANSIONS: sorted(bare)} if bare else {})


def option_defaults() -> dict[str, Any]:
    """Return the defaults of all options. Built-in variants take precedence over others."""
    ours_last = list(reversed(registered_variants().values()))
    brought = [expansion for each in ours_last for expansion in each.expansions.values()]
    added = [one for expansion in brought for one in own_options(expansion).values()]
    own = [one for each in ours_last for one in declared(each.options)]
    return {one.name: one.default for one in [*added, *own]}


def option_schemas() -> dict[str, JsonSchemaValue]:
    """Return the JSON schemas of all options, merged where several variants have the same name."""
    schemas: dict[str, list[JsonSchemaValue]] = {}
    for one in registered_variants().values():
        if one.house is None:
            models: dict[str, tuple[str, Any]] = {Ruleset(one).title(): (one.id, one.options)}
            for expansion in one.expansions.values():
                if expansion.options:
                    models[expansion.game_titles["en"]] = (expansion.id, expansion.options)
            for title, model in models.items():
                for name, facts in options_model(*model).model_json_schema()["properties"].items():
                    about = f"{title}: {facts.get('description', '')}"
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
    """Return all names of games: "game+one", and the short form of an expansion alone."""
    return [*map(str, rulesets()), *short_names()]
