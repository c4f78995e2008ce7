"""One seat against rivals in many games side by side: a Gymnasium vector environment on ours."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from heptapolis.extras import require_extra

try:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    require_extra("env", "heptapolis.env")
    raise

from heptapolis.env.gymnasium import checked_seat
from heptapolis.env.rivals import Rival, rivals
from heptapolis.env.spaces import action_space, observation_space
from heptapolis.env.table import Rewards, check_options, checked_rewards
from heptapolis.variants import ruleset
from heptapolis.vector import VectorEnv


class OneSeatVectorEnv(GymnasiumVectorEnv[dict[str, Any], Any, Any]):
    """``num_envs`` games; the agent plays one seat of each, ``opponents`` the others.

    A step takes the agent's action in every game, then rivals play until the agent has a decision
    in all of them. A finished game is dealt again in the same step. ``opponents`` are bots or names
    of bots; "random", "greedy", "neural" and functions of arrays, ``(observations, masks) ->
    actions``, decide for all games in one call. ``seats`` may be several numbers: each deal draws
    one.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        opponents: Rival | Sequence[Rival] = "greedy",
        seat: int | None = None,
        rewards: Rewards = "outcome",
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode: many games at once are not shown; make one instead")
        check_options(ruleset(game), options, type(self))
        self.num_envs, self._pay = num_envs, checked_rewards(rewards)
        self.side = side = VectorEnv(game, num_envs, seed=0, threads=threads, **options)
        self.encoding = side.encoding
        self.single_observation_space = observation_space(self.encoding)
        self.single_action_space = action_space(self.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._wanted_seat = checked_seat(seat, side.seats)
        self._rivals = rivals(side, opponents, side.seats - 1)
        self._outcomes = np.array([one or None for one in side.outcomes], object)
        self._total = side.columns.index("total")
        self._places = np.arange(num_envs)
        self.seat = np.zeros(num_envs, np.int64)  # the agent's, in each game

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.side.reset(int(self.np_random.integers(1 << 63)))
        self._draw_seats(self._places)
        self._clear()
        self._let_rivals_play()
        return self._answer()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        self._clear()
        chosen = self._choices_of_rivals()
        chosen[self._places, self._lane] = actions
        self._take(chosen)
        self._let_rivals_play()
        seen, told = self._answer()
        return seen, self._reward, self._ended, np.zeros(self.num_envs, np.bool_), told

    def any_actions(self) -> Any:
        """Return a legal action for every game, uniformly drawn."""
        return self.side.any_actions()[self._places, self._lane]

    def close_extras(self, **kwargs: Any) -> None:
        self.side.close()

    def _clear(self) -> None:
        self._reward = np.zeros(self.num_envs, np.float64)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._final: dict[str, Any] = {}

    def _let_rivals_play(self) -> None:
        """Step until the agent has a decision in every game."""
        while True:
            mine = self.side.to_move & (self.side.seat == self.seat[:, None])
            is_asked = mine.any(1)
            if is_asked.all():
                break
            self._take(self._choices_of_rivals(~is_asked), ~is_asked)
        self._lane = mine.argmax(1)

    def _choices_of_rivals(self, only: Any = None) -> Any:
        """Return actions for all seats with a decision except the agent's, in all games or only in
        some."""
        side = self.side
        chosen = np.zeros_like(side.actions)
        asked = side.to_move & (side.seat != self.seat[:, None])
        games, lanes = np.nonzero(asked if only is None else asked & only[:, None])
        places = (side.seat[games, lanes] - self.seat[games]) % side.n_seats[games] - 1
        for rival in dict.fromkeys(self._rivals):
            numbers = [number for number, one in enumerate(self._rivals) if one is rival]
            own = np.isin(places, numbers)
            if own.any():
                rows = games[own], lanes[own]
                chosen[rows] = rival.choose(*rows, self.np_random)
        return chosen

    def _take(self, actions: Any, only: Any = None) -> None:
        n_seats = self.side.n_seats.copy()  # finished games are dealt again
        self.side.step(actions, only)
        if self.side.done.any():
            self._finish(np.flatnonzero(self.side.done), n_seats)

    def _finish(self, ended: Any, n_seats: Any) -> None:
        """Return the rewards of ended games, and draw new seats for the agent."""
        side, mine = self.side, self.seat[ended]
        totals = side.sheets[ended, :, self._total].astype(np.float64)
        totals[np.arange(side.seats) >= n_seats[ended, None]] = 0
        if self._pay == "points":
            own = totals[np.arange(len(ended)), mine]
            paid = own - (totals.sum(1) - own) / (n_seats[ended] - 1)
        else:
            paid = side.rewards[ended, mine]
        self._reward[ended], self._ended[ended] = paid, True
        told = {
            "outcome": self._outcomes[side.outcome[ended]],
            "scores": totals.astype(np.int16),
            "seat": mine,
        }
        for name, values in told.items():
            array = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            array = self._final.setdefault(name, array)
            array[ended] = values
        self._draw_seats(ended)

    def _draw_seats(self, places: Any) -> None:
        drawn = self.np_random.integers(0, self.side.n_seats[places])
        self.seat[places] = drawn if self._wanted_seat is None else self._wanted_seat

    def _answer(self) -> tuple[dict[str, Any], dict[str, Any]]:
        rows = self._places, self._lane
        mask = self.side.mask[rows].view(np.int8)
        seen = {"observation": self.side.observations[rows], "action_mask": mask}
        told: dict[str, Any] = {"action_mask": mask, "seat": self.seat.copy()}
        if self._ended.any():
            told |= self._final_infos()
        return seen, told

    def _final_infos(self) -> dict[str, Any]:
        """Return the final infos of ended games in Gymnasium's form. Observations are zeros, since
        no seat has a decision after the end."""
        nothing = {
            "observation": np.zeros(self.encoding.size, np.int8),
            "action_mask": np.zeros(self.encoding.n_actions, np.int8),
        }
        final_obs = np.full(self.num_envs, None, object)
        final_obs[self._ended] = nothing
        masks = {f"_{name}": self._ended for name in self._final}
        return {
            "final_obs": final_obs,
            "_final_obs": self._ended,
            "final_info": {**self._final, **masks},
            "_final_info": self._ended,
        }
