"""Characters: players with a goal besides winning, so that the network keeps its defences against
every strategy.

At the deal each seat is at random, and known to itself alone, the ordinary player or a character. A
character's reward is half the result and half its goal. In games between them, all other seats get
the opposite of that goal as reward, so that they learn to prevent it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Character:
    """A character whose goal is a large value of a fact of the final position: reward 0 at
    ``zero``, full reward ``span`` above."""

    name: str
    share: float  # of all seats
    fact: str
    zero: float
    span: float

    def wish(self, values: NDArray[Any]) -> Floats:
        """Return how far the goal was reached, from −1 to 1."""
        wish: Floats = np.clip((values - self.zero) / self.span, -1, 1).astype(np.float32)
        return wish


def names_of(characters: Iterable[Character]) -> tuple[str, ...]:
    """Return the names of the characters, the ordinary player first."""
    return "ordinary", *(one.name for one in characters)


class Troupe:
    """The characters of a variant; number 0 is the ordinary player."""

    def __init__(self, characters: Sequence[Character], fact_names: Sequence[str]) -> None:
        self.characters = tuple(characters)
        self.names = names_of(characters)
        unknown = [one.fact for one in characters if one.fact not in fact_names]
        if unknown:
            raise ValueError(f"no fact {unknown[0]!r}: {', '.join(fact_names)}")
        self._facts = [list(fact_names).index(one.fact) for one in characters]
        self._chances = np.array(
            [1 - sum(c.share for c in characters), *(c.share for c in characters)]
        )

    def draw(self, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int8]:
        """Draw a character for each seat of each game."""
        characters: NDArray[np.int8] = rng.choice(len(self.names), shape, p=self._chances).astype(
            np.int8
        )
        return characters

    def pay(
        self,
        results: Floats,
        facts: NDArray[np.int16],
        characters: NDArray[np.int8],
        *,
        opposed: bool,
    ) -> Floats:
        """Return the reward of every seat of ended games, from its result and its goal."""
        wishes = np.zeros_like(results)
        for number, (one, fact) in enumerate(zip(self.characters, self._facts, strict=True), 1):
            wishes += np.where(characters == number, one.wish(facts[:, :, fact]), np.float32(0))
        if not opposed:
            pay = np.where(characters > 0, (results + wishes) / 2, results)
        else:
            against = wishes.sum(1, keepdims=True) - wishes
            has_character = (characters > 0).any(1, keepdims=True)
            pay = np.where(has_character, (results + wishes - against) / 2, results)
        return np.clip(pay, -1, 1).astype(np.float32)
