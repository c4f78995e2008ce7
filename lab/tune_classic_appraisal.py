"""Fit the appraisal of classic (`games/classic/players/appraisal.py`): ``python -m lab.tune_classic_appraisal GAMES``.

Like `tune_appraisal.py` for Duel: the networks play games against themselves, partly at random, half of them
with leaders, with two to seven players. Examples are positions in which all seats are to decide, and positions
some quick or random turns later: a small network for each age learns the large network's values of every seat.
Weights are written to `src/heptapolis/games/classic/appraisal.npz`, 16 bits each. The shipped weights come from
3,000 games; 16,000 (3.4 million examples, a minute on an H200 with 16 cores) explain more and play no better.
"""

import sys
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.bots import appraisal
from heptapolis.codes import AGES
from heptapolis.encodings import encoding, encoding_of
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.edition import Scratch
from heptapolis.games.classic.learning.recall import RECALL, new_piles
from heptapolis.games.classic.learning.stepping import (
    NOT_MADE,
    Knowledge,
    ask,
    play_all,
    recall_again,
)
from heptapolis.games.classic.players.appraisal import (
    CITY,
    N_FACTS,
    is_fresh,
    write_cities,
    write_facts,
)
from heptapolis.games.classic.players.playout import random_choice
from heptapolis.games.classic.players.quick import quick_choice
from heptapolis.games.classic.rules.constants import OVER
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.simulation import quick_tables
from heptapolis.kernel import entry, jit, records
from heptapolis.kernel.batch import Decisions
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import generator, random_below, uniform
from lab.teaching import Desk, arrays_of, draw, fit, gather

TABLES = (3, 5, 3, 4, 3, 2, 5, 3, 7, 3, 6, 5)  # seats
WARMTHS, AT_RANDOM = (
    (0.5, 1.0, 1.5, 2.0),
    (0.0, 0.05, 0.15),
)  # temperature of the network's choices, by game
# Turns played from a position: the maximum, the random share of moves, noise of the others.
WAYS = ((2, 0.0, 6.0), (3, 0.3, 4.0), (3, 1.0, 4.0))
FIRST_SEED, TOGETHER = 20_000_000, 150  # parallel games
AT_ONCE = 1024  # positions per question to a network
UNITS = (32, 16)  # units of each small network
SEATS_PER_POSITION = 3  # approximate maximum of seats used of a position


@entry
def ask_all(
    states: Any, tables: Any, workspaces: Any, knowledge: Knowledge, decisions: Decisions
) -> None:
    """Send the observations of all seats to move to the networks."""
    t, work, knowledge, decisions = tables[0], workspaces[0], borrow(knowledge), borrow(decisions)
    for i in range(states.shape[0]):
        g = np.int64(i)
        recall_again(states[g], g, knowledge)
        ask(states[g], t, g, work, knowledge, decisions)


@entry
def answer_all(states: Any, tables: Any, workspaces: Any, decisions: Decisions, fresh: Any) -> None:
    """Carry out the choices of the networks."""
    t, work = tables[0], workspaces[0]
    for i in range(states.shape[0]):
        g = np.int64(i)
        if states[g].phase != OVER:
            play_all(states[g], t, g, decisions, work)
        fresh[g] = is_fresh(states[g])


@jit
def play_turn(s: Any, t: Any, q: Any, mixed: Any, noise: Any, rng: Any, work: Any) -> None:
    """Play until all seats are to decide again, or to the end."""
    while True:
        for number in range(s.n_cities):
            city = np.int64(number)
            if not must_decide(s, city):
                continue
            if uniform(rng) < mixed:
                kind, card, bank, left, right = random_choice(s, t, city, rng, work)
            else:
                kind, card, bank, left, right = quick_choice(s, t, q, city, noise, rng, work)
            play(s, t, city, kind, card, bank, left, right, work.log)
        if s.phase == OVER or is_fresh(s):
            return


@entry
def play_on(
    states: Any,
    tables: Any,
    quick: Any,
    rng: Any,
    workspaces: Any,
    most: Any,
    mixed: Any,
    noise: Any,
) -> None:
    """Play some turns from each position."""
    t, q, work, rng = tables[0], quick[0], workspaces[0], borrow(rng)
    for i in range(states.shape[0]):
        for _ in range(1 + random_below(rng, np.int64(most))):
            if states[i].phase != OVER:
                play_turn(states[i], t, q, mixed, noise, rng, work)


@entry
def describe(
    states: Any, tables: Any, quick: Any, workspaces: Any, cities: Any, facts: Any
) -> None:
    """Return the facts of all seats of each position."""
    t, q, work, cities, facts = tables[0], quick[0], workspaces[0], borrow(cities), borrow(facts)
    for i in range(states.shape[0]):
        write_cities(states[i], t, q, work, cities)
        for seat in range(states[i].n_players):
            write_facts(states[i], t, q, np.int64(seat), cities, work, facts[i, seat])


class Reader:
    """Provides the large network's input for some positions."""

    def __init__(self, view: Any, n: int) -> None:
        self.code, self.tables = encoding_of(view), view.edition.tables
        self.scratch = Scratch().workspaces
        rows, recalls = (
            np.zeros((SEATS, self.code.city.width), np.int8),
            records(np.zeros(n, RECALL)),
        )
        recalls["age"] = NOT_MADE
        self.knowledge = Knowledge(rows, new_piles(), recalls)
        self.asked = Decisions(
            observations=np.zeros((n, SEATS, self.code.size), np.int8),
            mask=np.zeros((n, SEATS, self.code.n_actions), np.bool_),
            to_move=np.zeros((n, SEATS), np.bool_),
            seats=np.tile(np.arange(SEATS, dtype=np.int8), (n, 1)),
            actions=np.zeros((n, SEATS), np.int64),
        )

    def read(self, states: Any) -> None:
        ask_all(states, self.tables, self.scratch, self.knowledge, self.asked)


def watch(numbers: range, leaders: bool, teacher: Desk) -> tuple[Any, Any]:
    """Return positions of some games in which all seats are to decide, and the game of each."""
    games = [
        hp.new("classic", leaders=leaders, seats=TABLES[k % len(TABLES)], seed=FIRST_SEED + k)
        for k in numbers
    ]
    states = records(np.array([game._states[0] for game in games], CLASSIC))
    rng = np.random.default_rng(numbers[0])
    reader, fresh = Reader(games[0].view(0), len(games)), np.ones(len(games), np.bool_)
    warmths, at_random = rng.choice(WARMTHS, len(games)), rng.choice(AT_RANDOM, len(games))
    asked, found, origins = reader.asked, [], []
    while (playing := states["phase"] != OVER).any():
        found.append(states[playing & fresh].copy())
        origins.append(np.array(numbers)[playing & fresh])
        reader.read(states)
        game, seat = np.nonzero(asked.to_move & playing[:, None])
        logits, _ = teacher(asked.observations[game, seat])
        mask, warmth = asked.mask[game, seat], warmths[game, None]
        asked.actions[game, seat] = draw(logits, mask, warmth, at_random[game], rng)
        answer_all(states, reader.tables, reader.scratch, asked, fresh)
    return np.concatenate(found), np.concatenate(origins)


def learn(states: Any, origins: Any, view: Any, teacher: Desk, rng: Any) -> list[Any]:
    """Return facts of some seats of each position, the network's values, the games, and the ages."""
    quick, kept = quick_tables(view.edition), []
    for first in range(0, len(states), AT_ONCE):
        part = records(states[first : first + AT_ONCE])
        reader = Reader(view, len(part))
        reader.read(part)
        facts = np.zeros((len(part), SEATS, N_FACTS), np.float32)
        cities = np.zeros((SEATS, CITY), np.float32)
        describe(part, reader.tables, quick, reader.scratch, cities, facts)
        chosen = (
            rng.random(reader.asked.to_move.shape) < SEATS_PER_POSITION / part["n_players"][:, None]
        )
        game, seat = np.nonzero(reader.asked.to_move & chosen)
        _, values = teacher(reader.asked.observations[game, seat])
        ages, games = np.maximum(part["age"][game], 1), origins[first : first + AT_ONCE][game]
        kept.append((facts[game, seat].astype(np.float16), values, games, ages))
    return kept


def examples(part: tuple[range, bool], teacher: Desk) -> tuple[Any, ...]:
    """Return the examples of some games, with or without leaders."""
    numbers, leaders = part
    view = hp.new("classic", leaders=leaders, seats=3, seed=0).view(0)
    tables, quick, scratch = view.edition.tables, quick_tables(view.edition), Scratch().workspaces
    rng = np.random.default_rng(numbers[0])
    states, origins = watch(numbers, leaders, teacher)
    kept = learn(states, origins, view, teacher, rng)
    for way in WAYS:
        later = records(states.copy())
        play_on(later, tables, quick, generator(numbers[0]), scratch, *way)
        is_on = later["phase"] != OVER
        kept += learn(later[is_on], origins[is_on], view, teacher, rng)
    return tuple(np.concatenate(arrays) for arrays in zip(*kept, strict=True))


def main(n_games: int) -> None:
    numbers = [range(k, min(k + TOGETHER, n_games // 2)) for k in range(0, n_games // 2, TOGETHER)]
    both = [
        gather(examples, [(some, leaders) for some in numbers], encoding(ruleset))
        for ruleset, leaders in (("classic", False), ("classic+leaders", True))
    ]
    facts, values, games, ages = (np.concatenate(one) for one in zip(*both, strict=True))
    nets = [
        fit(facts[now], values[now], games[now], *UNITS)
        for now in (ages == k + 1 for k in range(AGES))
    ]
    halves = [arrays_of(net) for net in nets]
    stacked: dict[str, Any] = {name: np.stack([one[name] for one in halves]) for name in halves[0]}
    np.savez_compressed(appraisal.weights_file("classic"), **stacked)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(int(sys.argv[1]))
