"""Who denied what to whom, told once a game is over and every card lies open.

A card that is discarded or buried is gone for whoever would have had it next. It counts if that
city could have built the card then, and if the card would have brought it points in the end.
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
from heptapolis.narration.wording import Wording, signed
from heptapolis.record import Line, Record

BURIED = ("stage", "wonder")


@dataclass(frozen=True)
class Denial:
    """A card that ``seat`` took out of the game and ``other`` could have built."""

    age: int
    turn: int
    seat: int  # of the city that buried or discarded it
    other: int
    card: str
    is_buried: bool
    coins: int  # that it would have cost
    is_chain: bool  # a building of the other city made it free
    points: int  # that it would have been worth in the end


@dataclass(frozen=True)
class Loss:
    """A card that went, and what the other city would have paid for it."""

    line: Line
    seat: int
    other: int
    card: str
    coins: int
    is_chain: bool

    def denial(self, points: int) -> Denial:
        line = self.line
        return Denial(
            line.age, line.turn, self.seat, self.other, self.card, line.move.verb in BURIED,
            self.coins, self.is_chain, points,
        )  # fmt: skip


def takes_a_card(line: Line) -> bool:
    """The line takes a card of an age out of the game."""
    return line.age > 0 and line.turn > 0 and line.move.verb in ("discard", *BURIED)


class DenialFinder(ABC):
    """Finds what was denied in the games of a variant."""

    fields: ClassVar[tuple[str, ...]]
    """What of a position counts for its score; hands and packs would only have to be right."""

    def find(self, record: Record, catalog: Source = None) -> tuple[Denial, ...]:
        """Everything that was denied in a finished game, what mattered most first."""
        steps = zip(replay_steps(record, catalog=catalog), (None, *record.lines), strict=True)
        game, losses = self._losses(steps)
        if not game.is_over:
            return ()
        worth = self._worth(game, losses, catalog)
        denials = [loss.denial(points) for loss, points in worth if points > 0]
        return tuple(sorted(denials, key=lambda d: (-d.points, not d.is_chain, d.age, d.turn)))

    def _worth(self, game: Game, losses: list[Loss], catalog: Source) -> Iterable[tuple[Loss, int]]:
        """Points that one card more would have brought a city, everything else being equal."""
        data = game.position()
        position: dict[str, Any] = {key: data[key] for key in self.fields if key in data}
        position["cities"] = [self._bare(city) for city in data["cities"]]
        before = score(position, catalog=catalog)
        for loss in losses:
            if not self._stands(loss, game):
                better = deepcopy(position)
                better["cities"][loss.other]["buildings"].append(loss.card)
                self._fight(loss, game, better)
                after = score(better, catalog=catalog)[loss.other]
                yield loss, after["total"] - before[loss.other]["total"]

    @abstractmethod
    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        """The last game and what was lost on the way; each game comes with the line before it."""

    @abstractmethod
    def _bare(self, city: Mapping[str, Any]) -> dict[str, Any]:
        """A city of a position, of whose wonders only is told how far they have come: the card
        that we look at may lie below one."""

    @abstractmethod
    def _stands(self, loss: Loss, game: Game) -> bool:
        """The card stands in the end all the same."""

    @abstractmethod
    def _fight(self, loss: Loss, game: Game, position: dict[str, Any]) -> None:
        """Change a position as the card's shields would have changed the wars."""


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def who_could(one: Denial, wording: Wording) -> Phrase:
    """ "Bob could have built it: free by chain (+8)"."""
    t = wording.t
    by_chain = phrase(t.gettext("free by chain"))
    return t.phrases.gettext(
        "%(name)s could have built it: %(price)s (%(points)s)",
        name=wording.player(one.other),
        price=by_chain if one.is_chain else wording.coins_or_free(one.coins),
        points=signed(one.points),
    )


def deed(one: Denial, wording: Wording) -> str:
    """ "buried under the wonder", "discarded"."""
    t = wording.t
    if one.is_buried:
        return t.pgettext("denial", "buried")
    return t.pgettext("denial", "discarded")


Denials = Mapping[tuple[int, int, int, str], Denial]  # by age, turn, city and card
NOTHING_DENIED: Denials = {}


def by_deed(denials: Iterable[Denial]) -> Denials:
    """Denials by what the log tells of."""
    return {(one.age, one.turn, one.seat, one.card): one for one in denials}


def mark_of(event: Event, denials: Denials, wording: Wording) -> Phrase:
    """What a line of the log says of a card that others could have built; mostly nothing."""
    if not isinstance(event, Staged | Discarded) or not event.card:
        return Phrase()
    one = denials.get((event.age, event.turn, event.seat, event.card))
    return who_could(one, wording) if one else Phrase()
