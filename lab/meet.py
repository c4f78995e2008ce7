"""Compare the strength of networks: ``python -m lab.meet NETWORK RIVAL… [--games N] [--seats N…]``, with files of weights.

The network plays one seat, each in turn, and a rival all others; both play their best moves. A GPU plays
thousands of games at once: 20,000 games at each table take seconds and have an error of half a point.
"""

import argparse
from pathlib import Path

import torch

from heptapolis import networks
from heptapolis.train.checkpoint import read_network
from heptapolis.train.ground import ground_of
from heptapolis.train.matches import interval
from heptapolis.train.model import PolicyValue
from heptapolis.train.peer_matches import Peer, meet
from heptapolis.train.population import Player
from heptapolis.train.settings import TrainingSettings


def main() -> None:
    parser = argparse.ArgumentParser(description="Let networks meet.")
    parser.add_argument("network", type=Path)
    parser.add_argument("rivals", type=Path, nargs="+", help="of the same ruleset and size")
    parser.add_argument("--games", type=int, default=2000, help="at each table (2000)")
    parser.add_argument("--seats", type=int, nargs="+", help="tables (those of training's matches)")
    asked = parser.parse_args()
    try:
        play(asked.network, asked.rivals, asked.games, asked.seats)
    except (OSError, ValueError) as error:
        parser.error(str(error))


def play(path: Path, rivals: list[Path], games: int, seats: list[int] | None) -> None:
    header, _ = networks.read(path)
    ground = ground_of(TrainingSettings(header.ruleset, Path(), iterations=1))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def network(path: Path) -> PolicyValue:
        player = Player("", PolicyValue(header.architecture, ground.coding).to(device))
        read_network(path, player, header)
        return player.network

    hero, peers = network(path), [Peer(str(rival), network(rival)) for rival in rivals]
    for one in meet(hero, peers, ground.make_env, games, seats or ground.recipe.match_seats):
        low, high = interval(one.share, one.games)
        print(
            f"{one.seats} seats: {one.share:.1%} ({low:.1%}–{high:.1%}) of {one.games:,}, "
            f"par {one.par:.1%}, against {one.rival}"
        )


if __name__ == "__main__":
    main()
