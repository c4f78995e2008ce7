"""Evaluation during a slice and at its end: the rivals, and the time for each."""

from typing import Any

import torch

from heptapolis.train.beginning import Beginning
from heptapolis.train.bot_matches import DeviceEvaluator, match
from heptapolis.train.ground import Ground
from heptapolis.train.matches import MatchResult
from heptapolis.train.peer_matches import Peer, meet
from heptapolis.train.settings import TrainingSettings

MATCH_SECONDS = 8.0  # limit for matches against one bot during a slice
LAST_MATCH_SECONDS = 25.0  # ... and at its end
PEER_SECONDS = 4.0  # the same for matches against all other networks
LAST_PEER_SECONDS = 12.0
PEER_GAMES = 5  # games per game against a bot: they are cheap on a GPU
PEERS_KEY = "peers"
TIME_SAFETY_FACTOR = 1.3  # safety factor on the duration of the last match


class Evaluation:
    """The matches of a slice. The player plays its best moves and is the ordinary character."""

    def __init__(
        self, settings: TrainingSettings, ground: Ground, beginning: Beginning, device: torch.device
    ) -> None:
        self._settings, self._ground, self._device = settings, ground, device
        self._population, self._first_self = beginning.population, beginning.first_self
        self._characters = beginning.header.characters
        self._peer_games = PEER_GAMES if device.type == "cuda" else 1
        self._seconds_per_game: dict[str, float] = {}  # by rival

    def play_interim_matches(self) -> list[dict[str, Any]]:
        return self._play_matches(self._settings.matches, MATCH_SECONDS, PEER_SECONDS)

    def play_last_matches(self) -> list[dict[str, Any]]:
        return self._play_matches(
            self._settings.last_matches, LAST_MATCH_SECONDS, LAST_PEER_SECONDS
        )

    @property
    def last_seconds(self) -> float:
        """The expected duration of the matches at the end."""
        longest = dict.fromkeys(self._settings.rivals, LAST_MATCH_SECONDS) | {
            PEERS_KEY: LAST_PEER_SECONDS
        }
        games = TIME_SAFETY_FACTOR * self._settings.last_matches
        return sum(
            min(most, games * self._seconds_per_game.get(rival, most))
            for rival, most in longest.items()
        )

    def _play_matches(
        self, games: int, seconds: float, peer_seconds: float
    ) -> list[dict[str, Any]]:
        """Play matches against every bot and every other network."""
        if not games:
            return []
        seat_numbers, network = self._seat_numbers(), self._population.current.network
        results = []
        for rival in self._settings.rivals:
            player = DeviceEvaluator(network, self._device)
            against_it = [
                match(player, self._settings.ruleset, rival, games, n, seconds / len(seat_numbers))
                for n in seat_numbers
            ]
            self._measure(rival, against_it, 1)
            results += against_it
        peers, many = self._peers(), games * self._peer_games
        peer_results = meet(network, peers, self._ground.make_env, many, seat_numbers, peer_seconds)
        self._measure(PEERS_KEY, peer_results, self._peer_games)
        return [one.to_json() for one in results + peer_results]

    def _seat_numbers(self) -> tuple[int | None, ...]:
        """Return the numbers of seats: those of the recipe, or those trained on."""
        usual, chosen = self._ground.recipe.match_seats, self._settings.seats
        if not chosen:
            return usual
        return tuple(n for n in usual if n in chosen) or chosen[: len(usual)]

    def _measure(self, rival: str, results: list[MatchResult], games: int) -> None:
        """Record the duration of a game against a rival; so many ``games`` count as one of the
        setting."""
        if results:
            n = min(one.games for one in results) / games
            self._seconds_per_game[rival] = sum(one.seconds for one in results) / n

    def _peers(self) -> list[Peer]:
        """Return the frozen rival; otherwise the player's own characters and its earlier selves."""
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
