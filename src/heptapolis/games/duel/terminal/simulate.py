"""Statistics of many Duels: how they end, points by column, the advantage of going first."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding

from heptapolis.balance.wording import percents
from heptapolis.games.duel.balance import numbers
from heptapolis.games.duel.balance.numbers import DuelSetting
from heptapolis.games.duel.balance.wording import end_name
from heptapolis.games.duel.edition import duel_edition_of
from heptapolis.games.duel.simulation import run_duel_batch, simulate_duel
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.terminal.fitting import FittedTable
from heptapolis.terminal.panels import plain_table
from heptapolis.terminal.simulate import SimulationPlan
from heptapolis.terminal.simulation_tables import means_table


class DuelSimulation:
    """Duels with drafted wonders, or with those of a first game."""

    def __init__(self, plan: SimulationPlan) -> None:
        options = plan.options
        wonders = options.wonders or "draft"
        if not isinstance(wonders, str):
            raise ValueError("wonders: of simulated games they are draft or first_game")
        self.threads, self._is_kept = plan.threads, plan.is_kept
        self._edition = duel_edition_of(plan.catalog)
        self._setting = DuelSetting(
            plan.games, wonders, options.neutral_start, plan.players, plan.seed
        )

    def load(self) -> None:
        run_duel_batch(self._edition, 1, 0, players=self._setting.players)

    def play(self) -> Iterator[int]:
        setting, parts = self._setting, []
        for batch in simulate_duel(
            setting.games,
            seed=setting.seed,
            wonders=setting.wonders,
            neutral_start=setting.neutral_start,
            catalog=self._edition,
            threads=self.threads,
            players=setting.players,
            keep=self._is_kept,
        ):
            parts.append(numbers.pick(batch))
            yield len(batch.ends)
        self._games = numbers.join(parts)
        self._ends = numbers.by_end(self._games)
        self._by_seat = numbers.by_seat(self._games)
        self._means = numbers.means(self._games)

    def setting(self) -> dict[str, Any]:
        return asdict(self._setting)

    def facts(self) -> dict[str, Any]:
        first, games = self._by_seat[0], self._setting.games
        return {
            "columns": self._means,
            "ends": {
                name: {
                    "games": end.games,
                    "share": end.share.value,
                    "low": end.share.low,
                    "high": end.share.high,
                }
                for name, end in self._ends.items()
            },
            "first_player": {
                "games": int(first.wins.value * games),
                "share": first.wins.value,
                "low": first.wins.low,
                "high": first.wins.high,
            },
            "points": [row.points.value for row in self._by_seat],
        }

    def tables(self, t: Translator) -> Iterator[RenderableType]:
        yield means_table(self._means, t)
        ends = plain_table(t.gettext("How the games end"))
        ends.add_column("")
        for label in (t.gettext("Games"), t.gettext("Share"), t.gettext("95%% interval")):
            ends.add_column(label, justify="right")
        for name, end in self._ends.items():
            share = end.share
            ends.add_row(
                end_name(name, t), str(end.games), percent(share.value, t), percents(share, t)
            )
        yield Padding(FittedTable(ends), (1, 0, 0, 0))
        first, second = self._by_seat
        yield Padding(
            t.gettext(
                "The first player wins %(share)s (%(interval)s); "
                "average points: %(first)s for the first player, %(second)s for the second.",
                share=percent(first.wins.value, t),
                interval=percents(first.wins, t),
                first=number(first.points.value, t),
                second=number(second.points.value, t),
            ),
            (1, 0, 0, 0),
        )

    def balance(self) -> tuple[Any, Any]:
        return numbers.count(self._games, self._setting, self._edition), self._edition
