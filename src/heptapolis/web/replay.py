"""A finished game to watch step by step, from any seat."""

from bisect import bisect_right
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Any
from weakref import ref

from markupsafe import Markup

from heptapolis.contract import Game, View
from heptapolis.edition import Source
from heptapolis.game import replay_steps
from heptapolis.i18n import Translator, translator
from heptapolis.lru import Lru
from heptapolis.narration import steps_after, wording_of
from heptapolis.record import ROMAN, Line, Record
from heptapolis.web.board_parts import GameBoard, Turn, deeds_of
from heptapolis.web.boards import board_of, log_of, with_names
from heptapolis.web.spans import html


@dataclass(frozen=True)
class ChosenMove:
    """The choice of a seat in a step, in words."""

    seat: int
    who: Markup
    move: Markup


@dataclass(frozen=True)
class AgeMark:
    """The start of an age, as a position between the first step and the last."""

    step: int
    share: float
    label: str


@dataclass(frozen=True)
class ReplayStep:
    """A moment of a finished game as a seat saw it, and the choices made then."""

    number: int
    seat: int
    board: GameBoard  # with the choices marked
    log: list[Turn]
    chosen: tuple[ChosenMove, ...]
    happened: list[dict[str, Any]]  # animation steps since the previous step


class Film:
    """A finished game, cut into steps.

    Simultaneous choices are one step. Each step is kept as every seat saw it, so that no step is
    replayed again.
    """

    def __init__(self, record: Record, catalog: Source = None) -> None:
        self._record = record
        self._starts: list[int] = []  # the line of the record that starts each step
        self._views: list[list[View]] = []
        self._later: dict[int, View] = {}  # before a second choice of a seat in a step
        n_events = -1
        for n, game in enumerate(replay_steps(record, catalog=catalog)):
            if len(game.events) > n_events:
                n_events = len(game.events)
                self._starts.append(n)
                self._views.append([game.view(seat) for seat in range(game.players)])
            elif n < len(record.lines):
                seat = record.lines[n].seat
                if any(line.seat == seat for line in record.lines[self._starts[-1] : n]):
                    self._later[n] = game.view(seat)

    @property
    def last_step(self) -> int:
        return len(self._starts) - 1

    def number(self, step: int) -> int:
        """Return the requested step, at most the last one."""
        return max(0, min(step, self.last_step))

    def step_of(self, line: int) -> int:
        """Return the step that contains a line of the record."""
        return bisect_right(self._starts, line) - 1

    def view(self, step: int, seat: int) -> View:
        """Return what a seat saw at a step."""
        return self._views[step][seat]

    def positions(self, t: Translator) -> list[tuple[str, str]]:
        """Return for each step its moment and its number, in words."""
        wording, over = wording_of(self._views[0][0], t), t.gettext("The game is over")
        return [
            (
                over if view.is_over else wording.moment(view.age, view.turn),
                t.gettext("Step %(n)d of %(last)d", n=n, last=self.last_step),
            )
            for n, (view, *_) in enumerate(self._views)
        ]

    def ages(self) -> list[AgeMark]:
        """Return the start of each age; steps before the first age have no mark."""
        ages = [view.age for view, *_ in self._views]
        firsts = {age: ages.index(age) for age in sorted(set(ages)) if age}
        return [AgeMark(n, n / max(self.last_step, 1), ROMAN[age]) for age, n in firsts.items()]

    def step(
        self, number: int, seat: int, language: str, names: list[str], own: Container[int] = ()
    ) -> ReplayStep:
        """Return a step as a seat saw it, with the table's names; ``own`` are the viewer's
        seats."""
        t, view = translator(language), with_names(self.view(number, seat), names)
        board, choices = board_of(view, language), [*self._choices(number)]
        deeds: dict[str, str] = {}
        for line, before in choices:
            if before is self.view(number, seat):
                deeds |= deeds_of(board.question, {str(line.move)})
            elif line.seat == seat or not board.has_hands:
                # A second choice; or a choice in a game without hidden hands.
                question = board_of(before, language).question
                deeds |= deeds_of(question, {str(line.move)})
                board = board if board.question else replace(board, question=question)
        return ReplayStep(
            number,
            seat,
            board.without_question(deeds, own),
            log_of(view, language),
            tuple(_chosen_move(line, with_names(before, names), t) for line, before in choices),
            self._steps_before(number, seat),
        )

    def _choices(self, number: int) -> Iterator[tuple[Line, View]]:
        """Yield the choices of a step, each with its seat's view before it; nothing for the last
        step."""
        if number == self.last_step:
            return
        for n in range(self._starts[number], self._starts[number + 1]):
            line = self._record.lines[n]
            yield line, self._later.get(n) or self.view(number, line.seat)

    def _steps_before(self, number: int, seat: int) -> list[dict[str, Any]]:
        if not number:
            return []
        before = len(self.view(number - 1, seat).events)
        return [turn.facts() for turn in steps_after(self.view(number, seat), before)]


def _chosen_move(line: Line, before: View, t: Translator) -> ChosenMove:
    wording = wording_of(before, t)
    who, move = wording.player(line.seat), wording.move(line.move, line.seat)
    return ChosenMove(line.seat, html(who), html(move))


MAX_CACHED_FILMS = 30  # each has hundreds of views
_films: Lru[ref[Game], Film] = Lru(MAX_CACHED_FILMS)  # by game, which it releases


def film_of(game: Game) -> Film:
    """Return the film of a finished game from a cache of the most recently used ones."""
    return _films.get_or_make(ref(game), lambda: Film(game.record(), catalog=game.edition))
