"""Judge bots with the shipped network: ``python -m lab.judge duel|classic|leaders POSITIONS BOT…``.

Complete games give little information per minute. Here bots choose in positions of games between `mcts:200`
and the network (three seats in classic). The script prints how often each bot agrees with the network, and
its loss by the network's value, in hundredths where a win is 1 and a loss −1. The value of a move is the
network's value when the seat decides again, with the network at all other seats, over eight deals that
agree with the view. Bots are named as in the arena, also by file: ``lab/rivals/earlier.py:mcts_at_9032da4:1000``.
"""

import sys
import time
from dataclasses import dataclass
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis import networks
from heptapolis.arena.play import seat_bots
from heptapolis.bots.strategy import strategy_for
from heptapolis.encodings import encoding_of

DEALS = 8
DECIDED_VALUE = 0.95  # a smaller range of the network's values does not distinguish bots
EQUAL_VALUE_MARGIN = 0.02  # between moves that are equal to the network


@dataclass(frozen=True)
class Judgement:
    """A position, and the network's values of its moves, by key."""

    view: Any
    liked: int
    values: dict[int, float]


def key(view: Any, move: hp.Move) -> int:
    return strategy_for(view).key(view, move)


def think(view: Any) -> tuple[hp.Move, float]:
    """Return the network's move and its value of the position."""
    code = encoding_of(view)
    seen, mask = code.observe(view)
    logits, value = networks.shipped_network(code).evaluate(seen.flat[None])
    return code.move(view, int(np.where(mask, logits[0], -np.inf).argmax())), float(value[0])


def value_after(deal: Any, seat: int, move: hp.Move) -> float:
    """Return the network's value when the seat decides again."""
    game = deal.copy()
    answers = {other: think(game.view(other))[0] for other in game.to_move if other != seat}
    game.submit(seat, move)
    for other, answer in answers.items():
        game.submit(other, answer)
    while not game.is_over and seat not in game.to_move:
        other = game.to_move[0]
        game.submit(other, think(game.view(other))[0])
    if not game.is_over:
        return think(game.view(seat))[1]
    first = game.ranking()[0]
    return 2 / len(first) - 1 if seat in first else -1.0


def judge_position(view: Any) -> Judgement | None:
    """Judge a position; return None if it does not distinguish bots."""
    liked, expected = think(view)
    moves: dict[int, hp.Move] = {}
    for move in view.legal_moves():
        moves.setdefault(key(view, move), move)
    if abs(expected) > DECIDED_VALUE or len(moves) < 2:
        return None
    deals = [view.sample(Random(k)) for k in range(DEALS)]
    values = {k: mean(value_after(d, view.seat, m) for d in deals) for k, m in moves.items()}
    if max(values.values()) - min(values.values()) < EQUAL_VALUE_MARGIN:
        return None
    return Judgement(view, key(view, liked), values)


def positions(rules: str, n: int) -> list[Judgement]:
    """Yield some positions of several games."""
    found: list[Judgement] = []
    rng, search, seed = Random(0), hp.bot("mcts:200"), 90_000
    while len(found) < n:
        game = hp.new(rules, seed=seed)
        seats = game.view(0).players
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            if rng.random() < 0.2 and (judgement := judge_position(view)):
                found.append(judgement)
            is_search = seat == seed % seats
            game.submit(seat, search.choose(view, rng) if is_search else think(view)[0])
        seed += 1
    return found[:n]


def main(rules: str, n: int, names: list[str]) -> None:
    found = positions(rules, n)
    for name in names:
        (bot,) = seat_bots((name,), found[0].view)
        began, agreed, lost = time.process_time(), [], []
        for number, one in enumerate(found):
            chosen = key(one.view, bot.choose(one.view, Random(number)))
            agreed.append(chosen == one.liked)
            lost.append(100 * (max(one.values.values()) - one.values[chosen]))
        error = 1.96 * stdev(lost) / len(lost) ** 0.5
        ms = 1000 * (time.process_time() - began) / len(found)
        print(
            f"{name:40} agrees {100 * mean(agreed):.1f} %, loses {mean(lost):.2f} ± {error:.2f}, {ms:.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
