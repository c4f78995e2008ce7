"""What the code must be like as a whole: every module has its place in the docs, every class its own name."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "heptapolis"
PAGE = ROOT / "docs" / "architecture.md"


def modules() -> list[Path]:
    """Every module but packages' own files and the steps of the database."""
    found = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    return [
        path for path in found
        if not path.name.startswith("__") and path.parts[:3] != ("server", "migrations", "versions")
    ]  # fmt: skip


def is_folder(word: str) -> bool:
    return "/" in word and (PACKAGE / word).is_dir()


def named_paths() -> dict[str, list[str]]:
    """What the page names in code, each with the paths that it may mean. `server/store.py` is a path
    from the package; `store.py` is one of the folders that were named last in its section, and
    beside a folder, as in "the same in `duel/`", a path means its namesake there, too."""
    meanings: dict[str, list[str]] = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## "):
        folders: list[str] = []
        for line in section.splitlines():
            words = [word for code in re.findall(r"`([^`]+)`", line) for word in code.split()]
            beside = [f"{word.strip('/')}/" for word in words if is_folder(word)]
            folders = beside or folders
            for word in words:
                others = beside if "/" in word else folders
                paths = [word, *(folder + Path(word).name for folder in others)]
                meanings.setdefault(word, []).extend(paths)
    return meanings


def test_the_page_on_architecture_names_every_module() -> None:
    """At the top its name will do, as the table of layers has it."""
    named = {path for paths in named_paths().values() for path in paths}
    missing = [
        path.as_posix() for path in modules()
        if path.as_posix() not in named and str(path.with_suffix("")) not in named
    ]  # fmt: skip
    assert len(modules()) > 100
    assert not missing, f"{PAGE.name} does not name: {' '.join(missing)}"


def test_the_page_on_architecture_names_no_module_that_is_gone() -> None:
    gone = [
        name for name, paths in named_paths().items()
        if name.endswith(".py")
        and not any((root / path).exists() for root in (PACKAGE, ROOT) for path in paths)
    ]  # fmt: skip
    assert not gone, f"{PAGE.name} names: {' '.join(gone)}"
