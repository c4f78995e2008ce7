"""The report is one well-formed page that loads no other file."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from heptapolis.arena.report import page
from heptapolis.arena.schedule import TournamentPlan
from heptapolis.arena.standing import Tally
from heptapolis.i18n import LANGUAGES, translator
from tests.arena.fake_tournaments import make_plan, make_tally

NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
ROUND_ROBIN = make_plan("a", "b", "c", "d", "e", games="classic duel", seed=11)
GAUNTLET = make_plan(
    "hero", "twin", "weak", games="leaders duel", seats="3,4", gauntlet=True, goal=0.4
)


def make_tallies(plan: TournamentPlan, deals: int = 6) -> list[Tally]:
    return [
        make_tally(contest, deals, {"a": 5.0, "hero": 9.0, "twin": 9.0})
        for contest in plan.contests
    ]


@pytest.fixture(scope="module", params=[ROUND_ROBIN, GAUNTLET], ids=["round robin", "gauntlet"])
def report(request: pytest.FixtureRequest) -> tuple[TournamentPlan, str]:
    plan: TournamentPlan = request.param
    return plan, page(plan, make_tallies(plan), translator())


def test_the_page_is_well_formed(report: tuple[TournamentPlan, str]) -> None:
    root = ElementTree.fromstring(report[1].removeprefix("<!DOCTYPE html>\n"))
    assert root.tag == "html" and root.get("lang") == "en"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids and len(ids) == len(set(ids))
    pointed = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", report[1]))
    assert pointed and pointed <= set(ids)


def test_the_page_loads_no_other_file(report: tuple[TournamentPlan, str]) -> None:
    assert set(re.findall(r"[a-z]+://[^\s\"'<]+", report[1])) <= NAMESPACES
    for link in re.findall(r"(?:src|href)\s*=\s*\"([^\"]*)", report[1]):
        assert link.startswith("#")
    assert "@import" not in report[1] and "<script" not in report[1]
    assert not re.search(r"url\((?!#)", report[1])


class Words(HTMLParser):
    """Collect the text of a page, element by element."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def words(text: str) -> list[str]:
    reader = Words()
    reader.feed(text)
    return reader.texts


def test_every_variant_and_bot_has_text_and_plots(report: tuple[TournamentPlan, str]) -> None:
    plan, text = report
    assert text.count("<table>") == len(plan.formats) + 1
    assert text.count("<svg") == 3 * len(plan.formats) + 1
    assert text.count('role="img"') == text.count("<svg")
    for bot in plan.bots:
        assert words(text).count(bot) >= 3
    assert sum("Dashed: the goal" in word for word in words(text)) == (3 if plan.gauntlet else 0)


def test_plots_use_the_colours_and_fonts_of_the_page(report: tuple[TournamentPlan, str]) -> None:
    assert "prefers-color-scheme: dark" in report[1]
    drawings = report[1].partition("</style>")[2]
    assert "var(--ink)" in drawings and "var(--line)" in drawings
    assert not re.search(r"#0[1-9]0[1-9]0[1-9]|#000000", drawings)


def test_names_are_escaped_in_the_report() -> None:
    plan = make_plan("<b>&", 'x"y', games="duel")
    text = page(plan, make_tallies(plan), translator())
    ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert "<b>" not in text and "<b>&" in words(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language(language: str) -> None:
    plan = make_plan("a", "b", games="duel")
    text = page(plan, make_tallies(plan), translator(language))
    assert f'<html lang="{language}">' in text
    assert ("Ratings" in words(text)) == (language == "en")


def test_a_report_without_games() -> None:
    text = page(ROUND_ROBIN, make_tallies(ROUND_ROBIN, deals=0), translator())
    ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert "<svg" not in text


def test_the_page_is_reproducible() -> None:
    plan = make_plan("a", "b", games="duel")
    first, again = (page(plan, make_tallies(plan), translator()) for _ in range(2))
    assert first == again
