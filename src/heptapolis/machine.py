"""What figures were measured on: they mean nothing without it."""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import numba

from heptapolis import __version__


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "heptapolis": __version__,
        "commit": _commit(),
    }


def _processor() -> str:
    """The model's name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _commit() -> str | None:
    """The commit of a checkout; an installed package has none, and a copy may be told it."""
    if commit := os.environ.get("HEPTAPOLIS_COMMIT"):
        return commit
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
