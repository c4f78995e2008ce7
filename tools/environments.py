"""Measure the speed of our environments and those of other libraries in one run.

    python -m tools.environments                  # a table
    python -m tools.environments --write          # docs/compare-environments.md, too

Every row does the same: observe as the player to move, draw a legal action, take it. The result is decisions per
second of processor time of all threads. Missing libraries are named and skipped. The factors of the machine are
measured before and after all rows.
"""

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from heptapolis.calibration import mean_factors, measure_factors
from heptapolis.machine import machine

PAGE = Path(__file__).parents[1] / "docs" / "compare-environments.md"
MARK = "<!-- What follows is made by `python -m tools.environments --write`. -->\n"
SECONDS = 1.0
GAMES = 1024  # parallel games
Step = Callable[[], int]  # takes decisions and returns their number


def speed(step: Step) -> float:
    """Return decisions per second of processor time, after a warm-up."""
    for _ in range(3):
        step()
    start, decisions = process_time(), 0
    while process_time() - start < SECONDS:
        decisions += step()
    return decisions / (process_time() - start)


def drawn(mask: Any) -> int:
    return int(random.choice(np.flatnonzero(mask).tolist()))


def ours_side_by_side(game: str) -> Step:
    from heptapolis.vector import VectorEnv

    env = VectorEnv(game, GAMES, seed=1, threads=1)

    def step() -> int:
        decisions = int(env.to_move.sum())
        env.step(env.any_actions())
        return decisions

    return step


def ours_vectorised(id: str) -> Step:
    import gymnasium

    env: Any = gymnasium.make_vec(
        f"heptapolis.env:heptapolis/{id}", num_envs=GAMES, opponents="random", threads=1
    )
    env.reset(seed=1)

    def step() -> int:
        env.step(env.unwrapped.any_actions())
        return GAMES

    return step


def gymnasium_single(id: str) -> Step:
    import gymnasium

    env: Any = gymnasium.make(f"heptapolis.env:heptapolis/{id}", opponents="random")

    def step() -> int:
        seen, ended, decisions = env.reset()[0], False, 0
        while not ended:
            seen, _, ended, _, _ = env.step(drawn(seen["action_mask"]))
            decisions += 1
        return decisions

    return step


def pettingzoo(home: str) -> Step:
    env = import_module(home).env()

    def step() -> int:
        env.reset(seed=random.getrandbits(30))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, truncated, _ = env.last()
            env.step(None if ended or truncated else drawn(seen["action_mask"]))
            decisions += not (ended or truncated)
        return decisions

    return step


def openspiel(name: str) -> Step:
    import pyspiel

    if name.startswith("heptapolis"):
        import_module("heptapolis.env.openspiel")  # registers the games
    game = pyspiel.load_game(name)

    def step() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            np.asarray(
                state.observation_tensor() if has_observation else state.information_state_tensor()
            )
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    has_observation = game.get_type().provides_observation_tensor
    return step


def rlcard(name: str) -> Step:
    import rlcard as library

    env = library.make(name)

    def step() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return step


def pgx(name: str) -> Step:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(name)
    play = jax.vmap(auto_reset(env.step, env.init))

    def many(state: Any, key: Any) -> Any:
        def once(state: Any, key: Any) -> Any:
            chosen, chance = jax.random.split(key)
            logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(chosen, logits)
            return play(state, actions, jax.random.split(chance, GAMES)), state.observation.sum()

        return jax.lax.scan(once, state, jax.random.split(key, 16))

    compiled = jax.jit(many)
    held = [
        jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES)),
        jax.random.PRNGKey(2),
    ]

    def step() -> int:
        held[1], key = jax.random.split(held[1])
        held[0], seen = compiled(held[0], key)
        seen.block_until_ready()
        return 16 * GAMES

    return step


# The function; the number of seats; hidden information; included baselines.
ROWS: list[tuple[str, str, Callable[[str], Step], str, str, str, str]] = [
    (
        "ours",
        "Duel, our `VectorEnv`",
        ours_side_by_side,
        "duel",
        "2",
        "cards face down, those left out, tokens",
        "random, greedy, search, networks",
    ),
    (
        "ours",
        "classic, 3 seats, our `VectorEnv`",
        ours_side_by_side,
        "classic",
        "2–7",
        "hands, decks, simultaneous choices",
        "the same",
    ),
    (
        "ours",
        "Leaders, 3 seats, our `VectorEnv`",
        ours_side_by_side,
        "classic+leaders",
        "2–7",
        "and leaders in hand",
        "the same",
    ),
    (
        "ours",
        "Duel, `gymnasium.make_vec` against `random`",
        ours_vectorised,
        "Duel-v0",
        "2",
        "as above",
        "any bot as opponent",
    ),
    (
        "ours",
        "classic, 3 seats, `gymnasium.make_vec` against `random`",
        ours_vectorised,
        "Classic-v0",
        "2–7",
        "as above",
        "any bot as opponent",
    ),
    (
        "ours",
        "Duel, `gymnasium.make` against `random`",
        gymnasium_single,
        "Duel-v0",
        "2",
        "as above",
        "any bot as opponent",
    ),
    (
        "ours",
        "classic, 3 seats, `gymnasium.make` against `random`",
        gymnasium_single,
        "Classic-v0",
        "2–7",
        "as above",
        "any bot as opponent",
    ),
    ("ours", "Duel, PettingZoo", pettingzoo, "heptapolis.env.duel_v0", "2", "as above", ""),
    (
        "ours",
        "classic, 3 seats, PettingZoo",
        pettingzoo,
        "heptapolis.env.classic_v0",
        "2–7",
        "as above",
        "",
    ),
    (
        "ours",
        "Duel, OpenSpiel",
        openspiel,
        "heptapolis_duel",
        "2",
        "as above",
        "OpenSpiel's algorithms",
    ),
    (
        "pettingzoo",
        "connect four",
        pettingzoo,
        "pettingzoo.classic.connect_four_v3",
        "2",
        "nothing",
        "none",
    ),
    (
        "pettingzoo",
        "Texas hold'em (limit)",
        pettingzoo,
        "pettingzoo.classic.texas_holdem_v4",
        "2 and more",
        "hands, deck",
        "none",
    ),
    ("rlcard", "Leduc hold'em", rlcard, "leduc-holdem", "2", "hands, deck", "random, rules, CFR"),
    ("rlcard", "UNO", rlcard, "uno", "2 and more", "hands, deck", "random, rules"),
    (
        "open_spiel",
        "Leduc poker",
        openspiel,
        "leduc_poker",
        "2–10",
        "hands, deck",
        "CFR, search, deep RL",
    ),
    ("open_spiel", "hearts", openspiel, "hearts", "4", "hands", "search, deep RL"),
    ("open_spiel", "backgammon", openspiel, "backgammon", "2", "nothing (dice)", "search, deep RL"),
    ("pgx", "connect four", pgx, "connect_four", "2", "nothing", "none"),
    ("pgx", "Leduc hold'em", pgx, "leduc_holdem", "2", "hands, deck", "none"),
    ("pgx", "backgammon", pgx, "backgammon", "2", "nothing (dice)", "none"),
]


def measured_rows() -> Iterator[tuple[str, ...]]:
    for library, what, make, name, seats, hidden, baselines in ROWS:
        try:
            told = f"{speed(make(name)):,.0f}"
            package = "Heptapolis" if library == "ours" else f"{library} {version(library)}"
        except ImportError as error:
            told, package = "—", f"{library} (not here: {str(error).splitlines()[0]})"
        row = package, what, told, seats, hidden, baselines
        print("  ".join(row), flush=True)
        yield row


def table(rows: list[tuple[str, ...]]) -> str:
    header = "library | game, and how it is stepped | decisions in a CPU second | seats | hidden | baselines"
    lines = [f"| {header} |", "|" + " --- |" * 6, *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    random.seed(1)
    before = measure_factors()
    found = list(measured_rows())
    factors = mean_factors(before, measure_factors())
    print(f"Factors of this machine: {factors}")
    if "--write" in sys.argv:
        text = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        measured = (
            f"Measured on: {facts}. Factors of this machine, measured in the same run: {factors} of the\n"
            "[reference machine](figures.md); divide by them to compare with other runs."
        )
        PAGE.write_text(f"{text}{MARK}\n{measured}\n\n{table(found)}", encoding="utf-8")
