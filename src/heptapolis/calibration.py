"""How fast this machine is: the same work in plain Numba and in plain Python, everywhere.

A factor of 0.5 means half as fast as the reference machine. Benchmarks measure both in their own
run, so that figures compare across machines.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

import numpy as np
from numba import njit

KERNEL, PYTHON = "kernel", "Python"  # what bounds the speed of a figure
REFERENCE = "AMD EPYC at 2.6 GHz, Python 3.11"  # the machine with the factors 1
KERNEL_SECONDS, PYTHON_SECONDS = 0.0232, 0.0283  # CPU time of the work on the reference machine
KERNEL_STEPS, PYTHON_STEPS = 4_000_000, 100_000
TABLE_SIZE = 4096  # entries: 32 KiB, as large as the state and the tables of a game
N_RUNS = 7


@dataclass(frozen=True)
class MachineFactors:
    """The speed of a machine in units of the reference machine."""

    kernel: float
    python: float

    def of(self, kind: str) -> float | None:
        """Return the factor for a kind of figure, None if it does not depend on the machine."""
        return {KERNEL: self.kernel, PYTHON: self.python}.get(kind)

    def __str__(self) -> str:
        return f"kernel × {self.kernel:.2f}, Python × {self.python:.2f}"


def measure_factors(clock: Callable[[], float] = process_time) -> MachineFactors:
    """Return the factors of this machine now; a busy one is slower."""
    return MachineFactors(
        KERNEL_SECONDS / _seconds(_work_in_numba, clock),
        PYTHON_SECONDS / _seconds(_work_in_python, clock),
    )


def mean_factors(*measured: MachineFactors) -> MachineFactors:
    """Return the means of factors that were measured at several moments of a run."""
    return MachineFactors(
        sum(one.kernel for one in measured) / len(measured),
        sum(one.python for one in measured) / len(measured),
    )


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the seconds that some work takes, the median of several runs."""
    work()  # compiles what is compiled
    spent = []
    for _ in range(N_RUNS):
        start = clock()
        work()
        spent.append(clock() - start)
    return median(spent)


def _work_in_numba() -> int:
    table = np.arange(TABLE_SIZE, dtype=np.int64)
    return int(_shuffle_and_count(table, KERNEL_STEPS))


@njit
def _shuffle_and_count(table, steps):  # type: ignore[no-untyped-def]
    """Do what compiled rules do: look up small tables at random places, branch, and write."""
    random, total = np.uint64(88172645463325252), 0
    for _ in range(steps):
        random ^= random << np.uint64(13)
        random ^= random >> np.uint64(7)
        random ^= random << np.uint64(17)
        place, other = random & np.uint64(4095), (random >> np.uint64(20)) & np.uint64(4095)
        value = table[place]
        if value & 1:
            table[place] = table[other]
            table[other] = value
        elif value > table[other]:
            total += value
        else:
            total -= 1
    return total


def _work_in_python() -> int:
    """Do what the Python around the rules does: objects, dictionaries, lists, text."""
    counts: dict[str, int] = {}
    names, total = [f"card_{number}" for number in range(50)], 0
    for number in range(PYTHON_STEPS):
        name = names[number % 50]
        counts[name] = counts.get(name, 0) + number
        pair = _Pair(name, number)
        total += pair.number if pair.name[-1] == "7" else len(f"{pair.name}:{number}")
    return total + sum(sorted(counts.values())[:10])


@dataclass(slots=True)
class _Pair:
    name: str
    number: int
