"""The search with a network: reproducible, within its budget, without hidden information, and never
without a move.
"""

from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis import networks
from heptapolis.arena.play import single_core_bot
from heptapolis.bots import is_outside
from heptapolis.bots.guided import BranchFacts, GuidedSearch
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural import is_unlearnt
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.encodings import encoding_of
from heptapolis.kernel.guided import PRIOR_TEMPERATURE, ROOT, WORLDS
from heptapolis.slots import GUIDED_SEARCH
from heptapolis.variants import part_of, ruleset
from tests.bots.moments import moments
from tests.bots.test_mcts import view_with_immediate_victory, winning_moves
from tests.conftest import House

TABLES: list[dict[str, Any]] = [
    {"game": "duel"},
    {"game": "classic", "seats": 2},
    {"game": "classic", "seats": 3},
    {"game": "classic", "seats": 7},
    {"game": "classic", "seats": 2, "leaders": True},
    {"game": "classic", "seats": 4, "leaders": True},
]


def begin(view: Any, seed: int = 1) -> GuidedSearch:
    encoding = encoding_of(view)
    return part_of(view, GUIDED_SEARCH)(view, encoding, networks.shipped_network(encoding), seed)


def facts(view: Any, simulations: int, seed: int = 1) -> list[BranchFacts]:
    search = begin(view, seed)
    while left := simulations - search.simulations:
        search.grow(left)
    search.finish()
    return search.facts()


@pytest.mark.parametrize("options", TABLES)
def test_compiled_networks_agree_with_numpy(options: dict[str, Any]) -> None:
    for view in moments(options, 3, 13, "random"):
        encoding, search = encoding_of(view), begin(view)
        observation, mask = encoding.observe(view)
        logits, value = networks.shipped_network(encoding).evaluate(observation.flat[None])
        above = logits[0, mask] - logits[0, mask].max()
        likely, warm = np.exp(above), np.exp(above / search.habits[PRIOR_TEMPERATURE])
        found, first = sorted(search.facts()), int(search._graph.nodes[ROOT]["first"])
        drawn = search._graph.branches[first : first + len(found)]["likely"]
        assert np.allclose(
            drawn, likely / likely.sum(), atol=1e-4
        )  # as the search assumes other seats play
        assert [one.action for one in found] == mask.nonzero()[0].tolist()
        assert np.allclose([one.prior for one in found], warm / warm.sum(), atol=1e-4)
        assert search._graph.nodes[ROOT]["value"] == pytest.approx(float(value[0]), abs=1e-4)


@pytest.mark.parametrize("options", TABLES)
def test_every_simulation_is_counted_and_every_action_is_legal(options: dict[str, Any]) -> None:
    for view in moments(options, 1, 9, "random"):
        found = facts(view, 50)
        encoding = encoding_of(view)
        assert {encoding.move(view, one.action) for one in found} <= set(view.legal_moves())
        assert sum(one.visits for one in found) == 50
        assert all(-1 <= one.value <= 1 for one in found)
        assert NeuralSearchBot(20).choose(view, Random(1)) in view.legal_moves()


@pytest.mark.parametrize("options", TABLES)
def test_hidden_information_changes_nothing(options: dict[str, Any]) -> None:
    """Equal views of different deals give the same result, another seed gives another one, and the
    search leaves the view unchanged."""
    differ = False
    for view in moments(options, 4, 11, "random"):
        before = view._states.tobytes()
        answer = facts(view, 40)
        assert view._states.tobytes() == before
        assert facts(view.sample(Random(9)).view(view.seat), 40) == answer
        differ |= facts(view, 40, seed=2) != answer
    assert differ


@pytest.mark.parametrize("options", TABLES)
def test_worlds_agree_with_what_the_seat_knows(options: dict[str, Any]) -> None:
    """In every sampled world, the seat sees what its view shows."""
    for view in moments(options, 5, 17, "random"):
        encoding = encoding_of(view)
        seen = encoding.encode(view).flat
        for n in range(3):
            world = view.sample(Random(n))
            assert (encoding.encode(world, view.seat).flat == seen).all()


def test_worlds_are_shared_by_all_actions() -> None:
    """The n-th visit of every action uses the n-th sampled world."""
    search = begin(next(moments(TABLES[0], 1, 1, "random")))
    while search.simulations < 400:
        search.grow(400 - search.simulations)
    most = search.facts()[0].visits
    assert most <= search._graph.counts[WORLDS] <= most + 1 < search.most_worlds


def test_an_immediate_victory_is_taken() -> None:
    for seed in range(4):
        view = view_with_immediate_victory(seed)
        assert str(NeuralSearchBot(300).choose(view, Random(1))) in winning_moves(view)


def test_time_is_measured_with_the_given_clock() -> None:
    view, ticks = next(moments(TABLES[0], 2, 1, "random")), count()
    player = NeuralSearchBot(ms=5000, clock=lambda: float(next(ticks)))
    assert player.choose(view, Random(1)) in view.legal_moves()
    assert next(ticks) == 6  # one call at the start, and one before each step until 5 s have passed
    single = single_core_bot("neural-search:200ms")
    assert isinstance(single, NeuralSearchBot) and single.clock is not NeuralSearchBot().clock


def test_the_search_ends_when_its_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GuidedSearch, "most_nodes", 1500)
    for options in TABLES[:3]:
        view = next(moments(options, 1, 1, "random"))
        assert NeuralSearchBot(100_000).choose(view, Random(1)) in view.legal_moves()


def test_cards_of_a_house_are_searched_without_a_network(house: House) -> None:
    card = '[card.h]\nname="H"\nage=1\ncolor="blue"\nplayers=[3]\neffect={points=1}\n'
    more = house(f'extends = "classic"\n{card}')
    same_size = house('extends = "classic"\n[card.altar]\neffect={points=9}\n')
    for catalog in (more, same_size):
        view = hp.new(seats=3, seed=1, catalog=catalog).view(0)
        with pytest.warns(UserWarning, match="neural-search plays like mcts here: "):
            move = NeuralSearchBot(30).choose(view, Random(1))
        assert move == MctsBot(30, threads=1).choose(view, Random(1))
        with pytest.warns(UserWarning, match="neural plays like mcts here: "):
            move = hp.bot("hard").choose(view, Random(1))
        assert move == MctsBot(150, threads=1).choose(view, Random(1))
        assert is_unlearnt(ruleset("classic"), view.edition)
    printed = hp.new(seats=3, seed=1).view(0)
    assert not is_unlearnt(ruleset("classic"), printed.edition)


def test_unsupported_games_are_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="not to move"):
        NeuralSearchBot().choose(hp.new("duel", seed=1).view(1), Random(0))


def test_names_have_budgets() -> None:
    many, timed = hp.bot("neural-search:400"), hp.bot("neural-search:250ms")
    assert isinstance(many, NeuralSearchBot) and (many.simulations, many.ms) == (400, None)
    assert isinstance(timed, NeuralSearchBot) and timed.ms == 250
    assert not is_outside("neural-search:400")
    with pytest.raises(ValueError, match="use neural-search:400"):
        hp.bot("neural-search:0")
    for wrong_budget in ({"simulations": 0}, {"ms": 0.0}):
        with pytest.raises(ValueError, match="at least one simulation"):
            NeuralSearchBot(**wrong_budget)
