"""Above a variant's own modules nobody asks which game it is.

A module belongs to a game if it lies in `games/`. Every
other module may neither compare ids of variants, nor look at classes of one, nor import one's
packages (that is proved once more by import-linter).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import SOURCE

GAMES = ("classic", "duel")
IDS = {*GAMES, "leaders"}
# The one place of the registry, and types for who calls `hp.new` or asks `hp` for a class.
NAMES_THEM = {"variants.py", "catalogs.py", "game.py", "__init__.py"}


# A word of a game, also inside an identifier: `DuelGame`, `n_leaders`, "free_city".
NAME = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))"
    r"(?i:classic|duels?|leaders?|free[ _-]?cit(?:y|ies))(?![a-z])"
)
SUFFIXES = {".py", ".html", ".css", ".js", ".svg", ".toml"}
ALLOWED = {
    "variants.py": "the one list of built-in games, and the default",
    "__init__.py": "public names of the package, and types for who calls `hp.new`",
    "game.py": "types for who calls `hp.new`, and its help",
    "catalogs.py": "types for who calls `hp.catalog`, and its help",
    "cli.py": "shorthands and examples of the command line",
    "terminal/train_arguments.py": "examples of the command line",
    "deprecated.py": "former public names",
    "move.py": "`free_city` is a field of moves and a word of their text",
}


def own(path: Path) -> bool:
    """The module belongs to a variant."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return parts[0] == "games"


def shared() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if not own(path)]


def classes_of_variants() -> set[str]:
    """Names of all classes that stand in a variant's modules, or are named after one."""
    names = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                named_after = re.match(r"_?(Classic|Duel)[A-Z]", node.name)
                is_own = own(path) and not {"rules", "players", "learning"} & {*path.parts}
                if named_after or is_own:
                    names.add(node.name)
    return names


def questions(tree: ast.AST, classes: set[str]) -> Iterator[tuple[int, str]]:
    """Lines that ask which game it is."""
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
    """Lines that import a variant's package."""
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


def test_nobody_asks_which_game_it_is() -> None:
    classes = classes_of_variants()
    assert {"ClassicView", "DuelView", "City"} <= classes
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in shared()
        for line, text in questions(ast.parse(path.read_text("utf-8")), classes)
    ]
    assert not found, "\n" + "\n".join(found)


def test_nobody_imports_a_variant_but_its_own_modules() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path in shared()
        if path.name not in NAMES_THEM or path.parent != SOURCE
        for line, text in imports(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n" + "\n".join(found)


def named(text: str) -> list[str]:
    """Lines with a word of a game, by number."""
    lines = enumerate(text.splitlines(), 1)
    return [f"{n}: {line.strip()}" for n, line in lines if NAME.search(line)]


def test_no_shared_file_names_a_game() -> None:
    found = [
        f"{name}:{line}"
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in SUFFIXES and not own(path)
        for name in [path.relative_to(SOURCE).as_posix()]
        if name not in ALLOWED
        for line in named(path.read_text("utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


def test_every_exception_is_needed() -> None:
    for name in ALLOWED:
        assert named((SOURCE / name).read_text("utf-8")), name


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
    assert named(text)


@pytest.mark.parametrize("text", ["leaderboard", "misleading", "duelling", "classical", "cheater"])
def test_other_words_are_no_names(text: str) -> None:
    assert not named(text)


def test_no_template_asks_either() -> None:
    ids = "|".join(IDS)
    question = re.compile(rf"""(==|!=|\bin)\s*[\["'(]+({ids})["'\])]""")
    found = [
        f"{path.relative_to(SOURCE)}: {match[0]}"
        for path in sorted(SOURCE.rglob("*.html"))
        if not own(path)
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
    assert bool(list(questions(ast.parse(text), {"ClassicView", "DuelView"}))) == asks
