"""``make release``: contents and refusals. tests/project/test_wheel.py tests the build."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

import heptapolis as hp
from tests.paths import ROOT
from tools import release

NEWS = """### Added
- A wonder.

### Fixed
- A ruin.
"""
CHANGELOG = f"""# Changelog

What users notice.

## Unreleased

## 0.2.0 - 2026-12-01

{NEWS}
## 0.1.0 - 2026-11-01

### Added
- Everything.
"""


def test_notes_are_the_newest_section_alone() -> None:
    told = f"# Heptapolis 0.2.0\n\n{NEWS}"
    assert release.notes_of(CHANGELOG, "0.2.0") == told
    assert release.notes_of(CHANGELOG.replace("## Unreleased\n\n", ""), "0.2.0") == told
    first = CHANGELOG.replace("## 0.2.0 - 2026-12-01", "").replace("## 0.1.0", "## 0.3.0")
    with pytest.raises(release.NotReady, match="has changes"):
        release.notes_of(first, "0.3.0")


@pytest.mark.parametrize(
    "old, new, told",
    [
        (
            "## Unreleased\n",
            "## Unreleased\n- More.\n",
            "'## Unreleased' of CHANGELOG.md has changes",
        ),
        ("## 0.2.0", "## 0.3.0", "newest version is 0.3.0, that of heptapolis/__init__.py 0.2.0"),
        (" - 2026-12-01", "", "'## 0.2.0' should read '## 0.2.0 - YYYY-MM-DD'"),
        (NEWS, "", "nothing about 0.2.0"),
        ("## ", "### ", "has no version yet"),
    ],
)
def test_a_release_that_is_not_ready_is_refused_in_one_line(old: str, new: str, told: str) -> None:
    assert old in CHANGELOG
    with pytest.raises(release.NotReady, match=re.escape(told)) as error:
        release.notes_of(CHANGELOG.replace(old, new), "0.2.0")
    assert "\n" not in str(error.value)


def test_our_own_version_and_changelog_are_read() -> None:
    """The first section of the changelog is either unreleased changes or a version."""
    module = (ROOT / "src" / "heptapolis" / "__init__.py").read_text(encoding="utf-8")
    assert release.version_of(module) == hp.__version__
    with pytest.raises(release.NotReady):
        release.version_of("__all__ = []")
    title, text = release.sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[0]
    assert title == release.UNRELEASED or release.TITLE.fullmatch(title)
    assert "### " in text or title == release.UNRELEASED


def test_links_lead_to_the_home_page() -> None:
    home = "https://example.org/hepta"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    links = tomllib.loads(release.with_links(project, home))["project"]["urls"]
    assert links["Homepage"] == home and len(links) == len(release.LINKS)
    assert all(link.startswith(home) for link in links.values())
    readme = '[a](docs/a.md) [b](#b) [c](https://c.org) <img src="d.webp" srcset="e.webp">'
    assert release.with_addresses(readme, home) == (
        f"[a]({home}/blob/main/docs/a.md) [b](#b) [c](https://c.org) "
        f'<img src="{home}/raw/main/d.webp" srcset="{home}/raw/main/e.webp">'
    )
    ours = release.with_addresses((ROOT / "README.md").read_text(encoding="utf-8"), home)
    assert not re.search(r"\]\((?!https?:|#)|(src|srcset)=\"(?!https?:)", ours)
    with pytest.raises(release.NotReady, match="a home page is an address"):
        release.release([], [], "example.org")


def test_built_files_name_the_home_page(tmp_path: Path) -> None:
    copy = release.linked_copy(tmp_path, "https://example.org/hepta")
    assert sorted(one.name for one in copy.iterdir()) == sorted(release.SOURCES)
    assert "https://example.org/hepta" in (copy / "pyproject.toml").read_text(encoding="utf-8")
    assert not list(copy.rglob("__pycache__"))


def test_only_working_pythons_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert release.interpreter(f"3.{sys.version_info.minor}") == sys.executable
    assert release.interpreter("3.99") is None
    python = tmp_path / "python3.99"
    for script, found in (("exit 127", None), ("echo 3.98", None), ("echo 3.99", str(python))):
        python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        python.chmod(0o755)
        assert release.interpreter("3.99") == found
