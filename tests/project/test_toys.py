"""The toys are what a package from outside would bring: a folder each, and nothing elsewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT, SOURCE

TOYS = sorted(one.parent for one in (ROOT / "tests" / "toys").glob("*/__init__.py"))
ORACLES = "tests.oracle"  # of the games: the second opinions of the toys stand on them
TOGETHER = {"tides": "tests.toys.omens.oracle"}  # an oracle of both, which are played together
EXAMPLES = {"cards/source.py"}  # docstrings that take a toy as an example


def imports_of_tests(path: Path) -> Iterator[str]:
    """Yield the modules of the tests that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests"):
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("tests"))


@pytest.mark.parametrize("folder", TOYS, ids=lambda folder: str(folder.name))
def test_a_toy_imports_nothing_of_the_tests_but_its_own_folder(folder: Path) -> None:
    own = f"tests.toys.{folder.name}"
    for path in folder.rglob("*.py"):
        allowed = [own]
        if path.name == "oracle.py":
            allowed += [ORACLES, TOGETHER.get(folder.name, ORACLES)]
        for module in imports_of_tests(path):
            assert any(f"{module}.".startswith(f"{one}.") for one in allowed), f"{path}: {module}"


def test_no_source_names_a_toy() -> None:
    names = "|".join(folder.name for folder in TOYS)
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".html", ".css", ".js", ".toml", ".po"}:
            found = re.findall(rf"\b(?:{names})\b", path.read_text("utf-8"))
            assert not found or str(path.relative_to(SOURCE)) in EXAMPLES, f"{path}: {found}"
