"""Generalised advantage estimation, for each seat over its own decisions."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class Choices:
    """The decisions of one player in one step, one row each."""

    games: Tensor
    seats: Tensor
    observations: Tensor
    masks: Tensor
    characters: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor


@dataclass
class Ending:
    """The games that ended in a step, with the reward of every seat."""

    over: Tensor  # by game
    pay: Tensor  # by game and seat


@dataclass
class Expectation:
    """The expected result of the seats with a decision when a rollout is cut off."""

    games: Tensor
    seats: Tensor
    values: Tensor


@dataclass
class Judgement:
    """The advantages of the choices of a step, and which of them are known."""

    advantages: Tensor
    returns: Tensor
    known: Tensor


def judge(
    steps: Sequence[Choices | None],
    endings: Sequence[Ending],
    last: Expectation,
    smoothing: float,
) -> list[Judgement]:
    """Compute advantages backwards from the end; steps without a choice have no entry. If a seat's
    next decision lies beyond the rollout, and is not the very next one, its last choice has no
    estimate and is left out."""
    pay = endings[0].pay
    next_values, next_advantages = torch.zeros_like(pay), torch.zeros_like(pay)
    known = torch.zeros_like(pay, dtype=torch.bool)
    next_values[last.games, last.seats] = last.values
    known[last.games, last.seats] = True
    judgements: list[Judgement] = []
    for choices, ending in zip(reversed(steps), reversed(endings), strict=True):
        over = ending.over[:, None]
        next_values = torch.where(over, ending.pay, next_values)
        next_advantages = torch.where(over, 0.0, next_advantages)
        known = known | over
        if choices is None:
            continue
        at = (choices.games, choices.seats)
        is_known = known[at]
        surprise = next_values[at] - choices.values + smoothing * next_advantages[at]
        advantages = torch.where(is_known, surprise, 0.0)
        judgements.append(Judgement(advantages, advantages + choices.values, is_known))
        next_values[at] = choices.values
        next_advantages[at] = advantages
        known[at] = True
    return judgements[::-1]
