"""Play one game between bots, from the deal to the score sheet."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from random import Random
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from heptapolis.arena.schedule import FORFEIT, Fixture, Format, LineUp
from heptapolis.bots import Bot, bot, is_outside
from heptapolis.bots.chance import RandomBot
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.naming import UnknownBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.outside import OutsideBot
from heptapolis.bots.referee import BotFailure, Fault, ask, describe_error, printable_text
from heptapolis.contract import Game, Score, View
from heptapolis.sandbox import active_protections

RANDOM_BOT = RandomBot()  # plays on for bots that fail
NO_GUESTS: Mapping[str, Bot] = {}


@dataclass(frozen=True)
class GameResult:
    """How a game ended, seat by seat. Except for the seconds it is reproducible from the
    fixture."""

    id: str
    line_up: LineUp
    outcome: str  # as the game names it; "forfeit" if the winner by the rules had forfeited
    places: tuple[int, ...]  # 1 is best; tied seats share a place
    scores: tuple[Score, ...]
    moves: tuple[int, ...]  # decisions of the bot
    seconds: tuple[float, ...]  # CPU time for them, in the bot's thread
    faults: tuple[dict[str, Any], ...]  # seat, kind, reason; at most one per seat
    wall_seconds: tuple[float, ...] = ()  # by the clock; empty in folders of old versions

    @property
    def deal(self) -> int:
        """The number of the deal in the plan."""
        return int(self.id.rpartition("/")[2].partition("-")[0]) - 1

    @property
    def shares(self) -> list[float]:
        """Return each seat's share of the win: 1 for a victory, equal parts for a shared one, else
        0."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "GameResult":
        if {*facts, "wall_seconds"} != {field.name for field in fields(cls)}:
            raise ValueError("not a result")
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in facts.items()
        }
        result = cls(**values)
        if result.deal < 0:
            raise ValueError("not a result")
        return result


class PlayedGame(NamedTuple):
    """A result, the game as a record, and by seat what is known of a fault: its traceback, and
    what the bot printed."""

    result: GameResult
    record: str
    reports: dict[int, str]


def play(fixture: Fixture, guests: Mapping[str, Bot] = NO_GUESTS) -> PlayedGame:
    """Play a game. After its first fault a bot is replaced by a random player, so that the game
    counts for the others. ``guests`` are bots by name that cannot be made from their names."""
    seats = range(len(fixture.line_up))
    game = fixture.format.new_game(fixture.deal_seed, fixture.line_up)
    players = seat_bots(fixture.line_up, game.view(0), guests)
    conduct = play_on(game, players, [fixture.chance(seat) for seat in seats], fixture.line_up)
    forfeits = set(conduct.faults) if fixture.on_fault == FORFEIT else set()
    result = GameResult(
        id=fixture.id,
        line_up=fixture.line_up,
        outcome="forfeit" if forfeits & {*game.ranking()[0]} else game.outcome or "",
        places=places(game, forfeits),
        scores=tuple(game.scores()),
        moves=tuple(conduct.moves),
        seconds=tuple(round(spent, 6) for spent in conduct.seconds),
        faults=tuple(
            {"seat": seat, "kind": fault.kind, "reason": fault.reason}
            for seat, fault in conduct.faults.items()
        ),
        wall_seconds=tuple(round(spent, 6) for spent in conduct.wall_seconds),
    )
    reports = {seat: f"{fault}\n\n{fault.report}\n" for seat, fault in conduct.faults.items()}
    return PlayedGame(result, str(game.record()), reports)


class Conduct(NamedTuple):
    """The behaviour of the bots in a game, by seat; ``faults`` has the first one of each seat."""

    moves: list[int]
    seconds: list[float]
    wall_seconds: list[float]
    faults: dict[int, Fault]


def play_on(
    game: Game, players: Sequence[Bot], chances: Sequence[Random], names: Sequence[str]
) -> Conduct:
    """Play a game to its end."""
    seats = range(len(players))
    conduct = Conduct([0 for _ in seats], [0.0 for _ in seats], [0.0 for _ in seats], {})
    while not game.is_over:
        for seat in game.to_move:
            player = RANDOM_BOT if seat in conduct.faults else players[seat]
            view, start, wall_start = game.view(seat), _cpu_seconds(player), perf_counter()
            move, fault = ask(player, view, chances[seat], names[seat], RANDOM_BOT)
            if seat not in conduct.faults:
                conduct.seconds[seat] += _cpu_seconds(player) - start
                conduct.wall_seconds[seat] += perf_counter() - wall_start
                conduct.moves[seat] += 1
            if fault:
                conduct.faults[seat] = fault
            game.submit(seat, move)
    return conduct


def _cpu_seconds(player: Bot) -> float:
    """Return the CPU time of the bot's thread; a bot in its own process reports it."""
    return player.cpu_seconds if isinstance(player, OutsideBot) else thread_time()


def places(game: Game, forfeits: Set[int] = frozenset()) -> tuple[int, ...]:
    """Return the place of each seat by the game's ranking; seats that forfeit share the last
    place."""
    taken: dict[int, int] = {}
    staying = ([s for s in tied_seats if s not in forfeits] for tied_seats in game.ranking())
    for seats in (*staying, sorted(forfeits)):
        taken |= dict.fromkeys(seats, len(taken) + 1)
    return tuple(taken[seat] for seat in range(game.players))


# ── the bots of a process ────────────────────────────────────────────────────────────────────────

_process_bots: dict[tuple[str, int], Bot] = {}  # by name, and number of the copy


def seat_bots(line_up: LineUp, view: View, guests: Mapping[str, Bot] = NO_GUESTS) -> list[Bot]:
    """Return a bot for each seat of a game, of which ``view`` is one. No bot gets two seats, except
    for guests.

    Bots are kept for the life of the process, since the worker process of an outside bot starts
    slowly.
    """
    copies: Counter[str] = Counter()
    players = []
    for name in line_up:
        if name in guests:
            players.append(guests[name])
            continue
        key = (name, copies[name])
        if key not in _process_bots:
            _process_bots[key] = _start(name, [view])
        players.append(_process_bots[key])
        copies[name] += 1
    return players


def sandbox_facts(bots: Iterable[str]) -> dict[str, list[str]]:
    """Return the sandbox mechanisms in force, if there are outside bots among these."""
    return {"sandbox": list(active_protections())} if any(map(is_outside, bots)) else {}


def check_bot(name: str, formats: Iterable[Format]) -> None:
    """Raise a one-line error if a bot does not exist, cannot start, or cannot play one of the
    formats."""
    player = _start(name, (game_format.new_game(0).view(0) for game_format in formats))
    if close := getattr(player, "close", None):
        close()


def _start(name: str, views: Iterable[View]) -> Bot:
    """Return a bot, prepared for games with these views."""
    try:
        player = single_core_bot(name)
        if prepare := getattr(player, "prepare", None):
            for view in views:
                prepare(view)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:
        has_words = isinstance(error, ValueError | BotFailure)
        reason = printable_text(str(error)) if has_words else describe_error(error)
        first_line = reason.partition("\n")[0]
        raise ValueError(f"{name} cannot start: {first_line}") from None
    return player


def single_core_bot(name: str) -> Bot:
    """Return a bot that uses one core, and counts milliseconds as CPU time, independent of the
    machine's load."""
    player = bot(name)
    if isinstance(player, MctsBot):
        player.threads = 1
    if isinstance(player, MctsBot | NeuralSearchBot | OutsideBot):
        player.clock = thread_time
    return player
