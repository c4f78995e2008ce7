"""Write docs/modules.md: every module of the package with the first sentence of its docstring."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "heptapolis"
PAGE = ROOT / "docs" / "modules.md"
HEAD = """# Modules

Every module with the first sentence of its docstring. `make modules` writes this page;
[Architecture](architecture.md) explains how they work together.
"""


def page() -> str:
    """Return the page: a table for each folder that has modules."""
    folders: dict[Path, list[Path]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        inside = file.relative_to(PACKAGE)
        if inside.parts[:3] != ("server", "migrations", "versions"):
            folders.setdefault(inside.parent, []).append(file)
    return "\n".join([HEAD, *(_table(folder, files) for folder, files in sorted(folders.items()))])


def _table(folder: Path, files: list[Path]) -> str:
    heading = "heptapolis" if folder == Path() else folder.as_posix()
    rows = [f"| `{file.name}` | {summary} |" for file in files if (summary := _summary(file))]
    return "\n".join([f"## {heading}", "| module | content |", "| --- | --- |", *rows, ""])


def _summary(file: Path) -> str:
    """Return the first sentence of a module's docstring, on one line; "" if it has none."""
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(told.split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?]) (?=[A-Z`])", paragraph)[0]
    return sentence.replace("|", r"\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
