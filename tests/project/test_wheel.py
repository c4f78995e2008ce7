"""The wheel in an empty environment, without the sources."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.paths import ROOT

CLEAN_ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


@pytest.fixture(scope="module")
def wheel_bin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel with its requirements in an environment; return its bin folder."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env")
    programs = folder / "env" / "bin"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(programs / "python"),
        "--quiet",
        "--disable-pip-version-check",
        "install",
        "--no-compile",
    ]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    return programs


def test_the_installed_command_shows_the_catalogue(wheel_bin: Path, tmp_path: Path) -> None:
    def hepta(*args: str) -> str:
        command = [str(wheel_bin / "hepta"), *args]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=CLEAN_ENVIRONMENT,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        ).stdout

    assert len(json.loads(hepta("catalog", "duel", "--json"))["cards"]) == 73
    assert "Палац" in hepta("catalog", "classic", "--lang", "uk")


def test_the_installed_package_is_not_the_sources(wheel_bin: Path, tmp_path: Path) -> None:
    code = "import heptapolis; print(heptapolis.__file__)"
    run = subprocess.run(
        [str(wheel_bin / "python"), "-c", code],
        cwd=tmp_path,
        env=CLEAN_ENVIRONMENT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert str(ROOT) not in run.stdout


def test_a_plain_install_is_lean(wheel_bin: Path) -> None:
    code = "from importlib.metadata import distributions as d; print(*(one.name for one in d()))"
    run = subprocess.run(
        [str(wheel_bin / "python"), "-c", code],
        env=CLEAN_ENVIRONMENT,
        check=True,
        capture_output=True,
        text=True,
    )
    packages = run.stdout.split()
    assert "heptapolis" in packages and len(packages) <= 17, packages
    files = [file for file in wheel_bin.parent.rglob("*") if not file.is_symlink()]
    assert sum(file.stat().st_size for file in files) < 350e6


# ── types ────────────────────────────────────────────────────────────────────────────────────────

TYPES = """
from typing import assert_type
import heptapolis as hp
from heptapolis.bots import Bot
from heptapolis.events import Event
from heptapolis.games.classic.cards import ClassicCatalog
from heptapolis.games.duel.cards import DuelCatalog

def of(name: str) -> None:
    assert_type(hp.new(), hp.ClassicGame)
    assert_type(hp.new("classic", seats=4).view(0), hp.ClassicView)
    assert_type(hp.new("duel", seed=7).view(None), hp.DuelView)
    assert_type(hp.new(name), hp.Game)
    assert_type(hp.from_position({"players": 3}), hp.Game)
    assert_type(hp.replay("heptapolis 1").view(0), hp.View)
    assert_type(hp.new(name).legal_moves(0), list[hp.Move])
    assert_type(hp.new(name).events, list[Event])
    assert_type(hp.new(name).position(), hp.Position)
    assert_type(hp.bot("greedy"), Bot)
    assert_type(hp.catalog("leaders"), ClassicCatalog)
    assert_type(hp.catalog("duel"), DuelCatalog)
    assert_type(hp.catalog(name), hp.Catalog)
"""
MISTAKES = """
import heptapolis as hp
hp.replay("heptapolis 1").sumbit(0, "pass")
hp.from_position({}).view(0).hand
hp.new("classic").view(0).offer
hp.bot(7)
"""


def type_errors(script: Path, wheel_bin: Path) -> list[str]:
    """Return the errors that mypy finds in a user's script with the installed wheel."""
    options = ["--strict", "--no-error-summary", "--python-executable", str(wheel_bin / "python")]
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            *options,
            "--cache-dir",
            str(wheel_bin / "mypy"),
            str(script),
        ],
        cwd=wheel_bin,
        env=CLEAN_ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert not run.stderr
    return run.stdout.splitlines()


def test_a_typed_script_of_a_user_is_fine(wheel_bin: Path, tmp_path: Path) -> None:
    assert (ROOT / "src" / "heptapolis" / "py.typed").exists()
    assert type_errors(ROOT / "examples" / "typed.py", wheel_bin) == []
    script = tmp_path / "typed_names.py"
    script.write_text(TYPES, encoding="utf-8")
    assert type_errors(script, wheel_bin) == []


def test_mistakes_of_a_typed_script_are_found(wheel_bin: Path, tmp_path: Path) -> None:
    script = tmp_path / "mistakes.py"
    script.write_text(MISTAKES, encoding="utf-8")
    found = type_errors(script, wheel_bin)
    lines = {int(line.split(":")[1]) for line in found}
    assert lines == {3, 4, 5, 6}, found


def test_the_typed_script_runs() -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "typed.py")],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "the same: True" in run.stdout
