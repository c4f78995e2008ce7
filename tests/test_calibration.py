"""A fixed loop measures the speed of a machine, so that figures of machines can be compared."""

from itertools import cycle

import pytest

from heptapolis import calibration
from heptapolis.calibration import KERNEL, PYTHON, MachineFactors, mean_factors, measure_factors


class Clock:
    """A clock by which every piece of work takes a given time."""

    def __init__(self, *seconds: float) -> None:
        self._now, self._steps = 0.0, cycle(seconds)

    def __call__(self) -> float:
        self._now += next(self._steps)
        return self._now


def test_a_machine_that_takes_twice_as_long_has_half_the_factor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calibration, "KERNEL_SECONDS", 0.02)
    monkeypatch.setattr(calibration, "PYTHON_SECONDS", 0.03)
    factors = measure_factors(Clock(0.0, 0.04))
    assert factors.kernel == pytest.approx(0.5) and factors.python == pytest.approx(0.75)


def test_the_work_is_the_same_every_time() -> None:
    for work in (calibration._work_in_numba, calibration._work_in_python):
        assert work() == work()


def test_a_figure_knows_its_factor_by_its_kind() -> None:
    factors = MachineFactors(kernel=0.5, python=2.0)
    assert [factors.of(kind) for kind in (KERNEL, PYTHON, "")] == [0.5, 2.0, None]
    assert str(factors) == "kernel × 0.50, Python × 2.00"
    assert mean_factors(factors, MachineFactors(1.5, 1.0)) == MachineFactors(1.0, 1.5)
