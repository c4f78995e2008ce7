"""Moments of games of every variant and size, and of every phase, for tests of learning."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import heptapolis as hp
from tests.duel.games import ASKED, choose, new

# (ruleset, options) of games to try.
TABLES: list[tuple[str, dict[str, Any]]] = [("duel", {"neutral_start": "choose"})]
RULESETS = sorted({name for name, _ in TABLES})


@cache
def duel_moments() -> list[Any]:
    """Every phase: from play, and written by hand."""
    found = [hp.from_position(written) for written in ASKED.values()]
    for seed in range(4):
        game, rng = new(seed), Random(seed)
        while not game.is_over:
            if rng.random() < 0.1 or game.phase not in ("turn", "draft"):
                found.append(hp.replay(str(game.record())))
            game.submit(game.to_move[0], choose(game, rng))
        found.append(game)
    return found


def moments(ruleset: str) -> list[Any]:
    """Games of a ruleset that wait for somebody, or are over."""
    return {"duel": duel_moments}[ruleset]()


def views(ruleset: str) -> Iterator[Any]:
    """What every seat sees in them."""
    for game in moments(ruleset):
        for seat in range(game.players):
            yield game.view(seat)
