"""Hints on a page: ordered by their numbers, highlighted, playable by a click, covering nothing."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

import heptapolis as hp
from heptapolis.contract import View
from heptapolis.i18n import LANGUAGES
from heptapolis.server import hints as server_hints
from heptapolis.server.bot_pool import BotPool
from heptapolis.web.boards import board_of
from heptapolis.web.hints import Hint, hints
from heptapolis.web.shown_move import shown_move
from tests.server.conftest import RunningServer, wait_for
from tests.web.browser.test_classic_screen import boxes
from tests.web.browser.test_rare_decisions import open_moves
from tests.web.browser.test_whole_games import fits
from tests.web.conftest import Open, Visitor, sign_in
from tests.web.test_boards import GAMES, html, moments, played_game
from tests.web.test_conflicts_and_trade import game_with_two_payments

CHANCES = (0.49, 0.44, 0.46)


def advice_for(
    moves: Sequence[hp.Move], chances: Sequence[float] = CHANCES, visits: Sequence[int] = (9, 8, 7)
) -> list[hp.Advice]:
    """Return advice about moves, like that of a search."""
    return [
        hp.Advice(move, win, 0.01, 40.0, n, ())
        for move, win, n in zip(moves, chances, visits, strict=False)
    ]


def hints_on_board(view: View, advice: Sequence[hp.Advice], language: str = "en") -> list[Hint]:
    return hints(view, board_of(view, language), advice, language)


# ── words and values ─────────────────────────────────────────────────────────────────────────────


def test_hints_are_ordered_by_the_numbers_they_show() -> None:
    view = played_game("classic", 8).view(0)
    moves = [*{move.card: move for move in view.legal_moves()}.values()]  # of different cards
    shown = hints_on_board(view, advice_for(moves, (*CHANCES, 0.99), (9, 8, 7, 1)))
    assert [hint.chance for hint in shown] == ["49%", "46%", "44%"], (
        "the best three must be in order"
    )
    assert [hint.move.plan.move for hint in shown] == [str(moves[n]) for n in (0, 2, 1)]
    close = advice_for(moves, (0.462, 0.464, 0.458), (9, 8, 30))
    assert [str(moves[n]) for n in (2, 0, 1)] == [
        one.move.plan.move for one in hints_on_board(view, close)
    ]


def test_hints_name_different_cards() -> None:
    view = played_game("classic", 8).view(0)
    moves = view.legal_moves()
    best = moves[0].card
    same = [move for move in moves if move.card == best]
    others = [move for move in moves if move.card != best]
    assert len(same) > 1 and len({move.card for move in others}) > 1
    ranking = [*same, *others]
    falling = [0.9 - 0.01 * n for n in range(len(ranking))]
    shown = hints_on_board(view, advice_for(ranking, falling, [9] * len(ranking)))
    cards = [hint.move.card.id for hint in shown if hint.move.card]
    assert len(cards) == len(set(cards)) == 3 and best in cards
    only = hints_on_board(view, advice_for(same))
    assert len(only) == min(3, len(same)), "uses of one card where there is no other"


@pytest.mark.parametrize("kind", GAMES)
def test_every_move_can_be_shown_like_on_the_board(kind: str) -> None:
    for game in moments(kind):
        for seat in game.to_move[:1]:
            view = game.view(seat)
            board = board_of(view, "en")
            for move in view.legal_moves():
                one = shown_move(board, move)
                assert one.plan.move == str(move) and one.deed
                assert (one.plan.left, one.plan.right) == (move.left, move.right)
                assert [thing.id for thing in one.things] == [
                    id for id in (move.wonder, move.card) if id
                ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["leaders", "duel"])
def test_hints_say_what_to_do_and_why(kind: str, language: str) -> None:
    view = played_game(kind, 20).view(played_game(kind, 20).to_move[0])
    advice = hp.advise(view, simulations=60)
    shown = hints_on_board(view, advice, language)
    assert len(shown) == 3 and any(hint.why for hint in shown)
    text = html(view, language, advice=advice)
    links = re.findall(r'class="hint" id="hint-(\d)" href="#[\w-]+"\s+data-move="([^"]+)"', text)
    assert links == [(str(n), hint.move.plan.move) for n, hint in enumerate(shown, start=1)]
    assert 'class="hint"' not in html(view, language)


# ── the server ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """Replace the search by an immediate answer; return the list of searched views."""
    heard: list[View] = []

    def think(view: View, **_: Any) -> list[hp.Advice]:
        heard.append(view)
        return advice_for(view.legal_moves())

    monkeypatch.setattr(server_hints, "advise", think)
    return heard


def test_hints_of_a_decision_are_computed_once_and_stay(ann: Visitor, thoughts: list[View]) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    table = ann.path
    for _ in range(2):
        ann.send(f"{table}/hint")
        assert ann.path == table and 'class="hints"' in ann.text
    assert 'class="hints"' in ann.look(table) and len(thoughts) == 1
    ann.send(f"{table}/move", move=str(thoughts[0].legal_moves()[0]))
    wait_for(lambda: ann.look(table) and ann.moves())
    assert 'class="hints"' not in ann.text, "hints of an earlier decision must go"


def test_a_hint_that_comes_too_late_breaks_nothing(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3", public="1", hints="1")
    table = ann.path
    bob.send(f"{table}/sit", seat="1")
    ann.look(table)
    ann.send(f"{table}/bots", level="beginner", count="all")
    ann.send(f"{table}/move", move=ann.moves()[0])
    ann.send(f"{table}/hint")
    assert ann.page.status_code == 409 and "The game has moved on." in ann.text
    bob.send(f"{table}/hint")
    assert 'class="hints"' in bob.text and 'class="hints"' not in ann.look(table), (
        "hints are private"
    )


def test_hints_that_come_after_the_next_move_are_dropped(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    table = ann.path
    hidden = dict(re.findall(r'name="(csrf|decision)" value="([^"]*)"', ann.text))

    def think(view: View, **_: Any) -> list[hp.Advice]:
        moves = view.legal_moves()
        ann.http.post(f"{table}/move", data=hidden | {"move": str(moves[0])})
        return advice_for(moves)

    monkeypatch.setattr(server_hints, "advise", think)
    ann.send(f"{table}/hint")
    assert ann.page.status_code == 200 and 'class="hints"' not in ann.text


def test_hints_are_shared_cached_and_dropped_after_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def think(view: Any, **_: Any) -> list[Any]:
        asked.append(view)
        if view == "broken":
            raise ValueError
        return [view]

    monkeypatch.setattr(server_hints, "advise", think)
    monkeypatch.setattr(server_hints, "MAX_CACHED_DECISIONS", 2)

    async def ask() -> None:
        bots = BotPool(1)
        kept: Any = server_hints.Hints(bots)
        await asyncio.gather(*(kept.ask(("a", 0, 0), "A", "who") for _ in range(3)))
        assert (
            asked == ["A"]
            and kept.advice_on(("a", 0, 0)) == ["A"]
            and not kept.advice_on(("a", 1, 0))
        )
        for _ in range(2):
            with pytest.raises(ValueError):
                await kept.ask(("x", 0, 0), "broken", "who")
            assert ("x", 0, 0) not in kept
        for n in (1, 2):
            await kept.ask(("a", 0, n), "A", "who")
        assert [("a", 0, n) in kept for n in range(3)] == [False, True, True]
        bots.close()

    asyncio.run(ask())


# ── in a browser ─────────────────────────────────────────────────────────────────────────────────


def highlighted_cards(page: Page) -> set[str]:
    cards: list[str] = page.locator(".is-hinted").evaluate_all("all => all.map(x => x.dataset.vt)")
    return set(cards)


def test_a_hint_highlights_its_card_and_the_arrows_of_its_price(visit: Open) -> None:
    game, table, card, coins = game_with_two_payments("classic")
    view = game.view(table.me.seat)
    moves = view.legal_moves()
    bought = next(m for m in moves if (m.verb, m.card, m.left, m.right) == ("build", card, *coins))
    other = next(m for m in moves if m.card != card and not m.price and m.verb != "stage")
    scripts = "".join(
        f'<script type="module" src="/static/{name}.js"></script>' for name in ("hints", "trade")
    )
    board = html(view, advice=advice_for([bought, other]))
    body = f"<!doctype html><title>x</title>{board}{scripts}"
    page = visit()
    page.route("**/lit", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(page.url.rstrip("/") + "/lit")
    page.locator("#hint-1").hover()
    assert highlighted_cards(page) == {card}
    arrows = {side: page.locator(f'[data-way="{side}"] b') for side in ("left", "right")}
    shown = {side: arrow.text_content() for side, arrow in arrows.items()}
    assert shown == {
        side: f"+{n}" if n else "" for side, n in zip(("left", "right"), coins, strict=True)
    }
    page.mouse.move(0, 0)
    page.locator("#hint-2").focus()
    assert highlighted_cards(page) == {other.card}
    assert [arrow.text_content() for arrow in arrows.values()] == ["", ""]


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [("classic", 1366, 650), ("classic", 1440, 800), ("duel", 360, 740)],
    ids=["laptop", "desk", "phone"],
)
def test_hints_move_nothing_and_are_selected_by_a_click(
    visit: Open, site: RunningServer, thoughts: list[View], game: str, width: int, height: int
) -> None:
    ann = site.player("Ann")
    table = ann.open(game=game, bots=["random"] * (1 if game == "duel" else 2))
    open_moves(ann, table)  # the bots have chosen, and the turn waits for Ann
    page = visit(width, height, bypass_csp=True)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".turn.is-mine")
    page.mouse.move(0, 0)
    places = boxes(page, ".pick, .city")
    page.locator("#live .option:has(.panel button[name=move]:enabled) label.pick").nth(1).click()
    page.keyboard.press("h")
    page.wait_for_selector("#hint-1")
    assert not page.locator('input[name="card"]:checked').count(), "no panel may cover the hints"
    assert page.locator(".hint:focus").get_attribute("id") == "hint-1" and fits(page)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["target"]) for one in found] == []
    edge = page.locator(".choose").bounding_box()
    for hint in page.locator(".hint").all() if game == "classic" else ():
        place = hint.bounding_box()
        assert edge and place and place["y"] + place["height"] <= edge["y"] + edge["height"]
    page.keyboard.press("ArrowDown")
    move = page.locator(".hint:focus").get_attribute("data-move") or ""
    assert move in {str(one) for one in thoughts[0].legal_moves()}
    card = hp.Move.parse(move).card or hp.Move.parse(move).wonder
    assert highlighted_cards(page) == {card}
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    assert boxes(page, ".pick, .city") == places and not highlighted_cards(page)
    before = len(ann.view(table)["events"])
    page.locator("#hint-2").click()
    suggested = page.locator(".is-suggested")
    assert suggested.is_visible() and page.locator('input[name="card"]:checked').count() == 1
    assert len(ann.view(table)["events"]) == before, "a hint plays nothing"
    suggested.click()
    page.wait_for_selector(".hint", state="detached")
    events = ann.view(table)["events"]
    assert any(event.get("seat") == 0 and card in event.values() for event in events), move
