"""Tests are in folders like the tested packages, and named after their modules."""

import ast
from pathlib import Path

import pytest

from tests.paths import ROOT, SOURCE
from tools import tests_of

TESTS = ROOT / "tests"
OTHER = {  # folders that test no package
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
# Folders whose tests are named after chapters of the rules pages.
CHAPTERS = ("games/classic/rules", "games/classic/leaders/rules", "games/duel/rules")
# Tests in these folders may also be named after modules of another package.
SHARED_TEST_MODULES = {
    "games/classic": (".",),  # modules of all games, tested with this one
    "games/duel": (".",),
    "web": ("server",),  # pages are rendered by `web` and served by `server`
}
SUBJECTS = {  # tests of several modules, each with its reason
    "arena/test_cpu_time.py": "CPU time of bots, from the clock of a thread to the report",
    "arena/test_faults.py": "bots that fail, from the game to the exit status",
    "arena/test_toy_game.py": "a tournament of the toy game",
    "bots/test_pickling.py": "views sent to the processes of bots",
    "encodings/test_actions.py": "actions of all encodings",
    "games/classic/test_hostile_input.py": "malicious records, positions and moves",
    "games/classic/test_invariants.py": "invariants of complete games",
    "games/classic/test_oracle.py": "the kernel against the oracle",
    "games/classic/test_sampling.py": "possible games",
    "games/duel/test_hostile_positions.py": "malicious positions",
    "games/duel/test_hostile_texts.py": "malicious records, moves and catalogues",
    "games/duel/test_invariants.py": "invariants of complete games",
    "games/duel/test_moves.py": "legal moves and reasons of refusals, over all rules",
    "games/duel/test_oracle.py": "the kernel against the oracle",
    "games/duel/test_sampling.py": "possible games",
    "games/duel/test_secrets.py": "hidden information in views",
    "games/test_answers.py": "the questions that user interfaces ask of all games",
    "games/test_hidden_information.py": "hidden information in everything that leaves a game",
    "games/test_rulings.py": "a test for every ruling of the rules pages",
    "kernel/test_modes.py": "all games without the JIT and with checked bounds",
    "kernel/test_records.py": "records and allocations of the kernels of all games",
    "server/test_durability.py": "acknowledged changes after crashes",
    "server/test_expansion_texts.py": "texts of an expansion in the API",
    "server/test_old_databases.py": "databases of earlier releases",
    "server/test_public_tables.py": "strangers at public tables",
    "server/test_secrets.py": "hidden information in every response",
    "server/test_variants.py": "house rules and the toy game at tables",
    "test_public_api.py": "the package in the REPL",
    "test_shell.py": "the command in a shell",
    "test_versions.py": "records and positions of other versions",
    "vector/test_resampling.py": "possible games of many seats at once",
    "web/test_conflicts_and_trade.py": "what boards show between cities",
    "web/test_expansion.py": "pages of the toy expansions",
    "web/test_seat_colours.py": "colours and emblems on every page",
}


def mirroring_tests() -> list[str]:
    """Return the test modules that mirror modules, as paths below tests."""
    paths = [path.relative_to(TESTS) for path in sorted(TESTS.rglob("test_*.py"))]
    return [
        path.as_posix()
        for path in paths
        if path.parent.as_posix() not in OTHER and path.parts[0] not in OTHER
    ]


def test_tests_mirror_the_packages() -> None:
    folders = {Path(name).parent.as_posix() for name in mirroring_tests()}
    assert len(folders) > 20
    assert not [name for name in folders if not (SOURCE / name).is_dir()]


@pytest.mark.parametrize("name", mirroring_tests())
def test_tests_are_named_after_modules_or_are_listed_as_subjects(name: str) -> None:
    path = Path(name)
    folder = path.parent.as_posix()
    if folder in CHAPTERS:
        return
    is_named = any(
        module_exists(path.stem.removeprefix("test_"), place) for place in places(folder)
    )
    assert is_named != (name in SUBJECTS), "a module of this name, or a line in SUBJECTS"


def test_every_listed_subject_has_its_tests() -> None:
    assert not SUBJECTS.keys() - {*mirroring_tests()}


def places(folder: str) -> list[Path]:
    return [SOURCE / one for one in (folder, *SHARED_TEST_MODULES.get(folder, ()))]


def module_exists(name: str, package: Path) -> bool:
    """Return whether the package contains this module or package, or has the name itself."""
    return (
        (package / f"{name}.py").is_file()
        or (package / name / "__init__.py").is_file()
        or package.name == name
    )


@pytest.mark.parametrize("folder", sorted({str(Path(one).parent) for one in tests_of.modules()}))
def test_every_module_has_tests(folder: str) -> None:
    inside = [one for one in tests_of.modules() if str(Path(one).parent) == folder]
    untested = [one for one in inside if not tests_of.tests_of(one)]
    assert not untested, "add test_<module>.py, or a line to tests/tested_by.toml"


def test_every_entry_of_the_table_of_tests_is_needed() -> None:
    without = [
        one
        for one in tests_of.modules()
        if not tests_of.own_test(one) and not tests_of.importing_tests(one)
    ]
    assert tests_of.table().keys() == {tests_of.entry_of(one) for one in without}
    for file in tests_of.table().values():
        assert (TESTS / file).is_file(), file


def test_tests_of_a_module_are_found() -> None:
    assert tests_of.tests_of("bots/review.py") == ["bots/test_review.py"]
    assert tests_of.tests_of("sandbox/__init__.py") == ["sandbox/test_sandbox.py"]
    assert "games/duel/test_expansion.py" in tests_of.tests_of("kernel/hooks.py")
    assert tests_of.tests_of("games/duel/rules/perft.py") == ["golden/test_golden_duel.py"]
    assert not tests_of.own_test("nowhere.py") and not tests_of.importing_tests("nowhere.py")


def test_no_two_tests_of_a_folder_have_one_subject() -> None:
    """`test_view.py` and `test_views.py` side by side would be confused."""
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
