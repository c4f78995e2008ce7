"""Duel as text: complete games, and the numbers of move sequences from fixed positions.

``python -m tests.golden.duel`` rewrites them; look at the diff before you commit it. Positions in
`duel_positions.txt` are fixed, so a change of dealing does not affect them.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Scored, Staged
from heptapolis.games.duel.events import (
    Destroyed,
    Drafted,
    Looted,
    Marker,
    Revealed,
    Started,
    Token,
)
from heptapolis.games.duel.rules import perft as duel_perft
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE, MOVE_ROWS
from heptapolis.kernel import records
from tests.golden import FOLDER
from tests.kinds import duel_from

GAMES = {"duel-1": 1, "duel-2": 2}
PERFT = FOLDER / "duel_perft.txt"
POSITIONS = FOLDER / "duel_positions.txt"
SEEDS = range(1, 6)
DRAFT_DEPTH, AGE_DEPTH, POSITION_DEPTH = 9, 4, 5
BUILDS = ("build", "wonder", "revive")


# ── whole games ──────────────────────────────────────────────────────────────────────────────────


def playthrough(seed: int) -> str:
    """Return a game of fixed choices: every move with the number of legal moves and its events."""
    game, rng = hp.new("duel", seed=seed), Random(seed)
    lines = [str(game.record()).rstrip()]
    while not game.is_over:
        (seat,) = game.to_move
        moves, before = game.legal_moves(seat), len(game.events)
        builds = [move for move in moves if move.verb in BUILDS]
        game.submit(seat, rng.choice(builds if builds and rng.random() < 0.9 else moves))
        lines.append(f"{game.record().lines[-1]}  [{len(moves)} legal]")
        happened = [_words(event) for event in game.events[before:]]
        lines += [f"    {text}" for text in happened if text]
        coins = " ".join(str(city.coins) for city in game.cities)
        lines.append(f"    coins {coins}, marker {game.marker}, discards {len(game.discard)}")
    for seat, score in enumerate(game.scores()):
        columns = " ".join(f"{name} {points}" for name, points in score.items() if points)
        lines.append(f"seat {seat}: {columns}")
    lines.append(f"{game.outcome}, ranking {game.ranking()}")
    return "\n".join(lines) + "\n"


def _words(event: Event) -> str:
    match event:
        case Drafted(wonder=wonder):
            return f"{event.seat} has {wonder}"
        case Built(card=card, how=how) if how != "paid":
            return f"{event.seat} builds {card} by {how}"
        case Staged(wonder=wonder, stage=stage):
            return f"{event.seat} has {wonder}, wonder {stage}"
        case Paid(bank=bank, opponent=opponent):
            return f"{event.seat} pays bank {bank} opponent {opponent}"
        case Gained(coins=coins, source=source) if source != "discard":
            return f"{event.seat} gains {coins} by {source}"
        case Marker(before=before, after=after):
            return f"marker from {before} to {after}"
        case Looted(coins=coins, source=source):
            return f"{event.seat} loses {coins} by {source or 'the track'}"
        case Token(token=token, aside=aside):
            return f"{event.seat} takes {token}{' of those aside' if aside else ''}"
        case Destroyed(card=card):
            return f"{event.seat} destroys {card}"
        case Dug(card=card):
            return f"{event.seat} revives {card}"
        case Revealed(card=card, slot=slot):
            return f"slot {slot} is {card}"
        case Started():
            return f"{event.seat} begins age {event.age}"
        case Built() | Discarded() | Gained() | Scored():
            return ""
    return repr(event)


# ── counts of move sequences ─────────────────────────────────────────────────────────────────────


def positions() -> Iterator[tuple[str, hp.DuelGame, int]]:
    """Yield the counted positions: name, game and depth."""
    for seed in SEEDS:
        yield f"draft, seed {seed}", hp.new("duel", seed=seed), DRAFT_DEPTH
    for seed in SEEDS:
        yield f"first game, seed {seed}", hp.new("duel", seed=seed, wonders="first_game"), AGE_DEPTH
    for line in POSITIONS.read_text("utf-8").splitlines():
        name, _, text = line.partition(": ")
        yield name, duel_from(text), POSITION_DEPTH


def divide(game: hp.DuelGame, depth: int) -> dict[str, int]:
    """Return the number of move sequences of a length that begin with each legal move."""
    states: Any = records(np.zeros(depth + 1, DUEL))
    states[0] = game._states[0]
    workspaces: Any = records(np.zeros(depth + 1, DUEL_WORKSPACE))
    counts = np.zeros((depth + 1, MOVE_ROWS), np.int64)
    total = duel_perft.perft(states, 0, depth, game.edition.tables, workspaces, counts)
    legal = [str(move) for seat in game.to_move for move in game.legal_moves(seat)]
    found = dict(zip(legal, counts[0].tolist(), strict=False))
    assert sum(found.values()) == total
    return found


def perft_line(name: str, game: hp.DuelGame, depth: int) -> str:
    """Return the counts for every length up to a depth as one line."""
    counts = [sum(divide(game, d).values()) for d in range(1, depth + 1)]
    return f"{name}: {' '.join(map(str, counts))}"


def perft() -> str:
    return "\n".join(perft_line(*position) for position in positions()) + "\n"


def difference() -> str:
    """Return the first position with wrong counts and its divide, or ""."""
    golden = dict(line.split(": ") for line in PERFT.read_text("utf-8").splitlines())
    for name, game, depth in positions():
        wanted = golden.pop(name, "").split()
        for d in range(1, depth + 1):
            found = divide(game, d)
            if wanted[d - 1 : d] != [str(sum(found.values()))]:
                rows = [f"    {move}: {count}" for move, count in found.items()]
                head = f"{name}: {sum(found.values())} sequences of {d}, golden {wanted[d - 1 : d]}"
                return "\n".join([head, *rows, str(game.position())])
    return f"no such positions any more: {', '.join(golden)}" if golden else ""


if __name__ == "__main__":
    for name, seed in GAMES.items():
        (FOLDER / "games" / f"{name}.txt").write_text(playthrough(seed), encoding="utf-8")
    PERFT.write_text(perft(), encoding="utf-8")
