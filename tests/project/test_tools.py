"""Pre-commit hooks, and the package as a command."""

import re
import subprocess
import sys
from pathlib import Path

import heptapolis
from tests.paths import ROOT


def test_every_hook_is_local() -> None:
    """Hooks download nothing, and every linter of `make lint` is a hook."""
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (\S+)", text) == ["local"]
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}
    entries = re.findall(r"entry: (.+)", text)
    tools = [entry.split()[0].removeprefix(".venv/bin/") for entry in entries]
    tools.remove("make")
    assert "make scripts" in entries
    assert sorted(tools) == ["lint-imports", "mypy", "ruff", "ruff"]
    assert all((Path(sys.executable).parent / tool).exists() for tool in tools)


def test_the_package_is_a_command() -> None:
    command = [sys.executable, "-m", "heptapolis", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == f"heptapolis {heptapolis.__version__}\n"
