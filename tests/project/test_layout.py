"""Tests lie where the package that they test lies."""

from tests.paths import ROOT, SOURCE

TESTS = ROOT / "tests"
OTHER = {  # what they test is no package
    "campaigns", "fixtures", "golden", "gpu", "oracle", "pins", "project", "toys", "web/browser",
}  # fmt: skip


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
