"""Matches between networks: against one's own characters, past selves, or a frozen rival.

All games go on side by side in one environment, so that a match takes seconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis.networks import ORDINARY
from heptapolis.train.ground import MakeEnv
from heptapolis.train.matches import MatchResult
from heptapolis.train.model import PolicyValue
from heptapolis.train.playing import Environment, GamesAtPlay
from heptapolis.train.population import Player

AT_ONCE = 4096  # games in one environment
AT_ONCE_ON_CPU = 240
FIRST_SEED = 1_000_000

Players = dict[PolicyValue, Player]  # by their networks; the one that is measured comes first


@dataclass(frozen=True)
class Peer:
    """A network to meet, playing its best moves as one character."""

    name: str
    network: PolicyValue
    character: int = ORDINARY


def meet(
    network: PolicyValue,
    peers: Sequence[Peer],
    make_env: MakeEnv,
    games: int,
    tables: Sequence[int | None] = (None,),
    seconds: float | None = None,
) -> list[MatchResult]:
    """Play so many games against each at every table, a number of seats, or as many rounds of them
    as there is time for: the network in one seat, which goes round, the peer in all others."""
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
    """Rounds of games side by side at one table."""
    begun, device = monotonic(), next(next(iter(players)).parameters()).device
    at_once = AT_ONCE if device.type == "cuda" else AT_ONCE_ON_CPU
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
    """The first player's share of the win in the first game at each place; places of one peer stand
    behind each other."""
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
        np.where(is_peer, characters[whose][:, None], ORDINARY).astype(np.int8),
        device,
    )
    sampler = torch.Generator(device)  # nobody draws from it
    shares = np.full(n, np.nan, np.float32)
    while np.isnan(shares).any():
        table.decide(list(players.values()), sampler)
        table.play()
        over = env.done & np.isnan(shares)
        shares[over] = (env.rewards[over, own_seat[over]] + 1) / 2
    return shares
