"""Guided games: the coach's explanations for all choices, its page, and lessons after a restart."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

import heptapolis as hp
from heptapolis.contract import Game, View, engine_of
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.move import Move
from heptapolis.web import rulebook
from heptapolis.web.boards import board_of, with_names
from heptapolis.web.lessons import (
    MAX_TIP_WORDS,
    MAX_TIPS,
    PARTNER,
    SEAT,
    Coach,
    Farewell,
    Lesson,
    Step,
    Word,
    coach,
    lessons,
    words_of,
)
from tests.server.conftest import RunningServer, settings_for, wait_for
from tests.web.conftest import Open, Visitor, VisitorFactory

ALL = list(lessons())
Choose = Callable[[View, Word], Move]


def follow_advice(view: View, word: Word) -> Move:
    return word.advised


def ignore_advice(view: View, word: Word) -> Move:
    """Return the last move that differs from the advice, if there is one."""
    others = [
        move
        for move in view.legal_moves()
        if move.without_payment() != word.advised.without_payment()
    ]
    return others[-1] if others else word.advised


def deal(lesson: Lesson) -> Game:
    rules = lesson.ruleset
    options = rules.read_options(lesson.options)
    edition = rules.variant.engine.edition(rules.variant.catalog, options)
    return engine_of(rules.variant).new(options, seed=lesson.seed, names=None, catalog=edition)


def play_lesson(lesson: Lesson, choose: Choose) -> tuple[Game, list[Step], list[Word]]:
    """Play a guided game; return it with the newcomer's views and moves, and the coach's words."""
    game, partner = deal(lesson), hp.bot(PARTNER)
    story: list[Step] = []
    said: list[Word] = []
    while not game.is_over:
        seat = game.to_move[-1]
        view = game.view(seat)
        if seat != SEAT:
            game.submit(seat, partner.choose(view, Random()))
            continue
        said = list(words_of(lesson, [*(seen for seen, _ in story), view]))
        move = choose(view, said[-1])
        story.append((view, str(move)))
        game.submit(seat, move)
    return game, story, said


# ── what is said ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", ALL)
def test_following_the_advice_gives_all_promised_explanations(id: str) -> None:
    lesson = lessons()[id]
    game, _, said = play_lesson(lesson, follow_advice)
    told = [word.tip.topic for word in said if word.tip]
    promised = [tip.topic for tip in lesson.tips if tip.is_promised]
    assert len(promised) > 5 and set(promised) <= set(told)
    assert len(told) == len(set(told)), "each explanation may appear once"
    assert game.ranking()[0] == [SEAT], "the newcomer should win"


def test_the_first_lessons_teach_what_matters() -> None:
    topics = {id: {tip.topic for tip in lessons()[id].tips if tip.is_promised} for id in ALL}
    common = {"resource", "trade", "chain", "wonder", "war", "science", "coins"}
    assert common | {"last turn", "final choice", "passing"} <= topics["classic"]
    assert common | {"pair", "token", "end"} <= topics["duel"]
    assert {"control", "swap", "three cities"} <= topics["free-city"]
    assert {"draft", "recruit", "instead"} <= topics["leaders"]


@pytest.mark.parametrize("choose", [follow_advice, ignore_advice])
@pytest.mark.parametrize("id", ALL)
def test_the_coach_goes_on_after_any_move(id: str, choose: Choose) -> None:
    """Every advised move is legal and shown as the board offers it; each choice has at most one
    explanation; after another move the coach describes it."""
    lesson = lessons()[id]
    game, story, said = play_lesson(lesson, choose)
    if lesson.last_age:
        during = [step for step in story if step[0].age <= lesson.last_age]
        after = [view for view, _ in story[len(during) :]]
        heard = [coach(id, story[:9], view, board_of(view, "en"), "en") for view in after]
        assert isinstance(heard[0], Farewell) and not any(heard[1:])
        story, said = during, said[: len(during)]
    others = 0
    for n, (view, _) in enumerate(story):
        assert said[n].advised in view.legal_moves()
        now = coach(id, story[:n], view, board_of(view, "en"), "en")
        assert isinstance(now, Coach)
        assert now.advised.plan.move == str(said[n].advised) and now.advice
        assert bool(now.words) == (said[n].tip is not None)
        done = [str(word.advised.without_payment()) for word in said]
        is_other = n > 0 and done[n - 1] != _without_payment(*story[n - 1])
        assert bool(now.happened) == is_other
        others += is_other
    explained = sum(word.tip is not None for word in said)
    assert 5 < explained <= MAX_TIPS
    assert (others > len(story) // 2) if choose is ignore_advice else others == 0
    last = game.view(SEAT)
    farewell = coach(id, story, last, board_of(last, "en"), "en")
    assert isinstance(farewell, Farewell) and farewell.words
    assert all(view.seat == SEAT for view, _ in story), (
        "the coach may know only the newcomer's view"
    )


def _without_payment(view: View, text: str) -> str:
    return str(next(move for move in view.legal_moves() if str(move) == text).without_payment())


@pytest.mark.parametrize("id", ALL)
def test_the_same_moves_get_the_same_explanations(id: str) -> None:
    """The explanations follow from the log, so a lesson can be interrupted and continued."""
    lesson = lessons()[id]
    _, story, said = play_lesson(lesson, follow_advice)
    again = play_lesson(lesson, follow_advice)
    assert [move for _, move in again[1]] == [move for _, move in story], (
        "partners must play the same moves"
    )
    assert again[2] == said


def test_paid_neighbours_have_the_names_of_the_page() -> None:
    """Regression: names of bots on the page differ from those in the log."""
    seen = [view for view, _ in play_lesson(lessons()["classic"], follow_advice)[1]]
    view, paid = next((one, move) for one in seen for move in one.legal_moves() if move.left)
    story = [(with_names(view, ["Ann", PARTNER, PARTNER]), str(paid))]
    now = with_names(view, ["Ann", "Bot 2", "Bot 3"])
    said = coach("classic", story, now, board_of(now, "en"), "en")
    assert isinstance(said, Coach) and "→ Bot 2" in said.happened


def messages(lesson: Lesson) -> Iterator[tuple[str, str]]:
    from heptapolis.games.classic.web import lessons as of_classic

    for tip in lesson.tips:
        if callable(tip.words):
            names = ("WAR_WON", "WAR_LOST", "WAR_MIXED", "WAR_PEACE")
            yield from (getattr(of_classic, name) for name in names)
        else:
            yield tip.words
    yield lesson.last_words


@pytest.mark.parametrize("id", ALL)
def test_explanations_are_short_and_lead_to_rules(id: str) -> None:
    lesson = lessons()[id]
    assert len(lesson.tips) <= MAX_TIPS
    for context, words in messages(lesson):
        assert len(words.split()) <= MAX_TIP_WORDS, words
        said = {translator(language).pgettext(context, words) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), "the text must be translated"
    for rule in [*(tip.rule for tip in lesson.tips), lesson.last_rule]:
        book, _, anchor = rulebook.rule_address(rule).rpartition("/")[2].partition("#")
        assert anchor in rulebook.rule_book(book, "en").anchors()
    assert lesson.following in lessons() and lesson.following != id


def test_the_explanation_of_the_first_war_fits_its_outcome() -> None:
    """Every outcome of the first war has its own text."""
    lesson = lessons()["classic"]
    war = next(tip for tip in lesson.tips if tip.topic == "war")
    heard = set()
    for seed in range(40):
        game = hp.new("classic", seats=3, seed=seed)
        rng = Random(seed)
        while game.age == 1:
            for seat in game.to_move:
                game.submit(seat, rng.choice(game.legal_moves(seat)))
        view = game.view(SEAT)
        city = view.cities[SEAT]
        text = war.text(view, translator("en"))
        heard.add(text)
        is_mixed = bool(city.victories[0] and city.defeats)
        assert ("minus 1 for the other" in text) == is_mixed
        assert ("you had more" in text) == (bool(city.victories[0]) and not is_mixed)
        assert ("you had fewer" in text) == (bool(city.defeats) and not is_mixed)
    assert len(heard) == 4


# ── without script ───────────────────────────────────────────────────────────────────────────────


def advised_move(visitor: Visitor) -> str:
    found = re.search(r'class="coach" id="coach"[^>]* data-move="([^"]*)"', visitor.text)
    return unescape(found[1]) if found else ""


def await_turn(visitor: Visitor, table: str) -> None:
    """Wait for the partners, until the visitor is to move or the game is over."""
    wait_for(lambda: visitor.look(table) and (advised_move(visitor) or 'id="end"' in visitor.text))


def begin(visitor: Visitor, id: str) -> None:
    visitor.look("/learn")
    assert visitor.send(f"/learn/{id}").status_code == 200
    assert visitor.path.startswith("/tables/")


@pytest.mark.parametrize("id", ["classic", "leaders"])
def test_a_lesson_is_played_by_plain_forms(id: str, make_visitor: VisitorFactory) -> None:
    ann = make_visitor()
    begin(ann, id)
    table = ann.path
    assert 'class="felt"' in ann.text, "the game must start at once"
    said = []
    for _ in range(60):
        await_turn(ann, table)
        if 'id="end"' in ann.text:
            break
        move = advised_move(ann)
        said.append(ann.text.count('class="coach-tip"'))
        assert move in ann.moves()
        assert ann.send(f"{table}/move", move=move).status_code == 200
    assert set(said) <= {0, 1} and sum(said) > 5
    assert (
        'action="/quick"' in ann.text and f'action="/learn/{lessons()[id].following}"' in ann.text
    )
    assert f'action="{table}/rematch"' not in ann.text, "a lesson has no rematch"
    ann.send("/quick", variant=lessons()[id].game, seats="3", level="easy")
    assert ann.path.startswith("/tables/") and ann.path != table
    assert "coach.js" not in ann.text, "other tables have no coach"


def test_lessons_are_offered_and_can_be_continued(make_visitor: VisitorFactory) -> None:
    ann, bob = make_visitor(), make_visitor()
    shown = ann.look("/learn")
    assert re.findall(r'action="/learn/([\w-]+)"', shown) == [
        "age",
        "duel",
        "classic",
        "free-city",
        "leaders",
    ]
    assert ann.send("/learn/chess").status_code == 404
    begin(ann, "duel")
    table = ann.path
    assert f'href="{table}"' in ann.look("/learn")
    assert f'href="{table}"' not in bob.look("/learn")
    assert table not in bob.look("/"), "lessons must not be listed"
    assert "coach-tip" in ann.look(table)
    assert "coach-tip" not in bob.look(table), "spectators see no coach"


def test_a_choice_that_was_taken_back_leaves_no_trace_in_a_lesson(ann: Visitor) -> None:
    """The player's choice can be taken back until the card of the Free City is chosen."""
    begin(ann, "free-city")
    table, first = ann.path, advised_move(ann)
    before = coach_words(ann)
    ann.send(f"{table}/move", move=ann.moves()[-1])
    assert advised_move(ann).startswith("free_city") and coach_words(ann) != before
    ann.send(f"{table}/undo")
    assert (advised_move(ann), coach_words(ann)) == (first, before)


def coach_words(visitor: Visitor) -> list[str]:
    return re.findall(r'class="coach-words">(.*?)</div>', visitor.text, re.DOTALL)


@pytest.fixture
def restart_server(tmp_path: Path) -> Iterator[Callable[[], RunningServer]]:
    """Return a function that starts, or restarts, a server on the same database."""
    running: list[RunningServer] = []

    def start() -> RunningServer:
        for server in running[-1:]:
            server.stop()
        running.append(RunningServer(settings_for(tmp_path)))
        return running[-1]

    yield start
    running[-1].stop()


def test_a_lesson_goes_on_after_a_restart(restart_server: Callable[[], RunningServer]) -> None:
    ann = Visitor(restart_server())
    begin(ann, "classic")
    table = ann.path
    for _ in range(3):
        await_turn(ann, table)
        ann.send(f"{table}/move", move=advised_move(ann))
    await_turn(ann, table)
    ann.http.close()
    back = Visitor(restart_server())
    back.http.cookies.update(ann.http.cookies)
    back.look(table)
    assert coach_words(back) == coach_words(ann) != []
    assert f'href="{table}"' in back.look("/learn")
    back.http.close()


# ── with script ──────────────────────────────────────────────────────────────────────────────────


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a and b
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return across > 1 and down > 1


COACH = "#coach, .coach-end"  # before a choice, at the end


def do_what_glows(page: Page) -> None:
    """Tap the highlighted card, then the highlighted button."""
    version = page.locator("#live").get_attribute("data-version")
    if page.locator("#coach").get_attribute("data-lights"):
        card = page.locator(".pick.is-coached").first
        card.scroll_into_view_if_needed()
        assert not overlap(page.locator("#coach"), card)
        card.click()
    page.locator("button.is-coached:visible").first.click()
    expect(page.locator("#live")).not_to_have_attribute("data-version", version or "")
    expect(page.locator(COACH).first).to_be_visible()


def do_something_else(page: Page) -> None:
    """Make the last offered move that differs from the advice, if there is one."""
    version = page.locator("#live").get_attribute("data-version")
    page.evaluate("""() => {
        const ways = [...document.querySelectorAll('.choose [name="move"], .raising [name="move"]')];
        const advised = document.querySelector("#coach").dataset.move;
        const way = ways.filter((one) => one.value !== advised).at(-1) ?? ways.at(-1);
        if (way.type === "radio") way.checked = true;
        way.form.requestSubmit(way.type === "radio" ? null : way);
    }""")
    expect(page.locator("#live")).not_to_have_attribute("data-version", version or "")
    expect(page.locator(COACH).first).to_be_visible()


@pytest.mark.parametrize(
    ("id", "width", "language"), [("classic", 360, "uk"), ("duel", 1366, "en")]
)
def test_doing_what_glows_plays_the_lesson(id: str, width: int, language: str, visit: Open) -> None:
    page = visit(width, 768, locale=language)
    page.goto("/learn")
    assert not Axe().run(page).response["violations"]
    page.locator(f'form[action="/learn/{id}"] button').click()
    tips = []
    for _ in range(5):
        expect(page.locator("#coach")).to_be_visible()
        tips.append(page.locator(".coach-tip").all_inner_texts())
        do_what_glows(page)
    assert all(one != other or not one for one, other in pairwise(tips))
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#coach > summary").click()
    expect(page.locator(".is-coached")).to_have_count(0)
    page.reload()
    expect(page.locator(".is-coached").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("do", [do_what_glows, do_something_else])
@pytest.mark.parametrize("id", ALL)
def test_a_whole_lesson_is_played_in_a_browser(
    id: str, do: Callable[[Page], None], visit: Open
) -> None:
    page = visit(1366, 768)
    page.goto("/learn")
    page.locator(f'form[action="/learn/{id}"] button').click()
    expect(page.locator(COACH).first).to_be_visible()
    others = 0
    while not page.locator(".coach-end").count():
        others += page.locator("#coach .coach-words .quiet").count()
        do(page)
    assert (others > 5) == (do is do_something_else)
    assert not Axe().run(page).response["violations"]
    for link in page.locator(".coach-end a").all():
        assert page.request.get(link.get_attribute("href") or "").ok
    page.locator('.coach-end form[action^="/learn/"] button').click()
    expect(page.locator("#coach")).to_be_visible()
