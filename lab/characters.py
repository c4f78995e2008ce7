"""Measure characters: ``python -m lab.characters play GAMES [RULESET [STRENGTH]]``, ``… write``.

One character plays against neutral bots of its strength, in every seat in turn. It must build at least 1.5
times as many things that it likes as a neutral bot in the same seats, deals and company, or win at least
twice as often in its own way; and its share of victories may be at most 10 points below par.

``play`` stores results in characters.json, row by row; ``write`` makes the tables of characters.md from
them. ``tune GAMES RULESET STRENGTH [CHARACTER[=LEANING,…] …]`` tries one leaning after another until the
style of a character is clear; the printed result goes into ``leanings`` of the game's strategy.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from heptapolis.balance import estimate
from heptapolis.bots import Bot, bot
from heptapolis.bots.characters import CHARACTERS, STRENGTHS, CharacterBot, liked_actions
from heptapolis.bots.neural import NeuralBot
from heptapolis.games.duel.codes import DuelOutcome
from heptapolis.networks import shipped_network
from heptapolis.slots import STRATEGY
from heptapolis.variants import ruleset as named
from heptapolis.vector import NO_ACTION, VectorEnv

LAB = Path(__file__).parent
DATA, PAGE = LAB / "characters.json", LAB / "characters.md"
BEGIN, END = "<!-- rows -->", "<!-- /rows -->"
GAMES = {"classic": 3, "classic+leaders": 3, "duel": 2}  # rulesets, and seats
TITLES = {"classic": "Classic", "classic+leaders": "Classic with Leaders", "duel": "Duel"}
# A victory without points belongs to one character's way, and so does one by points if a column decides
# it: without the points in that column another seat would have won.
WAYS = {"scholar": DuelOutcome.SCIENCE, "warlord": DuelOutcome.MILITARY}
COLUMNS = {
    "scholar": "science",
    "warlord": "military",
    "tribune": "civilian",
    "merchant": "commercial",
    "guildmaster": "guilds",
}
MORE, TWICE, LESS = 1.5, 2.0, 0.10  # targets
LADDERS = {  # tried leanings
    "easy": (3.0, 5.0, 8.0, 12.0, 18.0),
    "medium": (1.0, 2.0, 3.5, 5.0, 8.0, 12.0),
    "hard": (0.0, 1.5, 3.0, 5.0, 8.0, 12.0),
}
SEED = 2026


@dataclass(frozen=True)
class SeatResults:
    """The actions and results of one seat in some games."""

    liked: Any  # [character, game]: actions that the character likes
    won: Any  # [character, game]: victory in the character's way
    share: Any  # share of the victory

    def mean(self, name: str) -> tuple[float, float]:
        """Return the mean number of liked actions in a game, and its standard error."""
        liked = self.liked[list(CHARACTERS).index(name)]
        return float(liked.mean()), float(liked.std() / sqrt(len(liked)))

    def wins(self, name: str) -> float:
        """Return the share of games with a victory in a character's own way."""
        return float(self.won[list(CHARACTERS).index(name)].mean())


def play(ruleset: str, hero: Bot, neutral: Bot, games: int) -> SeatResults:
    """Play parallel games with the hero in each seat in turn and neutral bots in all others."""
    seats = GAMES[ruleset]
    env = VectorEnv(ruleset, games, seed=SEED, threads=1, seats=seats if seats > 2 else None)
    likes = np.array([[*(liked_actions(one, env.encoding) > 0), 0] for one in CHARACTERS.values()])
    places, rng = np.arange(games) % seats, Random(SEED)
    liked, share = np.zeros((len(likes), games)), np.zeros(games)
    won, is_open = np.zeros(liked.shape, np.bool_), np.ones(games, np.bool_)
    while is_open.any():
        is_hero = env.to_move & (env.seat == places[:, None])
        actions = np.full(env.to_move.shape, NO_ACTION, np.int64)
        for player, rows in ((hero, is_hero), (neutral, env.to_move & ~is_hero)):
            which = np.nonzero(rows & is_open[:, None])
            actions[which] = choices(env, player, which, rng)
        liked += np.where(is_hero & is_open[:, None], likes[:, actions], 0).sum(2)
        env.step(actions, only=is_open)
        for game in np.flatnonzero(env.done & is_open).tolist():
            best = env.rewards[game] == env.rewards[game].max()
            share[game] = best[places[game]] / best.sum()
            won[:, game] = [is_won_by(env, game, places[game], name) for name in CHARACTERS]
        is_open &= ~env.done
    env.close()
    return SeatResults(liked, won, share)


def is_won_by(env: VectorEnv, game: int, seat: int, name: str) -> bool:
    """Return whether a seat has won alone in the way of a character."""
    rewards = env.rewards[game]
    if (rewards >= rewards[seat]).sum() > 1:
        return False
    if env.outcome[game] in (DuelOutcome.MILITARY, DuelOutcome.SCIENCE):
        return bool(env.outcome[game] == WAYS.get(name))
    if COLUMNS.get(name) not in env.columns:
        return False
    sheets = env.sheets[game].astype(np.int64)
    rest = sheets[:, env.columns.index("total")] - sheets[:, env.columns.index(COLUMNS[name])]
    return bool((rest > rest[seat]).any())


def choices(env: VectorEnv, player: Bot, which: Any, rng: Random) -> list[int]:
    """Return a bot's actions in some rows; a network evaluates all of them at once."""
    if not len(which[0]):
        return []
    bonus: Any = 0.0
    if isinstance(player, CharacterBot) and player.strength == "hard":
        bonus = player.favours(env.view(int(which[0][0]), int(env.seat[which][0])), env.encoding)
    elif not isinstance(player, NeuralBot):
        seats = zip(which[0].tolist(), env.seat[which].tolist(), strict=True)
        views = [env.view(game, seat) for game, seat in seats]
        return [env.encoding.action(view, player.choose(view, rng)) for view in views]
    logits = shipped_network(env.encoding).evaluate(env.observations[which])[0] + bonus
    actions: list[int] = np.where(env.mask[which], logits, -np.inf).argmax(1).tolist()
    return actions


@cache
def measure_neutral(ruleset: str, strength: str, games: int) -> SeatResults:
    """Measure the neutral bot among neutral bots."""
    return play(ruleset, bot(strength), bot(strength), games)


def measure(
    ruleset: str, strength: str, name: str, games: int, leaning: float | None = None
) -> dict[str, Any]:
    """Compare a character with the neutral bot in its place."""
    hero = CharacterBot(CHARACTERS[name], strength, leaning)
    mine, theirs = (
        play(ruleset, hero, bot(strength), games),
        measure_neutral(ruleset, strength, games),
    )
    (many, error), (few, few_error) = mine.mean(name), theirs.mean(name)
    times = many / few
    spread = 1.96 * times * sqrt((error / many) ** 2 + (few_error / few) ** 2)
    return {
        "ruleset": ruleset,
        "strength": strength,
        "name": name,
        "games": games,
        "liked": many,
        "usual": few,
        "times": times,
        "spread": spread,
        "share": float(mine.share.mean()),
        "par": 1 / GAMES[ruleset],
        "wins": mine.wins(name),
        "usual_wins": theirs.wins(name),
    }


def has_style(row: dict[str, Any], margin: float = 0.0) -> bool:
    """Return whether the style meets the targets."""
    is_often = row["wins"] >= (TWICE + margin) * row["usual_wins"] > 0
    return bool(row["times"] >= MORE + margin or is_often)


def description(row: dict[str, Any]) -> str:
    return (
        f"{row['ruleset']} {row['name']}:{row['strength']} {row['liked']:.2f} against {row['usual']:.2f}, "
        f"{row['times']:.2f} ± {row['spread']:.2f} times; wins {row['share']:.1%} (par {row['par']:.1%}); "
        f"in its way {row['wins']:.1%} against {row['usual_wins']:.1%}"
    )


def tune(games: int, ruleset: str, strength: str, names: Sequence[str]) -> None:
    scale = named(ruleset).part(STRATEGY).noise if strength != "hard" else 1.0
    for text in names or list(CHARACTERS):
        name, _, own = text.partition("=")
        ladder = [scale * leaning for leaning in LADDERS[strength]]
        for leaning in map(float, own.split(",")) if own else ladder:
            row = measure(ruleset, strength, name, games, leaning)
            print(f"{leaning:g}: {description(row)}", flush=True)
            if has_style(row, 0.08):
                break


def play_rows(games: int, rulesets: Sequence[str], strengths: Sequence[str]) -> None:
    """Play row by row and replace the stored result of each."""
    for ruleset in rulesets:
        for strength in strengths:
            for name in named(ruleset).part(STRATEGY).leanings:
                row = measure(ruleset, strength, name, games)
                print(description(row), flush=True)
                rows = json.loads(DATA.read_text()) if DATA.exists() else []
                key = ("ruleset", "strength", "name")
                rows = [one for one in rows if any(one[k] != row[k] for k in key)]
                rows.append(row | {"date": f"{datetime.now(UTC):%Y-%m-%d}"})
                DATA.write_text(json.dumps(rows, indent=1) + "\n")


def write() -> None:
    """Write the tables of characters.md from the stored results."""
    rows, lines = json.loads(DATA.read_text()), list[str]()
    for ruleset in GAMES:
        lines += [
            "",
            f"### {TITLES[ruleset]}",
            "",
            "| character | preferred cards built | by the neutral bot | ratio | victories in its style | of the neutral bot | share of victories "
            f"(par {1 / GAMES[ruleset]:.0%}) | style shows | strong enough |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | :---: | :---: |",
            *(
                table_row(row)
                for name in CHARACTERS
                for strength in STRENGTHS
                for row in rows
                if (row["ruleset"], row["name"], row["strength"]) == (ruleset, name, strength)
            ),
        ]
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    PAGE.write_text("\n".join([head + BEGIN, *lines, "", END]) + rest.partition(END)[2], "utf-8")
    print(f"wrote {PAGE.name}")


def table_row(row: dict[str, Any]) -> str:
    won = estimate.share(row["share"] * row["games"], row["games"])
    has_way = row["usual_wins"] or row["wins"]
    ways = f"{row['wins']:.0%} | {row['usual_wins']:.0%}" if has_way else "|"
    marks = ["✓" if ok else "✗" for ok in (has_style(row), row["share"] >= row["par"] - LESS)]
    return (
        f"| `{row['name']}:{row['strength']}` | {row['liked']:.1f} | {row['usual']:.1f} | {row['times']:.2f} ± {row['spread']:.2f} "
        f"| {ways} | {row['share']:.0%} ({won.low:.0%}–{won.high:.0%}) | {marks[0]} | {marks[1]} |"
    )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", games, *which]:
            play_rows(int(games), which[:1] or list(GAMES), which[1:2] or STRENGTHS)
        case ["tune", games, ruleset, strength, *names]:
            tune(int(games), ruleset, strength, names)
        case ["write"]:
            write()
        case _:
            sys.exit(__doc__)
