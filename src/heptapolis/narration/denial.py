"""Denials: cards that a player withheld from another, computed after the game.

A card that is discarded or buried is lost to the player who would have had it next. It is a denial
if that city could have built the card then, and if the card would have scored points for it in the
end.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

from heptapolis.contract import Game
from heptapolis.edition import Source
from heptapolis.events import Discarded, Event, Staged
from heptapolis.game import replay_steps, score
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration.wording import Wording, format_signed
from heptapolis.record import Line, Record
from heptapolis.variants import EXPANSIONS, verbs_to

COVERED_PLACES = ("stage", "wonder")  # where a card lies under a wonder


@dataclass(frozen=True)
class Denial:
    """A card that ``seat`` took out of the game and ``other`` could have built."""

    age: int
    turn: int
    seat: int  # the seat that buried or discarded it
    other: int
    card: str
    is_buried: bool
    coins: int  # coins that it would have cost
    is_chain: bool  # the other city could build it for free by a chain
    points: int  # points that it would have been worth in the end


@dataclass(frozen=True)
class Loss:
    """A card that left the game, and the other city's price for it."""

    line: Line
    seat: int
    other: int
    card: str
    coins: int
    is_chain: bool

    def denial(self, points: int) -> Denial:
        line = self.line
        return Denial(
            line.age,
            line.turn,
            self.seat,
            self.other,
            self.card,
            line.move.verb in verbs_to(*COVERED_PLACES),
            self.coins,
            self.is_chain,
            points,
        )


def takes_a_card(line: Line) -> bool:
    """Return whether the line removes a card of an age from the game."""
    verbs = verbs_to("discard", *COVERED_PLACES)
    return line.age > 0 and line.turn > 0 and line.move.verb in verbs


class DenialFinder(ABC):
    """Finds the denials in games of a variant."""

    fields: ClassVar[tuple[str, ...]]
    """The fields of a position that affect its score, without hands and packs. Expansions and their
    parts of the position are kept too."""

    def find(self, record: Record, catalog: Source = None) -> tuple[Denial, ...]:
        """Return all denials of a finished game, the most important first."""
        steps = zip(replay_steps(record, catalog=catalog), (None, *record.lines), strict=True)
        game, losses = self._losses(steps)
        if not game.is_over:
            return ()
        worth = self._worth(game, losses, catalog)
        denials = [loss.denial(points) for loss, points in worth if points > 0]
        return tuple(sorted(denials, key=lambda d: (-d.points, not d.is_chain, d.age, d.turn)))

    def _worth(self, game: Game, losses: list[Loss], catalog: Source) -> Iterable[tuple[Loss, int]]:
        """Yield the points that one more card would have scored for a city, all else being
        equal."""
        data = game.position()
        kept = (*self.fields, EXPANSIONS, *data.get(EXPANSIONS, ()))
        position: dict[str, Any] = {key: data[key] for key in kept if key in data}
        position["cities"] = [self._public_city(city) for city in data["cities"]]
        before = score(position, catalog=catalog)
        for loss in losses:
            if not self._is_built_anyway(loss, game):
                better = deepcopy(position)
                better["cities"][loss.other]["buildings"].append(loss.card)
                self._change_wars(loss, game, better)
                after = score(better, catalog=catalog)[loss.other]
                yield loss, after["total"] - before[loss.other]["total"]

    @abstractmethod
    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        """Return the final game and the cards lost on the way; each game comes with the line
        before it."""

    @abstractmethod
    def _public_city(self, city: Mapping[str, Any]) -> dict[str, Any]:
        """Return a city of a position with only the number of built stages of its wonders, since
        the lost card may lie under one."""

    @abstractmethod
    def _is_built_anyway(self, loss: Loss, game: Game) -> bool:
        """Return whether the card was built in the end after all."""

    @abstractmethod
    def _change_wars(self, loss: Loss, game: Game, position: dict[str, Any]) -> None:
        """Change the wars of a position as the card's shields would have."""


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def who_could(one: Denial, wording: Wording) -> Phrase:
    """Return "Bob could have built it: free by chain (+8)"."""
    t = wording.t
    by_chain = phrase(t.gettext("free by chain"))
    return t.phrases.gettext(
        "%(name)s could have built it: %(price)s (%(points)s)",
        name=wording.player(one.other),
        price=by_chain if one.is_chain else wording.coins_or_free(one.coins),
        points=format_signed(one.points),
    )


def deed(one: Denial, wording: Wording) -> str:
    """Return "buried under the wonder" or "discarded"."""
    t = wording.t
    if one.is_buried:
        return t.pgettext("denial", "buried")
    return t.pgettext("denial", "discarded")


Denials = Mapping[tuple[int, int, int, str], Denial]  # by age, turn, city and card
NO_DENIALS: Denials = {}


def by_deed(denials: Iterable[Denial]) -> Denials:
    """Index denials by the keys of their log entries."""
    return {(one.age, one.turn, one.seat, one.card): one for one in denials}


def mark_of(event: Event, denials: Denials, wording: Wording) -> Phrase:
    """Return the denial mark of a log line; empty for most lines."""
    if not isinstance(event, Staged | Discarded) or not event.card:
        return Phrase()
    one = denials.get((event.age, event.turn, event.seat, event.card))
    return who_could(one, wording) if one else Phrase()
