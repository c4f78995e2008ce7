"""Every ruling of the page on Duel is shown by a test, or says why it cannot be."""

import ast
import re
from pathlib import Path

RULINGS = range(1, 50)
CITED = re.compile(r"D[0-9]+(?:, D[0-9]+)*:")

# Rulings that no position can show, and why.
NOT_SHOWN: dict[int, str] = {}


def cited() -> set[int]:
    """The numbers with which docstrings of the tests on Duel begin: "D41: …", "D41, D45: …"."""
    found: set[int] = set()
    for path in Path(__file__).parent.glob("test_duel_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head = CITED.match(ast.get_docstring(node) or "")
                found |= {int(number) for number in re.findall(r"[0-9]+", head[0] if head else "")}
    return found


def test_every_ruling_is_shown_or_says_why_not() -> None:
    assert cited() | set(NOT_SHOWN) == set(RULINGS)


def test_no_ruling_is_both_shown_and_not_shown() -> None:
    assert not cited() & set(NOT_SHOWN)
