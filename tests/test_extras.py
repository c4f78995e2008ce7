"""A plain install has few packages; the others belong to extras, and errors name the missing extra."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import packages_distributions
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.cli import main
from heptapolis.extras import MODULES, MissingExtra, require_extra
from tests.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
OPTIONAL_MODULES = {"torch", "numba_cuda"}  # not on every platform
PACKAGES_WITH_FALLBACK = {"httptools"}  # installed by an extra that works without them


def package_names(requirements: list[str]) -> set[str]:
    """Return the normalised names of packages, without our own extras."""
    names = {re.split(r"[\[<>=~!; ]", line)[0] for line in requirements}
    return {name.replace("_", "-").lower() for name in names} - {"heptapolis"}


@pytest.mark.parametrize("extra", MODULES)
def test_the_table_of_modules_is_that_of_packages(extra: str) -> None:
    homes = packages_distributions()
    packages = {
        home.replace("_", "-").lower()
        for module in MODULES[extra]
        for home in homes.get(module, [module] if module in OPTIONAL_MODULES else [])
    }
    others = package_names(PROJECT["dependencies"])  # an extra may cap the version of a dependency
    assert packages == package_names(EXTRAS[extra]) - others - PACKAGES_WITH_FALLBACK


def test_every_extra_is_in_all_of_them() -> None:
    (everything,) = EXTRAS["all"]
    assert everything == f"heptapolis[{','.join(sorted(MODULES))}]"
    assert set(EXTRAS) == {*MODULES, "all", "dev"}


WALL = f"""
import sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {[name for names in MODULES.values() for name in names]!r}:
            raise ModuleNotFoundError(name + " is not installed here")

sys.meta_path.insert(0, Wall())
from heptapolis.cli import main
"""


def plain(*args: str, code: str = "main()") -> "subprocess.CompletedProcess[str]":
    """Run Python without the packages of extras."""
    return subprocess.run(
        [sys.executable, "-c", WALL + code, *args], capture_output=True, text=True, check=False
    )


def test_a_plain_install_plays_searches_and_speaks() -> None:
    code = """
import heptapolis as hp
game = hp.new("duel", seed=7)
hp.advise(game.view(0), simulations=4)
sys.argv[1:] = ["simulate", "duel", "--games", "4", "--lang", "uk"]
main()
"""
    run = plain(code=code)
    assert run.returncode == 0, run.stderr
    assert "Середні бали" in run.stdout


@pytest.mark.parametrize(
    ("args", "line"),
    [
        ([], "the web game needs alembic, babel, fastapi …: pip install 'heptapolis[server]'"),
        (
            ["arena", "greedy", "random"],
            "the arena needs matplotlib, openskill: pip install 'heptapolis[arena]'",
        ),
        (
            ["simulate", "--report", "x"],
            "--report needs matplotlib, openskill: pip install 'heptapolis[arena]'",
        ),
        (
            ["train", "duel", "--iterations", "1"],
            "hepta train needs torch: pip install 'heptapolis[train]'",
        ),
    ],
)
def test_a_missing_extra_is_one_line(args: list[str], line: str) -> None:
    run = plain(*args)
    assert (run.returncode, run.stdout, run.stderr) == (1, "", f"hepta: {line}\n")


def test_postgresql_is_an_extra_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.setattr(sys, "argv", ["hepta", "serve", "--database", "postgresql://x/y"])
    with pytest.raises(SystemExit):
        main()
    assert "PostgreSQL needs asyncpg: pip install 'heptapolis[postgres]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("duel_v0", "heptapolis.env needs gymnasium, pettingzoo: pip install 'heptapolis[env]'"),
        ("gymnasium", "heptapolis.env needs gymnasium, pettingzoo: pip install 'heptapolis[env]'"),
        ("batch", "heptapolis.env needs gymnasium, pettingzoo: pip install 'heptapolis[env]'"),
        (
            "openspiel",
            "heptapolis.env.openspiel needs pyspiel: pip install 'heptapolis[openspiel]'",
        ),
    ],
)
def test_an_environment_without_its_library_says_so(module: str, line: str) -> None:
    run = plain(code=f"import heptapolis.env.{module}")
    assert run.stderr.splitlines()[-1] == f"heptapolis.extras.MissingExtra: {line}"


def test_importing_without_an_extra_gives_the_same_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        MissingExtra, match=r"a dataset needs pyarrow: pip install 'heptapolis\[data\]'"
    ):
        require_extra("data", "a dataset")


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize(
    "results",
    [
        lambda: hp.simulate(games=2),
        lambda: hp.arena(["greedy", "random"], "duel", deals=1, stop=False),
    ],
)
def test_a_data_frame_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, package: str, results: Callable[[], Any]
) -> None:
    played = results()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra) as error:
        getattr(played, f"to_{package}")()
    assert str(error.value) == f"to_{package}() needs {package}: pip install {package}"
