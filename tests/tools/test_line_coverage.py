"""``make coverage``: counts, failures and exclusions."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT
from tools import line_coverage


def facts(reached: float) -> dict[str, Any]:
    def entry(lines: int, missing: int) -> dict[str, Any]:
        return {"summary": {"num_statements": lines, "missing_lines": missing}}

    return {
        "totals": {"percent_covered": reached, "num_statements": 400, "excluded_lines": 3},
        "files": {
            "src/heptapolis/games/duel/rules/turns.py": entry(100, 5),
            "src/heptapolis/kernel/rows.py": entry(50, 0),
            "src/heptapolis/web/boards.py": entry(200, 20),
            "src/heptapolis/move.py": entry(50, 1),
        },
    }


def test_lines_are_counted_by_package() -> None:
    assert line_coverage.by_package(facts(97)) == {
        "games/duel": (100, 5),
        "kernel": (50, 0),
        "single modules": (50, 1),
        "web": (200, 20),
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write page and figure into a temporary folder."""
    monkeypatch.setattr(line_coverage, "PAGE", tmp_path / "coverage.md")
    monkeypatch.setattr(line_coverage, "STORED", tmp_path / "coverage.json")
    monkeypatch.setattr(sys, "argv", ["line_coverage.py"])
    return tmp_path


def conclude(monkeypatch: pytest.MonkeyPatch, reached: float, passed: bool = True) -> None:
    monkeypatch.setattr(line_coverage, "measure", lambda workers, parts: passed)
    monkeypatch.setattr(line_coverage, "report", lambda: facts(reached))
    line_coverage.main()


def test_coverage_never_falls(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conclude(monkeypatch, 97.56)
    assert json.loads((folder / "coverage.json").read_text()) == {"floor": 97.4, "reached": 97.56}
    conclude(monkeypatch, 97.41)  # coverage varies slightly because of threads
    assert json.loads((folder / "coverage.json").read_text())["floor"] == 97.4
    with pytest.raises(SystemExit, match="coverage has fallen"):
        conclude(monkeypatch, 97.39)
    assert "**97.41 %** of 400 lines" in (folder / "coverage.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("reached", "passed", "why"), [(94.9, True, "fallen"), (99.0, False, "test")]
)
def test_low_coverage_or_a_failed_test_is_refused(
    reached: float, passed: bool, why: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match=why):
        conclude(monkeypatch, reached, passed)
    assert not list(folder.iterdir())


def test_exclusions_are_counted(tmp_path: Path) -> None:
    package = tmp_path / "src" / "heptapolis"
    package.mkdir(parents=True)
    (package / "one.py").write_text(
        "if TYPE_CHECKING:\n    import x\n"
        "@overload\ndef f(a: int) -> int: ...\n"
        "def g() -> None: ...  # nothing\n"
        "def h() -> None:\n    ...\n"
        "x = tuple[int, ...]\n"
        "raise Impossible  # pragma: no cover\n"
    )
    found = line_coverage.exclusions(tmp_path)
    counts = {rule: sum(files.values()) for rule, files in found.items()}
    assert counts == {"if TYPE_CHECKING:": 1, "@overload": 1, "...": 3, "pragma: no cover": 1}


def test_no_line_is_left_out_by_hand() -> None:
    assert not line_coverage.exclusions()["pragma: no cover"]


def test_the_stored_figure_is_enough() -> None:
    stored = json.loads((ROOT / "tools" / "coverage.json").read_text(encoding="utf-8"))
    assert line_coverage.MIN_PERCENT <= stored["floor"] <= stored["reached"]
