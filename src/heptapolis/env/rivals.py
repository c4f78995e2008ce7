"""The players of the other seats in many games at once."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import numpy as np

from heptapolis import networks
from heptapolis.bots import Bot, bot
from heptapolis.vector import VectorEnv

Policy = Callable[[Any, Any], Any]  # observations, masks: an action for each row
Rival = str | Bot | Policy


class Rivals(Protocol):
    """Chooses for some seats with a decision, each a row of the environment's games and lanes."""

    def choose(self, games: Any, lanes: Any, rng: np.random.Generator) -> Any: ...


class RandomRival:
    """Chooses uniformly among legal actions, in the kernel."""

    def __init__(self, side: VectorEnv) -> None:
        self._side = side

    def choose(self, games: Any, lanes: Any, rng: np.random.Generator) -> Any:
        return self._side.any_actions()[games, lanes]


class GreedyRival:
    """The bot "greedy", for all rows in one call of the kernel."""

    def __init__(self, side: VectorEnv) -> None:
        self._side = side

    def choose(self, games: Any, lanes: Any, rng: np.random.Generator) -> Any:
        return self._side.greedy_actions(games, lanes, int(rng.integers(1 << 63)))


class PolicyRival:
    """A function of arrays: one call for all rows."""

    def __init__(self, side: VectorEnv, policy: Policy) -> None:
        self._side, self._policy = side, policy

    def choose(self, games: Any, lanes: Any, rng: np.random.Generator) -> Any:
        side = self._side
        return np.asarray(self._policy(side.observations[games, lanes], side.mask[games, lanes]))


class BotRival:
    """Any bot, called view by view; slow."""

    def __init__(self, side: VectorEnv, player: Bot) -> None:
        self._side, self._player = side, player
        if hasattr(player, "prepare"):
            player.prepare(side.view(0, 0))

    def choose(self, games: Any, lanes: Any, rng: np.random.Generator) -> Any:
        chance, code = Random(int(rng.integers(1 << 63))), self._side.encoding
        actions = []
        for game, lane in zip(games.tolist(), lanes.tolist(), strict=True):
            view = self._side.view(game, int(self._side.seat[game, lane]))
            actions.append(code.action(view, self._player.choose(view, chance)))
        return np.array(actions, np.int64)


def rivals(side: VectorEnv, wanted: Rival | Sequence[Rival], n: int) -> list[Rivals]:
    """Return the rivals for ``n`` other seats, starting at the agent's left; equal ones share an
    object."""
    listed = list(wanted) if isinstance(wanted, list | tuple) else [wanted] * n
    if len(listed) != n:
        raise ValueError(f"opponents: one for all or {n}, got {len(listed)}")
    made: dict[Any, Rivals] = {}
    return [
        made.setdefault(one, _rival(side, one)) if one not in made else made[one] for one in listed
    ]


def _rival(side: VectorEnv, wanted: Any) -> Rivals:
    if wanted == "random":
        return RandomRival(side)
    if wanted == "greedy":
        return GreedyRival(side)
    if isinstance(wanted, str) and wanted.partition(":")[0] == "neural":
        return PolicyRival(side, _network(side, wanted.partition(":")[2]))
    if isinstance(wanted, str):
        return BotRival(side, bot(wanted))
    return BotRival(side, wanted) if hasattr(wanted, "choose") else PolicyRival(side, wanted)


def _network(side: VectorEnv, file: str) -> Policy:
    """Return the move with the highest logit of a network, as the bot "neural" plays."""
    code = side.encoding
    network = networks.load(Path(file), code) if file else networks.shipped_network(code)

    def choose(observations: Any, masks: Any) -> Any:
        logits, _ = network.evaluate(observations)
        return np.where(masks, logits, -np.inf).argmax(1)

    return choose
