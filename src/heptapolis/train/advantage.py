"""How much better a decision was than expected: generalised advantages, for each seat over its own
decisions."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class Choices:
    """Decisions of one player in one step, a row each."""

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
    """What a step ended: pay of every seat in the games that are over."""

    over: Tensor  # by game
    pay: Tensor  # by game and seat


@dataclass
class Expectation:
    """What seats that are to decide when a rollout is cut off expect."""

    games: Tensor
    seats: Tensor
    values: Tensor


@dataclass
class Judgement:
    """Of the choices of a step: how good they were, and where that is known at all."""

    advantages: Tensor
    returns: Tensor
    known: Tensor


def judge(
    steps: Sequence[Choices | None],
    endings: Sequence[Ending],
    last: Expectation,
    smoothing: float,
) -> list[Judgement]:
    """Backwards from the end; steps without a choice have no judgement. A seat whose next decision
    lies beyond the rollout, and is not the very next one, has no estimate: its last choice is
    left out."""
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
