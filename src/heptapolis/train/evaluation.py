"""Evaluation on the way and at the end of a slice: whom the player meets, and for how long."""

from typing import Any

import torch

from heptapolis.train.beginning import Beginning
from heptapolis.train.bot_matches import OnDevice, match
from heptapolis.train.ground import Ground
from heptapolis.train.matches import MatchResult
from heptapolis.train.peer_matches import Peer, meet
from heptapolis.train.settings import TrainingSettings

SECONDS = 8.0  # that matches against one bot may take on the way
LAST_SECONDS = 25.0  # ... and at the end
PEER_SECONDS = 4.0  # likewise those against all other networks
LAST_PEER_SECONDS = 12.0
PEER_GAMES = 5  # for one game against a bot: they cost a GPU next to nothing
PEERS = "peers"
MORE = 1.3  # time is set aside for a match that takes so much longer than the last one


class Evaluation:
    """The matches of a slice. The player plays its best moves and is the ordinary character."""

    def __init__(
        self, settings: TrainingSettings, ground: Ground, beginning: Beginning, device: torch.device
    ) -> None:
        self._settings, self._ground, self._device = settings, ground, device
        self._population, self._first_self = beginning.population, beginning.first_self
        self._characters = beginning.header.characters
        self._peer_games = PEER_GAMES if device.type == "cuda" else 1
        self._a_game: dict[str, float] = {}  # seconds for a game of the setting, by rival

    def on_the_way(self) -> list[dict[str, Any]]:
        return self._hold(self._settings.matches, SECONDS, PEER_SECONDS)

    def at_the_end(self) -> list[dict[str, Any]]:
        return self._hold(self._settings.last_matches, LAST_SECONDS, LAST_PEER_SECONDS)

    @property
    def last_seconds(self) -> float:
        """What the matches at the end will take."""
        longest = dict.fromkeys(self._settings.rivals, LAST_SECONDS) | {PEERS: LAST_PEER_SECONDS}
        games = MORE * self._settings.last_matches
        return sum(
            min(most, games * self._a_game.get(rival, most)) for rival, most in longest.items()
        )

    def _hold(self, games: int, seconds: float, peer_seconds: float) -> list[dict[str, Any]]:
        """Matches against every bot and every other network."""
        if not games:
            return []
        seat_numbers, network = self._seat_numbers(), self._population.current.network
        results = []
        for rival in self._settings.rivals:
            player = OnDevice(network, self._device)
            against_it = [
                match(player, self._settings.ruleset, rival, games, n, seconds / len(seat_numbers))
                for n in seat_numbers
            ]
            self._measure(rival, against_it, 1)
            results += against_it
        peers, many = self._peers(), games * self._peer_games
        peer_results = meet(network, peers, self._ground.make_env, many, seat_numbers, peer_seconds)
        self._measure(PEERS, peer_results, self._peer_games)
        return [one.to_json() for one in results + peer_results]

    def _seat_numbers(self) -> tuple[int | None, ...]:
        """Those of the recipe, or where others are trained some of these."""
        usual, chosen = self._ground.recipe.match_seats, self._settings.seats
        if not chosen:
            return usual
        return tuple(n for n in usual if n in chosen) or chosen[: len(usual)]

    def _measure(self, rival: str, results: list[MatchResult], games: int) -> None:
        """How long a game against a rival took; so many stand for one of the settings'."""
        if results:
            n = min(one.games for one in results) / games
            self._a_game[rival] = sum(one.seconds for one in results) / n

    def _peers(self) -> list[Peer]:
        """The frozen rival; else the player's own characters, and what it was before."""
        population = self._population
        if population.frozen_rival:
            return [Peer(population.frozen_rival, population.players[1].network)]
        network = population.current.network
        peers = [Peer(name, network, k) for k, name in enumerate(self._characters) if k]
        peers += [
            Peer(f"past self {age}", past.network)
            for age, past in enumerate(population.newest_past(), 1)
        ]
        if self._first_self:
            peers.append(Peer("slice start", self._first_self))
        return peers
