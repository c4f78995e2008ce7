"""One game between bots, from the deal to the score sheet."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from heptapolis.arena.schedule import FORFEIT, Fixture, Format, LineUp
from heptapolis.bots import Bot, bot, is_outside
from heptapolis.bots.chance import RandomBot
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.naming import UnknownBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.outside import OutsideBot
from heptapolis.bots.referee import BotFailure, Fault, ask, described, readable
from heptapolis.contract import Game, Score, View
from heptapolis.sandbox import in_force

CHANCE = RandomBot()  # finishes the games of bots that fail
NOBODY_ELSE: Mapping[str, Bot] = {}


@dataclass(frozen=True)
class GameResult:
    """How a game ended, seat by seat; but for the seconds always the same for a fixture."""

    id: str
    line_up: LineUp
    outcome: str  # as the game calls it; "forfeit" if who won by its rules had forfeited
    places: tuple[int, ...]  # 1 is best; who share a place have the same
    scores: tuple[Score, ...]
    moves: tuple[int, ...]  # the bot was asked for
    seconds: tuple[float, ...]  # a core worked for them, in the thread of the bot
    faults: tuple[dict[str, Any], ...]  # seat, kind, reason; at most one a seat

    @property
    def deal(self) -> int:
        """As its fixture counts them."""
        return int(self.id.rpartition("/")[2].partition("-")[0]) - 1

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
        result = cls(**values)
        if result.deal < 0:
            raise ValueError("not a result")
        return result


class PlayedGame(NamedTuple):
    """A result, and the whole game as text."""

    result: GameResult
    record: str


def play(fixture: Fixture, guests: Mapping[str, Bot] = NOBODY_ELSE) -> PlayedGame:
    """Play a game. A bot that does something wrong is not asked again: chance plays on for it, so
    that the game of the others counts. ``guests`` are bots by name that nobody else could make."""
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
    )
    return PlayedGame(result, str(game.record()))


class Conduct(NamedTuple):
    """How bots behaved in a game, seat by seat; the faults by seat, the first of each."""

    moves: list[int]
    seconds: list[float]
    faults: dict[int, Fault]


def play_on(
    game: Game, players: Sequence[Bot], chances: Sequence[Random], names: Sequence[str]
) -> Conduct:
    """Let bots play a game to its end."""
    conduct = Conduct([0] * len(players), [0.0] * len(players), {})
    while not game.is_over:
        for seat in game.to_move:
            player = CHANCE if seat in conduct.faults else players[seat]
            view, start = game.view(seat), _cpu_seconds(player)
            move, fault = ask(player, view, chances[seat], names[seat], CHANCE)
            if seat not in conduct.faults:
                conduct.seconds[seat] += _cpu_seconds(player) - start
                conduct.moves[seat] += 1
            if fault:
                conduct.faults[seat] = fault
            game.submit(seat, move)
    return conduct


def _cpu_seconds(player: Bot) -> float:
    """What a core has worked for the thread that a bot thinks in; a process of its own tells."""
    return player.cpu_seconds if isinstance(player, OutsideBot) else thread_time()


def places(game: Game, forfeits: Set[int] = frozenset()) -> tuple[int, ...]:
    """By the game's own ranking; seats that forfeit share the last place."""
    taken: dict[int, int] = {}
    staying = ([s for s in tied_seats if s not in forfeits] for tied_seats in game.ranking())
    for seats in (*staying, sorted(forfeits)):
        taken |= dict.fromkeys(seats, len(taken) + 1)
    return tuple(taken[seat] for seat in range(game.players))


# ── the bots of a process ────────────────────────────────────────────────────────────────────────

_process_bots: dict[tuple[str, int], Bot] = {}  # by name, and which of several


def seat_bots(line_up: LineUp, view: View, guests: Mapping[str, Bot] = NOBODY_ELSE) -> list[Bot]:
    """A bot for each seat of a game, of which ``view`` is one, and never one for two seats, but for
    guests.

    They are made once for a process: one may have a process of its own, which is slow to start.
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
    """What keeps outside bots apart, if there are any among these."""
    return {"sandbox": list(in_force())} if any(map(is_outside, bots)) else {}


def check_bot(name: str, formats: Iterable[Format]) -> None:
    """Complain in one line about a bot that does not exist, that cannot start, or that knows
    nothing of a game to be played."""
    player = _start(name, (format.new_game(0).view(0) for format in formats))
    if close := getattr(player, "close", None):
        close()


def _start(name: str, views: Iterable[View]) -> Bot:
    """A bot that is ready to play games of which these are views."""
    try:
        player = single_core_bot(name)
        if prepare := getattr(player, "prepare", None):
            for view in views:
                prepare(view)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:
        has_words = isinstance(error, ValueError | BotFailure)
        reason = readable(str(error)) if has_words else described(error)
        first_line = reason.partition("\n")[0]
        raise ValueError(f"{name} cannot start: {first_line}") from None
    return player


def single_core_bot(name: str) -> Bot:
    """A bot that leaves the other cores to the games that are played there, and whose milliseconds
    are those that its core works for it, however busy the machine is."""
    player = bot(name)
    if isinstance(player, MctsBot):
        player.threads = 1
    if isinstance(player, MctsBot | NeuralSearchBot | OutsideBot):
        player.clock = thread_time
    return player
