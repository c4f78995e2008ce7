"""Compare the speed of this checkout with another commit: ``python -m tools.compare COMMIT``.

The other commit gets a temporary git worktree; compiling it takes a minute or two. Each checkout works in
separate processes; they do the same work alternately, a fifth of a second each, many times. The processor
time counts. The ratio of a row is the median over all rounds, with its 95 % interval. With ``--limit 3``
the exit status says whether a row is significantly more than 3 % slower. ``--page lab/speed.md`` writes
the table to a page.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from tools.workload import ROWS

ROOT = Path(__file__).parents[1]
WORKLOAD = Path(__file__).with_name("workload.py")
SITTINGS = 4  # restarts of the processes, because the place of code in memory matters too


@dataclass(frozen=True)
class Comparison:
    """The speed of this checkout relative to the other: 1.1 is a tenth faster."""

    row: str
    here: float  # median processor seconds
    there: float
    speed: float
    low: float
    high: float

    def is_slower(self, percent: float) -> bool:
        """Return whether the whole interval is below the limit."""
        return self.high < 1 - percent / 100


def compare_times(row: str, pairs: list[tuple[float, float]]) -> Comparison:
    """Return the comparison from pairs of times in the same round."""
    ratios = sorted(there / here for here, there in pairs)
    low, high = median_interval(len(ratios))
    return Comparison(
        row,
        median(here for here, _ in pairs),
        median(there for _, there in pairs),
        median(ratios),
        ratios[low],
        ratios[high],
    )


def median_interval(n: int) -> tuple[int, int]:
    """Return the indices of n sorted values that bound the median with 95 % confidence; the outermost ones
    if n is too small."""
    tail, outside = 0.0, 0
    for below in range(n // 2):
        tail += math.comb(n, below) / 2**n
        if 2 * tail > 0.05:
            break
        outside = below
    return outside, n - 1 - outside


class Worker:
    """A process that uses the sources of one checkout."""

    def __init__(self, checkout: Path, scale: float) -> None:
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        if checkout != ROOT:  # code compiled for a temporary path is useless later
            environment["HEPTAPOLIS_CACHE"] = str(checkout.parent / "cache")
        self._process = subprocess.Popen(
            [sys.executable, str(WORKLOAD), str(scale)],
            env=environment,
            cwd=checkout,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        package = Path(self._answer())
        if not package.is_relative_to(checkout.resolve()):
            raise SystemExit(f"compare: {checkout} was meant, but {package} was imported")

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()

    def seconds(self, row: str, seed: int) -> float:
        assert self._process.stdin
        self._process.stdin.write(f"{row} {seed}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        if not (line := self._process.stdout.readline()):
            raise SystemExit("compare: a checkout could not do the work; see above")
        return line.strip()


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """Create a worktree of the commit for the duration of the context."""
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory(prefix="compare-") as folder:
        path = Path(folder).resolve() / "checkout"
        add = subprocess.run(
            [*git, "add", "--quiet", "--detach", str(path), commit],
            capture_output=True,
            text=True,
            check=False,
        )
        if add.returncode:
            raise SystemExit(f"compare: {add.stderr.strip()}")
        try:
            yield path
        finally:
            subprocess.run([*git, "remove", "--force", str(path)], check=True)


def measure(there: Path, rows: list[str], rounds: int, scale: float) -> list[Comparison]:
    """Measure both checkouts alternately; the first one changes with every round."""
    pairs: dict[str, list[tuple[float, float]]] = {row: [] for row in rows}
    sittings = min(SITTINGS, rounds)
    for sitting in range(sittings):
        with ExitStack() as stack:
            workers = [stack.enter_context(Worker(path, scale)) for path in (ROOT, there)]
            for n in range(sitting, rounds, sittings):
                for row in rows:
                    order = (0, 1) if n % 2 else (1, 0)
                    times = {who: workers[who].seconds(row, n) for who in order}
                    pairs[row].append((times[0], times[1]))
                print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [compare_times(row, pairs[row]) for row in rows]


def table(comparisons: list[Comparison], commit: str, limit: float | None) -> Iterator[str]:
    width = max(len(one.row) for one in comparisons)
    yield f"{'processor time of a round':{width}}  {'here':>8}  {commit[:8]:>8}  speed  interval"
    for one in comparisons:
        verdict = "SLOWER" if limit is not None and one.is_slower(limit) else ""
        yield (
            f"{one.row:{width}}  {1000 * one.here:5.0f} ms  {1000 * one.there:5.0f} ms  "
            f"{one.speed:.3f}  {one.low:.3f}–{one.high:.3f}  {verdict}"
        ).rstrip()


def page(comparisons: list[Comparison], commit: str, rounds: int) -> str:
    """Return the table as a page that names machine and commits."""
    from heptapolis.machine import machine

    facts = machine()
    lines = [
        "# Speed beside an earlier commit",
        "",
        f"Made by `python -m tools.compare {commit} --page lab/speed.md` on {datetime.now(UTC):%Y-%m-%d} at commit "
        f"{facts['commit']}, {facts['processor']}, {facts['cores']} cores, Python {facts['python']}, Numba {facts['numba']}, "
        f"load {os.getloadavg()[0]:.1f}.",
        "",
        f"Both commits did the same work in turns, {rounds} rounds of each row. The speed is that of this commit relative to "
        f"{commit}, by processor time: 1.1 is a tenth faster. The machine is shared, so only the ratios count.",
        "",
        f"| work of a round | here | {commit} | speed | 95 % interval |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {one.row} | {1000 * one.here:.0f} ms | {1000 * one.there:.0f} ms | {one.speed:.3f} | {one.low:.3f}–{one.high:.3f} |"
        for one in comparisons
    ]
    return "\n".join(lines) + "\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("commit", help="what to compare this checkout with")
    parser.add_argument("--limit", type=float, help="percent that no row may be slower")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--only", default="", help="rows that contain this text")
    parser.add_argument("--scale", type=float, default=1.0, help="how much work a round is")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--page", type=Path, help="write the table to this file, too")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    rows = [row for row in ROWS if asked.only.lower() in row.lower()]
    if not rows or asked.rounds < 1:
        raise SystemExit(f"compare: rounds: 1 or more; rows: {', '.join(ROWS)}")
    with worktree(asked.commit) as there:
        comparisons = measure(there, rows, asked.rounds, asked.scale)
    if asked.page:
        asked.page.write_text(page(comparisons, asked.commit, asked.rounds), "utf-8")
    if asked.json:
        print(json.dumps([asdict(one) for one in comparisons], indent=1))
    else:
        print("\n".join(table(comparisons, asked.commit, asked.limit)))
    if asked.limit is not None and any(one.is_slower(asked.limit) for one in comparisons):
        sys.exit(1)


if __name__ == "__main__":
    main()
