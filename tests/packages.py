"""Packages that bring variants and expansions by entry points, for processes of their own."""

import os
from pathlib import Path

from heptapolis.variants import GROUP
from tests.paths import ROOT


def environment_with(folder: Path, **points: str) -> dict[str, str]:
    """Return the environment of a process for which a package is installed in the folder:
    ``omens="tests.toys.omens:EXPANSION"``."""
    info = folder / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{name} = {home}" for name, home in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    paths = [str(folder), str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
