"""The examples for learning, in a small form."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    threads = torch.get_num_threads()
    yield import_module
    torch.set_num_threads(threads)
    for name in ("ppo", "supervised"):
        sys.modules.pop(name, None)


def test_ppo_learns_to_beat_chance(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """From half of the games to nearly all takes eight iterations; a policy that stands still,
    or learns from rewards of another seat, stays at half."""
    pytest.importorskip("gymnasium", reason="needs heptapolis[env]")
    shares = example("ppo").train("Duel-v0", "random", iterations=7)
    assert shares[1] < 0.65 < shares[-1]
    assert capsys.readouterr().out.count("decisions/s") == 7


def test_what_greedy_does_can_be_learnt(example: Any) -> None:
    supervised = example("supervised")
    decisions = supervised.play("duel", games=12)
    right, by_chance = supervised.fit(decisions, supervised.encoding("duel").scale, epochs=5)
    assert len(decisions[0]) > 500
    assert right > 1.5 * by_chance
