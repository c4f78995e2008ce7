"""A finished game to be watched step by step, from any seat."""

from bisect import bisect_right
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import Markup

from heptapolis.contract import Game, View
from heptapolis.edition import Source
from heptapolis.game import replay_steps
from heptapolis.i18n import Translator, translator
from heptapolis.narration import steps_after, wording_of
from heptapolis.record import ROMAN, Line, Record
from heptapolis.web.board_parts import GameBoard, Turn, deeds_of
from heptapolis.web.boards import board_of, log_of, with_names
from heptapolis.web.spans import html


@dataclass(frozen=True)
class ChosenMove:
    """What a seat chooses in a step, in words."""

    seat: int
    who: Markup
    move: Markup


@dataclass(frozen=True)
class AgeMark:
    """Where an age begins, on the way from the first step to the last."""

    step: int
    share: float
    label: str


@dataclass(frozen=True)
class ReplayStep:
    """A moment of a finished game as a seat saw it, and what is chosen then."""

    number: int
    seat: int
    board: GameBoard  # with a mark on what is chosen
    log: list[Turn]
    chosen: tuple[ChosenMove, ...]
    happened: list[dict[str, Any]]  # since the step before, as steps that a page plays


class Film:
    """A finished game, cut into steps. What is chosen at once is chosen in one step; each is kept
    as every seat saw it, so that no step is played through anew."""

    def __init__(self, record: Record, catalog: Source = None) -> None:
        self._record = record
        self._starts: list[int] = []  # the line of the record that each step begins with
        self._views: list[list[View]] = []
        self._later: dict[int, View] = {}  # before a line of a seat that has chosen in the step
        n_events = -1
        for n, game in enumerate(replay_steps(record, catalog=catalog)):
            if len(game.events) > n_events:  # something has happened
                n_events = len(game.events)
                self._starts.append(n)
                self._views.append([game.view(seat) for seat in range(game.players)])
            elif n < len(record.lines):
                seat = record.lines[n].seat
                if any(line.seat == seat for line in record.lines[self._starts[-1] : n]):
                    self._later[n] = game.view(seat)

    @property
    def last(self) -> int:
        return len(self._starts) - 1

    def number(self, step: int) -> int:
        """The step that is meant: a number that is too large is the end."""
        return max(0, min(step, self.last))

    def step_of(self, line: int) -> int:
        """The step in which a line of the record is chosen."""
        return bisect_right(self._starts, line) - 1

    def view(self, step: int, seat: int) -> View:
        """What a seat saw at a step."""
        return self._views[step][seat]

    def positions(self, t: Translator) -> list[tuple[str, str]]:
        """When each step is, and which one it is, in words."""
        wording, over = wording_of(self._views[0][0], t), t.gettext("The game is over")
        return [
            (
                over if view.is_over else wording.moment(view.age, view.turn),
                t.gettext("Step %(n)d of %(last)d", n=n, last=self.last),
            )
            for n, (view, *_) in enumerate(self._views)
        ]

    def ages(self) -> list[AgeMark]:
        """Where each age begins; what comes before the first has no mark."""
        ages = [view.age for view, *_ in self._views]
        firsts = {age: ages.index(age) for age in sorted(set(ages)) if age}
        return [AgeMark(n, n / max(self.last, 1), ROMAN[age]) for age, n in firsts.items()]

    def step(
        self, number: int, seat: int, language: str, names: list[str], own: Container[int] = ()
    ) -> ReplayStep:
        """A step from a seat, with the names that a table gives its seats; ``own`` are those of
        whoever looks."""
        t, view = translator(language), with_names(self.view(number, seat), names)
        board, choices = board_of(view, language), [*self._choices(number)]
        deeds: dict[str, str] = {}
        for line, before in choices:
            if before is self.view(number, seat):
                deeds |= deeds_of(board.question, {str(line.move)})
            elif line.seat == seat or not board.has_hands:
                # A second choice; or all look on as somebody chooses, for nobody has a hand.
                question = board_of(before, language).question
                deeds |= deeds_of(question, {str(line.move)})
                board = board if board.question else replace(board, question=question)
        return ReplayStep(
            number, seat, board.still(deeds, own), log_of(view, language),
            tuple(_chosen(line, with_names(before, names), t) for line, before in choices),
            self._happened(number, seat),
        )  # fmt: skip

    def _choices(self, number: int) -> Iterator[tuple[Line, View]]:
        """What is chosen in a step, each with what its seat sees before; in the end nothing."""
        if number == self.last:
            return
        for n in range(self._starts[number], self._starts[number + 1]):
            line = self._record.lines[n]
            yield line, self._later.get(n) or self.view(number, line.seat)

    def _happened(self, number: int, seat: int) -> list[dict[str, Any]]:
        if not number:
            return []
        before = len(self.view(number - 1, seat).events)
        return [turn.facts() for turn in steps_after(self.view(number, seat), before)]


def _chosen(line: Line, before: View, t: Translator) -> ChosenMove:
    wording = wording_of(before, t)
    who, move = wording.player(line.seat), wording.move(line.move, line.seat)
    return ChosenMove(line.seat, html(who), html(move))


MOST_FILMS = 30  # that are kept: each has hundreds of views
_FILMS: WeakKeyDictionary[Game, Film] = WeakKeyDictionary()  # the one wanted last is the last


def film_of(game: Game) -> Film:
    """The film of a finished game: made once, and kept with the game while it is among the last."""
    film = _FILMS.pop(game, None) or Film(game.record(), catalog=game.edition)
    _FILMS[game] = film
    while len(_FILMS) > MOST_FILMS:
        del _FILMS[next(iter(_FILMS))]
    return film
