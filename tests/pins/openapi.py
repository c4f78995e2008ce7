"""The OpenAPI document, and all addresses of the server."""

from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Any

from heptapolis.server.app import create_app
from heptapolis.server.static_files import PATHS as STATIC_PATHS
from tests.pins import join_lines
from tests.pins.web import settings_in

FRAMEWORK_SCHEMAS = ("HTTPValidationError", "ValidationError")  # added by FastAPI
FRAMEWORK_METHODS = {"HEAD"}  # added to every GET route route
PROSE = ("title", "description", "summary", "examples")


def openapi() -> str:
    """Return paths with parameters, bodies and answers, and schemas with all constraints."""
    with TemporaryDirectory() as folder:
        return join_lines(_openapi(create_app(settings_in(folder)).openapi()))


def _openapi(document: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in sorted(document["paths"].items()):
        for method, facts in sorted(methods.items()):
            yield f"{method.upper()} {path}{_content(facts.get('requestBody', {}))}"
            for one in sorted(facts.get("parameters", ()), key=lambda one: one["name"]):
                place = f"{one['in']} {one['name']}"
                yield f"    {_property(place, one['schema'], one.get('required', False))}"
            answers = [
                f"{status}{_content(answer)}"
                for status, answer in sorted(facts["responses"].items())
                if not any(name in _content(answer) for name in FRAMEWORK_SCHEMAS)
            ]
            yield f"    {', '.join(answers)}"
    yield ""
    for name, schema in sorted(document["components"]["schemas"].items()):
        if name not in FRAMEWORK_SCHEMAS:
            yield from _schema(name, schema)


def _content(part: Mapping[str, Any]) -> str:
    """Return the types of a body or an answer."""
    types = {
        f"{'' if media == 'application/json' else f'{media} '}{_type(facts.get('schema', {}))}"
        for media, facts in part.get("content", {}).items()
    }
    return f" {' or '.join(sorted(types))}" if types - {"any"} else ""


def _schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    properties = schema.get("properties")
    if properties is None:
        yield f"{name}: {_type(schema)}"
        return
    yield f"{name}:{_notes(schema, ('type', 'properties', 'required', *PROSE))}"
    for key, facts in sorted(properties.items()):
        yield f"    {_property(key, facts, key in schema.get('required', ()))}"


def _property(name: str, schema: Mapping[str, Any], is_required: bool) -> str:
    return f"{name}{'' if is_required else '?'}: {_type(schema)}"


def _type(schema: Any) -> str:
    """Return the type with its bounds, default and allowed values."""
    if not isinstance(schema, Mapping):
        return str(schema)
    known: tuple[str, ...] = ("type", *PROSE)
    if "$ref" in schema:
        text, known = schema["$ref"].rpartition("/")[2], (*known, "$ref")
    elif choices := schema.get("anyOf") or schema.get("oneOf"):
        types = list(map(_type, choices))
        text = " | ".join(sorted(types) if "discriminator" in schema else types)
        known = (*known, "anyOf", "oneOf")
    elif schema.get("type") == "array":
        text, known = f"[{_type(schema.get('items', {}))}]", (*known, "items")
    elif isinstance(schema.get("additionalProperties"), Mapping):
        text = f"{{{_type(schema['additionalProperties'])}}}"
        known = (*known, "additionalProperties")
    else:
        text = str(schema.get("type", "any"))
    return f"{text}{_notes(schema, known)}"


def _notes(schema: Mapping[str, Any], known: tuple[str, ...]) -> str:
    notes = [f"{key} {value!r}" for key, value in sorted(schema.items()) if key not in known]
    return f" ({', '.join(notes)})" if notes else ""


def addresses() -> str:
    """Return all addresses of the server with their methods, pages and files included."""
    with TemporaryDirectory() as folder:
        routes = _addresses(create_app(settings_in(folder)).routes)
        return join_lines(sorted([*routes, *(f"{path} GET" for path in STATIC_PATHS)]))


def _addresses(routes: Any) -> Iterator[str]:
    for route in routes:
        if router := getattr(route, "original_router", None):  # FastAPI keeps routers as they are
            yield from _addresses(router.routes)
        else:
            methods = sorted((getattr(route, "methods", None) or set()) - FRAMEWORK_METHODS)
            yield f"{route.path} {' '.join(methods) or 'files'}"
