"""Scripts of pages: checks that need no Node."""

import json
import re

from tests.paths import ROOT, SOURCE

MODULES = sorted(SOURCE.glob("**/static/*.js"))


def test_every_script_is_type_checked_and_has_a_comment() -> None:
    assert len(MODULES) > 35
    for module in MODULES:
        first, second, *_ = module.read_text(encoding="utf-8").splitlines()
        assert first == "// @ts-check", module.name
        assert re.match(r"// [A-Z]", second), module.name
    texts = "".join(module.read_text(encoding="utf-8") for module in MODULES)
    assert not re.findall(r"@ts-(?:ignore|nocheck|expect-error)", texts)


def test_types_are_as_strict_as_those_of_python() -> None:
    settings = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))
    options = settings["compilerOptions"]
    assert options["strict"] and options["checkJs"] and options["noEmit"]
    covered = {module for pattern in settings["include"] for module in ROOT.glob(pattern)}
    assert covered >= set(MODULES)


def test_tools_are_locked_without_registry_addresses() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert "dependencies" not in wanted, "no page needs a package"
    for name, version in wanted["devDependencies"].items():
        assert lock[f"node_modules/{name}"]["version"] == version
    assert not [name for name, facts in lock.items() if "resolved" in facts]
