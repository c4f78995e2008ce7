"""Random Duels: all moves are equally likely, and results agree with other implementations."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from heptapolis.games.duel.codes import DuelOutcome
from heptapolis.games.duel.players import playout as duel_playout
from heptapolis.games.duel.rules.scoring import TOTAL
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.workspace import COLUMNS
from heptapolis.kernel import JIT, entry, records
from heptapolis.kernel.chance import generator
from tests.games.duel.kernel_table import FIRST, NO_SETS, SECOND, DuelState


@entry
def random_move(states: Any, tables: Any, rng: Any, workspaces: Any) -> Any:
    return duel_playout.random_move(states[0], tables[0], rng, workspaces[0])


def simulate(games: int, seed: int, table: DuelState) -> tuple[Any, Any]:
    sheets, ends = np.zeros((games, 2, COLUMNS), np.int64), np.zeros((games, 2), np.int64)
    duel_playout.simulate(
        records(np.zeros(1, DUEL)),
        records(np.zeros(1, DUEL)),
        NO_SETS,
        table.tables,
        generator(seed),
        table.scratch.workspaces,
        sheets,
        ends,
    )
    return sheets, ends


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_results_of_random_games_agree_with_other_implementations() -> None:
    sheets, ends = simulate(40_000, 7, DuelState())
    share = {outcome: float((ends[:, 0] == outcome).mean()) for outcome in DuelOutcome}
    counted = ends[:, 0] != DuelOutcome.MILITARY
    counted &= ends[:, 0] != DuelOutcome.SCIENCE
    tied = float((counted & (sheets[:, 0, TOTAL] == sheets[:, 1, TOTAL])).mean())
    assert abs(share[DuelOutcome.MILITARY] - 0.035) < 0.005
    assert abs(share[DuelOutcome.SCIENCE] - 0.001) < 0.001
    assert abs(tied - 0.026) < 0.005
    assert abs(share[DuelOutcome.POINTS] + share[DuelOutcome.SHARED] - tied - 0.94) < 0.01


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_random_moves_are_uniform() -> None:
    """All legal first moves are equally frequent in a position with affordable and other wonders."""
    table = DuelState(1, wonders=(FIRST, SECOND))
    table["coins"][0] = 9
    legal = table.legal()
    assert len({move.split()[1] for move in legal if move.startswith("wonder")}) not in (0, 4)
    rng, workspaces = generator(3), table.scratch.workspaces
    found: Counter[str] = Counter()
    for _ in range(300 * len(legal)):
        found[table.text(*random_move(table.states, table.tables, rng, workspaces))] += 1
    assert set(found) == set(legal)
    chi = sum((k - 300) ** 2 / 300 for k in found.values())
    assert chi < len(legal) + 5 * (2 * len(legal)) ** 0.5
