"""All seats of a table as agents of PettingZoo."""

import sys
from importlib import import_module
from random import Random
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs heptapolis[env]")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import wrappers

import heptapolis as hp
from heptapolis.encodings import encoding
from heptapolis.env import classic_v0, duel_v0, free_city_v0, leaders_v0
from heptapolis.env.ids import families
from heptapolis.errors import IllegalMove
from heptapolis.vector import VectorEnv

MODULES: dict[str, Any] = {
    "classic": classic_v0,
    "free_city": free_city_v0,
    "leaders": leaders_v0,
    "duel": duel_v0,
}
# PettingZoo's tests expect arrays; its own classic games observe dictionaries with a mask.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


def any_action(seen: dict[str, Any], rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize("name", MODULES)
def test_the_tests_of_pettingzoo_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = MODULES[name]
    api_test(module.env(), num_cycles=80)
    seed_test(module.env, num_cycles=20)
    parallel_api_test(module.parallel_env(), num_cycles=80)
    parallel_seed_test(module.parallel_env, num_cycles=20)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_a_version_of_an_environment_has_one_encoding() -> None:
    """A new version of an encoding needs a new version of its environments: heptapolis.env.ids."""
    assert {one.name: one.encoding for one in families()} == {
        one.name: encoding(one.game).version for one in families()
    }


@pytest.mark.parametrize(
    ("module", "options", "agents"),
    [(classic_v0, {"seats": 7}, 7), (leaders_v0, {"seats": 4}, 4), (duel_v0, {}, 2)],
)
def test_both_interfaces_play_the_same_games(
    module: Any, options: dict[str, Any], agents: int
) -> None:
    """Simultaneous agents get the same observations in both interfaces, and rewards of the vector."""
    turns, at_once = module.raw_env(**options), module.parallel_env(**options)
    turns.reset(seed=5)
    seen, _ = at_once.reset(seed=5)
    assert len(turns.agents) == agents
    rng, rewards, steps = Random(1), {}, 0
    while at_once.agents:
        steps += 1
        actions = dict.fromkeys(
            at_once.agents, -1
        )  # observations of agents that are not to move are ignored
        for agent in [a for a in at_once.agents if seen[a]["action_mask"].any()]:
            assert turns.agent_selection == agent
            observed = turns.last()[0]
            for part in ("observation", "action_mask"):
                np.testing.assert_array_equal(observed[part], seen[agent][part])
            actions[agent] = any_action(observed, rng)
            turns.step(actions[agent])
        seen, rewards, ended, _, infos = at_once.step(actions)
    assert steps > 15 and all(ended.values())
    assert rewards == turns.rewards == turns._cumulative_rewards
    for agent in turns.possible_agents:
        won = turns.seat[agent] in infos[agent]["winners"]
        assert rewards[agent] == (2 / len(infos[agent]["winners"]) - 1 if won else -1)


def test_rewards_agree_with_those_of_the_vector() -> None:
    """The same games with the same actions have the same rewards."""
    side = VectorEnv("duel", games=1, seed=3, threads=1)
    env = duel_v0.raw_env()
    env.reset(seed=1)
    env.table.deal(int(side.seeds[0]))
    while not side.done[0]:
        assert env.table.to_move == [int(side.seat[0, 0])]
        agent = env.possible_agents[env.table.to_move[0]]
        np.testing.assert_array_equal(env.observe(agent)["observation"], side.observations[0, 0])
        env.agent_selection = agent
        actions = side.any_actions()
        env.step(int(actions[0, 0]))
        side.step(actions)
    assert list(env.rewards.values()) == side.rewards[0].tolist()


def test_points_as_rewards() -> None:
    env = classic_v0.parallel_env(rewards="points")
    seen, _ = env.reset(seed=2)
    rng, rewards, infos = Random(2), {}, {}
    while env.agents:
        seen, rewards, _, _, infos = env.step({a: any_action(seen[a], rng) for a in env.agents})
    a, b, c = infos["player_0"]["scores"]
    assert rewards["player_0"] == pytest.approx(a - (b + c) / 2)
    assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize("name", MODULES)
def test_hidden_information_is_not_observed(name: str) -> None:
    """Observations stay equal when everything hidden from the seat is dealt again."""
    env, rng = MODULES[name].raw_env(), Random(4)
    env.reset(seed=4)
    redealt = 0
    while not env.table.game.is_over:
        seat, game = env.seat[env.agent_selection], env.table.game
        seen = env.observe(env.agent_selection)
        env.table.game = game.view(seat).sample(rng)
        redealt += env.table.game.to_bytes() != game.to_bytes()
        again = env.observe(env.agent_selection)
        env.table.game = game
        for part in seen:
            np.testing.assert_array_equal(seen[part], again[part])
        env.step(any_action(seen, rng))
    assert redealt > 20


def test_waiting_choices_of_others_are_not_observed() -> None:
    seen = []
    for which in (0, -1):
        env = classic_v0.raw_env()
        env.reset(seed=9)
        first = env.last()[0]["action_mask"].nonzero()[0]
        env.step(int(first[which]))
        assert env.agent_selection == "player_1"
        seen.append(env.last()[0])
    np.testing.assert_array_equal(seen[0]["observation"], seen[1]["observation"])


def test_an_illegal_action_ends_the_game_or_is_an_error() -> None:
    raw = duel_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"seat 0: action 1191 is not legal now"):
        raw.step(1191)
    env = duel_v0.parallel_env()
    env.reset(seed=1)
    _, rewards, ended, _, infos = env.step({"player_0": 1191, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0} and all(ended.values())
    assert infos["player_0"]["illegal_action"] and not env.agents
    env.reset()
    with pytest.raises(ValueError, match="player_0 must decide, and none is given"):
        env.step({})


def test_house_rules_have_environments(tmp_path: Any) -> None:
    house = "examples/house_rules.toml"
    env = classic_v0.env(catalog=house)
    env.reset(seed=1)
    assert env.unwrapped.encoding.size > encoding("classic").size
    assert env.last()[0] in env.observation_space("player_0")


@pytest.mark.parametrize("name", MODULES)
def test_rendering_shows_the_table_of_the_terminal(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env, rng = MODULES[name].raw_env(render_mode="ansi"), Random(1)
    env.reset(seed=1)
    text = env.render()
    assert "Player 1" in text and "\x1b" not in text
    while not env.table.game.is_over:
        env.step(any_action(env.last()[0], rng))
        if rng.random() < 0.1:
            assert "Player 2" in env.render()
    assert "total" in env.render().lower()
    human = MODULES[name].raw_env(render_mode="human")
    human.reset(seed=1)
    human.step(any_action(human.last()[0], rng))
    assert "Player 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("classic", {"seats": 8}, "seats: 2 to 7, got 8"),
        ("classic", {"rewards": "fun"}, "rewards: outcome or points, got 'fun'"),
        ("duel", {"render_mode": "rgb"}, "render_mode: ansi or human, got 'rgb'"),
        ("duel", {"seed": 3}, "seed and names: an environment has neither"),
        (
            "duel",
            {"reward": "points"},
            "duel has no option 'reward'; it has catalog, neutral_start, render_mode, rewards, "
            "wonders; did you mean 'rewards'?",
        ),
    ],
)
def test_mistakes_are_one_line(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError)) as error:
        MODULES[name].env(**options)
    assert str(error.value).startswith(words)


@pytest.mark.parametrize("name", MODULES)
def test_the_typed_options_are_the_accepted_ones(name: str) -> None:
    with pytest.raises(TypeError) as error:
        MODULES[name].env(zzzz=1)
    listed = str(error.value).partition("it has ")[2].partition(";")[0]
    hints = get_type_hints(MODULES[name].options)["_"]
    typed = {*get_type_hints(get_args(hints)[0])}
    assert typed == {*listed.split(", "), "expansions"}


def wrap_like_pettingzoo(raw: Any) -> Any:
    """Return an environment in the wrappers that PettingZoo uses for its classic games."""
    inner = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("last_legal", [3, 8, None])
def test_the_single_wrapper_equals_three_wrappers_of_pettingzoo(
    name: str, last_legal: int | None
) -> None:
    ours, theirs = MODULES[name].env(), wrap_like_pettingzoo(MODULES[name].raw_env())
    rng, steps = Random(1), 0
    for env in (ours, theirs):
        env.reset(seed=3)
    for agent, same in zip(ours.agent_iter(), theirs.agent_iter(), strict=True):
        assert agent == same
        seen, *ended = ours.last()
        np.testing.assert_equal((seen, *ended), theirs.last())
        action = None if ended[1] else any_action(seen, rng)
        if action is not None and steps == last_legal:
            action = int(np.flatnonzero(seen["action_mask"] == 0)[0])
        steps += 1
        for env in (ours, theirs):
            env.step(action)
        for part in ("agents", "rewards", "terminations", "truncations", "infos"):
            assert getattr(ours, part) == getattr(theirs, part)
        assert ours._cumulative_rewards == theirs._cumulative_rewards
    assert not ours.agents and steps > (last_legal or 30)


@pytest.mark.parametrize("make", [duel_v0.env, lambda: wrap_like_pettingzoo(duel_v0.raw_env())])
def test_calls_out_of_order_and_out_of_bounds_are_errors(make: Any) -> None:
    env = make()
    for part in ("agents", "agent_selection", "rewards", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{part} cannot be accessed before reset"):
            getattr(env, part)
    for call in (lambda: env.step(0), env.last, env.render, env.agent_iter):
        with pytest.raises((AssertionError, AttributeError)):
            call()
    env.reset(seed=1)
    for action in (-1, 1_000_000, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)
    agents = env.agent_iter()
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\)"):
        for _ in agents:
            pass
    assert str(env) == "duel" and env.unwrapped.encoding.ruleset == "duel"


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_extra_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pettingzoo", "spaces"):
        monkeypatch.delitem(sys.modules, f"heptapolis.env.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"{package}.*: pip install 'heptapolis\[env\]'$"):
        import_module("heptapolis.env.pettingzoo")


def test_deals_are_those_of_the_engine() -> None:
    env = classic_v0.raw_env(seats=4, sides="A")
    env.reset(seed=1)
    seed = env.table.game.record().seed
    assert env.table.game.to_bytes() == hp.new(seats=4, sides="A", seed=seed).to_bytes()
