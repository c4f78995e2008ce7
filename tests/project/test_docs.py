"""README and docs are correct: examples run, links and tests exist."""

import doctest
import re
from fnmatch import fnmatch
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


TESTS_BY_FILE = {
    path.relative_to(ROOT).as_posix(): set(
        re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    )
    for path in (ROOT / "tests").rglob("test_*.py")
}


def test_test_files_that_pages_name_exist() -> None:
    names = {Path(file).name for file in TESTS_BY_FILE}
    for page in [*PAGES, *OTHER_PAGES]:
        for file in re.findall(r"[\w/*]*\btest_[\w*]+\.py", page.read_text(encoding="utf-8")):
            if "/" in file:
                assert list(ROOT.glob(file)), f"{page.name}: {file}"
            else:
                assert any(fnmatch(name, file) for name in names), f"{page.name}: {file}"


def test_every_threat_has_its_test() -> None:
    lines = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    threats = [line for line in lines if line.startswith("| ") and "| test |" not in line]
    rows = [line for line in threats if set(line) - set("| -:")]
    assert len(rows) >= 10
    for row in rows:
        file = ""
        words = re.findall(r"((?:tests/[\w/]*)?\btest_\w+\.py)|\b(test_\w+)", row.split("|")[-2])
        assert words, row
        for named_file, test in words:
            if named_file:
                file = named_file if "/" in named_file else f"tests/server/{named_file}"
                assert file in TESTS_BY_FILE, row
            else:
                assert test in TESTS_BY_FILE[file], f"{file}: {test}"


def test_the_lab_lists_its_pages_and_scripts() -> None:
    text = (ROOT / "lab" / "README.md").read_text(encoding="utf-8")
    pages = [path.name for path in (ROOT / "lab").glob("*.md") if path.name != "README.md"]
    assert not [name for name in pages if f"]({name})" not in text]
    scripts = [path.name for path in (ROOT / "lab").glob("*.py") if path.stem != "__init__"]
    named = {
        f"{name}.py" for name in re.findall(r"\blab\.(\w+)|`(\w+)\.py`", text) for name in name
    }
    assert not set(scripts) - named
