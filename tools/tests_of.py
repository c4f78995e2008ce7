"""Find the tests of a module: ``python -m tools.tests_of src/heptapolis/server/streams.py``.

A module is tested by `tests/<package>/test_<module>.py`; without such a file, by the tests that import it,
the nearest folder first; and otherwise by the entry of `tests/tested_by.toml` for it or its folder.
"""

import ast
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
PACKAGE, TESTS = ROOT / "src" / "heptapolis", ROOT / "tests"
TABLE = TESTS / "tested_by.toml"
MIGRATIONS = "server/migrations/versions/"
MAX_SHOWN = 3


def modules() -> list[str]:
    """Return the modules of the package, as paths below it."""
    files = (file.relative_to(PACKAGE).as_posix() for file in sorted(PACKAGE.rglob("*.py")))
    return [file for file in files if not file.startswith(MIGRATIONS) and not is_empty(file)]


def is_empty(module: str) -> bool:
    """Return whether a module has nothing but a docstring."""
    body = ast.parse((PACKAGE / module).read_text(encoding="utf-8")).body
    return not [
        node
        for node in body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def own_test(module: str) -> str | None:
    """Return the test file of the same name; that of a package may lie beside its folder."""
    path = PurePosixPath(module)
    folder, name = (
        (path.parent, path.stem) if path.stem != "__init__" else (path.parent, path.parent.name)
    )
    for one in (folder, folder.parent):
        file = (one / f"test_{name}.py").as_posix()
        if (TESTS / file).is_file() and (one == folder or path.stem == "__init__"):
            return file
    return None


def importing_tests(module: str) -> list[str]:
    """Return the test files that import the module, the nearest and most frequent users first."""
    dotted = "heptapolis." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    folder = PurePosixPath(module).parent.parts
    users = {file: counts[dotted] for file, counts in _imports().items() if counts[dotted]}
    return sorted(users, key=lambda file: (_distance(folder, file), -users[file], file))


def entry_of(module: str) -> str | None:
    """Return the entry of the table that names the module or the innermost folder around it."""
    path = PurePosixPath(module)
    names = [module, *(f"{folder.as_posix()}/" for folder in path.parents if folder.name), "./"]
    return next((name for name in names if name in table()), None)


def tests_of(module: str) -> list[str]:
    """Return the test files of a module, below `tests`."""
    if own := own_test(module):
        return [own]
    if users := importing_tests(module):
        return users[:MAX_SHOWN]
    entry = entry_of(module)
    return [table()[entry]] if entry else []


@cache
def table() -> dict[str, str]:
    """Return the table of modules and folders without tests of their name."""
    entries: dict[str, str] = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return entries


@cache
def _imports() -> dict[str, Counter[str]]:
    """Return how many names each test file imports from each module."""
    imports: dict[str, Counter[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        counts = imports[file.relative_to(TESTS).as_posix()] = Counter[str]()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
                counts.update(names)
            elif isinstance(node, ast.Import):
                counts.update(alias.name for alias in node.names)
    return imports


def _distance(folder: tuple[str, ...], file: str) -> int:
    """Return how many folders are between a package and a test file."""
    other = PurePosixPath(file).parent.parts
    common = 0
    for one, two in zip(folder, other, strict=False):
        if one != two:
            break
        common += 1
    return len(folder) + len(other) - 2 * common


def main(arguments: list[str]) -> None:
    if not arguments:
        sys.exit(__doc__)
    for argument in arguments:
        module = Path(argument).resolve()
        if not module.is_file() or not module.is_relative_to(PACKAGE):
            sys.exit(f"no module of src/heptapolis: {argument}")
        for file in tests_of(module.relative_to(PACKAGE).as_posix()):
            print(f"tests/{file}")


if __name__ == "__main__":
    main(sys.argv[1:])
