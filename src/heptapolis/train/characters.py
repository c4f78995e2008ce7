"""Characters: players that want more than to win, so that nobody forgets a way to lose.

At the deal each seat is, by chance and known to itself alone, the ordinary one or a character. A
character is paid half for the result and half for what it wants; where two play against each other
everybody else is paid the opposite, so that they learn to keep a character from its wish too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Character:
    """Who wants a fact of the final position to be large: nothing at ``zero``, all it can want
    ``span`` above."""

    name: str
    share: float  # of all seats
    fact: str
    zero: float
    span: float

    def wish(self, values: NDArray[Any]) -> Floats:
        """How far the wish has come true, from −1 to 1."""
        wish: Floats = np.clip((values - self.zero) / self.span, -1, 1).astype(np.float32)
        return wish


def names_of(characters: Iterable[Character]) -> tuple[str, ...]:
    """The ordinary one first."""
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
        """A character for each seat of each game."""
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
        """What every seat of ended games gets, from what it won and what it wished for."""
        wishes = np.zeros_like(results)
        for number, (one, fact) in enumerate(zip(self.characters, self._facts, strict=True), 1):
            wishes += np.where(characters == number, one.wish(facts[:, :, fact]), np.float32(0))
        if not opposed:
            pay = np.where(characters > 0, (results + wishes) / 2, results)
        else:
            against = wishes.sum(1, keepdims=True) - wishes
            anybody = (characters > 0).any(1, keepdims=True)
            pay = np.where(anybody, (results + wishes - against) / 2, results)
        return np.clip(pay, -1, 1).astype(np.float32)
