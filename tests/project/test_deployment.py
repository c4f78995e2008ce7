"""The files of `deploy/`: they are valid, and name what exists."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heptapolis.server.settings import HELP, OTHER_VARIABLES, PREFIX
from tests.paths import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.suffix != ".json")
MAX_EXPOSURE = 2.0  # of 10, as systemd rates the sandbox


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_are_settings(file: Path) -> None:
    named = set(re.findall(rf"{PREFIX}([A-Z_]+)", file.read_text(encoding="utf-8")))
    assert named <= {name.upper() for name in HELP} | set(OTHER_VARIABLES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_explained(file: Path) -> None:
    assert f"deploy/{file.name}" in (ROOT / "docs" / "host.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_rates_its_sandbox(tmp_path: Path) -> None:
    text = (DEPLOY / "heptapolis.service").read_text(encoding="utf-8")
    unit = tmp_path / "heptapolis.service"
    unit.write_text(re.sub(r"(?<=ExecStart=)\S+", sys.executable, text), encoding="utf-8")
    verified = analyze("verify", str(unit))
    assert verified.returncode == 0 and not verified.stderr, verified.stderr
    rated = analyze("security", "--offline=true", str(unit)).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", rated)
    assert found and float(found[1]) <= MAX_EXPOSURE, rated


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )


def test_the_image_has_what_its_steps_copy() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [
        name
        for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE)
        for name in line.split()
    ]
    assert "src" in copied and all((ROOT / name).exists() for name in copied)
    assert re.search(r"^USER heptapolis$", text, re.MULTILINE), "it does not run as root"
