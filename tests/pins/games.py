"""One complete game of each kind, with random moves from fixed seeds."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from random import Random
from typing import Any

import heptapolis as hp
from heptapolis.encodings import encoding_of
from tests.pins import digest, join_lines

GAMES: dict[str, dict[str, Any]] = {
    "classic-3": {"game": "classic", "seats": 3, "seed": 11},
    "classic-2": {"game": "classic", "seats": 2, "seed": 12},
    "leaders-3": {"game": "classic+leaders", "seats": 3, "seed": 13},
    "leaders-2": {"game": "classic+leaders", "seats": 2, "seed": 14},
    "duel": {"game": "duel", "seed": 15},
}
RARE_VERBS = ("discard", "pass")  # chosen rarely, so that cities grow
RARE_VERB_SHARE = 0.15
MOMENTS = (1 / 3, 3 / 4)  # decisions at which positions are written


@dataclass
class PlayedGame:
    """A finished game, with moves and observations of its seats."""

    game: Any
    legal: list[str] = field(default_factory=list)  # moves at each decision
    actions: list[int] = field(default_factory=list)
    observations: list[bytes] = field(default_factory=list)
    masks: list[bytes] = field(default_factory=list)
    phases: Counter[str] = field(default_factory=Counter)


@cache
def played_game(name: str) -> PlayedGame:
    """Play a game to its end."""
    call = GAMES[name]
    result = PlayedGame(hp.new(**call))
    game, rng, code = result.game, Random(call["seed"]), encoding_of(result.game)
    while not game.is_over:
        seat = game.to_move[0]
        view = game.view(seat)
        moves = view.legal_moves()
        seen, mask = code.observe(view)
        move = _choice(moves, rng)
        result.phases[view.phase] += 1
        result.legal.append(f"{seat}: {', '.join(map(str, moves))}")
        result.actions.append(code.action(view, move))
        result.observations.append(seen.flat.tobytes())
        result.masks.append(mask.tobytes())
        game.submit(seat, move)
    return result


def _choice(moves: list[Any], rng: Random) -> Any:
    brisk = [move for move in moves if move.verb not in RARE_VERBS]
    return rng.choice(brisk if brisk and rng.random() > RARE_VERB_SHARE else moves)


def record(name: str) -> str:
    """Return the record of a game."""
    return str(played_game(name).game.record())


def positions(name: str) -> str:
    """Return positions of a game: the complete one, then those known to seat 0 and to spectators."""
    return join_lines(_positions(name))


def _positions(name: str) -> Iterator[str]:
    lines = played_game(name).game.record().lines
    for moment in MOMENTS:
        game = game_after(name, round(moment * len(lines)))
        yield from (str(game.position()), str(game.view(0).position()))
        yield str(game.view(None).position())


def game_after(name: str, decisions: int) -> Any:
    """Return a game after some decisions."""
    game: Any = hp.new(**GAMES[name])
    for line in played_game(name).game.record().lines[:decisions]:
        game.submit(line.seat, line.move)
    return game


def summary() -> str:
    """Return the digests and results of all games."""
    return join_lines(line for name in GAMES for line in _summary(name))


def _summary(name: str) -> Iterator[str]:
    one = played_game(name)
    game = one.game
    kinds = Counter(type(event).__name__ for event in game.events)
    events = [f"{type(event).__name__} {json.dumps(asdict(event))}" for event in game.events]
    yield f"# {name}"
    yield f"record sha256 {digest(record(name))}"
    yield f"positions sha256 {digest(positions(name))}"
    yield f"decisions {len(one.actions)}"
    yield f"legal moves sha256 {digest(one.legal)}"
    yield f"actions sha256 {digest(map(str, one.actions))}, first {one.actions[:8]}"
    yield f"observations sha256 {digest(b''.join(one.observations))}"
    yield f"masks sha256 {digest(b''.join(one.masks))}"
    yield f"events {len(events)}, sha256 {digest(events)}"
    yield f"types of events {_counts(kinds)}"
    yield f"phases {_counts(one.phases)}, {game.phase}"
    for seat, score in enumerate(game.scores()):
        yield f"seat {seat}: {', '.join(f'{column} {n}' for column, n in score.items())}"
    yield f"outcome {game.outcome}, ranking {game.ranking()}"
    yield ""


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counter.items()))
