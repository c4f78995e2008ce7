"""docs/coverage.md is what `make coverage` wrote, and it was enough."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))  # where scripts find each other

import line_coverage  # noqa: E402


def test_the_page_lists_every_line_that_was_left_out_by_hand() -> None:
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| `pragma: no cover` |")]
    told = {file: int(n) for file, n in re.findall(r"`([\w/]+\.py)` (\d+)", row)}
    assert told == line_coverage.exclusions()["pragma: no cover"]


def test_the_stored_figure_is_enough() -> None:
    stored = json.loads((ROOT / "docs" / "coverage.json").read_text(encoding="utf-8"))
    assert line_coverage.LEAST <= stored["floor"] <= stored["reached"]
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert f"**{stored['reached']:.2f} %**" in page
