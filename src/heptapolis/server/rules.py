"""Serve the rulebooks as pages, with a search and an address for each rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from heptapolis.server.dependencies import OptionalGuest
from heptapolis.server.errors import not_found
from heptapolis.server.page_context import Language, PageRoute, redirect, respond
from heptapolis.web import rulebook
from heptapolis.web.rule_examples import ExampleStep, example_steps

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)
MAX_QUERY_CHARS = 60  # maximum length of a search


@dataclass(frozen=True)
class RulesPage:
    """All rulebooks, or one of them, with the results of a search."""

    wanted: str  # what the reader searches for
    hits: Sequence[rulebook.Finding]
    books: Sequence[rulebook.RuleBook]


@dataclass(frozen=True)
class RuleBookPage(RulesPage):
    book: rulebook.RuleBook
    example: Callable[[str], tuple[Markup, Sequence[ExampleStep]]]  # by id


@router.get(rulebook.ROOT)
async def all_rules(
    request: Request, guest: OptionalGuest, language: Language, q: str = ""
) -> Response:
    """List the rulebooks, or the results of a search."""
    wanted = q.strip()[:MAX_QUERY_CHARS]

    def content() -> RulesPage:
        return RulesPage(wanted, rulebook.search(wanted, language), _books(language))

    return await respond(request, "rules.html", guest, content)


def _books(language: str) -> list[rulebook.RuleBook]:
    return [rulebook.rule_book(id, language) for id in rulebook.books()]


@router.get(f"{rulebook.ROOT}/{{name}}")
async def book(
    request: Request, guest: OptionalGuest, language: Language, name: str, q: str = ""
) -> Response:
    """Show a book by its id, or redirect from a rule's number to its place."""
    try:
        return redirect(rulebook.rule_address(name))
    except KeyError:
        if name not in rulebook.books():
            raise not_found("page") from None
    wanted = q.strip()[:MAX_QUERY_CHARS]

    def content() -> RuleBookPage:
        return RuleBookPage(
            wanted,
            rulebook.search(wanted, language, (name,)),
            _books(language),
            rulebook.rule_book(name, language),
            lambda id: example_steps(id, language),
        )

    return await respond(request, "rulebook.html", guest, content)
