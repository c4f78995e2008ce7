"""The standing of a tournament."""

from dataclasses import replace
from random import Random

import pytest

from heptapolis.arena import standing
from heptapolis.arena.play import GameResult
from heptapolis.arena.result_tables import entrant_table, victory_table
from heptapolis.arena.schedule import Fixture
from heptapolis.arena.standing import (
    FaultCount,
    Tally,
    ahead,
    entrants,
    fault_counts,
    ratings,
    rows,
)
from heptapolis.contract import Score
from heptapolis.i18n import translator
from tests.arena.fake_tournaments import EQUAL_STRENGTHS, draw, make_plan, make_result, make_tally

STRENGTHS = {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}


def test_shares_are_of_the_games_and_shared_victories_count_in_parts() -> None:
    (contest,) = make_plan("a", "b", games="duel").contests
    tally = Tally(contest)
    first, second = contest.deal(0)
    tally.take([make_result(first, (1, 1)), make_result(second, (1, 2))])
    winner = second.line_up[0]
    assert tally.wins(winner).share == 0.75 and tally.games == 2
    assert sum(tally.wins(bot).share for bot in "ab") == 1


def test_shares_of_all_bots_average_par() -> None:
    for tournament in (make_plan(*"abcd", seats="5"), make_plan("a", "b", gauntlet=True)):
        for contest in tournament.contests:
            table = rows(make_tally(contest, 6, STRENGTHS))
            seats = sum(row.seats for row in table)
            won = sum(row.seats * row.wins.share for row in table)
            assert won / seats == pytest.approx(1 / contest.format.seats)


def test_more_games_on_the_same_deals_are_no_more_deals() -> None:
    """Games of a deal are dependent: the interval depends on the number of deals."""
    (contest,) = make_plan("hero", "rival", gauntlet=True).contests
    once, thrice = Tally(contest), Tally(contest)
    for number in range(30):
        luck = Random(number).random() < 0.4
        deal = [make_result(f, _hero_place(f.line_up, luck)) for f in contest.deal(number)]
        once.take(deal)
        thrice.take(deal * 3)
    assert once.wins("hero") == thrice.wins("hero")
    assert once.verdicts == thrice.verdicts
    low, high = once.wins("hero").low, once.wins("hero").high
    assert high - low > 0.3  # for 30 deals; for 270 independent games it would be much smaller


def _hero_place(line_up: tuple[str, ...], is_won: bool) -> tuple[int, ...]:
    return tuple((1 if is_won else 3) if bot == "hero" else 2 - (not is_won) for bot in line_up)


def test_the_interval_of_a_rival_mirrors_the_heros() -> None:
    (contest,) = make_plan("hero", "rival", gauntlet=True, seats="4").contests
    tally = make_tally(contest, 25, {"hero": 2.0})
    hero, rival = tally.wins("hero"), tally.wins("rival")
    for of_hero, of_rival in (
        (hero.share, rival.share),
        (hero.low, rival.high),
        (hero.high, rival.low),
    ):
        assert of_rival == pytest.approx((1 - of_hero) / 3, abs=1e-5)


def test_a_row_has_places_points_and_faults() -> None:
    (contest,) = make_plan("a", "b", games="leaders").contests
    tally = Tally(contest)
    fixtures = contest.deal(0)
    fault = {"seat": fixtures[0].line_up.index("a"), "kind": "timeout", "reason": "slow"}
    deal = [make_result(fixture, (1, 2, 2)) for fixture in fixtures]
    tally.take([replace(deal[0], faults=(fault, fault)), *deal[1:]])
    by_bot = {row.bot: row for row in rows(tally)}
    assert by_bot["a"].faults == {"timeout": 2} and by_bot["b"].faults == {}
    assert by_bot["a"].seats == by_bot["b"].seats == 9
    assert (
        by_bot["a"].place == by_bot["b"].place == 2.0
    )  # places 1, 2½, 2½, equally often on each seat
    assert by_bot["a"].points == pytest.approx((39 + 38 + 38) / 3)
    assert by_bot["a"].columns["military"] == pytest.approx(115 / 3)
    assert list(by_bot["a"].columns) == list(contest.format.columns[:-1])
    assert by_bot["a"].columns["leaders"] == 0
    assert by_bot["a"].milliseconds == pytest.approx(1)
    assert by_bot["a"].wall_milliseconds == pytest.approx(2)


def test_wall_clock_time_is_over_the_games_that_measured_it() -> None:
    (contest,) = make_plan("a", "b", games="duel").contests
    tally = Tally(contest)
    tally.take([make_result(fixture, (1, 2), wall_seconds=()) for fixture in contest.deal(0)])
    assert [row.wall_milliseconds for row in rows(tally)] == [None, None]
    assert {line[5] for line in entrant_table(entrants([tally], "ab"), translator("en")).lines} == {
        "–"
    }
    tally.take([make_result(fixture, (1, 2)) for fixture in contest.deal(1)])
    assert [row.wall_milliseconds for row in rows(tally)] == [pytest.approx(2)] * 2


def test_pairwise_shares_of_games_won() -> None:
    (contest,) = make_plan(*"abc").contests
    tally = Tally(contest)
    order = {"a": 1, "b": 2, "c": 2}
    tally.take([make_result(f, tuple(order[bot] for bot in f.line_up)) for f in contest.deal(0)])
    shares = ahead(tally)
    assert (shares["a"]["b"].share, shares["b"]["a"].share) == (1, 0)
    assert (shares["b"]["c"].share, shares["c"]["b"].share) == (0.5, 0.5)
    assert "a" not in shares["a"]


# ── ratings ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", ["3", "6"])
def test_ratings_follow_strength_even_when_a_bot_has_several_seats(seats: str) -> None:
    tally = make_tally(make_plan(*"dbca", seats=seats).contests[0], 40, STRENGTHS)
    ranked = entrants([tally], "dbca")
    assert [entrant.bot for entrant in ranked] == list("abcd")
    assert all(e.rating.low < e.rating.mu < e.rating.high for e in ranked)
    assert ranked[0].rating.low > ranked[-1].rating.high


def test_ratings_of_equals_stay_together_and_deviations_shrink() -> None:
    contest = make_plan(*"abcd").contests[0]
    few, many = (entrants([make_tally(contest, deals)], "abcd") for deals in (2, 60))
    assert max(e.rating.mu for e in many) - min(e.rating.mu for e in many) < 4
    assert max(e.rating.sigma for e in many) < 0.5 * min(e.rating.sigma for e in few)


def test_two_seats_of_a_bot_update_its_rating_twice() -> None:
    """A bot on two seats gets two updates, not the last update twice."""
    fixture = make_plan("a", "b").contests[0].deal(0)[0]
    once = GameResult(fixture.id, ("a", "b", "c"), "points", (1, 2, 3), (), (), (), ())
    twice = replace(once, line_up=("a", "b", "b"))
    apart, together = ratings([once], "abc"), ratings([twice], "ab")
    start = ratings([], "ab")["b"]
    steps = [apart[bot].mu - start.mu for bot in "bc"]
    assert together["b"].mu == pytest.approx(start.mu + sum(steps))
    shrunk = apart["b"].sigma * apart["c"].sigma / start.sigma
    assert together["b"].sigma == pytest.approx(shrunk)
    assert together["a"].mu == pytest.approx(apart["a"].mu)


# ── decided comparisons ──────────────────────────────────────────────────────────────────────────


def test_a_clear_order_is_decided_and_reported() -> None:
    tally = make_tally(make_plan(*"abc").contests[0], 60, {"a": 16.0, "b": 4.0, "c": 1.0})
    assert tally.is_answered and tally.order == ["a", "b", "c"]
    assert [(a.bot, a.rival, a.answer) for a in tally.verdicts] == [
        ("a", "b", "more"),
        ("b", "c", "more"),
    ]


def test_only_clear_differences_are_decided() -> None:
    tally = make_tally(make_plan(*"abc").contests[0], 60, {"a": 12.0})
    assert [bool(answer.answer) for answer in tally.verdicts] == [True, False]
    assert not tally.is_answered


def test_equal_bots_are_seldom_separated() -> None:
    """Three comparisons, checked after every deal, have a joint error rate of 5 %."""
    contest, runs = make_plan(*"abc").contests[0], 100
    wrong = 0
    for salt in range(runs):
        wrong += any(
            q.answer for q in make_tally(contest, 60, EQUAL_STRENGTHS, salt)._pair_tests.values()
        )
    assert wrong / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


def test_a_decision_against_the_ranking_is_dropped() -> None:
    """First b is better on many deals, then a overtakes it: the comparison is not decided."""
    (contest,) = make_plan("a", "b", games="duel").contests
    tally = Tally(contest)
    for number in range(30):
        winner = "b" if number < 12 else "a"
        tally.take(
            [
                make_result(f, tuple(1 + (bot != winner) for bot in f.line_up))
                for f in contest.deal(number)
            ]
        )
    assert tally.order == ["a", "b"] and tally._pair_tests["a", "b"].answer == "less"
    assert tally.verdicts[0].answer is None and not tally.is_answered


def test_a_gauntlet_is_decided_for_or_against_the_hero() -> None:
    for strength, goal, answer in ((4.0, None, "more"), (0.2, None, "less"), (4.0, 0.9, "less")):
        (contest,) = make_plan("hero", "rival", gauntlet=True, goal=goal).contests
        (verdict,) = make_tally(contest, 60, {"hero": strength}).verdicts
        assert (verdict.answer, verdict.rival) == (answer, "rival")
        assert verdict.deals < 60


def test_everything_as_json() -> None:
    tournament = make_plan("a", "b", games="classic duel", gauntlet=True)
    tally = [make_tally(contest, 5) for contest in tournament.contests]
    facts = standing.to_json(tally, tournament.bots)
    assert facts["deals"] == 10 and facts["games"] == 25
    assert set(facts["bots"][0]) == {
        "bot",
        "rating",
        "games",
        "milliseconds",
        "wall_milliseconds",
        "faults",
    }
    assert set(facts["bots"][0]["rating"]) == {"mu", "sigma", "low", "high"}
    classic, duel = facts["contests"]
    assert (classic["variant"], duel["variant"]) == ("classic:3", "duel")
    assert set(classic["bots"][0]["wins"]) == {"share", "low", "high"}
    assert "leaders" not in classic["bots"][0]["columns"]
    assert classic["answers"][0]["goal"] == pytest.approx(1 / 3)
    assert set(classic["ahead"]) == {"a", "b"}


def test_drawn_results_match_the_given_strengths() -> None:
    fixtures = [
        f for n in range(300) for f in make_plan("a", "b", games="duel").contests[0].deal(n)
    ]
    won = [draw(f, {"a": 3.0}).places[f.line_up.index("a")] == 1 for f in fixtures]
    assert sum(won) / len(won) == pytest.approx(0.75, abs=0.06)


# ── how games were won, and who failed ───────────────────────────────────────────────────────────


def test_victories_are_counted_by_how_the_games_ended() -> None:
    (contest,) = make_plan("a", "b", games="duel").contests
    tally = Tally(contest)
    ends = ("points", "science", "points", "shared")
    fixtures = [fixture for number in range(2) for fixture in contest.deal(number)]
    won = [
        replace(
            make_result(f, (1, 1) if end == "shared" else places_for("a", f.line_up)), outcome=end
        )
        for f, end in zip(fixtures, ends, strict=True)
    ]
    tally.take(won[:2])
    tally.take(won[2:])
    victories = {row.bot: row.victories for row in rows(tally)}
    assert victories == {"a": {"points": 2, "science": 1, "shared": 0.5}, "b": {"shared": 0.5}}
    table = victory_table([tally], translator())
    assert table and table.heads == ["Bot", "points", "scientific victory", "shared victory"]
    assert list(table.lines) == [("a", "2", "1", "0.5"), ("b", "0", "0", "0.5")]


def test_a_gauntlet_counts_victories_by_kind_and_rival() -> None:
    plan = make_plan("hero", "a", "b", games="duel", gauntlet=True)
    tallies = [Tally(contest) for contest in plan.contests]
    for tally, winner, end in zip(tallies, ("hero", "b"), ("military", "science"), strict=True):
        deal = tally.contest.deal(0)
        tally.take(
            [replace(make_result(f, places_for(winner, f.line_up)), outcome=end) for f in deal]
        )
    table = victory_table(tallies, translator())
    assert table and sorted(table.lines) == [
        ("a – hero", "0", "0"),
        ("b – hero", "0", "2"),
        ("hero – a", "2", "0"),
        ("hero – b", "0", "0"),
    ]


def test_games_with_one_kind_of_end_list_no_kinds() -> None:
    (contest,) = make_plan("a", "b").contests
    assert victory_table([make_tally(contest, 3)], translator()) is None


def test_a_column_decides_a_game_that_would_be_lost_without_it() -> None:
    (contest,) = make_plan("a", "b", games="duel").contests
    tally, sheets = (
        Tally(contest),
        ((30, 5), (20, 12)),
    )  # points for science and coins, the winner first
    fixtures = contest.deal(0)
    tally.take(
        [make_result(f, places_for("a", f.line_up), scores=own_sheets(f, sheets)) for f in fixtures]
    )
    (winner,) = (row for row in rows(tally) if row.bot == "a")
    assert winner.decided_by["science"] == 2 and winner.decided_by["coins"] == 0
    assert sum(sum(row.decided_by.values()) for row in rows(tally)) == 2


def own_sheets(fixture: Fixture, sheets: tuple[tuple[int, int], ...]) -> tuple[Score, ...]:
    """Return score sheets with points for science and coins; bot a's sheet comes first."""
    by_bot = dict(zip("ab", sheets, strict=True))
    empty = dict.fromkeys(fixture.format.ruleset.variant.columns, 0)
    return tuple(
        empty | {"science": by_bot[bot][0], "coins": by_bot[bot][1], "total": sum(by_bot[bot])}
        for bot in fixture.line_up
    )


def places_for(winner: str, line_up: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(1 if bot == winner else 2 for bot in line_up)


def test_faults_are_counted_by_game_and_kind_in_any_order() -> None:
    first, second = make_plan("a", "b").contests[0].deal(0)[:2]
    seats = [seat for seat, bot in enumerate(first.line_up) if bot == "a"]
    crash = [{"seat": seat, "kind": "crash", "reason": f"at {seat}"} for seat in seats]
    late = [{"seat": second.line_up.index(bot), "kind": "timeout", "reason": bot} for bot in "ab"]
    results = [
        make_result(first, (1, 2, 3), faults=tuple(crash)),
        make_result(second, (1, 2, 3), faults=tuple(late)),
    ]
    counts = fault_counts(results)
    assert counts == fault_counts(reversed(results))
    assert counts == [
        FaultCount("a", 2, {"crash": len(seats), "timeout": 1}, f"at {seats[0]}"),
        FaultCount("b", 1, {"timeout": 1}, "b"),
    ]
