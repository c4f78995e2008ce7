"""Short runs of the examples for learning."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from heptapolis.terminal.dataset import dataset
from tests.paths import EXAMPLES

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    threads = torch.get_num_threads()
    yield import_module
    torch.set_num_threads(threads)
    for name in ("ppo", "supervised"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("name", "lines"), [("ppo", 60), ("supervised", 40)])
def test_examples_are_short(name: str, lines: int) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= lines


def test_ppo_learns_to_beat_chance(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Eight iterations raise the share of wins from half to nearly all. A policy that does not learn,
    or learns from rewards of another seat, stays at half."""
    pytest.importorskip("gymnasium", reason="needs heptapolis[env]")
    example("ppo").train(iterations=7)
    lines = capsys.readouterr().out.splitlines()
    shares = [float(line.split()[1].rstrip("%")) for line in lines]
    assert len(shares) == 7
    assert shares[1] < 65 < shares[-1]


def test_a_network_learns_from_greedy(example: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs heptapolis[data]")
    dataset("duel", folder=tmp_path / "data", games=12, workers=1, positions="all", form="numbers")
    right, by_chance = example("supervised").fit("duel", str(tmp_path / "data"))
    assert right > 1.5 * by_chance
