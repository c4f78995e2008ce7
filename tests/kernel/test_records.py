"""The whole kernel: records are aligned and functions allocate nothing, so that they run on a GPU; the
cache key covers every source."""

import ast
import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from heptapolis.kernel.cache import GAMES, KERNEL, LEVELS, sources_of

COMPILING_DECORATORS = {"entry", "inlined", "jit"}
ALLOCATING_CALLS = {"arange", "array", "copy", "empty", "full", "ones", "zeros", "zeros_like"}
SOURCES = sorted(
    file
    for file in [*KERNEL.rglob("*.py"), *GAMES.rglob("*.py")]
    if {*file.parts} & {"kernel", *LEVELS}
)


def kernel_modules() -> list[ModuleType]:
    names = [
        ".".join(("heptapolis", *file.relative_to(KERNEL.parent).with_suffix("").parts))
        for file in SOURCES
        if file.name != "__init__.py"
    ]
    names += [f"heptapolis.games.{game}.cards.tables" for game in ("classic", "duel")]
    return [importlib.import_module(name) for name in names]


def unaligned(dtype: np.dtype, name: str) -> list[str]:
    """List the parts of a record type that NumPy has not aligned."""
    if dtype.names is None:
        return []
    bad = [] if dtype.isalignedstruct else [name]
    return bad + [
        entry for field in dtype.names for entry in unaligned(dtype[field].base, f"{name}.{field}")
    ]


def test_all_records_are_aligned() -> None:
    dtypes = [
        (f"{module.__name__}.{name}", value)
        for module in kernel_modules()
        for name, value in vars(module).items()
        if isinstance(value, np.dtype) and value.names
    ]
    assert len(dtypes) >= 12
    assert [entry for name, dtype in dtypes for entry in unaligned(dtype, name)] == []


def compiled_functions(source: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(source.read_text())
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(mark, ast.Name) and mark.id in COMPILING_DECORATORS
            for mark in node.decorator_list
        )
    ]


def allocations(function: ast.FunctionDef) -> list[str]:
    """List the calls of a function that make an array."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return [
        f"{function.name}: {call.attr}, line {call.lineno}"
        for call in calls
        if isinstance(call, ast.Attribute) and call.attr in ALLOCATING_CALLS
    ]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_compiled_function_allocates_an_array(source: Path) -> None:
    functions = compiled_functions(source)
    assert [entry for function in functions for entry in allocations(function)] == []


def test_allocations_are_found() -> None:
    text = "@jit\ndef f(a):\n    b = np.zeros(3)\n    return a[0].copy() + b\n"
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert allocations(function) == ["f: zeros, line 3", "f: copy, line 4"]


# ── the cache ────────────────────────────────────────────────────────────────────────────────────


def imported_files(source: Path) -> list[Path]:
    """Return the modules of ours that a module imports."""
    found = []
    for node in ast.walk(ast.parse(source.read_text())):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.startswith("heptapolis")
        ):
            base = KERNEL.parents[1].joinpath(*node.module.split("."))
            names = [base / f"{alias.name}.py" for alias in node.names]
            found += [file for file in (base.with_suffix(".py"), *names) if file.exists()]
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_key_of_a_part_covers_all_that_its_modules_import(source: Path) -> None:
    if compiled_functions(source):
        assert {*imported_files(source)} <= {*sources_of(source)}


def test_an_edit_of_players_leaves_the_rules_as_they_are() -> None:
    duel = GAMES / "duel"
    rules, players = (
        sources_of(duel / "rules" / "turns.py"),
        sources_of(duel / "players" / "quick.py"),
    )
    assert duel / "players" / "greedy.py" in players
    assert {*rules} < {*players}
    assert not [file for file in players if {"classic", "learning"} & {*file.parts}]
