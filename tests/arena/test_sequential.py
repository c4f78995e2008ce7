"""The sequential test keeps its error rate, and the interval is valid at every look."""

from collections.abc import Callable
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heptapolis.arena.sequential import SequentialTest, interval

RUNS, DEALS = 200, 120
MAX_ERROR_SHARE = (
    0.05 + 3 * (0.05 * 0.95 / RUNS) ** 0.5
)  # errors allowed in RUNS runs at an error rate of 5 %

Runs = list[list[float]]
Draw = Callable[[float, int], Runs]


def thirds(share: float, seed: int) -> Runs:
    """Return shares of won games in deals of three games with independent results."""
    return _means(3, share, seed)


def all_or_nothing(share: float, seed: int) -> Runs:
    """Return shares of deals whose games all have the same result."""
    return _means(1, share, seed)


def many_games(share: float, seed: int) -> Runs:
    """Return shares of deals of many games, which vary little."""
    return _means(30, share, seed)


def _means(games: int, share: float, seed: int) -> Runs:
    won = np.random.default_rng(seed).binomial(games, share, (RUNS, DEALS))
    return [[wins / games for wins in run] for run in won.tolist()]


def ask(values: Runs, claim: float) -> list[SequentialTest]:
    questions = []
    for run in values:
        question = SequentialTest(claim)
        for value in run:
            question.take(value)
        questions.append(question)
    return questions


@pytest.mark.parametrize("draw", [thirds, all_or_nothing, many_games])
def test_a_true_claim_is_seldom_refuted_at_any_number_of_looks(draw: Draw) -> None:
    wrong = [q for q in ask(draw(1 / 3, 1), 1 / 3) if q.answer]
    assert len(wrong) / RUNS <= MAX_ERROR_SHARE


def test_the_test_seldom_decides_for_the_wrong_side() -> None:
    wrong = [q for q in ask(thirds(0.38, 2), 1 / 3) if q.answer == "less"]
    assert len(wrong) / RUNS <= MAX_ERROR_SHARE


def test_a_clear_difference_is_found_soon() -> None:
    stronger, weaker = ask(thirds(0.5, 3), 1 / 3), ask(thirds(0.15, 4), 1 / 3)
    assert sum(q.answer == "more" for q in stronger) >= 0.95 * RUNS
    assert sum(q.answer == "less" for q in weaker) >= 0.95 * RUNS
    assert np.median([q.n_values for q in stronger]) < DEALS / 2


def test_an_answer_stands() -> None:
    question = SequentialTest(0.5)
    for value in [1.0] * 20 + [0.0] * 100:
        question.take(value)
    assert (question.answer, question.n_values) == ("more", 7)


@pytest.mark.parametrize(
    ("draw", "share"),
    [
        (thirds, 0.5),
        (thirds, 0.95),
        (all_or_nothing, 0.3),
        (all_or_nothing, 0.9),
        (many_games, 0.2),
    ],
)
def test_the_interval_is_valid_at_all_looks_together(draw: Draw, share: float) -> None:
    missed = sum(
        any(not low <= share <= high for low, high in intervals_at_looks(run))
        for run in draw(share, 5)
    )
    assert missed / RUNS <= MAX_ERROR_SHARE


def intervals_at_looks(run: list[float]) -> list[tuple[float, float]]:
    return [interval(run[:n]) for n in (4, 10, 30, DEALS)]


def test_an_interval_by_games_is_wrong_where_deals_decide() -> None:
    """Control: an interval that counts every rotation as an independent game errs far too often."""
    share, n = 0.3, 3 * DEALS
    missed = 0
    for run in all_or_nothing(share, 5):
        mean = sum(run) / len(run)
        reach = 1.96 * (mean * (1 - mean) / n) ** 0.5
        missed += not mean - reach <= share <= mean + reach
    assert missed / RUNS > 2 * MAX_ERROR_SHARE


def test_the_interval_shrinks() -> None:
    run = thirds(0.5, 6)[0]
    widths = [high - low for low, high in (interval(run[:n]) for n in (0, 1, 10, 40, DEALS))]
    assert widths[0] == 1.0 and widths == sorted(widths, reverse=True) and widths[-1] < 0.25


values = st.lists(st.sampled_from([0.0, 1 / 3, 0.5, 2 / 3, 0.9, 1.0]), min_size=1, max_size=40)


@given(values, st.floats(0.01, 0.99))
@settings(max_examples=150, deadline=None)
def test_the_test_agrees_with_the_interval(values: list[float], claim: float) -> None:
    """The test decides exactly when the interval no longer contains the claim."""
    question = SequentialTest(claim)
    for value in values:
        question.take(value)
    low, high = interval(values[: question.n_values])
    if question.answer == "more":
        assert claim <= low + 1e-5
    elif question.answer == "less":
        assert claim >= high - 1e-5
    else:
        assert low - 1e-5 <= claim <= high + 1e-5


@given(values)
@settings(max_examples=100, deadline=None)
def test_the_interval_contains_the_mean_and_ignores_the_order(values: list[float]) -> None:
    low, high = interval(values)
    assert 0 <= low <= sum(values) / len(values) + 1e-6 <= high + 2e-6
    assert high <= 1
    assert (low, high) == interval(sorted(values))
    mirrored = interval([1 - value for value in values])
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-5)


def test_extreme_values_are_allowed() -> None:
    assert interval([]) == (0, 1)
    assert interval([1.0] * 500)[1] == 1 and interval([0.0] * 500)[0] == 0
    lows = list(accumulate((interval([1.0] * n)[0] for n in (1, 5, 50, 500)), max))
    assert lows == sorted(lows) and lows[-1] > 0.98
