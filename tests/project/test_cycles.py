"""Modules of a group import each other in one direction, including imports inside functions.
import-linter checks layers; this test checks modules of the same layer."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.paths import SOURCE

# For each group: its modules, and whether imports only for types count too.
GROUPS = {
    "the registry": (("contract", "edition", "game", "kernel_game", "record", "variants"), True),
    "classic": (("game", "view", "position", "state", "edition"), False),
    "Duel": (("game", "view", "position", "state", "edition"), False),
    "training": (tuple(path.stem for path in (SOURCE / "train").glob("[!_]*.py")), False),
    "cards of classic": (("cards.effects", "cards.model", "leaders.cards.model"), True),
}
PACKAGES = {
    "the registry": "heptapolis",
    "classic": "heptapolis.games.classic",
    "Duel": "heptapolis.games.duel",
    "training": "heptapolis.train",
    "cards of classic": "heptapolis.games.classic",
}


def path_of(module: str) -> Path:
    return SOURCE.parent / (module.replace(".", "/") + ".py")


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported_modules(tree: ast.AST, with_types: bool) -> Iterator[str]:
    """Yield every module that a module imports, at any place."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif with_types or not is_for_types(node):
            yield from imported_modules(node, with_types)


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_has_no_cycle(group: str) -> None:
    names, with_types = GROUPS[group]
    modules = {f"{PACKAGES[group]}.{name}" for name in names}
    graph = {
        module: {*imported_modules(ast.parse(path_of(module).read_text("utf-8")), with_types)}
        & modules
        for module in modules
    }
    assert any(graph.values())
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


@pytest.mark.parametrize("with_types", [True, False])
def test_imports_inside_functions_and_for_types_are_found(with_types: bool) -> None:
    text = "import a\nif TYPE_CHECKING:\n    from b import c\ndef f():\n    from d import e\n"
    found = {*imported_modules(ast.parse(text), with_types)}
    assert found == {"a", "d", "d.e", *(["b", "b.c"] if with_types else [])}
