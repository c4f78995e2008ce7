"""All seats of a table as PettingZoo agents: in turn (AEC) or at once (parallel)."""

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec

import numpy as np

from heptapolis.extras import require_extra

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    require_extra("env", "heptapolis.env")
    raise

from heptapolis.env.ids import families
from heptapolis.env.rendering import MODES, Rendering
from heptapolis.env.spaces import action_space, observation_space
from heptapolis.env.table import EnvTable, RenderMode, Rewards

ILLEGAL_REWARD = -1.0
OUT_OF_BOUNDS = "action is not in action space"
P = ParamSpec("P")


class _Seats:
    """Common parts of both kinds of environment: agents, spaces, deals, text."""

    agents: list[str]
    possible_agents: list[str]

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        rewards: Rewards = "outcome",
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.table = EnvTable(game, rewards, options, type(self))
        self.encoding = self.table.encoding
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents = []
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.render_mode, self._rendering = render_mode, Rendering(render_mode)
        self._rng = np.random.default_rng()
        self._observation_space = observation_space(self.encoding)
        self._action_spaces = {agent: action_space(self.encoding) for agent in self.possible_agents}
        self.metadata = {**self.metadata, "name": str(self.table.game.game)}

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """Deal a new game by the next seed."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.table.deal(int(self._rng.integers(1 << 63)))
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        """Render the table as the seats with a decision see it."""
        return self._rendering.show(self.table.game, self.table.to_move)

    def close(self) -> None:
        """Do nothing: no resources are open."""


class TurnEnv(_Seats, AECEnv):
    """Seats with a decision, one after another. In a simultaneous decision no seat sees the choices
    of the others; they are carried out after the last one."""

    metadata = {"render_modes": [*MODES], "render_fps": 1, "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_move[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(self.seat[agent])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seat[agent]
        self.table.submit(seat, self.table.move(seat, action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.game.is_over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.table.to_move[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def end_by_illegal_action(self) -> None:
        """End the game as a defeat of the agent that decides; all agents step once more."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self._deads_step_first()

    def _finish(self) -> None:
        result = self.table.result()
        for agent, reward in zip(self.possible_agents, self.table.rewards(), strict=True):
            self.rewards[agent], self.terminations[agent] = reward, True
            self.infos[agent] = result
        self.agent_selection = self.agents[0]


class SimultaneousEnv(_Seats, ParallelEnv):
    """Simultaneous decisions in one step. A seat without a decision has a mask of zeros, and its
    action is ignored."""

    metadata = {"render_modes": [*MODES], "render_fps": 1}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Take actions. An illegal action ends the game, and its agent gets a reward of −1."""
        asked = {agent: self.seat[agent] for agent in self._asked()}
        if missing := [agent for agent in asked if agent not in actions]:
            raise ValueError(f"actions: {', '.join(missing)} must decide, and none is given")
        wrong = [a for a, seat in asked.items() if not self.table.is_legal(seat, actions[a])]
        if not wrong:
            moves = {seat: self.table.move(seat, actions[agent]) for agent, seat in asked.items()}
            for seat, move in moves.items():
                self.table.submit(seat, move)
        if self.render_mode == "human":
            self.render()
        return self._answer(wrong)

    def _asked(self) -> list[str]:
        return [self.possible_agents[seat] for seat in self.table.to_move]

    def _answer(self, wrong: list[str]) -> tuple[dict[str, Any], ...]:
        """Return the result of a step; ``wrong`` are the seats with an illegal action."""
        is_over = self.table.game.is_over
        paid = self.table.rewards() if is_over else [0.0] * self.table.players
        told = self.table.result() if is_over else {}
        rewards = dict(zip(self.agents, paid, strict=True)) | dict.fromkeys(wrong, ILLEGAL_REWARD)
        infos = {
            agent: {**told, "illegal_action": True} if agent in wrong else told
            for agent in self.agents
        }
        ended = dict.fromkeys(self.agents, is_over or bool(wrong))
        answer = self._observations(), rewards, ended, dict.fromkeys(self.agents, False), infos
        if is_over or wrong:
            self.agents = []
        return answer

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(self.seat[agent]) for agent in self.agents}


def _of_env(name: str) -> Any:
    """Return a property with an attribute of the wrapped environment, once it is reset."""

    def value(self: "CheckedEnv") -> Any:
        if self._has_reset:
            return getattr(self.env, name)
        raise AttributeError(f"{name} cannot be accessed before reset")

    return property(value)


class CheckedEnv(wrappers.OrderEnforcingWrapper):
    """All that PettingZoo's usual wrappers check, in one: the order of calls, the bounds of
    actions, and that an illegal action ends the game. A chain of them looks up every attribute
    several times, which takes as long as the game itself."""

    agents = _of_env("agents")
    agent_selection = _of_env("agent_selection")
    rewards = _of_env("rewards")
    _cumulative_rewards = _of_env("_cumulative_rewards")
    terminations = _of_env("terminations")
    truncations = _of_env("truncations")
    infos = _of_env("infos")

    env: TurnEnv

    def step(self, action: Any) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        env, agent = self.env, self.env.agent_selection
        self._has_updated = True
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif env.terminations[agent] or env.truncations[agent]:
            assert action is None or self._is_within_bounds(action), OUT_OF_BOUNDS
            env.step(action)
        else:
            assert self._is_within_bounds(action), OUT_OF_BOUNDS
            if env.table.is_legal(env.seat[agent], action):
                env.step(action)
            else:
                EnvLogger.warn_on_illegal_move()
                env.end_by_illegal_action()

    def _is_within_bounds(self, action: Any) -> bool:
        return bool(self.env.action_space(self.env.agent_selection).contains(action))

    def __str__(self) -> str:
        return str(self.env)


def makers(
    name: str, options: Callable[P, object]
) -> tuple[Callable[P, AECEnv], Callable[P, TurnEnv], Callable[P, SimultaneousEnv]]:
    """Return the functions of a PettingZoo module: `env`, `raw_env`, `parallel_env`; they take what
    ``options`` takes."""
    return _makers(name)


@cache
def _makers(name: str) -> Any:
    family = next(one for one in families() if one.name == name)

    def raw_env(**options: Any) -> TurnEnv:
        """Return the AEC environment; an illegal action raises an error."""
        return TurnEnv(**{"game": family.game, **family.options, **options})

    def env(**options: Any) -> AECEnv:
        """Return the AEC environment; an illegal action ends the game, and its agent gets a reward
        of −1."""
        return CheckedEnv(raw_env(**options))

    def parallel_env(**options: Any) -> SimultaneousEnv:
        """Return the parallel environment; an illegal action ends the game, and its agent gets a
        reward of −1."""
        return SimultaneousEnv(**{"game": family.game, **family.options, **options})

    return env, raw_env, parallel_env
