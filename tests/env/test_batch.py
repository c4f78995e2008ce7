"""Gymnasium's vector environment: one seat against rivals in many parallel games."""

from random import Random
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs heptapolis[env]")

from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import heptapolis as hp
import heptapolis.env
from heptapolis.bots.greedy import TIE_POINTS, rate
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.vector import VectorEnv

assert heptapolis.env
OUTCOMES = ("points", "military", "science", "shared")


def make(name: str, games: int, **options: Any) -> Any:
    return gymnasium.make_vec(
        f"heptapolis/{name}", num_envs=games, **{"opponents": "random", "threads": 1, **options}
    )


@pytest.mark.parametrize("name", ["Classic-v0", "FreeCity-v0", "Leaders-v0", "Duel-v0"])
def test_finished_games_are_dealt_again(name: str) -> None:
    env = make(name, 8)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, told = env.reset(seed=1)
    finished = 0
    while finished < 12:
        assert seen in env.observation_space
        assert seen["action_mask"].any(1).all()  # the agent is to move in all games
        np.testing.assert_array_equal(seen["action_mask"], told["action_mask"])
        seen, rewards, ended, truncated, told = env.step(env.unwrapped.any_actions())
        finished += int(ended.sum())
        assert not truncated.any() and not rewards[~ended].any()
        assert ended.any() == ("final_info" in told)
        if ended.any():
            np.testing.assert_array_equal(told["_final_info"], ended)
            for place in np.flatnonzero(ended):
                assert told["final_info"]["outcome"][place] in OUTCOMES
                assert told["final_obs"][place] in env.single_observation_space
                scores, seat = (
                    told["final_info"]["scores"][place],
                    told["final_info"]["seat"][place],
                )
                if told["final_info"]["outcome"][place] == "points" and rewards[place] > 0:
                    assert scores[seat] == scores.max()
    env.close()


def test_a_seed_determines_the_games_on_any_number_of_threads() -> None:
    series = []
    for threads in (1, 2):
        env = make("Duel-v0", 6, threads=threads)
        env.reset(seed=7)
        steps = [env.step(env.unwrapped.any_actions()) for _ in range(60)]
        series.append([(seen["observation"].copy(), rewards) for seen, rewards, *_ in steps])
    for (one, paid), (other, paid_too) in zip(*series, strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(paid, paid_too)


class Scribe:
    """Play at random and record the moves."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, Move]] = []

    def choose(self, view: View, rng: Random) -> Move:
        assert view.seat is not None
        move = rng.choice(view.legal_moves())
        self.moves.append((view.seat, move))
        return move


@pytest.mark.parametrize(("name", "game"), [("Classic-v0", "classic"), ("Duel-v0", "duel")])
def test_games_agree_with_the_engine(name: str, game: str) -> None:
    """After the same moves, observations and rewards agree with the engine."""
    scribe, rng = Scribe(), Random(1)
    env = make(name, 1, opponents=scribe)
    seen, told = env.reset(seed=3)
    side, seat = env.unwrapped.side, int(told["seat"][0])
    table, code = hp.new(game, seed=int(side.seeds[0])), env.unwrapped.encoding
    ended, rewards, turns = [False], [0.0], 0
    while not ended[0]:
        for who, move in scribe.moves:
            table.submit(who, code.move(table.view(who), code.action(table.view(who), move)))
        scribe.moves.clear()
        np.testing.assert_array_equal(seen["observation"][0], code.encode(table, seat).flat)
        np.testing.assert_array_equal(seen["action_mask"][0], code.mask(table, seat))
        action = rng.choice(np.flatnonzero(seen["action_mask"][0]).tolist())
        mine = code.move(table.view(seat), action)
        seen, rewards, ended, _, told = env.step(np.array([action]))
        table.submit(seat, mine)
        turns += 1
    while not table.is_over:
        who, move = scribe.moves.pop(0)
        table.submit(who, code.move(table.view(who), code.action(table.view(who), move)))
    assert turns > 10
    assert (rewards[0] > 0) == (table.ranking()[0] == [seat])
    totals = [score["total"] for score in table.scores()]
    assert told["final_info"]["scores"][0].tolist() == totals


def test_policies_get_rows_and_points_are_paid() -> None:
    rows = []

    def first_legal(observations: Any, masks: Any) -> Any:
        rows.append(len(observations))
        return masks.argmax(1)

    env = make(
        "Classic-v0",
        5,
        opponents=[first_legal, "random", "random", first_legal],
        seats=[3, 5],
        rewards="points",
        seat=1,
    )
    env.reset(seed=1)
    ended = np.zeros(5, bool)
    while not ended.any():
        _, rewards, ended, _, told = env.step(env.unwrapped.any_actions())
    for place in np.flatnonzero(ended):
        scores = told["final_info"]["scores"][place]
        n = 5 if scores[3:].any() else 3
        assert rewards[place] == pytest.approx(scores[1] - (scores.sum() - scores[1]) / (n - 1))
    assert set(rows) > {5} or max(rows) > 5


def test_greedy_rivals_beat_chance() -> None:
    """Rewards are those of the agent: a random agent loses nearly all games against greedy."""
    env = make("Duel-v0", 8, opponents="greedy")
    env.reset(seed=2)
    paid: list[float] = []
    while len(paid) < 12:
        _, rewards, ended, _, _ = env.step(env.unwrapped.any_actions())
        paid += rewards[ended].tolist()
    assert np.mean(paid) < -0.6


def best_actions(env: VectorEnv, game: int, seat: int) -> set[int]:
    """Return the actions that the bot "greedy" could choose."""
    view = env.view(game, seat)
    rated = rate(view)
    most = max(value for _, value in rated)
    return {env.encoding.action(view, move) for move, value in rated if value > most - TIE_POINTS}


@pytest.mark.parametrize(
    ("game", "seats"), [("classic", 2), ("classic", 3), ("classic", 7), ("leaders", 3), ("duel", 2)]
)
def test_greedy_rivals_choose_as_the_bot_does(game: str, seats: int) -> None:
    """Greedy rivals in the kernel choose the best moves, equal moves in turn, and for a seed the same
    ones on any number of threads."""
    envs = [VectorEnv(game, 4, seed=3, seats=seats, threads=threads) for threads in (1, 3)]
    env, ties = envs[0], 0
    for step in range(40):
        games, lanes = np.nonzero(env.to_move)
        actions, again = (one.greedy_actions(games, lanes, step) for one in envs)
        np.testing.assert_array_equal(actions, again)
        for row, (number, lane) in enumerate(zip(games.tolist(), lanes.tolist(), strict=True)):
            best = best_actions(env, number, int(env.seat[number, lane]))
            assert actions[row] in best
            if len(best) > 1 and ties < 10:
                drawn = {int(env.greedy_actions(games, lanes, seed)[row]) for seed in range(60)}
                assert len(drawn) > 1 and drawn <= best
                assert drawn == best or len(best) > 4
                ties += 1
        taken = env.any_actions()
        taken[games, lanes] = np.where(np.arange(len(games)) % 3 == 0, taken[games, lanes], actions)
        for one in envs:
            one.step(taken)
    assert ties


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_greedy_players_can_have_preferences(game: str) -> None:
    """Players with different preferences choose differently now and then, and legally."""
    env, differs, steps = VectorEnv(game, 32, seed=4), 0, 12
    usual = env.greedy_weights
    for step in range(steps):
        games, lanes = np.nonzero(env.to_move)
        env.greedy_weights = usual
        plain = env.greedy_actions(games, lanes, step)
        env.vary_greedy_weights(100, 0.4, seed=5)
        varied = env.greedy_actions(games, lanes, step)
        assert env.mask[games, lanes, varied].all()
        differs += (plain != varied).mean() / steps
        actions = np.zeros(env.to_move.shape, np.int64)
        actions[games, lanes] = varied
        env.step(actions)
    assert env.greedy_weights.shape == (100, usual.shape[1])
    assert 0.05 < differs < 0.6


def test_wrappers_of_gymnasium_count_our_episodes() -> None:
    env: Any = RecordEpisodeStatistics(make("Duel-v0", 4))
    env.reset(seed=1)
    told: dict[str, Any] = {}
    while "episode" not in told:
        _, _, _, _, told = env.step(env.unwrapped.any_actions())
    lengths = told["episode"]["l"][told["_episode"]]
    assert (lengths > 10).all()


def test_illegal_actions_are_named() -> None:
    env = make("Duel-v0", 3)
    seen, _ = env.reset(seed=1)
    actions = env.unwrapped.any_actions()
    actions[1] = np.flatnonzero(seen["action_mask"][1] == 0)[0]
    with pytest.raises(ValueError, match=r"game 1, lane 0: action \d+ .* is not legal now"):
        env.step(actions)
    with pytest.raises(ValueError, match="opponents: one for all or 1, got 2"):
        make("Duel-v0", 3, opponents=["random", "random"])


def test_only_some_games_of_a_vector_move() -> None:
    side = VectorEnv("classic", games=4, seed=1, threads=1)
    before = side.states.copy()
    actions = side.any_actions()
    side.step(actions, only=[True, False, True, False])
    same = [side.states[k].tobytes() == before[k].tobytes() for k in range(4)]
    assert same == [False, True, False, True]
    wrong = np.full_like(actions, -5)
    with pytest.raises(ValueError, match="game 2, lane 0: an action is below"):
        side.step(
            np.where(np.arange(4)[:, None] == 2, wrong, side.any_actions()), only=[0, 0, 1, 1]
        )
    with pytest.raises(ValueError, match="only: 4 times"):
        side.step(actions, only=[True])
