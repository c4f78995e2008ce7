"""Simulations of a variant that implements only the common interface: bots play its games one by
one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.padding import Padding

from heptapolis.balance.estimate import Performance
from heptapolis.bots import bot
from heptapolis.contract import Game, engine_of
from heptapolis.i18n import Translator
from heptapolis.options import changes
from heptapolis.terminal.simulate import SimulationPlan
from heptapolis.terminal.simulation_tables import (
    means_table,
    performance_facts,
    performance_table,
)


class PlainSimulation:
    """Counts what any game has: points by column, and the winner."""

    threads = 1

    def __init__(self, plan: SimulationPlan) -> None:
        self._plan, self._bot = plan, bot(plan.players)

    def load(self) -> None:
        self._finished_game(0)

    def play(self) -> Iterator[int]:
        games, seats = self._plan.games, self._plan.rules.variant.seats_of(self._plan.options)
        wins, points = np.zeros((games, seats)), np.zeros((games, seats))
        totals: dict[str, int] = {}
        for number in range(games):
            game = self._finished_game((self._plan.seed << 32) + number)
            first, scores = game.ranking()[0], game.scores()
            wins[number, first] = 1 / len(first)
            points[number] = [score["total"] for score in scores]
            for column in game.live_columns:
                totals[column] = totals.get(column, 0) + sum(score[column] for score in scores)
            yield 1
        self._means = {column: total / games / seats for column, total in totals.items()}
        self._by_seat = [Performance.of(wins[:, k], points[:, k]) for k in range(seats)]

    def _finished_game(self, seed: int) -> Game:
        plan, rng = self._plan, Random(seed)
        game = engine_of(plan.rules.variant).new(
            plan.options, seed=seed, names=None, catalog=plan.catalog
        )
        while not game.is_over:
            for seat in game.to_move:
                game.submit(seat, self._bot.choose(game.view(seat), rng))
        return game

    def setting(self) -> dict[str, Any]:
        plan = self._plan
        facts = {"games": plan.games, **changes(plan.options)}
        return facts | {"players": plan.players, "seed": plan.seed}

    def facts(self) -> dict[str, Any]:
        return {
            "columns": self._means,
            "by_seat": [performance_facts(row) for row in self._by_seat],
        }

    def tables(self, t: Translator) -> Iterator[RenderableType]:
        yield means_table(self._means, t)
        seats = {str(seat + 1): row for seat, row in enumerate(self._by_seat)}
        by_seat = performance_table(t.gettext("By seat"), t.gettext("Seat"), seats, t)
        yield Padding(by_seat, (1, 0))
