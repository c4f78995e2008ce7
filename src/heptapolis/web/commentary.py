"""What a page tells beside the board: who has won, denied cards, a finished game step by step."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from markupsafe import Markup

from heptapolis.contract import Game, View
from heptapolis.edition import Source
from heptapolis.game import replay
from heptapolis.i18n import translator
from heptapolis.narration import denials, wording_of
from heptapolis.narration.denial import (
    Denial,
    deed,
    who_could,
)
from heptapolis.narration.score import verdict
from heptapolis.record import Record
from heptapolis.web.spans import html

MOST_DENIALS = 8  # cards that are shown
_FINISHED: WeakKeyDictionary[Game, tuple[Denial, ...]] = WeakKeyDictionary()  # of finished games


@dataclass(frozen=True)
class DenialLine:
    """A card that somebody took away from somebody, in words."""

    when: str
    who: Markup
    deed: str
    card: Markup
    could: Markup


@dataclass(frozen=True)
class ReplayStep:
    """A moment of a finished game as a seat saw it, and what was chosen then."""

    view: View
    number: int
    last: int
    chosen: tuple[tuple[Markup, Markup], ...]  # who, what


def outcome_text(game: Game, view: View, language: str) -> Markup:
    """Who has won and how."""
    return html(verdict(game, wording_of(view, translator(language))))


def denials_of(game: Game | None) -> tuple[Denial, ...]:
    """What was denied in a finished game: looked for once, and kept as long as the game is."""
    if game is None or not game.is_over:
        return ()
    if game not in _FINISHED:
        _FINISHED[game] = denials(game.record(), catalog=game.edition)
    return _FINISHED[game]


def worst_denials(view: View, found_denials: Sequence[Denial], language: str) -> list[DenialLine]:
    """The denials that mattered most."""
    wording = wording_of(view, translator(language))
    return [
        DenialLine(
            wording.moment(one.age, one.turn), html(wording.player(one.seat)), deed(one, wording),
            html(wording.card(one.card)), html(who_could(one, wording)),
        )
        for one in found_denials[:MOST_DENIALS]
    ]  # fmt: skip


def replay_step(
    record: Record, number: int, seat: int, language: str, names: list[str], catalog: Source = None
) -> ReplayStep:
    """A game after so many of its turns; a number that is too large is the end."""
    ends = _ends(record, catalog)
    number = max(0, min(number, len(ends) - 1))
    game = replay(replace(record, lines=record.lines[: ends[number]]), catalog=catalog)
    game.names = (*names, *game.names[len(names) :])
    view = game.view(seat)
    following = ends[number + 1] if number + 1 < len(ends) else ends[number]
    chosen = []
    for line in record.lines[ends[number] : following]:
        wording = wording_of(game.view(line.seat), translator(language))
        move = wording.move(line.move, line.seat)
        chosen.append((html(wording.player(line.seat)), html(move)))
    return ReplayStep(view, number, len(ends) - 1, tuple(chosen))


def step_finder(record: Record, catalog: Source) -> Callable[[int], int]:
    """In which step a line of a record is chosen."""
    ends = _ends(record, catalog)
    return lambda line: bisect_right(ends, line) - 1


def _ends(record: Record, catalog: Source) -> list[int]:
    """After how many lines something has happened: the choices of a turn belong together."""
    game = replay(replace(record, lines=()), catalog=catalog)
    ends, n_events = [0], len(game.events)
    for n, line in enumerate(record.lines, 1):
        game.submit(line.seat, line.move)
        if len(game.events) > n_events:
            ends.append(n)
            n_events = len(game.events)
    return ends
