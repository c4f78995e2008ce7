"""The rules as pages: the same in every language, with examples the engine plays and valid links."""

import re
from collections.abc import Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from heptapolis.codes import Code, Obstacle
from heptapolis.games.classic.codes import ClassicObstacle
from heptapolis.games.classic.web import citations as of_classic
from heptapolis.games.duel.codes import DuelObstacle
from heptapolis.games.duel.web import citations as of_duel
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.variants import folders
from heptapolis.web import rulebook
from heptapolis.web.markdown import blocks, inline, read_header
from heptapolis.web.rule_examples import examples, value_at
from tests.paths import ROOT
from tests.server.conftest import RunningServer
from tests.web.conftest import Open, Visitor

BOOKS = ("classic", "free-city", "leaders", "duel")
HOMES = list(folders("web/rules").values())
FILES = {file.name: file for home in HOMES for file in home.glob("*.md")}
RULEBOOK_FILES = [name.split(".")[:2] for name in sorted(FILES)]


def passages(book: rulebook.RuleBook) -> list[rulebook.Passage]:
    return [*book.lead, *(one for section in book.sections for one in section.passages)]


# ── the books ────────────────────────────────────────────────────────────────────────────────────


def test_there_is_a_book_for_every_game_in_every_language() -> None:
    assert rulebook.books() == BOOKS
    assert sorted(RULEBOOK_FILES) == sorted(
        [id, language] for id in BOOKS for language in LANGUAGES
    )


@pytest.mark.parametrize(("id", "language"), RULEBOOK_FILES)
def test_a_book_is_the_same_in_every_language(id: str, language: str) -> None:
    """Numbers, headings, pictures and examples agree; only the words differ."""
    ours, english = rulebook.rule_book(id, language), rulebook.rule_book(id, "en")
    assert ours.language == language
    assert ours.header == english.header
    assert ours.anchors() == english.anchors()
    assert [len(one.passages) for one in ours.sections] == [
        len(one.passages) for one in english.sections
    ]
    assert [one.example for one in passages(ours)] == [one.example for one in passages(english)]
    files = [FILES[f"{id}.{code}.md"] for code in (language, "en")]
    signs = [{*re.findall(r"\{\w+(?::[\w:.-]+)?\}", file.read_text("utf-8"))} for file in files]
    assert signs[0] == signs[1]


def test_rule_numbers_are_unique_and_texts_use_one_alphabet() -> None:
    numbers = [number for id in BOOKS for number in rulebook.rule_book(id, "en").anchors()]
    assert len(numbers) == len({*numbers}) > 150
    for id, language in RULEBOOK_FILES:
        text = FILES[f"{id}.{language}.md"].read_text("utf-8")
        assert not re.findall(r"\*\*[СДЛ]\d", text)


def test_every_rule_that_code_or_tests_cite_can_be_read() -> None:
    cited = {
        number
        for folder in ("src", "tests", "docs")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".py", ".html", ".md") and file.parent not in HOMES
        for number in re.findall(
            r"(?<![\w.#/\\-])(?:C\d\d?\.\d|[LD][1-9]\d?)(?![\w.])", file.read_text("utf-8")
        )
    }
    there = {number for id in BOOKS for number in rulebook.rule_book(id, "en").anchors()}
    assert len(cited) > 100
    assert not cited - there


def test_an_unknown_sign_is_an_error() -> None:
    signs = rulebook.RuleSigns("classic", translator("en"))
    for sign in ("card:nothing", "leader:plato", "resource:gold", "face:nothing", "nothing", "x:y"):
        with pytest.raises(KeyError):
            inline(f"{{{sign}}}", signs.markup)


def test_cards_have_names_in_the_language_of_the_reader() -> None:
    signs = rulebook.RuleSigns("classic", translator("uk"))
    assert "Вівтар" in signs.markup("card", "altar")
    assert 'href="/cards/classic/card/altar"' in signs.markup("card", "altar")


def test_the_little_markdown() -> None:
    header, text = read_header(
        "---\na: b\n---\n# T\n\none\ntwo\n\n- x\n  y\n- z\n\n1. q\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```example e\nc\n```\n"
    )
    assert header == {"a": "b"}
    told = [(one.kind, one.lines, one.info) for one in blocks(text)]
    assert told == [
        ("heading", ("T",), ""),
        ("paragraph", ("one two",), ""),
        ("list", ("x y", "z"), ""),
        ("numbered", ("q",), ""),
        ("table", ("| a | b |", "| 1 | 2 |"), ""),
        ("fence", ("c",), "example e"),
    ]
    signs = rulebook.RuleSigns("classic", translator("en"))
    marked = inline("<b> **bold** *soft* `code` [to](#C1) &", signs.markup)
    assert (
        marked
        == '&lt;b&gt; <strong>bold</strong> <em>soft</em> <code>code</code> <a href="#C1">to</a> &amp;'
    )


# ── examples ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", examples())
def test_the_engine_plays_every_example_as_described(id: str) -> None:
    claims = 0
    for game, told in examples()[id].play():
        for path, value in told.items():
            assert value_at(game, path) == value, path
            claims += 1
    assert claims


def test_every_example_is_shown_with_a_caption_for_each_step() -> None:
    shown = {}
    for id, language in RULEBOOK_FILES:
        for one in passages(rulebook.rule_book(id, language)):
            if one.example:
                shown[one.example] = True
                assert len(one.captions) == len(examples()[one.example].steps) + 1, (id, language)
    assert {*shown} == {*examples()}
    assert len(shown) >= 6


# ── what leads to a rule ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("obstacles", "things", "own"),
    [
        (of_classic.OBSTACLES, of_classic.THINGS, ClassicObstacle),
        (of_duel.OBSTACLES, of_duel.THINGS, DuelObstacle),
    ],
    ids=("classic", "duel"),
)
def test_every_refusal_and_every_sheet_has_a_rule(
    obstacles: Mapping[Code, str], things: Mapping[str, str], own: type[Code]
) -> None:
    assert {*obstacles} == {*Obstacle, *own}
    for number in (*obstacles.values(), *things.values()):
        assert rulebook.rule_address(number)


# ── pages ────────────────────────────────────────────────────────────────────────────────────────


def test_the_rules_are_found_from_the_front_page_and_searched_without_script(ann: Visitor) -> None:
    assert 'href="/rules"' in ann.look("/")
    home = ann.look("/rules")
    for id in BOOKS:
        assert f'href="/rules/{id}"' in home
    found = ann.look("/rules?q=olympia+guild")
    assert 'href="/rules/classic#C6.3"' in found
    assert 'href="/rules/leaders#L19"' in found
    assert "#L19" not in ann.look("/rules/classic?q=olympia+guild")
    assert "No rule says that." in ann.look("/rules?q=xyzzy")


def test_only_rule_numbers_become_links(ann: Visitor) -> None:
    answer = ann.http.get("/rules/C9.3", follow_redirects=False)
    assert answer.headers["location"] == "/rules/free-city#C9.3"
    assert ann.http.get("/rules/C99").status_code == 404
    assert ann.http.get("/rules/nothing").status_code == 404


def test_every_link_of_a_book_leads_somewhere(ann: Visitor) -> None:
    addresses = set()
    for id in BOOKS:
        text = ann.look(f"/rules/{id}")
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len({*ids})
        here = {*re.findall(r' href="([^"]+)"', text)}
        assert {link[1:] for link in here if link.startswith("#")} <= {*ids}
        addresses |= {link for link in here if link.startswith(("/rules", "/cards"))}
    assert len(addresses) > 80
    for address in sorted(addresses):
        assert ann.http.get(address).status_code == 200, address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_is_a_page_in_every_language(language: str, ann: Visitor) -> None:
    for id in BOOKS:
        text = ann.http.get(f"/rules/{id}", headers={"accept-language": language}).text
        assert f'<html lang="{language}">' in text


def test_in_a_browser_the_search_filters_and_examples_are_clicked_through(
    visit: Open, site: RunningServer
) -> None:
    page = visit(1366, 900)
    page.goto(f"{site.url}/rules/classic")
    assert Axe().run(page).violations_count == 0
    example = page.locator(".example").first
    steps = example.locator(".example-step")
    expect(steps.nth(0)).to_be_visible()
    expect(steps.nth(1)).to_be_hidden()
    example.get_by_label("After").check()
    expect(steps.nth(0)).to_be_hidden()
    expect(steps.nth(1)).to_be_visible()
    page.get_by_role("searchbox").fill("halicarnassus")
    expect(page.locator("#C5\\.5")).to_be_visible()
    expect(page.locator("#C2")).to_be_hidden()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#C2")).to_be_visible()


def test_a_move_that_is_refused_names_its_rule(ann: Visitor) -> None:
    ann.send("/quick", tile="duel 2", level="beginner")
    ann.send(f"{ann.path}/move", move="build altar")
    assert ann.page.status_code == 409
    error = re.search(r'<p class="error" role="alert">(.*?)</p>', ann.text)
    number = re.search(r'href="/rules/(\w+)"', error[1]) if error else None
    assert number and rulebook.rule_address(number[1])


def test_options_of_a_new_table_lead_to_their_rules(ann: Visitor) -> None:
    form = ann.look("/").partition('action="/tables"')[2].partition("</form>")[0]
    numbers = re.findall(r'class="rule-link" href="/rules/([^"]*)"', form)
    assert sorted(numbers) == ["C1.3", "C1.3", "D4"]


def test_things_that_rules_name_open_as_sheets(ann: Visitor) -> None:
    book = ann.look("/rules/classic")
    assert 'data-sheets="/cards/classic"' in book and "sheets.js" in book
    things = {*re.findall(r'data-sheet="([^"]*)"', book)}
    assert len(things) > 5
    for thing in things:
        params, wanted = {"thing": thing}, {"x-fragment": "1"}
        sheet = ann.http.get("/cards/classic", params=params, headers=wanted)
        assert sheet.status_code == 200 and "<html" not in sheet.text, thing
        page = re.search(r'href="(/cards/[^"]*)">Open its page', sheet.text)
        assert page and ann.http.get(page[1]).status_code == 200
        assert ann.http.get(page[1], headers=wanted).text == sheet.text
    assert ann.look("/cards/classic?thing=card:altar").count("<html") == 1
    assert ann.http.get("/cards/classic", params={"thing": "card:none"}).status_code == 404
