"""Opponents with a name and a style: each prefers cards of certain colours and comes in three
strengths.

The size of the preference is part of each game's strategy; lab/characters.py tuned it.
lab/characters.md has the results.
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.levels import NOISE
from heptapolis.bots.neural import Guide, best_move, guide_for
from heptapolis.bots.strategy import has_strategy
from heptapolis.cards import Catalog
from heptapolis.codes import Color
from heptapolis.contract import View
from heptapolis.encodings import Encoding
from heptapolis.move import Move
from heptapolis.slots import STRATEGY
from heptapolis.variants import Ruleset, part_of, ruleset_of, verbs_to

STRENGTHS = ("easy", "medium", "hard")  # the same strength as the levels of these names
DEFAULT_STRENGTH = "medium"  # the default
FULL_LIKING_POINTS = 4  # such a card is liked as much as the cards of other characters


@dataclass(frozen=True)
class Style:
    """A preference for cards of some colours, either constant or proportional to their points."""

    name: str
    colors: tuple[Color, ...]
    by_points: bool = False

    def liking(self, verb: str, thing: str | None, catalog: Catalog) -> float:
        """Return the preference for a move with a card; 0 if the style does not apply to it."""
        if verb not in verbs_to("city") or not thing:
            return 0.0
        card = catalog.find(thing)
        if card.color not in self.colors:
            return 0.0
        return card.effect.points / FULL_LIKING_POINTS if self.by_points else 1.0


CHARACTERS = {
    one.name: one
    for one in (
        Style("scholar", (Color.GREEN,)),
        Style("warlord", (Color.RED,)),
        Style("tribune", (Color.BLUE,), by_points=True),
        Style("merchant", (Color.YELLOW,)),
        Style("artisan", (Color.BROWN, Color.GREY)),
        Style("guildmaster", (Color.PURPLE,)),
    )
}


class CharacterBot:
    """A character at one strength. Up to medium it evaluates one move ahead as `greedy` does; hard,
    it asks a network. ``leaning`` is the size of its preference, in points or in logits of the
    network; None takes it from the strategy of the game."""

    def __init__(
        self, character: Style, strength: str = DEFAULT_STRENGTH, leaning: float | None = None
    ) -> None:
        self.character, self.strength, self._leaning = character, strength, leaning

    def __repr__(self) -> str:
        return f"<CharacterBot {self.character.name}, {self.strength}>"

    def prepare(self, view: View) -> None:
        self.leaning(view)
        if guide := self._guide(view):
            encoding, network = guide
            self.favours(view, encoding)
            network.evaluate(encoding.encode(view).flat[None])

    def choose(self, view: View, rng: Random) -> Move:
        self.leaning(view)
        if guide := self._guide(view):
            return best_move(view, *guide, self.favours(view, guide[0]))
        return self._by_points(view, rng)

    def leaning(self, view: View) -> float:
        """Return the size of the preference in the view's game."""
        name = self.character.name
        rules = ruleset_of(view)
        if not can_play(name, rules):
            raise ValueError(f"{name} does not play {rules}")
        return self._own_leaning(view, self.strength) if self._leaning is None else self._leaning

    def _own_leaning(self, view: View, strength: str) -> float:
        leanings = part_of(view, STRATEGY).leanings
        return leanings[self.character.name][STRENGTHS.index(strength)]

    def favours(self, view: View, encoding: Encoding) -> Any:
        """Return the bonus of every action, to be added to the network's logits
        (float32[n_actions])."""
        return np.float32(self.leaning(view)) * liked_actions(self.character, encoding)

    def _guide(self, view: View) -> Guide | None:
        if self.strength != "hard":
            return None
        name = self.character.name
        return guide_for(view, name, instead=f"{name}:{DEFAULT_STRENGTH}")

    def _by_points(self, view: View, rng: Random) -> Move:
        catalog, liking = view.edition.catalog, self.character.liking
        leaning = self.leaning(view)
        if self.strength == "hard":  # without a network there are no logits to add to
            leaning = self._own_leaning(view, DEFAULT_STRENGTH)
        player = GreedyBot(
            NOISE.get(self.strength, 0.0),
            lambda move: leaning * liking(move.verb, move.card, catalog),
        )
        return player.choose(view, rng)


@cache
def liked_actions(character: Style, encoding: Encoding) -> Any:
    """Return the preference of a character for every action of an encoding (float32[n_actions])."""
    catalog = encoding.edition.catalog
    named = [encoding.action_name(action).split() for action in range(encoding.n_actions)]
    liked = [character.liking(words[0], [*words, None][1], catalog) for words in named]
    return np.array(liked, np.float32)


def can_play(name: str, rules: Ruleset) -> bool:
    """Return whether a character can play a ruleset; True for every other bot."""
    character = name.partition(":")[0]
    if character not in CHARACTERS:
        return True
    return has_strategy(rules) and character in rules.part(STRATEGY).leanings
