"""Learn to choose as somebody else does: a network is fitted to the moves of recorded decisions.

python examples/supervised.py                 # plays games of its own, greedy against greedy
python examples/supervised.py duel data       # what `hepta dataset duel --form numbers` wrote
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import nn

import heptapolis as hp
from heptapolis.encodings import encoding


def play(game: str, games: int, bot: str = "greedy") -> list[Any]:
    """What a bot in all seats decided: observations (what the seat knew), masks, actions."""
    code, player, rows = encoding(game), hp.bot(bot), []
    for seed in range(games):
        table, rng = hp.new(game, seed=seed), Random(seed)
        while not table.is_over:
            view = table.view(table.to_move[0])
            move, (seen, mask) = player.choose(view, rng), code.observe(view)
            rows.append((seen.flat, mask, code.action(view, move)))
            table.submit(table.to_move[0], move)
    return [np.array(part) for part in zip(*rows, strict=True)]


def read(folder: Path) -> list[Any]:
    """The same of a dataset."""
    from pyarrow.parquet import read_table

    table = read_table(folder / "positions", columns=["observation", "mask", "action"])
    return [np.stack(table[name].to_numpy()) for name in table.column_names]


def fit(decisions: list[Any], scale: Any, epochs: int = 10) -> tuple[float, float]:
    """How often the network chooses the same, in a tenth that it has not seen; how often chance."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # a small network is fastest so
    seen, mask, action = (torch.from_numpy(part) for part in decisions)
    network = nn.Sequential(nn.Linear(len(scale), 128), nn.ReLU(), nn.Linear(128, mask.shape[1]))
    optimiser, new = torch.optim.Adam(network.parameters(), 1e-3), len(seen) * 9 // 10

    def logits(rows: Any) -> Any:
        return network(seen[rows] * torch.from_numpy(scale)).masked_fill(~mask[rows], -1e9)

    for rows in [part for _ in range(epochs) for part in torch.randperm(new).split(64)]:
        optimiser.zero_grad()
        nn.functional.cross_entropy(logits(rows), action[rows].long()).backward()
        optimiser.step()
    foreseen = logits(slice(new, None)).argmax(1) == action[new:]
    return float(foreseen.float().mean()), float((1 / mask[new:].sum(1)).mean())


if __name__ == "__main__":
    game = sys.argv[1] if len(sys.argv) > 1 else "duel"
    decisions = read(Path(sys.argv[2])) if len(sys.argv) > 2 else play(game, games=200)
    right, by_chance = fit(decisions, encoding(game).scale)
    print(f"{len(decisions[0]):,} decisions: {right:.1%} foreseen, {by_chance:.1%} by chance")
