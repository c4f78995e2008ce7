"""The comparison with other environments can be repeated."""

import sys

import pytest

from tests.paths import ROOT

pytest.importorskip("gymnasium", reason="needs heptapolis[env]")
pytest.importorskip("pyspiel", reason="needs heptapolis[openspiel]")
from tools import environments

PAGE = ROOT / "docs" / "compare-environments.md"


def test_every_own_row_takes_decisions() -> None:
    for library, _, make, name, *_ in environments.ROWS:
        if library == "ours" and "classic" not in name:
            assert make(name)() > 10


def test_missing_libraries_are_named_and_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        environments, "ROWS", [row for row in environments.ROWS if row[0] == "rlcard"]
    )
    monkeypatch.setitem(sys.modules, "rlcard", None)
    rows = list(environments.measured_rows())
    assert [row[2] for row in rows] == ["—"] * 2 and "not here" in rows[0][0]


def test_the_page_has_every_row() -> None:
    page = PAGE.read_text(encoding="utf-8").partition(environments.MARK)[2]
    assert [row for row in environments.ROWS if f"| {row[1]} |" not in page] == []
