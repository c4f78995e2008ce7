"""The names, signatures and fields of the Python package."""

import ast
import dataclasses
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, getmro, isclass, isfunction, ismodule, signature
from pathlib import Path
from typing import Any, get_overloads

import heptapolis as hp
from tests.paths import ROOT
from tests.pins import join_lines

PAGES = ("README.md", "docs/*.md", "examples/**/*.md", "examples/**/*.py")
IMPORTS = re.compile(r"^ *(?:>>> )?(from heptapolis[\w.]* import [\w, ]+)", re.MULTILINE)
# Types of arguments and results of documented functions.
CLASSES = {
    ("heptapolis.bots", "Bot"),
    ("heptapolis.encodings", "Encoding"),
    ("heptapolis.encodings", "Observation"),
    ("heptapolis.variants", "Ruleset"),
    ("heptapolis.variants", "Variant"),
}
MARKS: dict[Any, str] = {Parameter.VAR_KEYWORD: "**", Parameter.VAR_POSITIONAL: "*"}
# Base classes of other libraries, whose members are not listed.
OUR_MODULES = ("heptapolis", "tests")


def package() -> str:
    """Return the public names of the package, and those that documents import from its modules."""
    return join_lines(_package())


def _package() -> Iterator[str]:
    for name in sorted(hp.__all__):
        yield from _lines(f"hp.{name}", getattr(hp, name))
    yield ""
    for module, name in sorted(documented_names() | CLASSES):
        if not hasattr(import_module(module), name) and find_spec(f"{module}.{name}"):
            yield f"{module}.{name} is a module"  # the module may need a library that is not installed
        else:
            yield from _lines(f"{module}.{name}", getattr(import_module(module), name))


def documented_names() -> set[tuple[str, str]]:
    """Return the modules and names of the import statements in README, docs and examples."""
    paths = [path for pattern in PAGES for path in ROOT.glob(pattern)]
    return {
        (str(statement.module), alias.name)
        for path in paths
        for statement in _imports(path)
        for alias in statement.names
    }


def _imports(path: Path) -> Iterator[ast.ImportFrom]:
    for text in IMPORTS.findall(path.read_text(encoding="utf-8")):
        (statement,) = ast.parse(text.rstrip(" ,")).body
        assert isinstance(statement, ast.ImportFrom)
        yield statement


def _lines(name: str, value: Any) -> Iterator[str]:
    if isclass(value):
        yield from _class(name, value)
    elif callable(value):  # so is the package `heptapolis.arena`
        yield from _function(name, getattr(value, "arena", value))
    elif ismodule(value):
        yield f"{name} is a module"
    else:
        text = ", ".join(value) if isinstance(value, dict) else f"of type {type(value).__name__}"
        yield f"{name}: {text}"


def _function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    yield f"{name}({_parameters(function)})"
    for overload in get_overloads(function):
        yield f"    {name}({_parameters(overload)})"


def _class(name: str, kind: type[Any]) -> Iterator[str]:
    bases = [base.__name__ for base in kind.__bases__ if base is not object]
    yield f"class {name} of {', '.join(bases)}" if bases else f"class {name}"
    if not getattr(kind, "_is_protocol", False) and _has_own_init(kind):
        yield f"    ({_parameters(kind.__init__ if '__init__' in vars(kind) else kind)})"
    for member in sorted(_members(kind)):
        yield f"    {_member(kind, member)}"


def _has_own_init(kind: type[Any]) -> bool:
    """Return whether a class of the package defines the arguments; exceptions often inherit them."""
    return any("__init__" in vars(base) or "__new__" in vars(base) for base in _own_bases(kind))


def _own_bases(kind: type[Any]) -> list[type[Any]]:
    return [base for base in getmro(kind) if base.__module__.partition(".")[0] in OUR_MODULES]


def _members(kind: type[Any]) -> set[str]:
    names = {name for base in _own_bases(kind) for name in vars(base)}
    names |= {name for base in _own_bases(kind) for name in _annotations(base)}
    return {name for name in names if not name.startswith("_")}


def _annotations(kind: type[Any]) -> dict[str, Any]:
    return dict(vars(kind).get("__annotations__", {}))


def _member(kind: type[Any], name: str) -> str:
    value = next((vars(base)[name] for base in _own_bases(kind) if name in vars(base)), None)
    if isinstance(value, staticmethod | classmethod) or isfunction(value):
        return f"{name}({_parameters(getattr(kind, name))})"
    return name


def _parameters(function: Callable[..., Any]) -> str:
    """Return names, kinds and defaults; types may move from module to module."""
    words = []
    for one in signature(function).parameters.values():
        if one.kind is Parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        words.append(f"{MARKS.get(one.kind, '')}{one.name}{_default(one.default)}")
    return ", ".join(word for word in words if word != "self")


def _default(value: Any) -> str:
    if value is Parameter.empty:
        return ""
    is_plain = dataclasses.is_dataclass(value) or " at 0x" in repr(value)
    return f"={type(value).__name__}" if is_plain else f"={value!r}"
