"""The rules as pages: a book for each game, a search through them, a rule by its number."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.server.api import Anyone
from heptapolis.server.errors import not_found
from heptapolis.server.page_context import Language, PageRoute, respond, to
from heptapolis.web import rulebook
from heptapolis.web.rule_examples import example_steps

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)
LONGEST = 60  # characters of what is looked for


@router.get(rulebook.ROOT)
async def all_rules(request: Request, guest: Anyone, language: Language, q: str = "") -> Response:
    """The books there are, or what a search has found in them."""
    wanted = q.strip()[:LONGEST]

    def found() -> dict[str, Any]:
        return {"found": rulebook.search(wanted, language), "books": _books(language)}

    return await respond(request, "rules.html", guest, found, wanted=wanted)


def _books(language: str) -> list[Any]:
    return [rulebook.rule_book(id, language) for id in rulebook.books()]


@router.get(f"{rulebook.ROOT}/{{name}}")
async def book(
    request: Request, guest: Anyone, language: Language, name: str, q: str = ""
) -> Response:
    """A book by its id; a rule by its number leads to its place in one."""
    try:
        return to(rulebook.rule_address(name))
    except KeyError:
        if name not in rulebook.books():
            raise not_found("page") from None
    wanted = q.strip()[:LONGEST]

    def found() -> dict[str, Any]:
        return {
            "book": rulebook.rule_book(name, language), "books": _books(language),
            "found": rulebook.search(wanted, language, (name,)),
        }  # fmt: skip

    return await respond(
        request, "rulebook.html", guest, found, wanted=wanted,
        example=lambda id: example_steps(id, language),
    )  # fmt: skip
