"""The machine that figures were measured on."""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import numba

from heptapolis import __version__


def machine() -> dict[str, Any]:
    """Return a description of the machine."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "heptapolis": __version__,
        "commit": _commit(),
    }


def _processor() -> str:
    """Return the processor's model name, if the system provides it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _commit() -> str | None:
    """Return the commit of a checkout, or of the environment variable; an installed package has
    none."""
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
