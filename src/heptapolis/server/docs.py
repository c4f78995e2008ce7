"""Render the API documentation as a page without scripts and external resources."""

import json
from html import escape
from typing import Any

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Heptapolis API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main>
<h1>Heptapolis API</h1>
<p>JSON over HTTP, described by <a href="openapi.json">OpenAPI</a>. Become a guest with
<code>POST /api/guests</code> and send its token as <code>Authorization: Bearer …</code>.
What is refused answers <code>{"error": {"code", "message"}}</code>.</p>
"""


def docs_page(schema: dict[str, Any], root: str = "") -> str:
    """Return a page with every operation, its parameters and its fields.

    All paths begin with ``root``, the path of the site.
    """
    parts = [_HEAD.replace("/api/guests", f"{escape(root)}/api/guests")]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            parts.append(_operation(schema, method, root + path, operation))
    return "".join(parts) + "</main></body></html>\n"


def _operation(schema: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    lines = [f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{escape(operation.get('description', ''))}</p>")
    fields = [
        (one["name"], one["schema"] | {"description": one.get("description", "")}, one["in"])
        for one in operation.get("parameters", [])
    ]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content:
        name = content["schema"]["$ref"].rpartition("/")[2]
        properties = schema["components"]["schemas"][name].get("properties", {})
        fields += [(field, facts, "body") for field, facts in properties.items()]
    if fields:
        lines.append("<table><thead><tr><th>field<th>where<th>what</tr></thead><tbody>")
        lines += [_row(name, facts, where) for name, facts, where in fields]
        lines.append("</tbody></table>")
    return "\n".join(lines) + "</section>\n"


def _row(name: str, facts: dict[str, Any], where: str) -> str:
    kinds = [facts, *facts.get("anyOf", [])]
    kind = " or ".join(str(one["type"]) for one in kinds if "type" in one)
    allowed = ", ".join(json.dumps(value) for one in kinds for value in one.get("enum", []))
    text = " · ".join(part for part in (kind, allowed, facts.get("description", "")) if part)
    return f"<tr><td><code>{escape(name)}</code><td>{escape(where)}<td>{escape(text)}</tr>"
