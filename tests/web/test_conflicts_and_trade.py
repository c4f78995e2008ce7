"""Trade arrows between cities, conflicts after an age, and effects of armies in Duel."""

import random
import re
from collections.abc import Iterator

import pytest

import heptapolis as hp
from heptapolis.contract import Game
from heptapolis.events import Paid
from heptapolis.games.classic.events import War
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web.board import ClassicBoard
from heptapolis.games.duel.events import Looted, Marker
from heptapolis.i18n import LANGUAGES
from heptapolis.web import commentary
from heptapolis.web.boards import board_of, log_of
from heptapolis.web.render import page
from tests.web.conftest import Open
from tests.web.test_boards import classic, duel, html, moments, new_game, played_game

CLASSIC = ["classic", "free city", "leaders"]


# ── trade ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", CLASSIC)
def test_arrows_show_the_coins_of_the_last_turn(kind: str) -> None:
    flows = 0
    for game in moments(kind):
        told = [e for e in game.events if isinstance(e, Paid)]
        turns = [(e.age, e.turn) for e in game.view(None).events if hasattr(e, "by")]
        payments = [e for e in told if turns and (e.age, e.turn) == turns[-1]]
        for seat in (*range(game.players), None):
            table, me = classic(game, seat), seat or 0
            paid = sum(e.left + e.right for e in payments if e.seat == me)
            assert sum(way.paid for way in table.ways) == paid
            flows += paid
            left, right = table.ways
            cities = {city.player: city.seat for city in table.cities}
            for way, towards in ((left, "right"), (right, "left")):
                theirs = [e for e in payments if e.seat == cities[way.player]]
                assert way.earned == sum(getattr(e, towards) for e in theirs)
    assert flows


def test_spectators_see_the_prices_too() -> None:
    ways = classic(played_game("classic", 30), None).ways
    assert [len(way.prices) for way in ways] == [2, 2]


def test_prices_are_read_out() -> None:
    text = html(played_game("classic", 30).view(0))
    assert 'aria-label="Trade with Player 2"' in text
    assert "raw materials" in text and "manufactured goods" in text


def test_a_plan_shows_the_coins_for_each_neighbour() -> None:
    flows = set()
    for game in moments("classic"):
        flows |= set(re.findall(r'data-left="(\d+)" data-right="(\d+)"', html(game.view(0))))
    assert len(flows) > 1 and ("0", "0") not in flows


def game_with_two_payments(kind: str) -> tuple[Game, ClassicBoard, str, tuple[int, int]]:
    """Return a position in which a card can be built by paying either neighbour."""
    for game in moments(kind):
        for seat in game.to_move:
            table = classic(game, seat)
            options = table.question.options if table.question else ()
            for option in options:
                plans = option.uses[0].plans
                if len(plans) > 1 and option.uses[0].verb == "build":
                    first = (plans[0].left, plans[0].right)
                    if first != (plans[1].left, plans[1].right):
                        return game, table, option.thing.id, first
    raise AssertionError("nothing can be paid in two ways")


def test_arrows_light_up_with_the_way_to_pay(visit: Open) -> None:
    game, table, card, (left, right) = game_with_two_payments("classic")
    seat = table.me.seat
    script = '<script type="module" src="/static/trade.js"></script>'
    body = f"<!doctype html><title>x</title>{html(game.view(seat))}{script}"
    shown = visit()
    shown.route("**/arrows", lambda route: route.fulfill(body=body, content_type="text/html"))
    shown.goto(shown.url.rstrip("/") + "/arrows")
    shown.locator(f"#card-{card}").check(force=True)
    wanted = {"left": left, "right": right}
    for side, coins in wanted.items():
        way = shown.locator(f'[data-way="{side}"]')
        assert way.locator("b").inner_text() == (f"+{coins}" if coins else "")
        assert ("is-lit" in (way.get_attribute("class") or "")) is bool(coins)
    radios = shown.locator(f'input[id="card-{card}"] ~ .panel .use-build [type="radio"]')
    radios.nth(1).check(force=True)
    after = {s: shown.locator(f'[data-way="{s}"] b').inner_text() for s in wanted}
    assert after != {s: f"+{n}" if n else "" for s, n in wanted.items()}


# ── conflicts ────────────────────────────────────────────────────────────────────────────────────


def games_after_ages(kind: str) -> Iterator[Game]:
    """Yield a game at the first decision after each age, and at its end."""
    game, last = new_game(kind), 1
    rng, bot = random.Random(4), hp.bot("greedy")
    while not game.is_over:
        seat = game.to_move[-1]
        game.submit(seat, bot.choose(game.view(seat), rng))
        if game.age > last and not game.is_over:
            last = game.age
            yield game
    yield game


@pytest.mark.parametrize("kind", CLASSIC)
def test_conflicts_are_shown_when_an_age_has_just_ended(kind: str) -> None:
    *begun, over = games_after_ages(kind)
    for game in games_after_ages(kind):
        if game.is_over:
            break
        view = game.view(0)
        assert isinstance(view, ClassicView)
        told = classic(game, 0).conflicts
        assert told and told.age == game.age - 1
        assert len(told.borders) == view.n_cities
        wars = [e for e in game.events if isinstance(e, War) and e.age == told.age]
        for border, war in zip(told.borders, wars, strict=True):
            first, second = border.sides
            assert (first.shields, second.shields) == (war.shields, war.other_shields)
            assert first.has_won == (war.winner == war.seat)
        military = [view.score(seat)["military"] for seat in range(view.players)]
        assert [one.points for one in told.sums[: view.players]] == military
        assert f'id="conflicts-{told.age}"' in html(view)
    assert classic(over, 0).conflicts is None and len(begun) == 2


def test_conflicts_disappear_after_the_first_turn() -> None:
    game = played_game("classic", 4 * 8)
    assert (game.age, game.turn) > (2, 1)
    assert classic(game, 0).conflicts is None


@pytest.mark.parametrize("kind", CLASSIC)
def test_the_end_lists_every_conflict(kind: str) -> None:
    game = played_game(kind, 500)
    rows = classic(game, 0).campaigns
    for seat, row in enumerate(rows[: game.players]):
        tokens = [n for pair in row.ages for side in pair for n in side]
        assert sum(tokens) == row.points == game.score(seat)["military"]
    assert html(game.view(0)).count('<table class="matrix campaigns"') == 1


def test_the_effects_of_armies_in_duel() -> None:
    game = played_game("duel", 500)
    marches = duel(game, 0).marches
    moved = [e for e in game.events if isinstance(e, Marker)]
    assert sum(sum(one.spaces) for one in marches) == sum(abs(e.after - e.before) for e in moved)
    lost = [e.coins for e in game.events if isinstance(e, Looted) and not e.source]
    assert sum(sum(one.lost) for one in marches) == sum(lost)
    ahead, behind = (sum(one.spaces[seat] for one in marches) for seat in (0, 1))
    assert ahead - behind == duel(game, 0).marker
    assert "matrix marches" in html(game.view(0))


# ── denials on the page ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["classic", "duel"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_finished_game_lists_denials(kind: str, language: str) -> None:
    game = played_game(kind, 500, seed=7)
    view, found = game.view(0), commentary.denials_of(game)
    assert found and commentary.denials_of(game) is found, "denials must be computed once"
    shown = commentary.worst_denials(view, found, language)
    assert 0 < len(shown) <= commentary.MAX_DENIALS
    marks = [line.mark for turn in log_of(view, language, found) for line in turn.lines]
    assert len([mark for mark in marks if mark]) == len(found)
    text = page("aftermath.html", language, denied=shown, board=board_of(view, language))
    assert text.count('class="denied"') == len(shown)


def test_a_running_game_shows_no_denials() -> None:
    assert (
        commentary.denials_of(played_game("classic", 40)) == ()
        and commentary.denials_of(None) == ()
    )
