"""Start of an outside bot's process: no inherited environment variables, an empty working folder,
and the strongest sandbox that the system offers."""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

from heptapolis.bots.worker import BotMaker
from heptapolis.kernel import CACHE
from heptapolis.sandbox import (
    FILES,
    Bounds,
    active_protections,
    environment,
    is_off,
    neighbours,
    python_paths,
    search_path,
)

PLAIN_START = "from heptapolis.bots.worker import main; main()"
CONFINED_START = (
    "from heptapolis.sandbox import enter_from_arguments; enter_from_arguments(); " + PLAIN_START
)
BOT_CACHE_FOLDER = (
    "outside"  # subfolder of the compile cache for outside bots; each bot has its own
)


class Confinement:
    """A command and its environment; ``close`` removes the working folder."""

    def __init__(self, maker: BotMaker) -> None:
        self.home: str | None = None
        python, told = [sys.executable, "-P", "-c"], json.dumps(asdict(maker))
        path = os.pathsep.join(search_path())
        if is_off():
            self.command = [*python, PLAIN_START, told]
            self.environment = os.environ | {"PYTHONPATH": path}
            return
        self.home = tempfile.mkdtemp(prefix="heptapolis-bot-")
        bounds = _bounds(maker, self.home)
        self.command = bounds.command([*python, CONFINED_START, told, bounds.to_json()])
        self.environment = environment(self.home, PYTHONPATH=path, **_caches(bounds))

    def close(self) -> None:
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)


def _bounds(maker: BotMaker, home: str) -> Bounds:
    readable, listable = python_paths()
    readable += [str(Path(__file__).parents[1]), str(CACHE), *_own_code(maker)]
    listable += [str(maker.file.parent)] if maker.is_file else []
    listable += [maker.folder] if maker.folder else []
    if FILES not in active_protections():
        return Bounds(home, tuple(readable), tuple(listable))
    own = _own_folder(maker, home)
    linked = str(CACHE), str(own / "heptapolis" / CACHE.name)
    return Bounds(home, tuple(readable), tuple(listable), (str(own),), linked)


def _own_code(maker: BotMaker) -> list[str]:
    """Return the paths of the bot's code: its file or module and the neighbours, or its package."""
    if maker.is_file:
        return neighbours(maker.file)
    if maker.folder:
        return [*neighbours(Path(maker.folder, maker.name)), *_packages_above(maker)]
    with suppress(ImportError, ValueError):
        spec = find_spec(maker.value.partition(":")[0].partition(".")[0])
        if spec and spec.submodule_search_locations:
            return list(spec.submodule_search_locations)
        if spec and spec.origin:
            return [spec.origin]
    return []


def _packages_above(maker: BotMaker) -> list[str]:
    """Return the folder of a module's package, which need not have an ``__init__.py``."""
    package = Path(maker.folder, maker.value.partition(":")[0].partition(".")[0])
    return [str(package)] if package.is_dir() else []


def _own_folder(maker: BotMaker, home: str) -> Path:
    """Return the bot's own compile cache. Our compiled code is linked into it: a bot can replace
    a link, but not change code that other processes run."""
    folder = (
        CACHE
        / BOT_CACHE_FOLDER
        / hashlib.sha256(f"{maker.folder}{maker.value}".encode()).hexdigest()[:16]
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(home)
    return folder if os.access(folder, os.W_OK) else Path(home)


def _caches(bounds: Bounds) -> dict[str, str]:
    """Return the cache folders of our kernels and of Numba code in the bot."""
    if not bounds.linked:
        return {"HEPTAPOLIS_CACHE": str(CACHE.parents[1])}
    own = bounds.writable[0]
    return {"HEPTAPOLIS_CACHE": own, "NUMBA_CACHE_DIR": os.path.join(own, "numba")}
