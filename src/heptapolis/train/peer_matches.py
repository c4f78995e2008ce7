"""Matches between networks: against a network's own characters, past selves, or a frozen rival.

All games run side by side in one environment, so a match takes seconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis.networks import ORDINARY_CHARACTER
from heptapolis.train.ground import MakeEnv
from heptapolis.train.matches import MatchResult
from heptapolis.train.model import PolicyValue
from heptapolis.train.playing import Environment, GamesAtPlay
from heptapolis.train.population import Player

GAMES_AT_ONCE = 4096  # games in one environment
GAMES_AT_ONCE_ON_CPU = 240
FIRST_SEED = 1_000_000

Players = dict[PolicyValue, Player]  # players by network; the evaluated one comes first


@dataclass(frozen=True)
class Peer:
    """A rival network that plays its best moves as one character."""

    name: str
    network: PolicyValue
    character: int = ORDINARY_CHARACTER


def meet(
    network: PolicyValue,
    peers: Sequence[Peer],
    make_env: MakeEnv,
    games: int,
    tables: Sequence[int | None] = (None,),
    seconds: float | None = None,
) -> list[MatchResult]:
    """Play so many games against each peer at each number of seats, or as many rounds as fit into
    the time limit: the network in one seat, which rotates, the peer in all others."""
    if not peers:
        return []
    all_networks = network, *(peer.network for peer in peers)
    players = {one: Player("", one, plays_best=True) for one in all_networks}
    a_table = None if seconds is None else seconds / len(tables)
    return [
        result
        for seats in tables
        for result in _match(players, peers, make_env, games, seats, a_table)
    ]


def _match(
    players: Players,
    peers: Sequence[Peer],
    make_env: MakeEnv,
    games: int,
    seats: int | None,
    seconds: float | None,
) -> list[MatchResult]:
    """Play rounds of games side by side with one number of seats."""
    begun, device = monotonic(), next(next(iter(players)).parameters()).device
    at_once = GAMES_AT_ONCE if device.type == "cuda" else GAMES_AT_ONCE_ON_CPU
    a_round = max(1, min(games, at_once // len(peers)))
    shares: list[NDArray[np.float32]] = []
    places = 0
    for first in range(0, games, a_round):
        if shares and seconds is not None and monotonic() - begun > seconds:
            break
        n = min(a_round, games - first)
        env = make_env(n * len(peers), FIRST_SEED + first, seats)
        places = env.rewards.shape[1]
        shares.append(_play(players, peers, env, device).reshape(len(peers), n))
    won = np.concatenate(shares, 1)
    a_match = (monotonic() - begun) / len(peers)
    return [
        MatchResult(peer.name, places, row.size, float(row.mean()), a_match, bot=False)
        for peer, row in zip(peers, won, strict=True)
    ]


def _play(
    players: Players, peers: Sequence[Peer], env: Environment, device: torch.device
) -> NDArray[np.float32]:
    """Return the first player's share of the win in the first game at each place, grouped by
    peer."""
    env.reset()
    n, seats = env.rewards.shape
    own_seat, whose = np.arange(n) % seats, np.arange(n) * len(peers) // n
    is_peer = np.arange(seats) != own_seat[:, None]
    networks = list(players)
    numbers = np.array([networks.index(peer.network) for peer in peers], np.int8)
    characters = np.array([peer.character for peer in peers], np.int8)
    table = GamesAtPlay(
        env,
        np.where(is_peer, numbers[whose][:, None], 0).astype(np.int8),
        np.where(is_peer, characters[whose][:, None], ORDINARY_CHARACTER).astype(np.int8),
        device,
    )
    sampler = torch.Generator(device)  # required, but unused
    shares = np.full(n, np.nan, np.float32)
    while np.isnan(shares).any():
        table.decide(list(players.values()), sampler)
        table.play()
        over = env.done & np.isnan(shares)
        shares[over] = (env.rewards[over, own_seat[over]] + 1) / 2
    return shares
