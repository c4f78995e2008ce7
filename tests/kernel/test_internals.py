"""Without the private parts of Numba, games are compiled and cached with the same results."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest

from heptapolis.kernel import JIT
from heptapolis.kernel.internals import FIRST_UNTESTED, check_internals
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled without the JIT")

KNOWN_VERSION = ""
UNTESTED_VERSION = "numba.version_info = (99, 0)"
NO_PARTS = "import numba.core.codegen; del numba.core.codegen.JITCodeLibrary"
NO_CACHE = "import numba.core.caching; del numba.core.caching.CompileResultCacheImpl"

CODE = """
import sys
import numba
exec(sys.argv[1])
import heptapolis.kernel as kernel
import module
print(kernel.share is not None, bool(kernel.inner_options), module.double_sum(20))
print(sum(module.double_sum.stats.cache_hits.values()))
"""
MODULE = """
from heptapolis.kernel import entry, inlined, jit

@jit
def triangle(n):
    return n if n < 2 else n + triangle(n - 1)

@inlined
def double(n):
    return 2 * n

@entry
def double_sum(n):
    return double(triangle(n))
"""


def run(code: str, *args: str, folder: Path) -> list[str]:
    """Run a script with its own cache and return the printed lines."""
    environment = os.environ | {"HEPTAPOLIS_CACHE": str(folder / "cache")}
    command = [sys.executable, "-c", code, *args]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("change", "has_cache", "has_parts"),
    [
        (KNOWN_VERSION, True, True),
        (UNTESTED_VERSION, False, False),
        (NO_PARTS, True, False),
        (NO_CACHE, False, True),
    ],
)
def test_code_is_compiled_and_cached_with_and_without_private_parts(
    change: str, has_cache: bool, has_parts: bool, tmp_path: Path
) -> None:
    (tmp_path / "module.py").write_text(MODULE)
    for hits in (0, 1):
        told = run(CODE, change, folder=tmp_path)
        assert told == [str(has_cache), str(has_parts), "420", str(hits)]
    assert any((tmp_path / "cache").rglob("*.nbc"))
    assert not any(tmp_path.glob("__pycache__/*.nbc"))


GAME = """
import sys
import numba
exec(sys.argv[1])
import heptapolis as hp
from random import Random
game, rng = hp.new("duel", seed=1), Random(1)
while not game.is_over:
    seat = game.to_move[0]
    game.submit(seat, rng.choice(game.view(seat).legal_moves()))
print(*str(game.record()).split())
"""


@pytest.mark.long
def test_games_are_the_same_without_private_parts(tmp_path: Path) -> None:
    games = [run(GAME, change, folder=tmp_path) for change in (KNOWN_VERSION, UNTESTED_VERSION)]
    assert games[0] == games[1]


def test_missing_private_parts_are_named() -> None:
    with pytest.raises(ImportError, match=r"^Numba \S+ has no dict\._finalized$"):
        check_internals((dict, "get"), (dict, "_finalized"))
    check_internals((dict, "get"))


def test_the_installed_numba_is_a_tested_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (wanted,) = (one for one in project["dependencies"] if one.startswith("numba"))
    assert wanted.endswith(f",<{'.'.join(map(str, FIRST_UNTESTED))}")
    assert numba.version_info[:2] < FIRST_UNTESTED
