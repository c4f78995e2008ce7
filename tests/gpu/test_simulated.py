"""GPU kernels without a GPU: in Numba's simulator, and compiled for an H200."""

import os
import subprocess
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from typing import Any

import pytest

from heptapolis.extras import MissingExtra
from heptapolis.vector import VectorEnv
from tests.paths import ROOT

LENGTHS = pytest.mark.parametrize(
    "cases", [["duel"], pytest.param(["classic", "leaders"], marks=pytest.mark.long)]
)


def run(*command: str, **settings: str) -> str:
    """Run a module in a separate process without the JIT, with which the simulator fails on records."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **settings}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", *command],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


@LENGTHS
def test_the_simulator_plays_the_games_of_the_cpu(cases: list[str]) -> None:
    told = run("tests.gpu.equality", "--games", "2", "--at-once", "2", *cases, **SIMULATOR)
    lines = told.splitlines()
    assert len(lines) == 3 * len(cases)  # two numbers of seats or options, and all together
    assert all("decisions equal" in line and "greedy: 0 of" in line for line in lines)


def test_classic_and_leaders_begin_in_the_simulator() -> None:
    steps = ["--games", "2", "--at-once", "2", "--steps", "3", "classic", "leaders"]
    assert run("tests.gpu.equality", *steps, **SIMULATOR).count("decisions equal") == 6


def test_one_game_of_classic_and_of_leaders_ends_in_the_simulator() -> None:
    one = ["--games", "1", "--at-once", "1", "--first", "classic", "leaders"]
    told = run("tests.gpu.equality", *one, **SIMULATOR)
    assert told.count("seats=[3]: 1 games, ") == 2 and told.count("greedy: 0 of") == 4


def test_errors_in_the_simulator_are_those_of_the_cpu() -> None:
    told = run("tests.gpu.handing_over", **SIMULATOR)
    assert told.endswith("actions and errors: as on the CPU\n")


@pytest.mark.long
@pytest.mark.skipif(not find_spec("numba_cuda"), reason="the extra cuda brings NVVM")
def test_every_kernel_compiles_for_an_h200() -> None:
    assert "step_duels" in run("tests.gpu.ptx")


@pytest.mark.skipif(bool(find_spec("numba_cuda")), reason="the extra cuda is installed")
def test_without_the_extra_one_line_names_it() -> None:
    with pytest.raises(MissingExtra, match=r"^device=\"cuda\" needs numba_cuda: .*\[cuda\]'$"):
        VectorEnv("duel", 1, device="cuda")


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from heptapolis.cuda import toolkit

    def no_device() -> None:
        raise RuntimeError("Error at driver init: \n\nno driver\n:")

    toolkit.check_gpu.cache_clear()
    monkeypatch.setattr(toolkit, "is_installed", lambda name: True)
    monkeypatch.setattr(toolkit.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(toolkit.cuda, "get_current_device", no_device)
    with pytest.raises(toolkit.NoGpuError) as caught:
        VectorEnv("duel", 1, device="cuda")
    text = "NVIDIA GPU and its driver: Error at driver init no driver"
    assert str(caught.value) == f'device="cuda" needs an {text}'


def test_a_device_has_a_name_that_is_known() -> None:
    with pytest.raises(ValueError, match="device: cpu or cuda, got 'tpu'"):
        VectorEnv("duel", 1, device="tpu")


def test_the_example_learns_on_a_cpu(capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")
    spec = spec_from_file_location("ppo_gpu", ROOT / "examples" / "ppo_gpu.py")
    assert spec and spec.loader
    example: Any = module_from_spec(spec)
    spec.loader.exec_module(example)
    example.WIDTH, example.MINIBATCH, example.STEPS = 16, 256, 2
    match = example.match
    example.match = lambda agent, games, device: match(agent, 8, device)
    torch.manual_seed(1)
    example.train(games=2, iterations=30, device="cpu")
    assert capsys.readouterr().out.startswith("30: ")
