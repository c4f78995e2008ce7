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

MIN_STEPS = 16  # minimum of optimiser steps in one pass over a small batch
MIN_BATCH_ROWS = 64  # rows of a minibatch
MIN_LOG_PROBABILITY = -30.0  # log probability below which a probability counts as 0


@dataclass
class Lessons:
    """Choices of a rollout with a known advantage, one row each."""

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
        """Return some rows, as `_step` reads them."""
        return (
            self.observations[rows],
            self.characters[rows],
            self.masks[rows],
            self.actions[rows],
            self.log_probabilities[rows],
            self.advantages[rows],
            self.returns[rows],
        )


def lessons(trajectories: Sequence[Trajectory], smoothing: float) -> Lessons | None:
    """Return all choices of a learner with advantages; None for fewer than two: a single one cannot
    be normalised."""
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
    """Run some passes over the lessons in random order; return the mean losses of the last one."""
    size, device = _minibatch(len(lessons), learning.minibatch), lessons.rows.device
    steps = len(lessons) // size
    weight = torch.tensor([entropy], device=device)
    losses: list[Tensor] = []
    step = player.step = player.step or Replay(partial(_step, player, learning))
    for _ in range(learning.epochs):
        order = torch.randperm(len(lessons), generator=chance, device=device)
        losses = []
        for some in order[: steps * size].split(size):  # skip the rest: too small to learn from
            _set_rate(player, learning_rate, learning.warm_up)
            losses += step(*lessons.take(lessons.rows[some]), weight)
    means = torch.stack(losses).mean(0).tolist()
    return dict(zip(("policy", "value", "entropy", "divergence", "clipped"), means, strict=True))


def _minibatch(n: int, most: int) -> int:
    """Return the rows of a minibatch: enough steps in a pass; a power of two, to limit the number
    of recordings."""
    wanted = min(n, most, max(MIN_BATCH_ROWS, n // MIN_STEPS))
    return 1 << (wanted.bit_length() - 1)


def _set_rate(player: Player, learning_rate: float, warm_up: int) -> None:
    """Set the learning rate, with a warm-up: early steps of a new optimiser would damage a trained
    network."""
    assert player.optimiser
    player.steps += 1
    rate = learning_rate * min(1.0, player.steps / warm_up)
    for group in player.optimiser.param_groups:
        if isinstance(group["lr"], Tensor):  # a recording reads it
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate


def _step(player: Player, learning: Learning, *batch: Tensor) -> tuple[Tensor]:
    """Run one optimiser step; return its losses."""
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
    entropy = -(chances.exp() * chances.clamp(min=MIN_LOG_PROBABILITY)).sum(1).mean()
    loss = policy_loss + value_loss - entropy_weight[0] * entropy
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), learning.most_gradient)
    optimiser.step()
    with torch.no_grad():
        divergence = (ratio - 1 - change).mean()
        clipped = (ratio != bounded).float().mean()
        return (torch.stack([policy_loss, value_loss, entropy, divergence, clipped]).detach(),)
