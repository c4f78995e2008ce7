"""The pages about the code name existing modules, and all of them."""

import ast
import re

from tests.paths import ROOT
from tools import modules

PACKAGE = ROOT / "src" / "heptapolis"
ARCHITECTURE = ROOT / "docs" / "architecture.md"


def test_the_list_of_modules_is_up_to_date() -> None:
    written = modules.PAGE.read_text(encoding="utf-8")
    assert written == modules.page(), "run `make modules`"


def test_every_module_has_a_docstring() -> None:
    silent = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if (text := path.read_text(encoding="utf-8")) and not ast.get_docstring(ast.parse(text))
    ]
    assert not silent


def test_the_page_on_architecture_names_existing_modules() -> None:
    """A path in code style is relative to the package or to the project."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    paths = {word for word in re.findall(r"`([\w./]+(?:\.py|/))`", text) if "/" in word}
    assert len(paths) > 15
    gone = [path for path in paths if not (PACKAGE / path).exists() and not (ROOT / path).exists()]
    assert not gone
