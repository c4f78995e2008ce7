"""The standing of a tournament: shares of games won, places, points, ratings and verdicts.

The rotations of a deal are not independent games, but the deals are independent. So every share is
the mean over deals of what a bot won in each, and its interval is that of `sequential`. It is valid
for any dependence between the games of a deal, and at any time. Two bots of a round robin are
compared as in duplicate bridge: by the number of deals on which each did better.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise, permutations
from statistics import fmean
from typing import Any, TypeVar

from heptapolis.arena.play import GameResult
from heptapolis.arena.schedule import Contest
from heptapolis.arena.sequential import ERROR_RATE, SequentialTest, interval

Z_95 = 1.96  # two-sided 95 %


@dataclass(frozen=True)
class Share:
    """A mean share with its 95 % interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float], most: float = 1.0) -> "Share":
        """Return the mean share of numbers from 0 to ``most``."""
        low, high = interval([value / most for value in values])
        return cls(fmean(values) if values else 0.0, most * low, most * high)


@dataclass(frozen=True)
class Rating:
    """An OpenSkill belief: mean and deviation, with the 95 % interval from low to high."""

    mu: float
    sigma: float
    low: float
    high: float


@dataclass(frozen=True)
class StandingRow:
    """The results of a bot in a contest."""

    bot: str
    seats: int  # seats it had, over all games
    wins: Share  # share of games won, per seat; a shared victory counts in parts
    place: float  # 1 is best; tied seats get the mean of their places
    points: float
    columns: dict[str, float]  # mean points by column of the score sheet
    victories: dict[str, float]  # by the outcome of the game; a shared one counts in parts
    decided_by: dict[str, float]  # by column: victories by points that depend on that column
    milliseconds: float  # CPU time of its thread per move
    wall_milliseconds: float | None  # by the clock per move; None if it was not measured
    faults: dict[str, int]  # by kind


@dataclass(frozen=True)
class Verdict:
    """A question and its answer: does a bot do better than a rival, deal by deal, or does a
    gauntlet's hero win more than its goal?"""

    bot: str
    rival: str
    goal: float | None
    answer: str | None  # "more", "less"; None is open
    deals: int  # until the answer, or so far


class Tally:
    """The deals of a contest, counted one by one."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.deals: list[list[GameResult]] = []
        self.games = 0
        self.next_deal = contest.deal(0)
        self.is_answered = False  # whether every question of the contest is answered
        self.shares: dict[str, list[float]] = {bot: [] for bot in contest.bots}
        self.most = {bot: self._most(bot) for bot in contest.bots}
        pairs = list(combinations(contest.bots, 2))
        self._hero_test = SequentialTest(contest.goal) if contest.hero else None
        self._pair_tests = {
            pair: SequentialTest(0.5, ERROR_RATE / len(pairs)) for pair in pairs if not contest.hero
        }

    def _most(self, bot: str) -> float:
        """Return the share of a bot that wins every game: 1, or less if it has several seats."""
        seats = [fixture.line_up.count(bot) for fixture in self.next_deal]
        return sum(n > 0 for n in seats) / sum(seats)

    def take(self, deal: list[GameResult]) -> None:
        """Count another deal: all of its games."""
        self.deals.append(deal)
        self.games += len(deal)
        won = _by_bot(deal, (share for result in deal for share in result.shares))
        for bot, shares in self.shares.items():
            shares.append(fmean(won[bot]))
        if self._hero_test:
            self._hero_test.take(self.shares[self.contest.hero][-1])
        for (first, second), test in self._pair_tests.items():
            mine, theirs = self.shares[first][-1], self.shares[second][-1]
            test.take((mine > theirs) + (mine == theirs) / 2)
        self.next_deal = self.contest.deal(len(self.deals))
        self.is_answered = all(verdict.answer for verdict in self.verdicts)

    def wins(self, bot: str) -> Share:
        """The share of all games that a seat of a bot has won."""
        return Share.of(self.shares[bot], self.most[bot])

    @property
    def results(self) -> list[GameResult]:
        return [result for deal in self.deals for result in deal]

    @property
    def order(self) -> list[str]:
        """The bots by their share of wins, best first."""
        return sorted(self.shares, key=lambda bot: -sum(self.shares[bot]))

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts: for a gauntlet's hero, or for all neighbours in the order of a round
        robin."""
        if test := self._hero_test:
            contest = self.contest
            return [Verdict(contest.hero, contest.rival, contest.goal, test.answer, test.n_values)]
        return [self._compare(*pair) for pair in pairwise(self.order)]

    def _compare(self, better: str, worse: str) -> Verdict:
        test = self._pair_tests.get((better, worse))
        agreeing = "more" if test else "less"
        test = test or self._pair_tests[worse, better]
        answer = "more" if test.answer == agreeing else None
        return Verdict(better, worse, None, answer, test.n_values)


T = TypeVar("T")


def _by_bot(results: Iterable[GameResult], values: Iterable[T]) -> dict[str, list[T]]:
    """Group the values of all seats of some games by bot."""
    by_bot: dict[str, list[T]] = defaultdict(list)
    for bot, value in zip((bot for r in results for bot in r.line_up), values, strict=True):
        by_bot[bot].append(value)
    return by_bot


# ── the table of a contest ───────────────────────────────────────────────────────────────────────


def rows(tally: Tally) -> list[StandingRow]:
    """Return the rows of a contest, best first."""
    results = tally.results
    scores = _by_bot(results, (score for result in results for score in result.scores))
    places = _by_bot(results, (place for r in results for place in _mean_places(r.places)))
    conduct, victories = _conduct(results), _victories(results)
    columns = tally.contest.format.columns if results else ()
    decided = _decided_by(results, columns)
    table = []
    for bot in tally.order if results else []:
        means = {column: fmean(score[column] for score in scores[bot]) for column in columns}
        points = means.pop("total")
        place = fmean(places[bot])
        table.append(
            StandingRow(
                bot,
                len(places[bot]),
                tally.wins(bot),
                place,
                points,
                means,
                victories[bot],
                {column: decided[bot, column] for column in means},
                *conduct[bot],
            )
        )
    return table


def _victories(results: Sequence[GameResult]) -> dict[str, dict[str, float]]:
    """Return the games that each bot has won, by outcome."""
    victories: dict[str, dict[str, float]] = defaultdict(dict)
    for result in results:
        for bot, share in zip(result.line_up, result.shares, strict=True):
            if share:
                won = victories[bot]
                won[result.outcome] = won.get(result.outcome, 0.0) + share
    return victories


Conduct = tuple[float, float | None, dict[str, int]]  # ms per move, by the clock, faults by kind
NO_CONDUCT: Conduct = (0.0, None, {})


def _conduct(results: Sequence[GameResult]) -> dict[str, Conduct]:
    """Return the milliseconds per move of a core and by the clock, and the faults by kind, for each
    bot."""
    moves = _by_bot(results, (n for result in results for n in result.moves))
    seconds = _by_bot(results, (spent for result in results for spent in result.seconds))
    faults: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for fault in result.faults:
            faults[result.line_up[fault["seat"]]][fault["kind"]] += 1
    wall = _wall_milliseconds(results)
    return {
        bot: (1000 * sum(seconds[bot]) / sum(moves[bot]), wall.get(bot), dict(faults[bot]))
        for bot in moves
    }


def _wall_milliseconds(results: Sequence[GameResult]) -> dict[str, float]:
    """Return the milliseconds per move by the clock, over the games in which it was measured."""
    timed = [result for result in results if result.wall_seconds]
    moves = _by_bot(timed, (n for result in timed for n in result.moves))
    seconds = _by_bot(timed, (spent for result in timed for spent in result.wall_seconds))
    return {bot: 1000 * sum(seconds[bot]) / sum(moves[bot]) for bot in moves}


def _decided_by(
    results: Sequence[GameResult], columns: Sequence[str]
) -> dict[tuple[str, str], float]:
    """Return victories by bot and column that would be another's without the points of that
    column."""
    decided: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        if result.outcome != "points":
            continue
        for column in columns:
            others = [score["total"] - score[column] for score in result.scores]
            for bot, share, rest in zip(result.line_up, result.shares, others, strict=True):
                if share and rest < max(others):
                    decided[bot, column] += share
    return decided


@dataclass(frozen=True)
class FaultCount:
    """The faults of a bot in all games played, counted or not."""

    bot: str
    games: int
    faults: dict[str, int]  # by kind
    reason: str  # of the first fault


def fault_counts(results: Iterable[GameResult]) -> list[FaultCount]:
    """Return the bots with faults, most faults first."""
    reasons: dict[str, list[str]] = defaultdict(list)
    kinds, games = defaultdict[str, Counter[str]](Counter), Counter[str]()
    for result in sorted(results, key=lambda result: result.id):
        bots = [result.line_up[fault["seat"]] for fault in result.faults]
        games.update(set(bots))
        for bot, fault in zip(bots, result.faults, strict=True):
            kinds[bot][fault["kind"]] += 1
            reasons[bot].append(fault["reason"])
    return [FaultCount(bot, n, dict(kinds[bot]), reasons[bot][0]) for bot, n in games.most_common()]


def _mean_places(places: Sequence[int]) -> list[float]:
    """Return the places with ties averaged: two at place 2 have place 2½."""
    return [place + (places.count(place) - 1) / 2 for place in places]


def ahead(tally: Tally) -> dict[str, dict[str, Share]]:
    """Return how often each bot finished ahead of each other one; a tie counts half."""
    by_pair: dict[tuple[str, str], list[float]] = defaultdict(list)
    for deal in tally.deals:
        of_deal: dict[tuple[str, str], list[float]] = defaultdict(list)
        for result in deal:
            for (bot, mine), (rival, theirs) in permutations(
                zip(result.line_up, result.places, strict=True), 2
            ):
                of_deal[bot, rival].append((mine < theirs) + (mine == theirs) / 2)
        for pair, values in of_deal.items():
            by_pair[pair].append(fmean(values))
    bots = tally.contest.bots
    return {
        bot: {
            rival: Share.of(by_pair[bot, rival])
            for rival in bots
            if rival != bot and (bot, rival) in by_pair
        }
        for bot in bots
    }


# ── ratings ──────────────────────────────────────────────────────────────────────────────────────

Belief = tuple[float, float]  # about a bot's strength: mean and deviation


def ratings(results: Iterable[GameResult], bots: Sequence[str]) -> dict[str, Rating]:
    """Return OpenSkill ratings after some games, in their order: the Plackett–Luce model after Weng
    and Lin.

    Bots do not change, so sigma does not grow between games. A bot with several seats learns from
    each of them.
    """
    from openskill.models import PlackettLuce  # imported here: shares and intervals do not need it

    model = PlackettLuce(tau=0.0)
    beliefs: dict[str, Belief] = dict.fromkeys(bots, (model.mu, model.sigma))
    for result in results:
        teams = [[model.rating(*beliefs[bot])] for bot in result.line_up]
        after = model.rate(teams, ranks=[float(place) for place in result.places])
        by_seat = [(team[0].mu, team[0].sigma) for team in after]
        beliefs |= _merge_seats(beliefs, result.line_up, by_seat)
    return {
        bot: Rating(mu, sigma, mu - Z_95 * sigma, mu + Z_95 * sigma)
        for bot, (mu, sigma) in beliefs.items()
    }


def _merge_seats(
    before: Mapping[str, Belief], line_up: Sequence[str], after: Sequence[Belief]
) -> dict[str, Belief]:
    """Return beliefs after a game: the steps of a bot's seats added, their shrinkage multiplied."""
    merged: dict[str, Belief] = {}
    for bot, (mu, sigma) in zip(line_up, after, strict=True):
        (old_mu, old_sigma), (so_far, deviation) = before[bot], merged.get(bot, before[bot])
        merged[bot] = (so_far + mu - old_mu, deviation * sigma / old_sigma)
    return merged


# ── everything ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Entrant:
    """The results of a bot over all contests."""

    bot: str
    rating: Rating
    games: int
    milliseconds: float
    wall_milliseconds: float | None
    faults: dict[str, int]


def entrants(tallies: Sequence[Tally], bots: Sequence[str]) -> list[Entrant]:
    """Return the bots by rating, best first; rated deal by deal, so the order of contests does not
    matter."""
    longest = max(len(tally.deals) for tally in tallies)
    deals = [tally.deals[n] for n in range(longest) for tally in tallies if n < len(tally.deals)]
    results = [result for deal in deals for result in deal]
    by_bot, conduct = ratings(results, bots), _conduct(results)
    games = Counter(bot for result in results for bot in set(result.line_up))
    unsorted = [
        Entrant(bot, by_bot[bot], games[bot], *conduct.get(bot, NO_CONDUCT)) for bot in bots
    ]
    return sorted(unsorted, key=lambda entrant: -entrant.rating.mu)


def to_json(tallies: Sequence[Tally], bots: Sequence[str]) -> dict[str, Any]:
    """Return the standing as JSON for scripts."""
    return {
        "deals": sum(len(tally.deals) for tally in tallies),
        "games": sum(tally.games for tally in tallies),
        "bots": [asdict(entrant) for entrant in entrants(tallies, bots)],
        "contests": [_contest_json(tally) for tally in tallies],
    }


def _contest_json(tally: Tally) -> dict[str, Any]:
    contest = tally.contest
    return {
        "contest": contest.name,
        "variant": str(contest.format),
        "deals": len(tally.deals),
        "games": tally.games,
        "is_answered": tally.is_answered,
        "answers": [asdict(verdict) for verdict in tally.verdicts],
        "bots": [asdict(row) for row in rows(tally)],
        "ahead": {
            bot: {rival: asdict(share) for rival, share in rivals.items()}
            for bot, rivals in ahead(tally).items()
        },
    }
