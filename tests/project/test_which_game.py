"""No shared module depends on a particular game.

The modules of a game are in `games/`. No other module may compare ids of variants, check for classes
of a variant, or import a variant's package (import-linter checks imports too).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import SOURCE

GAMES = ("classic", "duel")
IDS = {*GAMES, "leaders"}
# The registry, and the types for callers of `hp.new` and of classes in `hp`.
NAMES_THEM = {"variants.py", "catalogs.py", "game.py", "__init__.py"}


# A word of a game, also inside an identifier: `DuelGame`, `n_leaders`, "free_city".
NAME = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))"
    r"(?i:classic|duels?|leaders?|free[ _-]?cit(?:y|ies))(?![a-z])"
)
BINARY_SUFFIXES = {".npz", ".png"}
ALLOWED = {
    "variants.py": "the one list of built-in games, and the default",
    "__init__.py": "public names of the package, and types for who calls `hp.new`",
    "game.py": "types for who calls `hp.new`, and its help",
    "catalogs.py": "types for who calls `hp.catalog`, and its help",
    "cli.py": "shorthands and examples of the command line",
    "terminal/train_arguments.py": "examples of the command line",
    "deprecated.py": "former public names",
    "env/__init__.pyi": "types of the environments' modules",
    "i18n/locale/hu.po": "translations of every text",
    "i18n/locale/ru.po": "translations of every text",
    "i18n/locale/uk.po": "translations of every text",
    "move.py": "`free_city` is a field of moves and a word of their text",
}


def is_of_variant(path: Path) -> bool:
    """Return whether a module belongs to a variant."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return parts[0] == "games"


def shared_modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if not is_of_variant(path)]


def classes_of_variants() -> set[str]:
    """Return the names of all classes in modules of variants, or named after a variant."""
    names = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                named_after = re.match(r"_?(Classic|Duel)[A-Z]", node.name)
                is_own = is_of_variant(path) and not {"rules", "players", "learning"} & {
                    *path.parts
                }
                if named_after or is_own:
                    names.add(node.name)
    return names


def game_questions(tree: ast.AST, classes: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that depend on a particular game."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            constants = [
                sub.value
                for side in (node.left, *node.comparators)
                for sub in ast.walk(side)
                if isinstance(sub, ast.Constant)
            ]
            if IDS & {value for value in constants if isinstance(value, str)}:
                yield node.lineno, ast.unparse(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            names = {sub.id for sub in ast.walk(node.args[1]) if isinstance(sub, ast.Name)}
            if names & classes:
                yield node.lineno, ast.unparse(node)
        if isinstance(node, ast.MatchClass) and ast.unparse(node.cls) in classes:
            yield node.lineno, ast.unparse(node.cls)


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines that import a variant's package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if set(name.split(".")[1:]) & set(GAMES) and name.startswith("heptapolis"):
                yield node.lineno, name


def test_no_shared_module_depends_on_a_game() -> None:
    classes = classes_of_variants()
    assert {"ClassicView", "DuelView", "City"} <= classes
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in shared_modules()
        for line, text in game_questions(ast.parse(path.read_text("utf-8")), classes)
    ]
    assert not found, "\n" + "\n".join(found)


def test_only_modules_of_a_variant_import_it() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in shared_modules()
        if path.name not in NAMES_THEM or path.parent != SOURCE
        for line, text in imports(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n" + "\n".join(found)


def lines_naming_games(text: str) -> list[str]:
    """Return the lines that contain a name of a game, with their numbers."""
    lines = enumerate(text.splitlines(), 1)
    return [f"{n}: {line.strip()}" for n, line in lines if NAME.search(line)]


def shared_files() -> list[Path]:
    """Return all files outside games: modules, templates, data."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.is_file())
    return [path for path in files if "__pycache__" not in path.parts and not is_of_variant(path)]


def test_no_shared_file_names_a_game() -> None:
    files = {path.relative_to(SOURCE).as_posix(): path for path in shared_files()}
    found = [
        f"{name}:{line}"
        for name, path in files.items()
        if name not in ALLOWED and path.suffix not in BINARY_SUFFIXES
        for line in lines_naming_games(path.read_text("utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)
    assert not [name for name in files if NAME.search(name)]
    suffixes = {path.suffix for path in files.values()}
    assert {".py", ".html", ".css", ".js", ".svg", ".json", ".po"} <= suffixes


def test_every_exception_is_needed() -> None:
    for name in ALLOWED:
        assert lines_naming_games((SOURCE / name).read_text("utf-8")), name


@pytest.mark.parametrize(
    "text",
    [
        "Classic",
        "a Duel",
        "DuelGame",
        "isDuel",
        "n_leaders",
        "LEADERS",
        "free_city",
        "Free City",
        ".is-classic",
        '"leader"',
        "Leader's",
    ],
)
def test_a_name_is_found_inside_words(text: str) -> None:
    assert lines_naming_games(text)


@pytest.mark.parametrize("text", ["leaderboard", "misleading", "duelling", "classical", "cheater"])
def test_other_words_are_no_names(text: str) -> None:
    assert not lines_naming_games(text)


def test_no_template_depends_on_a_game() -> None:
    ids = "|".join(IDS)
    question = re.compile(rf"""(==|!=|\bin)\s*[\["'(]+({ids})["'\])]""")
    found = [
        f"{path.relative_to(SOURCE)}: {match[0]}"
        for path in sorted(SOURCE.rglob("*.html"))
        if not is_of_variant(path)
        for match in question.finditer(path.read_text("utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('if view.game == "duel": pass', True),
        ('x = name in ("classic", "duel")', True),
        ("assert isinstance(view, ClassicView)", True),
        ("assert isinstance(view, (DuelView, int))", True),
        ("assert isinstance(view, View)", False),
    ],
)
def test_the_test_can_fail(text: str, asks: bool) -> None:
    assert bool(list(game_questions(ast.parse(text), {"ClassicView", "DuelView"}))) == asks
