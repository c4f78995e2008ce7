"""The result of a game: points, winners, the kind of victory and what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass

from heptapolis.contract import Game, TieBreaker
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase, join_list, phrase
from heptapolis.i18n.vocabulary import mark
from heptapolis.narration.wording import Wording, format_signed
from heptapolis.variants import all_outcomes, ruleset_of

ENDS_OF_TABLES = {  # before the rules end the game; no points are compared
    "resigned": mark("end", "Resignation"),
    "abandoned": mark("end", "No winner"),
}


def is_by_points(end: str) -> bool:
    """Return whether points were compared at an end of this kind; they were at an unknown one."""
    outcome = all_outcomes().get(end)
    return outcome.has_points if outcome else end not in ENDS_OF_TABLES


def kind_of_end(end: str, t: Translator) -> str:
    """Return the title of a kind of end; "" for an unknown one."""
    titles = ENDS_OF_TABLES | {id: outcome.title for id, outcome in all_outcomes().items()}
    return t.pgettext(*titles[end]) if end in titles else ""


@dataclass(frozen=True)
class GameEnd:
    """The end of a game and its ranking, as defined by the rules or by the table."""

    game: Game
    outcome: str  # the kind in the game, or "resigned", "abandoned"
    ranking: Sequence[Sequence[int]]  # seats, best first; empty without a winner

    @property
    def winners(self) -> Sequence[int]:
        return self.ranking[0] if self.ranking else ()

    @property
    def is_by_points(self) -> bool:
        return is_by_points(self.outcome)

    @property
    def places(self) -> dict[int, int]:
        """Return the place of every seat: 1, 2, 2, 4 where two share one."""
        places: dict[int, int] = {}
        before = 0
        for seats in self.ranking:
            places |= dict.fromkeys(seats, before + 1)
            before += len(seats)
        return places

    @property
    def tie_values(self) -> dict[int, int]:
        """Return the tie-break value of each seat with an equal total."""
        game = self.game
        if not self.is_by_points or not isinstance(game, TieBreaker):
            return {}
        totals = [score["total"] for score in game.scores()]
        equal = [seat for seat, total in enumerate(totals) if totals.count(total) > 1]
        return {seat: game.tie_break(seat) for seat in equal}

    def total(self, seat: int) -> int:
        return self.game.score(seat)["total"]


def signed_cell(points: int) -> str:
    return format_signed(points) if points < 0 else str(points)


def verdict(game: Game, wording: Wording) -> Phrase:
    """Return the winners and the kind of victory, or the seats in the lead, in one line."""
    t, say = wording.t, wording.t.phrases
    first = game.ranking()[0]
    names = join_list(wording.title(seat) for seat in first)
    best = game.score(first[0])["total"]
    points = words.points(best, t)
    if not game.is_over:
        return say.gettext("In the lead: %(names)s (%(points)s)", names=names, points=points)
    outcome = all_outcomes().get(game.outcome or "")
    if outcome and outcome.verdict:
        return say.pgettext(*outcome.verdict, names=names)
    if len(first) > 1:
        return say.gettext("Shared victory: %(names)s (%(points)s)", names=names, points=points)
    if sum(game.score(seat)["total"] == best for seat in range(game.players)) > 1:
        return wording.victory_after_tie(names, points)
    return say.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)


# ── parts of an end ──────────────────────────────────────────────────────────────────────────────


def kind(end: GameEnd, wording: Wording) -> str:
    """Return the kind of end; "" for an unknown one."""
    return kind_of_end(end.outcome, wording.t)


def headline(end: GameEnd, wording: Wording, me: int | None) -> str:
    """Return the result as a seat sees it; ``me`` is None for spectators and shared devices."""
    t, winners = wording.t, end.winners
    if not winners:
        return t.pgettext("end", "The game was abandoned")
    if has_resigned(end, me):
        return t.gettext("You resigned")
    score = _score(end, me)
    if me is not None and me not in winners and len(end.places) > 2:
        places = end.places
        return t.gettext("Place %(place)d of %(all)d", place=places[me], all=len(places))
    if len(winners) > 1 and me in winners:
        return t.gettext("You share the victory")
    if me in winners:
        return t.gettext("You won %(score)s", score=score) if score else t.gettext("You won")
    if me is not None:
        return t.gettext("You lost %(score)s", score=score) if score else t.gettext("You lost")
    names = words.name_list([wording.player(seat).plain for seat in winners], t)
    if len(winners) > 1:
        return t.gettext("Shared victory: %(names)s", names=names)
    if score:
        return t.gettext("%(name)s won %(score)s", name=names, score=score)
    return t.gettext("%(name)s won", name=names)


def has_resigned(end: GameEnd, me: int | None) -> bool:
    """Return whether a seat has ended the game by resigning."""
    return end.outcome == "resigned" and me in end.ranking[-1]


def _score(end: GameEnd, me: int | None) -> str:
    """Return my points beside the winner's, or the winner's beside the runner-up's; "" if points
    were not compared."""
    if not end.is_by_points or len(end.ranking) < 2:
        return ""
    first, second = end.winners[0], end.ranking[1][0]
    if me is None or me in end.winners:
        return _score_text(end.total(first), end.total(second))
    return _score_text(end.total(me), end.total(first))


def _score_text(one: int, other: int) -> str:
    """Return a result with non-breaking spaces: 46 : 51."""
    return f"{signed_cell(one)}\u00a0:\u00a0{signed_cell(other)}"


def reason(end: GameEnd, wording: Wording, me: int | None = None) -> Phrase:
    """Return what decided the game in one sentence, for a seat without the victory its distance
    from the next place."""
    t = wording.t
    if not end.winners:
        return phrase(t.gettext("The players did not want to continue, so there is no winner."))
    if has_resigned(end, me):
        return phrase(t.gettext("Your opponent wins; points do not count."))
    if end.outcome == "resigned":
        name = join_list(wording.player(seat) for seat in end.ranking[-1])
        return t.phrases.gettext("%(name)s has resigned.", name=name)
    if not end.is_by_points:
        return wording.supremacy(end.outcome)
    if me is not None and me not in end.winners:
        return _gap(end, wording, me)
    if len(end.winners) > 1:
        return wording.full_tie()
    return _lead(end, wording) if len(end.ranking) > 1 else Phrase()


def _lead(end: GameEnd, wording: Wording) -> Phrase:
    """Return the winner's lead and its largest source, or the tie-break."""
    t, (first, second) = wording.t, (end.winners[0], end.ranking[1][0])
    ahead = end.total(first) - end.total(second)
    if not ahead:
        return _tie(end, wording, first, second)
    best = _largest_lead(end, first, second)
    if not best:
        return phrase(t.ngettext("Ahead by %(n)d point.", "Ahead by %(n)d points.", ahead))
    told = t.ngettext(
        "Ahead by %(n)d point; the largest lead: %(column)s, %(score)s.",
        "Ahead by %(n)d points; the largest lead: %(column)s, %(score)s.",
        ahead,
        column=words.column(ruleset_of(end.game).column(best), t),
        score=_score_text(end.game.score(first)[best], end.game.score(second)[best]),
    )
    return phrase(told)


def _gap(end: GameEnd, wording: Wording, me: int) -> Phrase:
    """Return the distance of a seat from the next place and its largest source, or the
    tie-break."""
    say = wording.t.phrases
    place = next(n for n, seats in enumerate(end.ranking) if me in seats)
    other = end.ranking[place - 1][0]
    behind = end.total(other) - end.total(me)
    if not behind:
        return _tie(end, wording, me, other)
    best = _largest_lead(end, other, me)
    if not best:
        return say.ngettext(
            "%(n)d point behind %(name)s.",
            "%(n)d points behind %(name)s.",
            behind,
            name=wording.player(other),
        )
    return say.ngettext(
        "%(n)d point behind %(name)s; the largest gap: %(column)s, %(score)s.",
        "%(n)d points behind %(name)s; the largest gap: %(column)s, %(score)s.",
        behind,
        name=wording.player(other),
        column=words.column(ruleset_of(end.game).column(best), wording.t),
        score=_score_text(end.game.score(me)[best], end.game.score(other)[best]),
    )


def _tie(end: GameEnd, wording: Wording, one: int, other: int) -> Phrase:
    """Return the tie-break between two seats."""
    tied = end.tie_values
    return wording.tie_break_text(_score_text(tied.get(one, 0), tied.get(other, 0)))


def _largest_lead(end: GameEnd, one: int, other: int) -> str:
    """Return the column in which a seat is furthest ahead of another one; "" in a game with one
    column."""
    mine, theirs = end.game.score(one), end.game.score(other)
    columns = [column for column in end.game.live_columns if column != "total"]
    if len(columns) < 2:
        return ""
    return max(columns, key=lambda column: mine[column] - theirs[column])
