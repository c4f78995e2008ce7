"""Proximal policy optimisation: a player learns from the choices of a rollout."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from heptapolis.train.advantage import judge
from heptapolis.train.model import precision
from heptapolis.train.population import Player
from heptapolis.train.replay import Replay
from heptapolis.train.rollout import Trajectory
from heptapolis.train.settings import Learning

FEWEST_STEPS = 16  # of the optimiser in one pass over a small batch
SMALLEST = 64  # rows of a minibatch
SURE = -30.0  # a logarithm below which a chance is nothing


@dataclass
class Lessons:
    """Choices of a rollout whose worth is known, a row each."""

    observations: Tensor
    masks: Tensor
    characters: Tensor
    actions: Tensor
    log_probabilities: Tensor
    advantages: Tensor
    returns: Tensor
    rows: Tensor  # those to learn from

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, rows: Tensor) -> tuple[Tensor, ...]:
        """Some of them, as `_step` reads them."""
        return (
            self.observations[rows], self.characters[rows], self.masks[rows], self.actions[rows],
            self.log_probabilities[rows], self.advantages[rows], self.returns[rows],
        )  # fmt: skip


def lessons(trajectories: Sequence[Trajectory], smoothing: float) -> Lessons | None:
    """All choices of a learner, judged; nothing if it played less than two of them: one alone is
    as good as the mean."""
    steps, judgements = [], []
    for one in trajectories:
        assert one.last
        steps += [choices for choices in one.steps if choices]
        judgements += judge(one.steps, one.endings, one.last, smoothing)
    if not steps:
        return None
    known = torch.cat([one.known for one in judgements])
    advantages = torch.cat([one.advantages for one in judgements])
    rows = known.nonzero()[:, 0]
    if len(rows) < 2:
        return None
    spread, mean = torch.std_mean(advantages[rows])
    return Lessons(
        observations=torch.cat([one.observations for one in steps]),
        masks=torch.cat([one.masks for one in steps]),
        characters=torch.cat([one.characters for one in steps]),
        actions=torch.cat([one.actions for one in steps]),
        log_probabilities=torch.cat([one.log_probabilities for one in steps]),
        advantages=(advantages - mean) / (spread + 1e-6),
        returns=torch.cat([one.returns for one in judgements]).clamp(-1, 1),
        rows=rows,
    )


def improve(
    player: Player,
    lessons: Lessons,
    learning: Learning,
    learning_rate: float,
    entropy: float,
    chance: torch.Generator,
) -> dict[str, float]:
    """Some passes over the lessons in random order; returns the mean losses of the last one."""
    size, device = _minibatch(len(lessons), learning.minibatch), lessons.rows.device
    steps = len(lessons) // size
    weight = torch.tensor([entropy], device=device)
    losses: list[Tensor] = []
    step = player.step = player.step or Replay(partial(_step, player, learning))
    for _ in range(learning.epochs):
        order = torch.randperm(len(lessons), generator=chance, device=device)
        losses = []
        for some in order[: steps * size].split(size):  # the rest is too small to learn from
            _set_rate(player, learning_rate, learning.warm_up)
            losses += step(*lessons.take(lessons.rows[some]), weight)
    means = torch.stack(losses).mean(0).tolist()
    return dict(zip(("policy", "value", "entropy", "divergence", "clipped"), means, strict=True))


def _minibatch(n: int, most: int) -> int:
    """So large that there are some steps in a pass; a power of two, so that few are recorded."""
    wanted = min(n, most, max(SMALLEST, n // FEWEST_STEPS))
    return 1 << (wanted.bit_length() - 1)


def _set_rate(player: Player, learning_rate: float, warm_up: int) -> None:
    """Small at first: an optimiser that knows nothing yet would spoil what a network has learnt."""
    assert player.optimiser
    player.steps += 1
    rate = learning_rate * min(1.0, player.steps / warm_up)
    for group in player.optimiser.param_groups:
        if isinstance(group["lr"], Tensor):  # where a recording reads it
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


def _step(player: Player, learning: Learning, *batch: Tensor) -> tuple[Tensor]:
    """One step of the optimiser, and what it went by."""
    network, optimiser = player.network, player.optimiser
    assert optimiser
    observations, characters, masks, actions, before, advantages, returns, entropy_weight = batch
    with precision(observations.device):
        chances, values = network.log_probabilities(observations, characters, masks)
    chosen = chances.gather(1, actions[:, None])[:, 0]
    change = chosen - before
    ratio = change.exp()
    bounded = ratio.clamp(1 - learning.clip, 1 + learning.clip)
    policy_loss = -torch.min(ratio * advantages, bounded * advantages).mean()
    value_loss = F.mse_loss(values, returns)
    entropy = -(chances.exp() * chances.clamp(min=SURE)).sum(1).mean()
    loss = policy_loss + value_loss - entropy_weight[0] * entropy
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), learning.most_gradient)
    optimiser.step()
    with torch.no_grad():
        divergence = (ratio - 1 - change).mean()
        clipped = (ratio != bounded).float().mean()
        return (torch.stack([policy_loss, value_loss, entropy, divergence, clipped]).detach(),)
