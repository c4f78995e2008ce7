"""Boards as structures and as HTML: correct, complete in every language, and without secrets."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.contract import Game, View
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web import board
from heptapolis.games.duel.view import DuelView
from heptapolis.games.duel.web import board as duel_board
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.narration.score import GameEnd
from heptapolis.web.boards import board_of, log_of, with_names
from heptapolis.web.render import environment
from tests.server.test_secrets import with_hidden_shuffled
from tests.web.page_models import URLS, render_page, table_page

EN = translator("en")
GAMES: dict[str, dict[str, Any]] = {
    "classic": {"game": "classic", "seats": 4},
    "free city": {"game": "classic", "seats": 2},
    "leaders": {"game": "classic", "seats": 3, "leaders": True},
    "duel": {"game": "duel"},
}


def new_game(kind: str, seed: int = 5) -> Game:
    options = dict(GAMES[kind])
    game: Game = hp.new(options.pop("game"), seed=seed, **options)
    return game


def played_game(kind: str, decisions: int, seed: int = 5) -> Game:
    """Return a game after a number of decisions of greedy players."""
    game, rng, bot = new_game(kind, seed), random.Random(seed), hp.bot("greedy")
    for _ in range(decisions):
        if game.is_over:
            break
        seat = game.to_move[-1]
        game.submit(seat, bot.choose(game.view(seat), rng))
    return game


def moments(kind: str) -> Iterator[Game]:
    """Yield a game at every eleventh decision and at its end."""
    game, rng, bot = new_game(kind), random.Random(2), hp.bot("greedy")
    n = 0
    while not game.is_over:
        seat = game.to_move[-1]
        game.submit(seat, bot.choose(game.view(seat), rng))
        n += 1
        if n % 11 == 0 or game.is_over:
            yield game


def ending(view: View) -> GameEnd | None:
    """Return the end of a game from a view, which hides nothing then; None before the end."""
    if not view.is_over:
        return None
    game = view.sample(random.Random(0))
    assert game.outcome
    return GameEnd(game, game.outcome, game.ranking())


def html(
    view: View, language: str = "en", template: str = "live.html", advice: Sequence[hp.Advice] = ()
) -> str:
    """Return the changing part of a table's page, or the whole page; ``advice`` becomes hints."""
    end, urls = ending(view), replace(URLS, rematch="", replay="/r", review="/r", record="/r")
    page = table_page(view, language, end=end, me=view.seat, advice=advice, urls=urls)
    return render_page(template, language, page)


def classic(game: Game, seat: int | None) -> board.ClassicBoard:
    view = game.view(seat)
    assert isinstance(view, ClassicView)
    return board.board(view, EN)


def duel(game: Game, seat: int | None) -> duel_board.DuelBoard:
    view = game.view(seat)
    assert isinstance(view, DuelView)
    return duel_board.board(view, EN)


# ── structures ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", GAMES)
def test_every_legal_move_and_no_other_can_be_chosen(kind: str) -> None:
    for game in moments(kind):
        for seat in game.to_move:
            view = game.view(seat)
            asked = board_of(view, "en").question
            assert asked
            plans = [p for o in asked.options for use in o.uses for p in use.plans]
            offered = [plan.move for plan in [*plans, *asked.others]]
            assert sorted(offered) == sorted(str(move) for move in view.legal_moves())


@pytest.mark.parametrize("kind", GAMES)
def test_every_disabled_option_has_a_reason(kind: str) -> None:
    for game in moments(kind):
        for seat in game.to_move:
            asked = board_of(game.view(seat), "en").question
            assert asked
            for option in asked.options:
                for use in option.uses:
                    assert use.plans or use.why_not, (option.thing.id, use.verb)


def uses(position: dict[str, Any], card: str, language: str = "en") -> dict[str, Any]:
    """Return what the board of seat 0 shows for a card, by verb; "note" is the note on the card."""
    asked = board_of(hp.from_position(position).view(0), language).question
    assert asked
    option = next(option for option in asked.options if option.thing.id == card)
    said = {use.verb: use.plans[0].price if use.plans else use.why_not for use in option.uses}
    return said | {"note": option.note, "is_possible": option.is_possible}


def test_no_stage_is_named_when_all_are_built() -> None:
    giza = {"wonder": "giza:A", "stages": 3}
    view = hp.from_position({"age": 3, "turn": 2, "cities": [giza, {}, {}]}).view(0)
    text = html(view)
    assert "All stages are built" in text and "stage 4 of the wonder" not in text


def test_points_below_zero_have_a_true_minus() -> None:
    macro = '{% import "city_parts.html" as city %}{{ city.purse_of(1, 0, -3, False) }}'
    assert "<b>−3</b>" in environment("en").from_string(macro).render()


def test_a_card_that_a_wonder_can_place_is_not_called_impossible() -> None:
    olympia = {"wonder": "olympia:A", "stages": 2, "coins": 0}
    cities = [olympia, {"wonder": "rhodes:A"}, {"wonder": "babylon:A"}]
    hands = [["school", "walls", "temple"], None, None]
    school = uses({"age": 2, "turn": 5, "cities": cities, "hands": hands}, "school")
    assert school["build"] == "No papyrus for sale"
    assert (school["free"], school["note"], school["is_possible"]) == ("free", "free", True)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You need 1 more coin"),
        ("uk", "Бракує 1 монети"),
        ("hu", "Még 1 érme kell"),
        ("ru", "Не хватает 1 монеты"),
    ],
)
def test_the_bank_of_bilkis_wants_a_coin(language: str, text: str) -> None:
    mine = {"wonder": "rhodes:A", "coins": 0, "leaders": ["bilkis"]}
    position = {
        "leaders": True,
        "age": 1,
        "turn": 6,
        "hands": [["apothecary", "altar"], None, None],
        "cities": [mine, {"wonder": "giza:A"}, {"wonder": "ephesus:A"}],
    }
    assert uses(position, "apothecary", language)["build"] == text


def test_the_cheapest_way_to_pay_comes_first() -> None:
    several = 0
    for game in moments("classic"):
        for seat in game.to_move:
            asked = classic(game, seat).question
            assert asked
            for use in (use for option in asked.options for use in option.uses):
                paid = [plan.left + plan.right for plan in use.plans]
                several += len(paid) > 1
                assert paid == [] or paid[0] == min(paid)
    assert several


def test_neighbours_are_shown_on_their_sides() -> None:
    table = classic(played_game("classic", 9), 1)
    assert [city.seat for city in table.beside] == [2, 0]
    assert [city.side for city in table.beside] == ["left", "right"]
    assert [city.seat for city in table.others] == [3]
    assert [city.seat for city in table.cities] == [0, 1, 2, 3]
    assert table.passing == "left" and [price for _, _, price in table.ways[0].prices] == [2, 2]


def test_the_board_shows_who_has_chosen_but_not_what() -> None:
    game = new_game("classic")
    game.submit(2, game.legal_moves(2)[0])
    table = classic(game, 0)
    assert [city.status for city in table.cities] == ["waiting", "waiting", "chosen", "waiting"]
    assert table.chosen == ()
    own = classic(game, 2)
    assert len(own.chosen) == 1 and own.question is None and len(own.hand) == 7


def test_the_free_city_is_shown_at_the_table() -> None:
    table = classic(played_game("free city", 4), 0)
    assert [city.player for city in table.cities][2] == "Free City"
    assert table.cities[2].points is None and len(table.forecast.rows) == 2


def test_cards_under_stages_are_turned_up_in_the_end() -> None:
    game = played_game("classic", 50)
    assert any(city.built for city in classic(game, 0).cities)
    assert not any(city.buried for city in classic(game, 0).cities), (
        "these cards are still face down"
    )
    game = played_game("classic", 999)
    cities = classic(game, None).cities
    assert [len(city.buried) for city in cities] == [city.built for city in cities]
    assert any(city.buried for city in cities)
    first = next(thing for city in cities for thing in city.buried)
    buried = re.findall(r'class="buried".*?</ul>', html(game.view(None)), re.S)
    assert any(f'data-vt="{first.id}"' in part for part in buried)


@pytest.mark.parametrize("kind", ["classic", "free city", "leaders"])
def test_every_card_of_a_city_stands_in_one_stack(kind: str) -> None:
    for game in moments(kind):
        for city in classic(game, 0).cities:
            sides = city.stacks("leaders")
            standing = [
                one.id for side in sides for stack in side for g in stack for one in g.things
            ]
            lying = [one.id for group in city.groups for one in group.things]
            assert sorted(standing) == sorted([*lying, *(one.id for one in city.leaders)])
            assert all(stack for side in sides for stack in side)


def test_the_wonders_stand_in_the_light_of_the_age_and_grow() -> None:
    for game in moments("classic"):
        text = html(game.view(0))
        assert text.count(f"hour-{game.age}") == 4 and len(re.findall(r"hour-\d", text)) == 4
        for city in classic(game, 0).cities:
            part = text[text.index(f'id="city-{city.seat}"') :]
            part = part[: part.index("</article>")]
            stages = re.findall(r'h-stage h-(\w+)[^>]*data-stage="(\d)"', part)
            assert [int(n) for _, n in stages[: len(city.stages)]] == [
                stage.number for stage in city.stages
            ]
            assert sum(state == "built" for state, _ in stages[: len(city.stages)]) == city.built
            assert 'class="purse"' in part
        assert "data-pile" in text and text.count("data-way") in (0, 2)


def test_leaders_are_drafted_and_recruited() -> None:
    table = classic(new_game("leaders"), 0)
    assert table.question and len(table.question.options) == 4
    assert all(option.uses[0].verb == "keep" for option in table.question.options)
    later = classic(played_game("leaders", 9), 0)
    assert later.question and [u.verb for u in later.question.options[0].uses] == [
        "recruit",
        "stage",
        "discard",
    ]


def test_the_structure_lies_as_the_rules_lay_it() -> None:
    game = played_game("duel", 6)
    table = duel(game, game.to_move[0])
    assert [sum(spot.row == row for spot in table.spots) for row in range(1, 6)] == [2, 3, 4, 5, 6]
    assert {spot.state for spot in table.spots if spot.row == 5} == {"open"}
    assert all(spot.option for spot in table.spots if spot.state == "open")
    assert all(spot.thing is None for spot in table.spots if spot.row in (2, 4))
    assert table.takes_card and table.extent.columns == 12


def test_the_log_lists_trades_and_wars() -> None:
    game = played_game("classic", 1000)
    view = game.view(0)
    turns = log_of(view, "en")
    assert [turn.conflicts_heading.split()[-1] for turn in turns if turn.conflicts] == [
        "III",
        "II",
        "I",
    ]
    assert len(turns) == 18
    coins = [coin for turn in turns for line in turn.lines for coin in line.coins]
    assert any("→" in coin for coin in coins) and any("←" in coin for coin in coins)


def test_bars_agree_with_the_score_sheet() -> None:
    shown = board_of(played_game("classic", 1000).view(0), "en").forecast
    for row in shown.rows:
        assert (
            sum(cell.points for cell in row.cells)
            == row.total
            == row.points_gained - row.points_lost
        )
        right = [part for part in shown.bars(row) if not part.is_minus]
        longest = max(one.points_gained for one in shown.rows)
        room = 100 - shown.zero
        assert sum(part.length for part in right) == pytest.approx(
            room * row.points_gained / longest
        )


# ── HTML ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", GAMES)
def test_every_position_is_shown_in_every_language(kind: str, language: str) -> None:
    for game in moments(kind):
        text = html(game.view(0), language)
        assert text.count("<form") == text.count("</form>") and "None" not in text
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), "ids must be unique"
        assert " style=" not in text and "onclick" not in text, (
            "the Content-Security-Policy forbids it"
        )


def test_a_spectator_sees_the_table_and_cannot_choose() -> None:
    for kind in GAMES:
        text = html(played_game(kind, 12).view(None))
        assert 'name="move"' not in text and 'name="card"' not in text


@pytest.mark.parametrize(("kind", "decisions"), [("classic", 16), ("leaders", 18), ("duel", 17)])
def test_hidden_cards_change_nothing_on_the_page(kind: str, decisions: int) -> None:
    """A sampled game with the same visible past looks the same from the seat."""
    game = played_game(kind, decisions)
    seat = game.to_move[0]
    other = with_hidden_shuffled(game, seat, random.Random(3))
    assert other.to_bytes() != game.to_bytes()
    assert html(other.view(seat)) == html(game.view(seat))


def test_names_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    for kind in GAMES:
        game = played_game(kind, 20)
        text = html(with_names(game.view(0), [evil] * game.players))
        assert "<script" not in text and "&lt;script&gt;" in text


def test_a_log_is_rendered_once_for_each_viewer() -> None:
    for kind in GAMES:
        game = played_game(kind, 20)
        view = game.view(0)
        told = log_of(view, "en")
        assert all(a is b for a, b in zip(log_of(game.view(0), "en"), told, strict=True))
        renamed = log_of(with_names(view, ["Ann", "Bob"]), "en")
        assert log_of(view, "uk")[0] != told[0]
        assert log_of(game.view(1), "en") != told  # other lines are marked as own
        assert kind != "duel" or renamed != told


def test_every_template_compiles() -> None:
    names = environment("en").list_templates()
    assert {"front.html", "table.html", "replay.html", "error.html"} <= set(names)
    for name in names:
        environment("en").get_template(name)
