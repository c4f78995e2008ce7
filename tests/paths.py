"""Folders of the project."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
SOURCE = ROOT / "src" / "heptapolis"
