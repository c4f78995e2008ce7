"""What we ship: the wheel alone, in an empty environment, away from the sources."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


OUTSIDE = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds our wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env")
    bin = folder / "env" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(bin / "python"), "--quiet",
           "--disable-pip-version-check", "install", "--no-compile"]  # fmt: skip
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    return bin


def test_the_installed_command_shows_the_catalogue(installed: Path, tmp_path: Path) -> None:
    def hepta(*args: str) -> str:
        command = [str(installed / "hepta"), *args]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=OUTSIDE,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        ).stdout

    assert len(json.loads(hepta("catalog", "duel", "--json"))["cards"]) == 73
    assert "Палац" in hepta("catalog", "classic", "--lang", "uk")


def test_the_installed_package_is_not_the_sources(installed: Path, tmp_path: Path) -> None:
    code = "import heptapolis; print(heptapolis.__file__)"
    run = subprocess.run(
        [str(installed / "python"), "-c", code],
        cwd=tmp_path, env=OUTSIDE, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert str(ROOT) not in run.stdout
