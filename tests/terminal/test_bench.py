"""`hepta bench` compares figures scaled to the reference machine with the targets."""

import json

import pytest

from heptapolis.calibration import KERNEL, PYTHON, REFERENCE, MachineFactors
from heptapolis.terminal import bench as command
from heptapolis.terminal.bench import bench
from heptapolis.terminal.measuring import GAMES, Benchmark, Figure

HALF_SPEED = MachineFactors(kernel=0.5, python=0.5)


@pytest.mark.parametrize(
    ("figure", "scaled", "verdict"),
    [
        (Figure("games", 15_000, "/s", 30_000, 40_000, kind=KERNEL), 30_000, "must"),
        (Figure("games", 20_000, "/s", 30_000, 40_000, kind=KERNEL), 40_000, "goal"),
        (Figure("games", 14_000, "/s", 30_000, 40_000, kind=KERNEL), 28_000, "missed"),
        (Figure("a move", 30, "µs", 20, 10, False, kind=PYTHON), 15, "must"),
        (Figure("memory", 3000, "bytes", 4000, None, False), 3000, "must"),
        (Figure("memory", 3000, "bytes", 2000, None, False), 3000, "missed"),
        (Figure("a move", 30, "ms", 20, 10, False, kind=PYTHON, factor=1.0), 30, "missed"),
    ],
)
def test_targets_are_compared_with_scaled_figures(
    figure: Figure, scaled: float, verdict: str
) -> None:
    judged = figure.calibrated(HALF_SPEED)
    assert (judged.scaled, judged.verdict, judged.value) == (scaled, verdict, figure.value)


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine half as fast as the reference machine, with two figures."""
    monkeypatch.setattr(command, "measure_factors", lambda: HALF_SPEED)
    found = [
        Benchmark(
            GAMES, "games", lambda seconds: Figure("games", 15_000, "/s", 30_000, kind=KERNEL)
        ),
        Benchmark(GAMES, "memory", lambda seconds: Figure("memory", 100, "bytes", 50, None, False)),
    ]
    monkeypatch.setattr(command, "_benchmarks", lambda: found)
    monkeypatch.setattr(command, "is_cold", lambda: False)


def test_json_has_the_factors(slow_machine: None, capsys: pytest.CaptureFixture[str]) -> None:
    bench(as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["machine"]["factors"] == {"kernel": 0.5, "python": 0.5}
    assert facts["sources"]["factors"] == REFERENCE
    games, memory = facts["figures"]
    assert (games["value"], games["factor"], games["scaled"]) == (15_000, 0.5, 30_000)
    assert (games["verdict"], memory["verdict"], memory["factor"]) == ("must", "missed", None)


def test_the_table_shows_both_numbers(
    slow_machine: None, capsys: pytest.CaptureFixture[str]
) -> None:
    bench()
    text = capsys.readouterr().out
    assert "kernel × 0.50, Python × 0.50 of the reference machine" in text
    (line,) = [line for line in text.splitlines() if line.startswith("games ")]
    assert line.split() == ["games", "15,000", "/s", "30,000", "≥", "30,000", "must"]
