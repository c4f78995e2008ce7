"""Statistics of many games of classic: columns, seats and boards."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding

from heptapolis.games.classic.balance import numbers
from heptapolis.games.classic.balance.numbers import ClassicSetting
from heptapolis.games.classic.balance.wording import board_name
from heptapolis.games.classic.edition import edition_of
from heptapolis.games.classic.simulation import run_batch, simulate
from heptapolis.i18n import Translator
from heptapolis.terminal.simulate import SimulationPlan
from heptapolis.terminal.simulation_tables import (
    means_table,
    performance_facts,
    performance_table,
)


class ClassicSimulation:
    """Games with drawn boards."""

    def __init__(self, plan: SimulationPlan) -> None:
        options = plan.options
        if options.wonders is not None:
            raise ValueError("wonders: boards are drawn for every simulated game")
        self.threads, self._is_kept = plan.threads, plan.is_kept
        self._edition = edition_of(plan.catalog, options.expansions)
        self._setting = ClassicSetting(
            plan.games, options.seats, options.expansions, options.sides, plan.players, plan.seed
        )

    def load(self) -> None:
        setting = self._setting
        run_batch(
            self._edition,
            1,
            setting.seats,
            0,
            expansions=setting.expansions,
            players=setting.players,
        )

    def play(self) -> Iterator[int]:
        setting, parts = self._setting, []
        for batch in simulate(
            setting.games,
            setting.seats,
            expansions=setting.expansions,
            seed=setting.seed,
            sides=setting.sides,
            catalog=self._edition,
            threads=self.threads,
            players=setting.players,
            keep=self._is_kept,
        ):
            parts.append(numbers.pick(batch, setting.seats))
            yield len(batch.sheets)
        self._games = numbers.join(parts)
        self._by_seat = numbers.by_seat(self._games)
        self._by_board = numbers.by_board(self._games, self._edition)
        self._means = numbers.means(self._games, setting.expansions)

    def setting(self) -> dict[str, Any]:
        return self._setting.facts()

    def facts(self) -> dict[str, Any]:
        return {
            "columns": self._means,
            "by_seat": [performance_facts(row) for row in self._by_seat],
            "by_wonder": {board: performance_facts(row) for board, row in self._by_board.items()},
        }

    def tables(self, t: Translator) -> Iterator[RenderableType]:
        yield means_table(self._means, t)
        seats = {str(seat + 1): row for seat, row in enumerate(self._by_seat)}
        by_seat = performance_table(t.gettext("By seat"), t.gettext("Seat"), seats, t)
        yield Padding(by_seat, (1, 0, 0, 0))
        rows = sorted(self._by_board.items(), key=lambda item: -item[1].wins.value)
        boards = {board_name(board, self._edition, t): row for board, row in rows}
        by_board = performance_table(t.gettext("By board"), t.gettext("Board"), boards, t)
        yield Padding(by_board, (1, 0))

    def balance(self) -> tuple[Any, Any]:
        return numbers.count(self._games, self._setting, self._edition), self._edition
