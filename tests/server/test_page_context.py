"""Each template reads exactly the fields of its page: none is missing, none is unused."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest
from jinja2 import meta, nodes

from heptapolis.server import (
    devices,
    encyclopaedia,
    front,
    help,
    learn,
    page_context,
    pages,
    replays,
    rules,
    sheets,
    table_page,
    tv,
)
from heptapolis.web.render import environment

ENVIRONMENT = environment("en")
GIVEN_TO_ALL = {"path", "guest", "csrf_field"}  # `respond` adds these to every page
PAGES: dict[type, tuple[str, ...]] = {
    table_page.TablePage: ("table.html", "live.html"),
    tv.TelevisionPage: ("tv.html", "tv_live.html"),
    replays.ReplayPage: ("replay.html",),
    replays.StepPart: ("replay_step.html",),
    pages.BrokenTablePage: ("broken.html",),
    pages.MessagesPage: ("talk.html",),
    pages.ReviewedGamePage: ("review.html",),
    help.HelpPage: ("help.html", "help_now.html"),
    sheets.SheetsPage: ("sheets.html", "sheet.html"),
    learn.LearnPage: ("learn.html",),
    devices.DevicePage: ("device.html",),
    rules.RulesPage: ("rules.html",),
    rules.RuleBookPage: ("rulebook.html",),
    front.OwnGamesPart: ("mine.html",),
    front.FrontPage: ("front.html",),
    encyclopaedia.ThingsPage: ("cards.html", "things.html"),
    encyclopaedia.ThingPage: ("thing.html",),
    encyclopaedia.SheetPart: ("sheet.html",),
    encyclopaedia.ChainsPage: ("chains.html",),
    page_context.ErrorPage: ("error.html",),
}
# Templates of games, selected by the kind of the board.
BOARD_TEMPLATES = {
    "live.html": ("board.html",),
    "replay_step.html": ("board.html",),
    "over.html": ("over.html", "trophy.html"),
    "tv_live.html": ("tv.html",),
    "tv_end.html": ("trophy.html",),
}
BOARD_KINDS = ("classic", "duel", "plain")


@cache
def tree(template: str) -> nodes.Template:
    assert ENVIRONMENT.loader
    source = ENVIRONMENT.loader.get_source(ENVIRONMENT, template)[0]
    return ENVIRONMENT.parse(source)


@cache
def assigned_names(template: str) -> frozenset[str]:
    """Return the names that a template assigns, for its blocks and included templates."""
    root = tree(template)
    found = {node.target for node in root.find_all(nodes.Import)}
    found |= {node.name for node in root.find_all(nodes.Macro)}
    targets: list[nodes.Node] = [node.target for node in root.find_all(nodes.Assign)]
    targets += [node.target for node in root.find_all(nodes.AssignBlock)]
    targets += [target for node in root.find_all(nodes.With) for target in node.targets]
    names = [one for target in targets for one in (target, *target.find_all(nodes.Name))]
    return frozenset(found | {one.name for one in names if isinstance(one, nodes.Name)})


def included_templates(template: str) -> Iterator[str]:
    """Yield the templates that share the context: included and extended ones, not imported ones."""
    root = tree(template)
    sources = [node.template for node in root.find_all(nodes.Include)]
    sources += [node.template for node in root.find_all(nodes.Extends)]
    yield from (source.value for source in sources if isinstance(source, nodes.Const))
    for name in BOARD_TEMPLATES.get(template, ()):
        own = [f"{kind}/{name}" for kind in BOARD_KINDS]
        yield from (one for one in own if one in ENVIRONMENT.list_templates())


def required_names(template: str, given: frozenset[str] = frozenset()) -> set[str]:
    """Return the names that a template needs from its page."""
    given |= assigned_names(template)
    own = meta.find_undeclared_variables(tree(template)) - given
    return own.union(*(required_names(one, given) for one in included_templates(template)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_a_template_reads_the_fields_of_its_page_and_nothing_else(page: type) -> None:
    names = {field.name for field in fields(page)}
    needed = (
        set[str]().union(*map(required_names, PAGES[page]))
        - set(ENVIRONMENT.globals)
        - GIVEN_TO_ALL
    )
    assert needed <= names, "the page lacks these fields"
    assert names <= needed, "no template reads these fields"


def test_no_template_asks_whether_a_name_is_defined() -> None:
    for template in ENVIRONMENT.list_templates():
        asked = [test.name for test in tree(template).find_all(nodes.Test)]
        assert "defined" not in asked, template
