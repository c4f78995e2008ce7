"""README and docs are correct: examples run, links and tests exist."""

import doctest
import re
from pathlib import Path

import pytest

import heptapolis
from tests.paths import ROOT

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "lab").glob("*.md")),
]
OTHER_PAGES = [
    ROOT / name
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "lab/rivals/README.md")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
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


def test_links_between_pages_are_valid() -> None:
    for page in [*PAGES, *OTHER_PAGES]:
        text = page.read_text(encoding="utf-8")
        pictures = re.findall(r'(?:src|srcset)="([^":]+)"', text)
        for target in re.findall(r"\]\(([^)#:]+)[#)]", text) + pictures:
            assert (page.parent / target).exists(), f"{page.name}: {target}"
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
            other = page.parent / target if target else page
            assert anchor in anchors(other), f"{page.name}: {target}#{anchor}"


def test_every_release_has_each_heading_once() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    assert releases
    for release in releases:
        title, *sections = re.split(r"^### ", release, flags=re.MULTILINE)
        kinds = [section.partition("\n")[0] for section in sections]
        known = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
        assert kinds == [kind for kind in known if kind in kinds], title
        for section in sections:
            areas = re.findall(r"^\*\*(.+)\*\*$", section, re.MULTILINE)
            lines = re.findall(r"^- .+", section, re.MULTILINE)
            assert len(areas) == len(set(areas)), title
            assert len(lines) == len(set(lines)), title


def anchors(page: Path) -> set[str]:
    """Return the anchors that a page's headings get."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = (re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", title).lower() for title in titles)
    return {re.sub(r"[^\w -]", "", title).strip().replace(" ", "-") for title in words}


def test_every_threat_has_its_test() -> None:
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


def test_the_lab_lists_its_pages_and_scripts() -> None:
    text = (ROOT / "lab" / "README.md").read_text(encoding="utf-8")
    pages = [path.name for path in (ROOT / "lab").glob("*.md") if path.name != "README.md"]
    assert not [name for name in pages if f"]({name})" not in text]
    scripts = [path.name for path in (ROOT / "lab").glob("*.py") if path.stem != "__init__"]
    named = {
        f"{name}.py" for name in re.findall(r"\blab\.(\w+)|`(\w+)\.py`", text) for name in name
    }
    assert not set(scripts) - named
