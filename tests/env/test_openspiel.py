"""The games as games of OpenSpiel."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs heptapolis[openspiel]")

from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.rl_environment import Environment

import heptapolis as hp
import heptapolis.env.openspiel

assert heptapolis.env.openspiel
NAMES = (
    "heptapolis_duel",
    "heptapolis_classic(seats=5,sides=A)",
    "heptapolis_free_city",
    "heptapolis_leaders",
)


def state_after(name: str, decisions: int, seed: int = 1) -> Any:
    """Return a state after some random decisions."""
    state, rng = pyspiel.load_game(name).new_initial_state(), Random(seed)
    state.apply_action(seed)
    for _ in range(decisions):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_the_simulations_of_openspiel_pass(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel clones, serialises and compares states, and checks tensors, strings and returns."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    assert "SpielError" not in capfd.readouterr().err


def test_games_agree_with_the_engine() -> None:
    state = state_after("heptapolis_classic(seats=4,first_deal=70)", 0, seed=2)
    assert state.table.to_bytes() == hp.new(seats=4, seed=72).to_bytes()
    rng = Random(1)
    while not state.is_terminal():
        assert state.current_player() == state.table.to_move[0]
        state.apply_action(rng.choice(state.legal_actions()))
    first = state.table.ranking()[0]
    assert [value > 0 for value in state.returns()] == [seat in first for seat in range(4)]
    assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum()) == -2


@pytest.mark.parametrize("name", NAMES)
def test_resampling_keeps_all_that_the_player_knows_and_nothing_else(name: str) -> None:
    rng, others = Random(3), 0
    for decisions in range(0, 36, 3):
        state = state_after(name, decisions)
        player = state.current_player()
        again = state.resample_from_infostate(player, rng.random)
        assert again.current_player() == player
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)
        assert again.legal_actions() == state.legal_actions()
        others += again.table.to_bytes() != state.table.to_bytes()
        again.clone().apply_action(rng.choice(again.legal_actions()))
    assert others > 6


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    state = state_after("heptapolis_classic", 6)
    assert state.current_player() == 0
    children = [state.child(action) for action in state.legal_actions()]
    assert len(children) > 2
    assert len({child.information_state_string(1) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == len(children)


@pytest.mark.parametrize("name", ["heptapolis_duel", "heptapolis_classic"])
def test_information_set_search_plays(name: str) -> None:
    state, chance = state_after(name, 10), np.random.RandomState(1)
    player = ISMCTSBot(
        state.get_game(),
        RandomRolloutEvaluator(1, chance),
        uct_c=2.0,
        max_simulations=6,
        random_state=chance,
    )
    assert player.step(state) in state.legal_actions()


def test_learning_environments_of_openspiel_accept_the_games() -> None:
    env = Environment(pyspiel.load_game("heptapolis_duel(deals=10)"), seed=1)
    step, rng = env.reset(), Random(1)
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sorted(step.rewards) in ([-1.0, 1.0], [0.0, 0.0])


def test_states_are_pickled() -> None:
    state = state_after("heptapolis_leaders", 20)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()


def test_mistakes_are_errors() -> None:
    with pytest.raises(ValueError, match="seats: 2 to 7, got 9"):
        pyspiel.load_game("heptapolis_classic(seats=9)")
    with pytest.raises(ValueError, match="deals: at least 1, got 0"):
        pyspiel.load_game("heptapolis_duel(deals=0)")
