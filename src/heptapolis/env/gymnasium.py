"""One seat of a table as a Gymnasium environment: bots play the others."""

from collections.abc import Sequence
from random import Random
from typing import Any

from heptapolis.extras import require_extra

try:
    import gymnasium
except ImportError:
    require_extra("env", "heptapolis.env")
    raise

from heptapolis.bots import Bot, bot
from heptapolis.env.rendering import MODES, Rendering
from heptapolis.env.spaces import action_space, observation_space
from heptapolis.env.table import EnvTable, RenderMode, Rewards

ILLEGAL_REWARD = -1.0
Opponents = str | Bot | Sequence[str | Bot]


class OneSeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """The agent plays one seat, ``opponents`` the others: a bot or its name for all of them, or one
    for each, starting at the agent's left.

    ``seat`` is the agent's; None draws one for each game. ``rewards`` is "outcome" (1 for a
    victory, −1 for a defeat) or "points" (the lead over the mean of the others). All other
    arguments are options of `heptapolis.new`.
    """

    metadata = {"render_modes": [*MODES], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        rewards: Rewards = "outcome",
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        self.table = EnvTable(game, rewards, options, type(self))
        self.encoding = self.table.encoding
        self.observation_space = observation_space(self.encoding)
        self.action_space = action_space(self.encoding)
        self.render_mode, self._rendering = render_mode, Rendering(render_mode)
        self._wanted_seat = checked_seat(seat, self.table.players)
        self.opponents = bots_by_seat(opponents, self.table.players - 1)
        for player in self.opponents:
            if hasattr(player, "prepare"):
                player.prepare(self.table.game.view(0))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._bots_rng = Random(int(self.np_random.integers(1 << 63)))
        self.table.deal(int(self.np_random.integers(1 << 63)))
        drawn = int(self.np_random.integers(self.table.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        self._let_bots_play()
        return self._answer()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action. An illegal action ends the game as a defeat."""
        if not self.table.is_legal(self.seat, action):
            seen, told = self._answer()
            return seen, ILLEGAL_REWARD, True, False, {**told, "illegal_action": int(action)}
        self.table.submit(self.seat, self.table.move(self.seat, action))
        self._let_bots_play()
        is_over = self.table.game.is_over
        reward = self.table.rewards()[self.seat] if is_over else 0.0
        seen, told = self._answer()
        return seen, reward, is_over, False, told

    def action_masks(self) -> Any:
        """Return which actions are legal now (bool), as sb3-contrib's MaskablePPO expects."""
        return self.table.observe(self.seat)["action_mask"].astype(bool)

    def render(self) -> str | None:
        """Render the table as the agent sees it."""
        return self._rendering.show(self.table.game, [self.seat] if self.table.to_move else [])

    def close(self) -> None:
        for player in self.opponents:
            if hasattr(player, "close"):
                player.close()

    def _let_bots_play(self) -> None:
        """Let bots play until the agent has a decision or the game is over. Views hide pending
        choices."""
        game, n = self.table.game, self.table.players
        while asked := [other for other in game.to_move if other != self.seat]:
            for other in asked:
                player = self.opponents[(other - self.seat) % n - 1]
                self.table.submit(other, player.choose(game.view(other), self._bots_rng))
            if self.seat in game.to_move:
                return

    def _answer(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.table.observe(self.seat)
        told = {"action_mask": seen["action_mask"], "seat": self.seat}
        if self.table.game.is_over:
            told |= self.table.result()
        if self.render_mode == "human":
            self.render()
        return seen, told


def checked_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise ValueError(f"seat: 0 to {players - 1}, or None to draw one, got {seat!r}")
    return seat


def bots_by_seat(opponents: Opponents, n: int) -> list[Bot]:
    """Return a bot for each of ``n`` seats."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * n
    if len(opponents) != n:
        raise ValueError(f"opponents: one for all or {n}, got {len(opponents)}")
    made = {name: bot(name) for name in opponents if isinstance(name, str)}
    return [made[one] if isinstance(one, str) else one for one in opponents]
