"""Opponents with a name and a style: each likes to build cards of some colour better than they are
worth, and comes in three strengths.

How much they like that stands with the strategy of each game, found by benchmarks/characters.py;
what comes of it, in docs/characters.md.
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.levels import NOISE
from heptapolis.bots.neural import best_move, encoding_for, network_for
from heptapolis.bots.strategy import has_strategy
from heptapolis.cards import Catalog
from heptapolis.codes import Color
from heptapolis.contract import View
from heptapolis.encodings import Encoding
from heptapolis.move import Move
from heptapolis.networks import Network
from heptapolis.slots import STRATEGY
from heptapolis.variants import Ruleset, part_of, ruleset_of

STRENGTHS = ("easy", "medium", "hard")  # as the levels of these names play, but for the style
USUAL = "medium"  # where no strength is said
BUILDING = ("build", "dig", "revive")  # a card, from a hand, a structure or the discard pile
FOUR_POINTS = 4  # of a card: it is liked as much as cards of other characters


@dataclass(frozen=True)
class Style:
    """Somebody who likes cards of some colours, all alike or by their points."""

    name: str
    colors: tuple[Color, ...]
    by_points: bool = False

    def liking(self, verb: str, thing: str | None, catalog: Catalog) -> float:
        """For a move that does something with a card: 0 for what is nothing to it."""
        if verb not in BUILDING or not thing:
            return 0.0
        card = catalog.find(thing)
        if card.color not in self.colors:
            return 0.0
        return card.effect.points / FOUR_POINTS if self.by_points else 1.0


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
    """A character at some strength: up to medium it looks one move ahead as `greedy` does, and hard
    it asks a network. ``leaning`` is how much it likes what it likes, in points or in logits of the
    network; that of its game's strategy if None."""

    def __init__(
        self, character: Style, strength: str = USUAL, leaning: float | None = None
    ) -> None:
        self.character, self.strength, self._leaning = character, strength, leaning

    def __repr__(self) -> str:
        return f"<CharacterBot {self.character.name}, {self.strength}>"

    def prepare(self, view: View) -> None:
        self.leaning(view)
        if network := self._network(view):
            self.favours(view)
            network.evaluate(encoding_for(view, self.character.name).encode(view).flat[None])

    def choose(self, view: View, rng: Random) -> Move:
        self.leaning(view)
        if network := self._network(view):
            encoding = encoding_for(view, self.character.name)
            return best_move(view, encoding, network, self.favours(view))
        return self._by_points(view, rng)

    def leaning(self, view: View) -> float:
        """How much it likes in a game what it likes."""
        name = self.character.name
        rules = ruleset_of(view)
        if not has_strategy(rules) or not plays(name, rules):
            raise ValueError(f"{name} does not play {rules}")
        return self._own_leaning(view, self.strength) if self._leaning is None else self._leaning

    def _own_leaning(self, view: View, strength: str) -> float:
        leanings = part_of(view, STRATEGY).leanings_for(view)
        return leanings[self.character.name][STRENGTHS.index(strength)]

    def favours(self, view: View) -> Any:
        """What every action gets besides the network's opinion (float32[n_actions])."""
        encoding = encoding_for(view, self.character.name)
        return np.float32(self.leaning(view)) * liked_actions(self.character, encoding)

    def _network(self, view: View) -> Network | None:
        if self.strength != "hard":
            return None
        name = self.character.name
        return network_for(encoding_for(view, name), name, instead=f"{name}:{USUAL}")

    def _by_points(self, view: View, rng: Random) -> Move:
        catalog, liking = view.edition.catalog, self.character.liking
        leaning = self.leaning(view)
        if self.strength == "hard":  # there is no network whose logits that would be
            leaning = self._own_leaning(view, USUAL)
        player = GreedyBot(
            NOISE.get(self.strength, 0.0),
            lambda move: leaning * liking(move.verb, move.card, catalog),
        )
        return player.choose(view, rng)


@cache
def liked_actions(character: Style, encoding: Encoding) -> Any:
    """How much a character likes every action that a network knows (float32[n_actions])."""
    catalog = encoding.edition.catalog
    named = [encoding.action_name(action).split() for action in range(encoding.n_actions)]
    liked = [character.liking(words[0], [*words, None][1], catalog) for words in named]
    return np.array(liked, np.float32)


def plays(name: str, rules: Ruleset) -> bool:
    """A character knows a game; every other bot does, too."""
    who = name.partition(":")[0]
    return who not in CHARACTERS or who in rules.part(STRATEGY).leanings
