"""Tests lie where the package that they test lies."""

import ast

from tests.paths import ROOT, SOURCE

TESTS = ROOT / "tests"
OTHER = {  # what they test is no package
    "campaigns",
    "fixtures",
    "golden",
    "gpu",
    "lab",
    "oracle",
    "pins",
    "project",
    "tools",
    "toys",
    "web/browser",
}


def test_tests_mirror_the_packages() -> None:
    folders = {path.parent.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py")}
    others = {name for name in folders if name in OTHER or name.split("/")[0] in OTHER}
    assert folders - others, "there are tests"
    assert not [name for name in folders - others if not (SOURCE / name).is_dir()]


def test_no_two_tests_of_a_folder_have_one_subject() -> None:
    """`test_view.py` and `test_views.py` side by side would hide one another."""
    for folder in {path.parent for path in TESTS.rglob("test_*.py")}:
        names = [path.stem.removesuffix("s") for path in folder.glob("test_*.py")]
        assert len(names) == len(set(names)), folder


def test_the_package_imports_neither_tools_nor_lab_nor_tests() -> None:
    imported = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imports(node)
    }
    assert len(imported) > 1000
    assert not [one for one in imported if one[1].split(".")[0] in ("tools", "lab", "tests")]


def imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
