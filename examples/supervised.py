"""Train a network to predict the moves of recorded decisions.

hepta dataset duel --games 500 --positions all --form numbers --out data
python examples/supervised.py duel data
"""

import sys

import numpy as np
import torch
from pyarrow.parquet import read_table
from torch import Tensor, nn

from heptapolis.encodings import encoding


def fit(game: str, folder: str, epochs: int = 5) -> tuple[float, float]:
    """Return the accuracy on the last tenth of the decisions, and that of random choices."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # fastest for a small network
    table = read_table(f"{folder}/positions", columns=["observation", "mask", "action"])
    seen, mask, action = (torch.from_numpy(np.stack(part.to_numpy())) for part in table.columns)
    scale = torch.from_numpy(encoding(game).scale)  # brings inputs to about 1
    network = nn.Sequential(nn.Linear(len(scale), 128), nn.ReLU(), nn.Linear(128, mask.shape[1]))
    optimiser = torch.optim.Adam(network.parameters(), 1e-3)
    known = len(seen) * 9 // 10  # the rest is for the test

    def logits(rows: Tensor | slice) -> Tensor:
        return network(seen[rows] * scale).masked_fill(~mask[rows], -1e9)  # legal actions only

    for rows in torch.cat([torch.randperm(known) for _ in range(epochs)]).split(64):
        optimiser.zero_grad()
        nn.functional.cross_entropy(logits(rows), action[rows].long()).backward()
        optimiser.step()
    foreseen = logits(slice(known, None)).argmax(1) == action[known:]
    return float(foreseen.float().mean()), float((1 / mask[known:].sum(1)).mean())


if __name__ == "__main__":
    print("{:.1%} of the moves predicted, {:.1%} by chance".format(*fit(*sys.argv[1:])))
