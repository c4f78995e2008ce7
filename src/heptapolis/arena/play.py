"""One game between bots, from the deal to the score sheet."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Any, NamedTuple

from heptapolis.arena.schedule import Fixture, Format, LineUp
from heptapolis.bots import Bot, bot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.referee import Fault, ask
from heptapolis.bots.strategy import STRATEGIES
from heptapolis.contract import Game, Score


@dataclass(frozen=True)
class GameResult:
    """How a game ended, seat by seat; but for the seconds always the same for a fixture."""

    id: str
    line_up: LineUp
    outcome: str
    places: tuple[int, ...]  # 1 is best; who share a place have the same
    scores: tuple[Score, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]  # thought for all moves
    faults: tuple[dict[str, Any], ...]  # seat, kind, reason

    @property
    def shares(self) -> list[float]:
        """What each seat has won: 1 for a victory, parts of it for a shared one, else 0."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "GameResult":
        if set(facts) != {field.name for field in fields(cls)}:
            raise ValueError("not a result")
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in facts.items()
        }
        return cls(**values)


class PlayedGame(NamedTuple):
    """A result, and the whole game as text."""

    result: GameResult
    record: str


def play(fixture: Fixture) -> PlayedGame:
    """Play a game. Whatever a bot does wrong is a fault of its own, and the game goes on."""
    seats = range(len(fixture.line_up))
    game = fixture.format.new_game(fixture.deal_seed, fixture.line_up)
    players = seat_bots(fixture.line_up)
    chances = [fixture.chance(seat) for seat in seats]
    moves, seconds = [0] * len(seats), [0.0] * len(seats)
    faults: list[dict[str, Any]] = []
    while not game.is_over:
        for seat in game.to_move:
            view, name = game.view(seat), fixture.line_up[seat]
            start = perf_counter()
            move, fault = ask(players[seat], view, chances[seat], name)
            seconds[seat] += perf_counter() - start
            moves[seat] += 1
            if fault:
                faults.append(_fault_facts(fault, seat))
            game.submit(seat, move)
    result = GameResult(
        id=fixture.id,
        line_up=fixture.line_up,
        outcome=game.outcome or "",
        places=_places(game),
        scores=tuple(game.scores()),
        moves=tuple(moves),
        seconds=tuple(round(spent, 6) for spent in seconds),
        faults=tuple(faults),
    )
    return PlayedGame(result, str(game.record()))


def _fault_facts(fault: Fault, seat: int) -> dict[str, Any]:
    return {"seat": seat, "kind": fault.kind, "reason": fault.detail.partition("\n")[0]}


def _places(game: Game) -> tuple[int, ...]:
    places: dict[int, int] = {}
    for tied_seats in game.ranking():
        places |= dict.fromkeys(tied_seats, len(places) + 1)
    return tuple(places[seat] for seat in range(game.players))


# ── the bots of a process ────────────────────────────────────────────────────────────────────────

_process_bots: dict[tuple[str, int], Bot] = {}  # by name, and which of several


def seat_bots(line_up: LineUp) -> list[Bot]:
    """A bot for each seat, never one for two seats.

    They are made once for a process: one may have a process of its own, which is slow to start.
    """
    copies: Counter[str] = Counter()
    players = []
    for name in line_up:
        key = (name, copies[name])
        if key not in _process_bots:
            _process_bots[key] = single_core_bot(name)
        players.append(_process_bots[key])
        copies[name] += 1
    return players


def check_bot(name: str, formats: Iterable[Format]) -> None:
    """Complain about a bot that does not exist, or that knows nothing of a game to be played."""
    player = bot(name)
    if close := getattr(player, "close", None):
        close()
    for rules in (format.ruleset.variant.rules for format in formats):
        if isinstance(player, GreedyBot | MctsBot) and rules not in STRATEGIES:
            raise ValueError(f"{name} does not play {rules}; random does")


def single_core_bot(name: str) -> Bot:
    """A bot that leaves the other cores to the games that are played there."""
    player = bot(name)
    if isinstance(player, MctsBot):
        player.threads = 1
    return player
