"""Review of a played game: the cost of each decision, and the win chances over time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random

from heptapolis.bots.advice import Reason, reasons
from heptapolis.bots.prospects import Outlook, Prospect, effort, outlook
from heptapolis.contract import Game
from heptapolis.edition import Source
from heptapolis.game import replay, replay_steps
from heptapolis.move import Move
from heptapolis.record import Line, Record

DEFAULT_SIMULATIONS = 60, 400  # simulations per decision, with a network and without
CERTAINTY_STANDARD_ERRORS = 2.0  # standard errors: smaller costs count as 0
MIN_STAKE = 0.02  # win chance between the best and the worst move, below which nothing is at stake
DECIDED_CHANCE = 0.005  # closer to 0 or 1 a game is decided


@dataclass(frozen=True)
class JudgedMove:
    """A decision, compared with the choice of the search."""

    age: int
    turn: int
    seat: int
    move: Move
    best: Move  # the move itself, unless another is certainly better
    win: float  # the chance to win with the move ...
    best_win: float  # ... and with the best
    points: float  # expected with the move ...
    best_points: float  # ... and with the best
    reasons: tuple[Reason, ...]  # for the best move, if it differs
    is_open: bool = True  # the moves differ in their chances; else `best_points` is of the richest

    @property
    def is_decided(self) -> bool:
        """Return whether no move could change who wins."""
        return not self.is_open and not DECIDED_CHANCE < self.best_win < 1 - DECIDED_CHANCE

    @property
    def points_cost(self) -> float:
        """The expected points that the move gave away where the win was not at stake."""
        return 0.0 if self.is_open else max(0.0, self.best_points - self.points)

    @property
    def cost(self) -> float:
        """The win chance that the move gave away."""
        return max(0.0, self.best_win - self.win)


@dataclass(frozen=True)
class Moment:
    """The win chances of all seats at the start of a turn."""

    age: int
    turn: int
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    game: Game
    decisions: tuple[JudgedMove, ...]
    curve: tuple[Moment, ...]

    def worst(self, most: int = 5, seat: int | None = None) -> list[JudgedMove]:
        """Return the decisions that cost most, of one seat or of all."""
        asked = (one for one in self.decisions if one.cost > 0 and seat in (None, one.seat))
        return sorted(asked, key=lambda one: -one.cost)[:most]

    def decided_from(self, seat: int) -> JudgedMove | None:
        """Return the first decision of a seat from which on none of its moves could change who
        wins."""
        first = None
        for one in reversed([one for one in self.decisions if one.seat == seat]):
            if not one.is_decided:
                break
            first = one
        return first


def review(
    record: Record | str,
    *,
    simulations: int | None = None,
    catalog: Source = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Review:
    """Evaluate every decision of a record from the view of the seat that made it.

    ``progress`` is called after each decision with the number done and the total.
    """
    read = record if isinstance(record, Record) else Record.parse(record)
    end: Game = replay(read, catalog=catalog)  # raises errors before the long work
    judge, steps = _Judge(simulations), iter(replay_steps(read, catalog=catalog))
    for n, line in enumerate(read.lines):
        judge.look_at(next(steps), line)
        progress(n + 1, len(read.lines))
    return Review(end, tuple(judge.decisions), tuple(_curve(judge.chances, end)))


class _Judge:
    """Evaluates the decisions of a game, one by one."""

    def __init__(self, simulations: int | None) -> None:
        self._effort = effort(simulations, enough=DEFAULT_SIMULATIONS)
        self.decisions: list[JudgedMove] = []
        self.chances: list[tuple[int, int, int, float]] = []  # age, turn, seat, chance

    def look_at(self, game: Game, line: Line) -> None:
        view = game.view(line.seat)
        found = outlook(view, self._effort, Random(0))
        prospects = found.prospects()
        best = prospects[0]
        is_open = _is_open(prospects)
        self.chances.append((line.age, line.turn, line.seat, best.win))
        mine = next(
            one for one in prospects if one.move.without_payment() == line.move.without_payment()
        )
        if mine is not best:
            best, mine = _compare(found, best, mine)
        why = tuple(reasons(view, best.move)) if best is not mine else ()
        points = found.points(mine)
        best_points = points if best is mine else found.points(best)
        if not is_open:
            best_points = max(points, *(found.points(one) for one in prospects))
        self.decisions.append(
            JudgedMove(
                line.age,
                line.turn,
                line.seat,
                line.move,
                best.move if best is not mine else line.move,
                mine.win,
                best.win,
                points,
                best_points,
                why,
                is_open,
            )
        )


def _is_open(prospects: Sequence[Prospect]) -> bool:
    """Return whether the moves differ in their chances by more than the errors."""
    tried = [one for one in prospects if one.visits]
    best, worst = max(tried, key=_chance), min(tried, key=_chance)
    return best.win - worst.win > max(MIN_STAKE, hypot(best.error, worst.error))


def _chance(one: Prospect) -> float:
    return one.win


def _compare(found: Outlook, best: Prospect, mine: Prospect) -> tuple[Prospect, Prospect]:
    """Compare both moves with the same number of simulations; an uncertain difference counts as
    0."""
    best, mine = found.compare(best, mine)
    is_certain = best.win - mine.win > CERTAINTY_STANDARD_ERRORS * hypot(best.error, mine.error)
    return (best, mine) if is_certain else (mine, mine)


def _curve(chances: Sequence[tuple[int, int, int, float]], game: Game) -> list[Moment]:
    """Return one moment per turn: each seat's own estimate, normalised to a sum of 1."""
    by_turn: dict[tuple[int, int], dict[int, float]] = {}
    for age, turn, seat, win in chances:
        by_turn.setdefault((age, turn), {}).setdefault(seat, win)
    curve = []
    for (age, turn), wins in by_turn.items():
        if len(wins) == 1 and game.players == 2:
            ((seat, win),) = wins.items()
            wins[1 - seat] = 1 - win
        if len(wins) < game.players:
            continue  # a dig or a seventh card: some seats had no decision
        total = sum(wins.values()) or 1.0
        curve.append(Moment(age, turn, tuple(wins[seat] / total for seat in range(game.players))))
    if game.is_over:
        first = game.ranking()[0]
        ends = tuple(1 / len(first) if seat in first else 0.0 for seat in range(game.players))
        curve.append(Moment(game.age, game.turn + 1, ends))
    return curve
