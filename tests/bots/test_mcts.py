"""The search uses no hidden information, gives the same result on any number of cores, and is
stronger than looking one move ahead.
"""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.bots import BOTS, mcts
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.search_tree import STEP_SIMULATIONS, SearchTree
from heptapolis.codes import Color
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.slots import STRATEGY
from heptapolis.variants import part_of
from tests.bots.moments import moments
from tests.conftest import House
from tests.kinds import classic_from, duel_from

TABLES: list[dict[str, Any]] = [
    {"game": "classic", "seats": 3},
    {"game": "classic", "seats": 2},
    {"game": "classic", "seats": 4, "leaders": True},
    {"game": "duel"},
]


def table(options: dict[str, Any], seed: int) -> hp.Game:
    game: hp.Game = hp.new(**options, seed=seed)
    return game


def share(options: dict[str, Any], hero: hp.bots.Bot, rival: hp.bots.Bot, games: int) -> float:
    """Return the hero's share of wins against rivals on all other seats, with rotating seats."""
    won = 0.0
    for n in range(games):
        game = table(options, n)
        place, rng = n % game.players, Random(n)
        while not game.is_over:
            seat = game.to_move[0]
            player = hero if seat == place else rival
            game.submit(seat, player.choose(game.view(seat), rng))
        first = game.ranking()[0]
        won += (place in first) / len(first)
    return won / games


@pytest.mark.parametrize("options", TABLES)
def test_every_move_is_visited_and_every_simulation_counted(options: dict[str, Any]) -> None:
    for view in moments(options, 1, every=7):
        found = MctsBot(200, fair=0.5).search(view, Random(1))
        legal = {move.without_payment() for move in view.legal_moves()}
        assert {one.move.without_payment() for one in found} == legal
        assert all(one.move in view.legal_moves() for one in found)
        assert sum(one.visits for one in found) == 200
        assert min(one.visits for one in found) >= int(0.5 * 200 / len(found)) - 1
        assert [one.visits for one in found] == sorted((one.visits for one in found), reverse=True)
        assert all(0 <= one.win <= 1 and 0 <= one.value <= 1 for one in found)


@pytest.mark.parametrize("options", TABLES)
def test_the_result_does_not_depend_on_the_number_of_cores(options: dict[str, Any]) -> None:
    view = next(moments(options, 2, every=1))
    answers = [MctsBot(400, threads=n).search(view, Random(5)) for n in (1, 2, 4)]
    assert answers[0] == answers[1] == answers[2]
    assert MctsBot(400, threads=2).search(view, Random(6)) != answers[0]


@pytest.mark.parametrize(
    ("bot", "trees"),
    [(MctsBot(16_000, threads=4), 1), (MctsBot(ms=5, threads=2), 2), (MctsBot(ms=5, threads=9), 4)],
)
def test_a_number_of_simulations_grows_one_tree_and_a_time_limit_one_per_thread(
    bot: MctsBot, trees: int
) -> None:
    """More simulations grow one larger tree, not several small ones."""
    view = next(moments({"game": "duel"}, 2, every=1))
    planted = bot._plant(part_of(view, STRATEGY), view, Random(1), np.zeros(0, np.int64))
    assert len(planted) == trees


@pytest.mark.parametrize("options", TABLES)
def test_hidden_information_changes_nothing(options: dict[str, Any]) -> None:
    """Equal views of different deals give the same result, and the search leaves the view unchanged."""
    for view in moments(options, 4, every=9):
        before = view._states.tobytes()
        answer = MctsBot(40).search(view, Random(8))
        assert view._states.tobytes() == before
        other = view.sample(Random(9)).view(view.seat)
        assert MctsBot(40).search(other, Random(8)) == answer


def test_a_subset_of_moves_can_be_compared() -> None:
    view = table({"game": "classic", "seats": 3}, 5).view(0)
    asked = [view.legal_moves()[0], view.legal_moves()[-1]]
    found = MctsBot(100, fair=1.0).search(view, Random(1), among=asked)
    assert {one.move for one in found} == set(asked)
    assert [one.visits for one in found] == [50, 50]


def test_a_tree_without_room_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "MAX_EDGES", 60)
    for options in TABLES:
        found = MctsBot(300).search(table(options, 1).view(0), Random(1))
        assert sum(one.visits for one in found) == 300


def test_a_full_tree_does_not_weaken_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    view, values = table(TABLES[0], 1).view(0), []
    for room in (mcts.MAX_EDGES, 300):
        monkeypatch.setattr(mcts, "MAX_EDGES", room)
        values.append(MctsBot(1500).search(view, Random(1))[0].value)
    assert values[1] > values[0] - 0.03


def test_seven_seats_have_room_for_their_trees() -> None:
    view = list(moments({"game": "classic", "seats": 7}, 5, every=40))[1]
    bot, nothing = MctsBot(600), np.zeros(0, np.int64)
    (planted,) = bot._plant(part_of(view, STRATEGY), view, Random(1), nothing)
    planted.grow(bot.simulations)
    assert isinstance(planted, SearchTree) and not planted.is_full


def test_a_pile_of_a_hundred_cards_is_searched(house: House) -> None:
    cards = (f'[card.h{n}]\nname="H"\nage=1\ncolor="blue"\nplayers=[3]\n' for n in range(40))
    catalog = house('extends = "classic"\n' + "effect={points=1}\n".join([*cards, ""]))
    assert isinstance(catalog, ClassicCatalog)
    pile = [card.id for card in catalog.cards if card.color != Color.PURPLE]
    cities = [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}, {}, {}]
    position = {"age": 3, "turn": 6, "phase": "dig", "actor": 0, "cities": cities, "discard": pile}
    view = classic_from(position, catalog=catalog).view(0)
    found = MctsBot(200).search(view, Random(1))
    assert len(found) > 100 and sum(one.visits for one in found) == 200


def test_a_time_is_a_budget_too() -> None:
    view = table({"game": "duel"}, 1).view(0)
    found = MctsBot(ms=1, threads=2).search(view, Random(1))
    assert sum(one.visits for one in found) >= 2 * STEP_SIMULATIONS


def test_an_immediate_victory_is_found() -> None:
    """The marker is one step from the capital, and shields can be built."""
    for seed in range(4):
        view = view_with_immediate_victory(seed)
        best = MctsBot(300).search(view, Random(1))[0]
        assert (best.win, str(best.move) in winning_moves(view)) == (1, True)


def view_with_immediate_victory(seed: int) -> hp.DuelView:
    """Return a view in which some moves, but not all, win by war at once."""
    game, rng, player = hp.new("duel", seed=seed), Random(seed), hp.bot("random")
    while not game.is_over:
        seat = game.to_move[0]
        if seat == 0 and game.age > 1 and game.phase == "turn":
            data = dict(game.position()) | {"marker": 8}
            data["cities"][0]["coins"] = 50
            view = duel_from(data).view(0)
            if 0 < len(winning_moves(view)) < len(view.legal_moves()):
                return view
        game.submit(seat, player.choose(game.view(seat), rng))
    raise AssertionError("no such moment")


def winning_moves(view: hp.DuelView) -> set[str]:
    """Return the moves that win by war at once."""
    found = set()
    for move in view.legal_moves():
        game = view.sample(Random(0))
        game.submit(0, move)
        if game.outcome == "military":
            found.add(str(move))
    return found


def test_search_is_stronger_than_one_move_ahead() -> None:
    """On fixed deals, 60 simulations a move win far more than an equal share."""
    rival = hp.bot("greedy")
    assert share({"game": "classic", "seats": 3}, MctsBot(60), rival, 18) > 0.5
    assert share({"game": "duel"}, MctsBot(200), rival, 16) > 0.65


def test_bots_by_name() -> None:
    many, timed = hp.bot("mcts:400"), hp.bot("mcts:250ms")
    assert isinstance(many, MctsBot) and many.simulations == 400 and many.ms is None
    assert isinstance(timed, MctsBot) and timed.ms == 250
    for wrong in ("mcts:", "mcts:0", "mcts:-1", "mcts:1.5", "mcts:99999999", "mcts:5s", "mcts: 5"):
        with pytest.raises(ValueError, match="use mcts:400"):
            hp.bot(wrong)
    for wrong_budget in ({"simulations": 0}, {"ms": 0.0}, {"ms": -1.0}):
        with pytest.raises(ValueError, match="at least one simulation"):
            MctsBot(**wrong_budget)


def test_five_levels_have_names_and_play() -> None:
    assert list(hp.LEVELS) == ["beginner", "easy", "medium", "hard", "master"]
    assert set(hp.LEVELS) < set(BOTS)
    view = table({"game": "classic", "seats": 3}, 1).view(0)
    for level in list(hp.LEVELS)[:-1]:
        assert hp.bot(level).choose(view, Random(1)) in view.legal_moves()


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    game = hp.new("duel", seed=1)
    assert MctsBot(5).search(game.view(1), Random(0)) == []
    with pytest.raises(ValueError, match="not to move"):
        MctsBot(5).choose(game.view(1), Random(0))
