"""``tools/compare.py``: conclusions from times, and a short complete run."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.paths import ROOT
from tools.compare import compare_times, median_interval

COMPARE = [sys.executable, "-m", "tools.compare"]


def times(speed: float, rounds: int = 40) -> list[tuple[float, float]]:
    """Return rounds of a checkout with a relative speed, on a machine of varying speed."""
    rng = Random(1)
    pairs = [(rng.uniform(0.9, 1.1), rng.uniform(0.9, 1.1)) for _ in range(rounds)]
    return [(here / speed, there) for here, there in pairs]


@pytest.mark.parametrize(
    ("n", "interval"),
    [(1, (0, 0)), (2, (0, 1)), (5, (0, 4)), (6, (0, 5)), (9, (1, 7)), (40, (13, 26))],
)
def test_the_interval_of_a_median_is_the_one_of_the_sign_test(
    n: int, interval: tuple[int, int]
) -> None:
    assert median_interval(n) == interval


@pytest.mark.parametrize(
    ("speed", "is_slower"), [(1.0, False), (1.2, False), (0.96, False), (0.8, True)]
)
def test_only_significant_slowdowns_are_reported(speed: float, is_slower: bool) -> None:
    comparison = compare_times("games", times(speed))
    assert comparison.low <= speed <= comparison.high
    assert comparison.is_slower(3) == is_slower


def test_a_commit_is_compared_and_its_worktree_removed(tmp_path: Path) -> None:
    def worktrees() -> str:
        return subprocess.run(
            ["git", "-C", str(ROOT), "worktree", "list"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    if not (ROOT / ".git").exists():
        pytest.skip("no checkout of git")
    page = tmp_path / "speed.md"
    options = ["--only", "view, duel", "--rounds", "1", "--scale", "0.001", "--json"]
    options += ["--page", str(page)]
    environment = {"TMPDIR": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}  # compiling takes a minute
    run = subprocess.run(
        [*COMPARE, "HEAD", *options],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    rows = json.loads(run.stdout)
    assert [row["row"] for row in rows] == ["submit + view, Duel"]
    assert all(row["here"] > 0 and row["low"] == row["speed"] == row["high"] for row in rows)
    assert str(tmp_path.resolve()) not in worktrees()
    *_, told = page.read_text("utf-8").splitlines()
    assert told.startswith("| submit + view, Duel | ") and f" | {rows[0]['speed']:.3f} | " in told


def test_an_unknown_commit_is_named() -> None:
    run = subprocess.run(
        [*COMPARE, "nowhere"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1 and "nowhere" in run.stderr
