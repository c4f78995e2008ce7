"""Folders of the compiled code.

`CACHE` is one folder for each Python, Numba, NumPy and bounds check setting. In it every level of
the kernel has a folder named by a hash of all sources that it can depend on; Numba's own cache does
not track these. No name contains the path of a source, so two environments or checkouts with the
same sources share their compiled code. A game has
three levels, each built on the one before: `rules`, `players`, `learning`. An edit of a heuristic
therefore recompiles the players and leaves the rules alone, and an edit of one game never touches
another. Code compiled for a ruleset with expansions has its own folders, which depend on the
sources of these expansions too; kernels for a GPU have theirs, which depend on `heptapolis.cuda`.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

FORMAT = 2  # of names in the cache
LEVELS = ("rules", "players", "learning")  # of a game's kernel, from the lowest
CODES, MANIFEST = "codes.py", "manifest.py"
KERNEL = Path(__file__).parent
GAMES = KERNEL.parent / "games"
CUDA = KERNEL.parent / "cuda"

config: Any = numba.config
JIT = not config.DISABLE_JIT

# The sources of the expansions of a record; `hooks.register_record` fills it.
EXPANSION_SOURCES: dict[np.dtype[Any], tuple[Path, ...]] = {}


def _environment_folder() -> Path:
    versions = (numba.__version__, llvmlite.__version__, np.__version__)
    facts = (FORMAT, sys.version, *versions, config.BOUNDSCHECK)
    digest = hashlib.sha256(repr(facts).encode())
    home = os.environ.get("HEPTAPOLIS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    folder = Path(home) if home else Path.home() / ".cache"
    return folder / "heptapolis" / digest.hexdigest()[:16]


def _usable_folder(folder: Path) -> Path:
    """Return the folder, or a temporary one for this process and its children if the folder is not
    writable (a container, another user's home); report the latter once."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        home = Path(tempfile.mkdtemp(prefix="heptapolis-cache-"))
        atexit.register(shutil.rmtree, home, ignore_errors=True)
        os.environ["HEPTAPOLIS_CACHE"] = str(home)
        why = f"{folder.parent} cannot be written, so the rules are compiled for this run alone"
        print(f"heptapolis: {why}; HEPTAPOLIS_CACHE names another folder", file=sys.stderr)
        return home / "heptapolis" / folder.name
    return folder


CACHE = _usable_folder(_environment_folder()) if JIT else _environment_folder()


def folder_of(source: Path, expansions: tuple[Path, ...] = ()) -> Path:
    """Return the folder for the compiled code of a source file; ``expansions`` are the sources of
    the expansions it is compiled for."""
    return _level_folder(*_level_of(source), expansions, "expanded" if expansions else "")


def gpu_folder_of(source: Path) -> Path:
    """Return the folder for the compiled kernels of a source file for a GPU. They depend on what
    the game's compiled code depends on, on the file itself and on `heptapolis.cuda`."""
    return _level_folder(*_level_of(source), gpu_sources(source), "cuda")


def gpu_sources(source: Path) -> tuple[Path, ...]:
    """Return the sources that a GPU's kernels of a file depend on beside those of `sources_of`."""
    return (*sorted(CUDA.glob("*.py")), source)


def module_folder(source: Path) -> str:
    """Return the folder for the code of a source file in its `folder_of`: files of one name lie in
    different ones."""
    parent = source.parent.relative_to(_level_of(source)[0])
    return ".".join(parent.parts) or "root"


def sources_of(source: Path) -> list[Path]:
    """Return all sources that the compiled code of a file can depend on."""
    return _sources(*_level_of(source))


@cache
def version() -> str:
    """Return a hash of all compiled sources."""
    return _hash({file for root in _games() for file in _sources(root, LEVELS[-1])})


def _level_of(source: Path) -> tuple[Path, str]:
    """Return the root of the package of a file, and its level of the kernel. The root of a game is
    the outermost folder with a manifest: expansions lie inside it."""
    roots = [folder for folder in source.parents if (folder / MANIFEST).exists()]
    if roots:
        inside = source.relative_to(roots[-1]).parts
        level = next((name for name in LEVELS if name in inside), "")
        if level:
            return roots[-1], level
    return (KERNEL, "") if source.is_relative_to(KERNEL) else (source.parent, LEVELS[-1])


def _games() -> list[Path]:
    return sorted(manifest.parent for manifest in GAMES.glob(f"*/{MANIFEST}"))


@cache
def _level_folder(root: Path, level: str, added: tuple[Path, ...], kind: str) -> Path:
    """Return the folder for a level of a game, compiled with ``added`` sources for a ``kind``."""
    sources = {*_sources(root, level), *added}
    return CACHE / "-".join(filter(None, (root.name, level, kind, _hash(sources))))


@cache
def _sources(root: Path, level: str) -> list[Path]:
    shared = [*KERNEL.rglob("*.py"), KERNEL.parent / CODES]
    if root == KERNEL:
        return sorted(shared)
    own = [*root.rglob(CODES)]
    for name in LEVELS[: LEVELS.index(level) + 1]:
        own += [file for file in root.rglob("*.py") if name in file.relative_to(root).parts]
    if root not in _games():  # files outside of the games may use any game
        own += [file for game in _games() for file in _sources(game, LEVELS[-1])]
        own += root.glob("*.py")
    return sorted({*shared, *own})


def _hash(sources: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
