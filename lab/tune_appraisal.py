"""Fit the appraisal of Duel (`games/duel/players/appraisal.py`): ``python -m lab.tune_appraisal GAMES``.

The network plays games against itself, partly at random so that positions differ. From each position some quick or
random moves are played, like in the tree of a search. A much smaller network learns the large network's value there
from facts. Its weights are written to `src/heptapolis/games/duel/appraisal.npz`, 16 bits each.
The shipped weights come from 70,000 games, 19 million positions: four minutes on an H200 with 16 cores.
"""

import sys
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.bots import appraisal
from heptapolis.encodings import encoding, encoding_of
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.learning.actions import move_of
from heptapolis.games.duel.learning.encoding import encode
from heptapolis.games.duel.learning.stepping import ask
from heptapolis.games.duel.players.appraisal import N_FACTS, write_facts
from heptapolis.games.duel.players.quick import quick_move, weigh_items
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import carry_out, list_moves
from heptapolis.kernel import entry, records
from heptapolis.kernel.batch import Decisions
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import generator, random_below, uniform
from lab.teaching import Desk, arrays_of, draw, fit, gather

WARMTHS, AT_RANDOM = (
    (0.5, 1.0, 1.5, 2.0),
    (0.0, 0.05, 0.15),
)  # temperature of the network's choices, by game
# Moves played from a position: the maximum, and the random share.
WAYS = ((0, 0.0), (6, 0.3), (12, 0.2), (6, 1.0))
NOISE = 5.0  # noise of quick moves
UNITS = (64, 32)  # units of the small network
FIRST_SEED, TOGETHER = 10_000_000, 300  # parallel games


@entry
def ask_all(states: Any, tables: Any, workspaces: Any, decisions: Decisions) -> None:
    """Send the observations of all seats to move to the network."""
    t, work, decisions = tables[0], workspaces[0], borrow(decisions)
    for i in range(states.shape[0]):
        if states[i].phase != c.OVER:
            ask(states[i], t, np.int64(i), work, decisions)


@entry
def answer_all(states: Any, tables: Any, workspaces: Any, actions: Any) -> None:
    """Carry out the choices of the networks."""
    t, work = tables[0], workspaces[0]
    for i in range(states.shape[0]):
        s = states[i]
        if s.phase != c.OVER:
            kind, card, wonder = move_of(t, s.seat, np.int64(actions[i]))
            carry_out(s, t, kind, card, wonder, work)


@entry
def play_on(
    before: Any, states: Any, tables: Any, rng: Any, workspaces: Any, most: Any, mixed: Any
) -> None:
    """Play some moves from each position, to one that is not final."""
    t, work, rng = tables[0], workspaces[0], borrow(rng)
    weigh_items(t, work.worth, work.special)
    for i in range(before.shape[0]):
        states[i].phase = c.OVER
        while states[i].phase == c.OVER:
            states[i] = before[i]
            s = states[i]
            for _ in range(random_below(rng, np.int64(most + 1))):
                if s.phase == c.OVER:
                    break
                kind, card, wonder = quick_move(s, t, NOISE, rng, work)
                if uniform(rng) < mixed:
                    move = work.moves[random_below(rng, list_moves(s, t, work.moves))]
                    kind, card, wonder = move[0], move[1], move[2]
                carry_out(s, t, kind, card, wonder, work)


@entry
def describe(states: Any, tables: Any, workspaces: Any, facts: Any, seen: Any) -> None:
    """Return the facts of each position, and the network's input for the seat to move."""
    t, work = tables[0], workspaces[0]
    weigh_items(t, work.worth, work.special)
    for i in range(states.shape[0]):
        s = states[i]
        write_facts(s, t, s.seat, work, facts[i])
        encode(s, t, s.seat, seen[i])


def watch(numbers: range, teacher: Desk) -> tuple[Any, Any]:
    """Return all positions of some games, and the game of each."""
    games = [hp.new("duel", seed=FIRST_SEED + number) for number in numbers]
    states, n = records(np.array([game._states[0] for game in games], DUEL)), len(games)
    code, tables = encoding_of(games[0].view(0)), games[0].edition.tables
    scratch, rng = DuelScratch().workspaces, np.random.default_rng(numbers[0])
    asked = Decisions(
        observations=np.zeros((n, 1, code.size), np.int8),
        mask=np.zeros((n, 1, code.n_actions), np.bool_),
        to_move=np.zeros((n, 1), np.bool_),
        seats=np.zeros((n, 1), np.int8),
        actions=np.zeros((n, 1), np.int64),
    )
    found, origins = [], []
    warmths, at_random = rng.choice(WARMTHS, n), rng.choice(AT_RANDOM, n)
    while (playing := states["phase"] != c.OVER).any():
        found.append(states[playing].copy())
        origins.append(np.array(numbers)[playing])
        ask_all(states, tables, scratch, asked)
        logits, _ = teacher(asked.observations[playing, 0])
        asked.actions[playing, 0] = draw(
            logits, asked.mask[playing, 0], warmths[playing, None], at_random[playing], rng
        )
        answer_all(states, tables, scratch, asked.actions[:, 0])
    return np.concatenate(found), np.concatenate(origins)


def examples(numbers: range, teacher: Desk) -> tuple[Any, Any, Any]:
    """Return facts of positions, the network's values, and the games."""
    view = hp.new("duel", seed=0).view(0)
    code, tables, scratch = encoding_of(view), view.edition.tables, DuelScratch().workspaces
    rng = generator(numbers[0])
    before, games = watch(numbers, teacher)
    all_facts, all_values, states = [], [], records(np.zeros(len(before), DUEL))
    for most, mixed in WAYS:
        play_on(records(before), states, tables, rng, scratch, most, mixed)
        facts = np.zeros((len(before), N_FACTS), np.float32)
        seen = np.zeros((len(before), code.size), np.int8)
        describe(states, tables, scratch, facts, seen)
        all_facts.append(facts.astype(np.float16))
        all_values.append(teacher(seen)[1])
    return np.concatenate(all_facts), np.concatenate(all_values), np.tile(games, len(WAYS))


def main(n_games: int) -> None:
    parts = [range(k, min(k + TOGETHER, n_games)) for k in range(0, n_games, TOGETHER)]
    facts, values, games = gather(examples, parts, encoding("duel"))
    net = fit(facts, values, games, *UNITS)
    np.savez_compressed(appraisal.weights_file("duel"), **arrays_of(net))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(int(sys.argv[1]))
