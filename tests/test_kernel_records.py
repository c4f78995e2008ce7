"""The kernel can run on a GPU: its records are aligned, and its functions allocate nothing."""

import ast
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import heptapolis.cards.tables
import heptapolis.kernel

COMPILED = {"entry", "inlined", "jit"}
ALLOCATING = {"arange", "array", "copy", "empty", "full", "ones", "zeros", "zeros_like"}
SOURCES = sorted(Path(heptapolis.kernel.__file__).parent.rglob("*.py"))


def kernel_modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(heptapolis.kernel.__path__, "heptapolis.kernel.")
    return [importlib.import_module(module.name) for module in found] + [heptapolis.cards.tables]


def unaligned(dtype: np.dtype, name: str) -> list[str]:
    """List the parts of a record type that NumPy has not aligned."""
    if dtype.names is None:
        return []
    bad = [] if dtype.isalignedstruct else [name]
    fields = ((field, dtype.fields[field][0].base) for field in dtype.names)
    return bad + [entry for field, base in fields for entry in unaligned(base, f"{name}.{field}")]


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
        and any(isinstance(mark, ast.Name) and mark.id in COMPILED for mark in node.decorator_list)
    ]


def allocations(function: ast.FunctionDef) -> list[str]:
    """List the calls of a function that make an array."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return [
        f"{function.name}: {call.attr}, line {call.lineno}"
        for call in calls
        if isinstance(call, ast.Attribute) and call.attr in ALLOCATING
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
