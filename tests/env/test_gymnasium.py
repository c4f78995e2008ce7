"""Gymnasium's environment: one seat against bots."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs heptapolis[env]")

from gymnasium.utils.env_checker import check_env

import heptapolis.env
from heptapolis.bots import bot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.contract import View
from heptapolis.move import Move

assert heptapolis.env
IDS = ("Classic-v0", "FreeCity-v0", "Leaders-v0", "Duel-v0")


def play(env: Any, choose: Any, seed: int) -> tuple[float, dict[str, Any], list[Any]]:
    """Play a game; return the sum of rewards, the last info, and the observations."""
    seen, told = env.reset(seed=seed)
    observations = [seen["observation"]]
    reward, ended = 0.0, False
    while not ended:
        seen, reward, ended, truncated, told = env.step(choose(env, seen))
        assert not truncated
        np.testing.assert_array_equal(seen["action_mask"], told["action_mask"])
        observations.append(seen["observation"])
    return reward, told, observations


def random_policy(rng: Random) -> Any:
    return lambda env, seen: rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


@pytest.mark.parametrize("name", IDS)
def test_the_checks_of_gymnasium_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The checks give no warnings either: pytest turns them into errors."""
    check_env(gymnasium.make(f"heptapolis/{name}", opponents="random").unwrapped)
    assert "Player 1" in capsys.readouterr().out  # the check renders in mode "human"


@pytest.mark.parametrize("name", IDS)
def test_whole_games_against_bots(name: str) -> None:
    env = gymnasium.make(f"heptapolis/{name}", opponents="random")
    games = [play(env, random_policy(Random(3)), seed=3) for _ in range(2)]
    assert [game[0] for game in games] == [games[0][0]] * 2  # a seed determines the game
    assert all(np.array_equal(a, b) for a, b in zip(games[0][2], games[1][2], strict=True))
    reward, told, _ = games[0]
    assert told["seat"] == env.unwrapped.seat and len(told["scores"]) == env.unwrapped.table.players
    assert (reward > -1) == (told["seat"] in told["winners"])


def test_greedy_agents_win_more_than_random_ones() -> None:
    """Rewards are those of the agent in every seat: greedy beats random."""
    env = gymnasium.make("heptapolis/Duel-v0", opponents=["random"]).unwrapped
    rng, greedy = Random(5), GreedyBot()

    def choose(env: Any, seen: Any) -> int:
        view = env.table.game.view(env.seat)
        return int(env.encoding.action(view, greedy.choose(view, rng)))

    games = [play(env, choose, seed) for seed in range(12)]
    assert {told["seat"] for _, told, _ in games} == {0, 1}
    assert sum(reward for reward, _, _ in games) >= 10


class Witness:
    """A bot that records its seats."""

    def __init__(self) -> None:
        self.seats: set[int | None] = set()

    def choose(self, view: View, rng: Random) -> Move:
        self.seats.add(view.seat)
        return rng.choice(view.legal_moves())


def test_opponents_sit_from_the_left_on() -> None:
    left, right = Witness(), Witness()
    env = gymnasium.make("heptapolis/Classic-v0", opponents=[left, right], seat=1)
    play(env, random_policy(Random(1)), seed=1)
    assert (left.seats, right.seats) == ({2}, {0})


def test_an_illegal_action_ends_the_game_as_a_defeat() -> None:
    env = gymnasium.make("heptapolis/Duel-v0", opponents=[bot("random")])
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, ended, _, told = env.step(wrong)
    assert (reward, ended, told["illegal_action"]) == (-1.0, True, wrong)


def test_masks_for_maskable_ppo() -> None:
    env = gymnasium.make("heptapolis/Duel-v0", opponents="random").unwrapped
    seen, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool and masks.tolist() == seen["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponents": ["random"]}, "opponents: one for all or 2, got 1"),
        ({"seat": 3}, "seat: 0 to 2, or None to draw one, got 3"),
        ({"opponents": "gredy"}, "no bot 'gredy'"),
        ({"seats": 9}, "seats: 2 to 7, got 9"),
    ],
)
def test_mistakes_are_one_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        gymnasium.make("heptapolis/Classic-v0", **options)


def test_an_id_with_its_module_needs_no_import() -> None:
    code = (
        "import gymnasium, sys; assert 'heptapolis' not in sys.modules\n"
        "env = gymnasium.make('heptapolis.env:heptapolis/Duel-v0', opponents='random')\n"
        "print(env.reset(seed=1)[1]['action_mask'].sum())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 4  # wonders on offer
