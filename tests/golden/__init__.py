"""Playthroughs as text, so that a change of the rules is a readable diff.

``make golden`` rewrites them; look at the diff before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import heptapolis as hp
from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.classic.events import Passed, War
from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.record import ROMAN

FOLDER = Path(__file__).parent
GAMES = {
    f"{game}-{seats}-{seed}": (seats, seed, game == "leaders")
    for game in ("classic", "leaders")
    for seats in range(2, 8)
    for seed in (1, 2)
}
CENSUS_SEEDS = range(20)
BUILDS = ("build", "stage", "dig", "recruit")


def playthrough(seats: int, seed: int, leaders: bool) -> str:
    """Return a game of fixed choices: every move with the number of legal moves and its events."""
    game = hp.new("classic", seats=seats, seed=seed, leaders=leaders)
    rng = Random(seed)
    lines = [str(game.record()).rstrip()]
    while not game.is_over:
        age, turn, before = game.age, game.turn, len(game.events)
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            builds = [move for move in moves if move.verb in BUILDS]
            move = rng.choice(builds if builds and rng.random() < 0.8 else moves)
            lines.append(f"{ROMAN[age]}.{turn} {seat} {move}  [{len(moves)} legal]")
            game.submit(seat, move)
        happened = [_words(event) for event in game.events[before:]]
        lines += [f"    {text}" for text in happened if text]
        if happened:
            coins = " ".join(str(city.coins) for city in game.cities)
            lines.append(f"    coins {coins}, discards {game.n_discard}")
    for seat, score in enumerate(game.scores()):
        columns = " ".join(f"{name} {points}" for name, points in score.items() if points)
        lines.append(f"seat {seat}: {columns}")
    lines.append(f"ranking {game.ranking()}")
    return "\n".join(lines) + "\n"


def _words(event: Event) -> str:
    match event:
        case Built(card=card, how=how) if how != "paid":
            return f"{event.seat} builds {card} by {how}"
        case Staged(stage=stage):
            return f"{event.seat} has stage {stage}"
        case Paid(bank=bank, left=left, right=right):
            return f"{event.seat} pays bank {bank} left {left} right {right}"
        case Gained(coins=coins, source=source) if source != "discard":
            return f"{event.seat} gains {coins} by {source}"
        case Dug(card=card):
            return f"{event.seat} digs {card}"
        case Courted(leader=leader):
            return f"{event.seat} copies {leader}"
        case War(other=other, shields=mine, other_shields=theirs, redirected=redirected):
            defeat = ", the winner takes the defeat" if redirected else ""
            return f"war {event.seat} with {mine} against {other} with {theirs}{defeat}"
        case Built() | Discarded() | Gained() | Passed() | Kept() | Recruited():
            return ""
    return repr(event)


def census() -> str:
    """Return the numbers of legal moves by table, age and turn, for fixed seeds and choices."""
    return "\n".join(_census_rows()) + "\n"


def _census_rows() -> Iterator[str]:
    yield "legal moves of all seats and seeds, turns 1 to 6"
    for seats in range(2, 8):
        counts = _counts(seats, leaders=False)
        for age in (1, 2, 3):
            row = " ".join(f"{counts[age, turn]:6d}" for turn in range(1, 7))
            yield f"{seats} seats, age {ROMAN[age]:3} {row}"
    yield "with leaders: the draft, then each age with its recruitment first"
    for seats in range(2, 8):
        counts = _counts(seats, leaders=True)
        yield f"{seats} seats, draft   {' '.join(f'{counts[0, n]:6d}' for n in (1, 2, 3))}"
        for age in (1, 2, 3):
            row = " ".join(f"{counts[age, turn]:6d}" for turn in range(7))
            yield f"{seats} seats, age {ROMAN[age]:3} {row}"


def _counts(seats: int, leaders: bool) -> dict[tuple[int, int], int]:
    counts: dict[tuple[int, int], int] = {}
    for seed in CENSUS_SEEDS:
        game, rng = hp.new("classic", seats=seats, seed=seed, leaders=leaders), Random(seed)
        while not game.is_over:
            for seat in game.to_move:
                moves = game.legal_moves(seat)
                key = (game.age, game.turn)
                counts[key] = counts.get(key, 0) + len(moves)
                game.submit(seat, rng.choice(moves))
    return counts
