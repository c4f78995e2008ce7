"""The README and the docs tell the truth: their Python examples run."""

import doctest
from pathlib import Path

import pytest

import heptapolis
from tests.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```\n", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_docstring_of_the_package_runs() -> None:
    assert doctest.testmod(heptapolis).failed == 0


def test_the_public_names_exist_and_are_sorted() -> None:
    names = heptapolis.__all__
    assert list(names) == sorted(names, key=lambda name: (not name.isupper(), name))
    for name in heptapolis.__all__:
        assert hasattr(heptapolis, name)


def test_links_between_pages_lead_somewhere() -> None:
    import re

    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]:
        text = page.read_text(encoding="utf-8")
        pictures = re.findall(r'(?:src|srcset)="([^":]+)"', text)
        for target in re.findall(r"\]\(([^)#:]+)\)", text) + pictures:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_threat_has_its_test() -> None:
    import re

    lines = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    threats = [line for line in lines if line.startswith("| ") and "| test |" not in line]
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    known = set(re.findall(r"^(?:async )?def (test_\w+)", "\n".join(tests), re.MULTILINE))
    rows = [line for line in threats if set(line) - set("| -:")]
    assert len(rows) >= 10
    for row in rows:
        named, files = re.findall(r"\b(test_\w+)`", row), re.findall(r"`(tests/\w+/\w+\.py)`", row)
        assert (named or files) and set(named) <= known, row
        assert all((ROOT / file).exists() for file in files), row
