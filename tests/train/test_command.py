"""`hepta train`: what it imports, and a slice of Duel from start to end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heptapolis.cli import main

pytest.importorskip("torch", reason="PyTorch is not installed")

ROOT = Path(__file__).parents[2]
BLOCKED = ("babel", "openskill", "pydantic", "gymnasium", "pettingzoo", "fastapi", "sqlalchemy")
WITHOUT = f"""
import sys
from pathlib import Path
for name in {BLOCKED!r}:
    sys.modules[name] = None  # whoever imports it fails
from heptapolis.terminal.train import train
from heptapolis.train.settings import TrainingSettings
train(TrainingSettings(
    "duel", Path(sys.argv[1]), iterations=2, games=8, width=32, blocks=1, device="cpu",
    threads=1, rivals=("greedy", "mcts:2"), last_matches=4,
))
"""


def test_a_slice_of_duel_needs_few_packages_and_the_next_goes_on(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    slice = [sys.executable, "-c", WITHOUT, str(tmp_path)]
    run = subprocess.run(slice, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    for rival in ("greedy", "mcts:2", "scholar", "soldier"):
        assert re.search(rf"^  {rival}: \d+ % \(\d+–\d+ %\) of 4$", run.stdout, re.MULTILINE)
    hepta("duel", "--iterations", "1", "--out", str(tmp_path), "--resume", "--rivals", "")
    state = json.loads((tmp_path / "state.json").read_text())
    assert (state["iteration"], state["decisions"]) == (3, 2 * 48 * 8 + 48 * 2)


def hepta(*args: str) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(sys, "argv", ["hepta", "train", "--games", "2", "--device", "cpu", *args])
        main()
    if end.value.code:
        raise end.value


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["duel"], "how long? --minutes or --iterations"),
        (["chess", "--iterations", "1"], "no game 'chess'"),
        (["duel", "--iterations", "1", "--games", "1"], "games: at least 2, got 1"),
        (["duel", "--iterations", "1", "--learning-rate", "fast"], "learning-rate: two numbers like"),
        (["duel", "--iterations", "1", "--seats", "x"], "seats: 3, or 3,5 or 2-7, got 'x'"),
        (["duel", "--iterations", "1", "--against", "none.npz"], "none.npz: there is no such file"),
        (["duel", "--iterations", "1", "--resume"], "no training to go on with"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line(
    args: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="1"):
        hepta(*args)
    error = capsys.readouterr().err
    assert complaint in error and error.count("\n") == 1
