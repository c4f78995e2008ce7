"""`hepta train`: what it imports, and a slice of Duel from start to end."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from heptapolis import networks
from heptapolis.cli import main
from tests.paths import ROOT

pytest.importorskip("torch", reason="PyTorch is not installed")

SHORT_RUN = ["--games", "2", "--device", "cpu"]
DUEL = str(networks.shipped_files()["duel"])
FORBIDDEN_IMPORTS = (
    "babel",
    "openskill",
    "pydantic",
    "pydantic_core",
    "gymnasium",
    "pettingzoo",
    "fastapi",
)
WALL = f"""
import sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {FORBIDDEN_IMPORTS!r}:
            raise ImportError(name + " is not installed here")

sys.meta_path.insert(0, Wall())
"""
IMPORT_EVERYTHING = """
import importlib, pkgutil, runpy
for package in ("train", "networks", "vector", "encodings"):
    package = importlib.import_module("heptapolis." + package)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
runpy.run_module("heptapolis", run_name="__main__", alter_sys=True)
"""


def run_without(folder: Path, *args: str) -> str:
    """Run Python without the packages that training must not need; return its output."""
    (folder / "sitecustomize.py").write_text(WALL)
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    run = subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_help_needs_few_packages(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="pydantic is not installed here"):
        run_without(tmp_path, "-c", "import pydantic")
    shown = run_without(tmp_path, "-m", "heptapolis", "train", "duel", "--help")
    assert "--against WEIGHTS" in shown


def test_a_slice_of_duel_needs_few_packages_and_the_next_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = run_without(
        tmp_path,
        "-c",
        IMPORT_EVERYTHING,
        "train",
        "duel",
        "--iterations",
        "2",
        "--games",
        "8",
        "--width",
        "32",
        "--blocks",
        "1",
        "--device",
        "cpu",
        "--threads",
        "1",
        "--rivals",
        "greedy,mcts:2",
        "--matches",
        "4",
        "--out",
        str(tmp_path / "duel"),
    )
    for rival in ("greedy", "mcts:2", "scholar", "soldier"):
        assert re.search(rf"^  {rival}: \d+ % \(\d+–\d+ %\) of 4$", shown, re.MULTILINE)
    hepta(
        "duel",
        "--iterations",
        "1",
        "--out",
        str(tmp_path / "duel"),
        "--resume",
        "--rivals",
        "",
        "--matches",
        "2",
    )
    state = json.loads((tmp_path / "duel" / "state.json").read_text())
    assert (state["iteration"], state["decisions"]) == (3, 2 * 48 * 8 + 48 * 2)
    matches = {one["rival"]: one for one in state["slices"][1]["matches"]}
    assert list(matches) == ["scholar", "soldier", "slice start"]
    assert (matches["scholar"]["games"], matches["scholar"]["par"]) == (2, 0.5)
    hepta(
        "duel",
        "--iterations",
        "2",
        "--against",
        str(tmp_path / "duel" / "network.npz"),
        "--out",
        str(tmp_path / "answer"),
        "--matches",
        "2",
    )
    response = json.loads((tmp_path / "answer" / "state.json").read_text())["slices"][0]["response"]
    assert (response["rival"], response["par"]) == ("network.npz", 0.5)
    shown = capsys.readouterr().out
    assert "  network.npz: " in shown
    shown = " ".join(shown.split())  # lines are wrapped at the width of the terminal
    assert re.search(r"wins against network\.npz: .* of the last \d+; par 50\.0 %", shown)


def hepta(*args: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["hepta", "train", args[0], *SHORT_RUN, *args[1:]])
        main()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["duel"], "how long? --minutes or --iterations"),
        (["nosuchgame"], "no game 'nosuchgame': classic"),
        (["nosuchgame", "--seats", "x", "--resume"], "no game 'nosuchgame': classic"),
        (["duel", "--iterations", "some"], "--iterations: invalid int value: 'some'"),
        (["duel", "--iterations", "0"], "iterations: more than 0, got 0"),
        (
            ["duel", "--iterations", "1", "--learning-rate", "fast"],
            "--learning-rate: two numbers like",
        ),
        (["duel", "--iterations", "1", "--entropy", "nan"], "--entropy: two numbers like"),
        (["duel", "--iterations", "1", "--seats", "x"], "--seats: 3, or 3,5 or 2-7, got 'x'"),
        (["duel", "--iterations", "1", "--against", "none.npz"], "none.npz: no such file"),
        (["duel", "--iterations", "1", "--resume"], "no training to continue"),
        (["duel", "--iterations", "1", "--rivals", "nobody"], "nobody"),
        (
            ["duel", "--iterations", "1", "--device", "abacus"],
            "device: auto, cpu, cuda, got 'abacus'",
        ),
        (["duel", "--iterations", "1", "--out", DUEL], "duel.npz: not a folder"),
        (["duel", "--iterations", "1", "--seed", "-1"], "seed: not below 0, got -1"),
        (["duel", "--iterations", "1", "--matches", "-4"], "matches: not below 0, got -4"),
        (["duel", "--iterations", "1", "--seats", "3"], "seats: a Duel has two"),
        (["classic", "--iterations", "1", "--seats", "9"], "seats: 2 to 7, got 9"),
        (["duel", "--iterations", "1", "--greedy", "0.9"], "greedy: from 0 to 0.5, got 0.9"),
        (["duel", "--iterations", "1", "--greedy", "nan"], "greedy: from 0 to 0.5, got nan"),
        (
            ["duel", "--iterations", "1", "--greedy", "0.1", "--against", DUEL],
            "greedy: a best response",
        ),
        (["duel", "--iterations", "1", "--faster"], "unrecognized arguments: --faster"),
        (["duel", "--iterations", "1", "--start", "x.npz", "--width", "64"], "keeps its size"),
        (["classic", "--iterations", "1", "--start", DUEL], "weights for duel, not for classic"),
    ],
)
def test_a_mistake_is_one_line(
    args: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="1"):
        hepta(*args)
    error = capsys.readouterr().err
    assert complaint in error and error.count("\n") == 1


def test_weights_of_another_encoding_are_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, weights = networks.read(Path(DUEL))
    path = tmp_path / "old.npz"
    networks.write(path, replace(header, encoding=header.encoding + 7), weights)
    for option in ("--start", "--against"):
        with pytest.raises(SystemExit, match="1"):
            hepta("duel", "--iterations", "1", "--out", str(tmp_path / "out"), option, str(path))
        error = capsys.readouterr().err
        assert f"old.npz: weights for encoding {header.encoding + 7} of duel" in error
        assert error.count("\n") == 1
