"""The rulings of a rules page that rule tests cite."""

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parent


def cited_rulings(letter: str, folder: str) -> set[int]:
    """Return the numbers at the start of the docstrings of these tests: "L41: …", "D41, D45: …"."""
    head = re.compile(rf"{letter}[0-9]+(?:, {letter}[0-9]+)*:")
    found: set[int] = set()
    for path in (FOLDER / folder).glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                match = head.match(ast.get_docstring(node) or "")
                found |= {
                    int(number) for number in re.findall(r"[0-9]+", match[0] if match else "")
                }
    return found
