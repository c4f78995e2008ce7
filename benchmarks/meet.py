"""Which network is stronger? ``python benchmarks/meet.py NETWORK RIVAL… [--games N]``: files of weights.

The network has one seat, in every seat in turn, a rival all others; both play their best moves. On a
GPU thousands of games go on at once, so that 20,000 at each table take seconds and tell half a point.
"""

import argparse
from pathlib import Path

import torch

from heptapolis import networks
from heptapolis.train.ground import ground_of
from heptapolis.train.matches import interval
from heptapolis.train.model import PolicyValue
from heptapolis.train.peer_matches import Peer, meet
from heptapolis.train.settings import TrainingSettings

SEATS = (2, 3, 5, 7)  # where there may be so many


def main() -> None:
    parser = argparse.ArgumentParser(description="Let networks meet.")
    parser.add_argument("network", type=Path)
    parser.add_argument("rivals", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=2000, help="at each table (2000)")
    asked = parser.parse_args()
    header, _ = networks.read(asked.network)
    ground = ground_of(TrainingSettings(header.ruleset, Path(), iterations=1))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def network(path: Path) -> PolicyValue:
        own, arrays = networks.read(path)
        found: PolicyValue = PolicyValue(own.architecture, ground.coding).to(device)
        found.read(arrays)
        return found

    hero, peers = network(asked.network), [Peer(str(path), network(path)) for path in asked.rivals]
    tables = (None,) if header.ruleset == "duel" else SEATS
    for one in meet(hero, peers, ground.make_env, asked.games, tables):
        low, high = interval(one.share, one.games)
        print(
            f"{one.seats} seats: {one.share:.1%} ({low:.1%}–{high:.1%}) of {one.games:,}, "
            f"par {one.par:.1%}, against {one.rival}"
        )


if __name__ == "__main__":
    main()
