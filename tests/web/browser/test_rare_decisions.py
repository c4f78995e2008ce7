"""In a browser: complete games of the remaining kinds, ways to pay, and rare decisions."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from heptapolis.codes import Color
from heptapolis.games.classic.edition import edition_of
from tests.server.conftest import Player, RunningServer, wait_for
from tests.web.browser.test_whole_games import (
    LENGTHS,
    MAX_DECISIONS,
    click_something,
    decision,
    fits,
    play,
    start,
    wait_after,
    wait_for_turn,
)
from tests.web.conftest import Open, photograph, sign_in

GOODS = {
    card.id for card in edition_of(None, {"leaders"}).catalog.cards if card.color <= Color.GREY
}
FOUR = ["mausoleum", "great_library", "circus_maximus", "statue_of_zeus"]
OTHER_FOUR = ["pyramids", "sphinx", "piraeus", "colossus"]

Moves = list[dict[str, Any]]


# ── whole games ──────────────────────────────────────────────────────────────────────────────────


@LENGTHS
def test_a_game_with_leaders(visit: Open, decisions: int) -> None:
    page, verbs = visit(), Counter[str]()
    start(page, "classic+leaders")
    for n in range(decisions):
        if not wait_for_turn(page):
            break
        before = decision(page)
        verbs.update(verbs_asked(page))
        click_something(page, n)
        wait_after(page, before)
    assert verbs["keep"] == 3 and verbs["recruit"] and verbs["build"], verbs
    if decisions == MAX_DECISIONS:
        page.wait_for_selector("#verdict")
        assert verbs["recruit"] >= 3 and page.locator(".end .col-leaders").count()


def verbs_asked(page: Page) -> set[str]:
    """Return the verbs offered for the cards of the hand."""
    classes = page.locator("#live .panel .use").evaluate_all(
        "uses => uses.map(use => use.classList[1])"
    )
    return {word.removeprefix("use-") for word in classes}


@LENGTHS
def test_a_game_for_two_with_the_free_city(visit: Open, decisions: int) -> None:
    page = visit()
    start(page, "classic", 2)
    assert page.locator(".seats li").count() == 3
    play(page, decisions)
    if decisions == MAX_DECISIONS:
        assert page.locator(".end .sheet tbody tr").count() == 2
    else:
        assert page.locator("#city-2 .placed").count(), "the Free City must build too"


@pytest.mark.long  # the short run plays one on a phone
def test_a_whole_duel_on_a_desk(visit: Open) -> None:
    page = visit(1600, 1000)
    start(page, "duel")
    play(page)
    assert page.locator(".end .sheet tbody tr").count() == 2 and fits(page)


# ── positions reached over the API ───────────────────────────────────────────────────────────────


def rank(move: dict[str, Any]) -> int:
    """Order moves: wonders first, then their materials, then coins."""
    if move["verb"] in ("stage", "wonder"):
        return 0
    return (
        1 if move["verb"] == "build" and move["card"] in GOODS else 2 + (move["verb"] != "discard")
    )


def reach(player: Player, is_it: Callable[[Moves], bool], **options: Any) -> str:
    """Play games until the player has moves with the property; return the table."""
    for _ in range(20):
        table = player.open(**options)
        while moves := open_moves(player, table):
            if is_it(moves):
                return table
            player.choose(table, min(moves, key=rank)["text"]).raise_for_status()
    raise AssertionError("no game came to that")


def open_moves(player: Player, table: str) -> Moves:
    """Wait for the others and return the player's legal moves, none after the end."""
    wait_for(lambda: player.get(f"/tables/{table}")["to_move"] in ([0], []))
    moves: Moves = player.view(table)["legal_moves"]
    return moves


def ways_to_pay(moves: Moves) -> list[int]:
    """Return the number of ways to pay for each card that needs a neighbour's resources."""
    bought = [move["card"] for move in moves if re.search(r"^build .*(left|right)=", move["text"])]
    return list(Counter(bought).values())


def test_a_way_to_pay_is_chosen(visit: Open, site: RunningServer) -> None:
    ann, page = site.player(), visit()
    boards = ["olympia:A", None, None]

    def is_it(moves: Moves) -> bool:
        return max(ways_to_pay(moves), default=0) > 1

    table = reach(ann, is_it, seats=3, wonders=boards, bots=["easy"] * 2)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    option = page.locator(".option", has=page.locator(".use-build .plans")).first
    option.locator("label.pick").click()
    use, before = option.locator(".use-build"), decision(page)
    way = use.locator('input[name="move"]').last
    way.check()
    coins = {side: way.get_attribute(f"data-{side}") for side in ("left", "right")}
    shown = {side: page.locator(f'[data-way="{side}"] b').inner_text() for side in coins}
    assert shown == {side: f"+{n}" if n != "0" else "" for side, n in coins.items()}
    use.locator("button").click()
    wait_after(page, before)
    wait_for_turn(page)
    for side, n in coins.items():
        paid = page.locator(f".way.on-{side} .way-last .is-out b").all_inner_texts()
        assert paid == ([f"+{n}"] if n != "0" else []), "the chosen way to pay was not used"


def test_the_clock_leaves_prices_alone(visit: Open, site: RunningServer) -> None:
    """Regression: scripts get both the remaining time and the coins to the left as "left"."""
    ann, page = site.player(), visit()
    table = reach(ann, lambda moves: 1 in ways_to_pay(moves), seats=3, bots=["easy"] * 2)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    page.wait_for_function("document.readyState === 'complete'")
    words = page.locator("button[data-left]").all_text_contents()
    assert words and not [word for word in words if re.search(r"\d:\d\d", word)]


HALICARNASSUS = {"seats": 3, "wonders": ["halicarnassus:B", None, None], "bots": ["easy"] * 2}
DUEL = {"game": "duel", "wonders": [FOUR, OTHER_FOUR], "bots": ["easy"]}


@pytest.mark.parametrize(
    ("verb", "options"),
    [("dig", HALICARNASSUS), ("revive", DUEL), ("token", DUEL), ("destroy", DUEL)],
    ids=["dig", "revive", "token", "destroy"],
)
def test_rare_questions_are_answered(
    visit: Open, site: RunningServer, verb: str, options: dict[str, Any]
) -> None:
    ann, page = site.player(), visit()
    table = reach(ann, lambda moves: moves[0]["verb"] == verb, **options)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    photograph(page, f"games/asked-{verb}")
    if options is DUEL:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    before = decision(page)
    click_something(page, 0)
    wait_after(page, before)
    assert fits(page)
