"""How the rules work: jitted functions over records, no Python objects, no hidden chance.

`entry` marks what is called from outside, `inlined` what one function alone calls, `common` small
sums that Python does too, `jit` the rest.
The disk cache lives in a folder named by a hash of every source it could depend on, since Numba's
own cache does not notice an edit in another file.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import register_jitable

from heptapolis.kernel.compiling import share
from heptapolis.kernel.parts import PartCompiler

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config
JIT = not config.DISABLE_JIT
if not JIT:
    np.seterr(over="ignore")  # our random numbers wrap around on purpose


def _cache_folder() -> Path:
    """One folder for each version of sources, Python, Numba and bounds checking; and for each place
    they lie in, since Numba finds compiled code by the path of its source."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for source in sorted([*here.rglob("*.py"), here.parent / "codes.py"]):
        digest.update(source.read_bytes())
    digest.update(repr((sys.version, numba.__version__, config.BOUNDSCHECK, str(here))).encode())
    home = os.environ.get("HEPTAPOLIS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    folder = Path(home) if home else Path.home() / ".cache"
    return folder / "heptapolis" / digest.hexdigest()[:16]


njit: Any = numba.njit  # its stubs do not know all options


def _usable(folder: Path) -> Path:
    """The folder, or where nothing can be written there (a container, somebody else's home) one for
    this process and those that it starts, which is said once."""
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


CACHE = _usable(_cache_folder()) if JIT else _cache_folder()


def entry(function: F) -> F:
    """Compile a way into the kernel: cached on disk, and without the interpreter's lock."""
    compiled: F = njit(function, nogil=True, no_cfunc_wrapper=True)
    if JIT:
        share(compiled, CACHE)
    return compiled


def jit(function: F) -> F:
    """Compile what only the kernel itself calls: no wrapper for Python, no file and no machine code
    of its own, since every `entry` holds all it needs."""
    compiled: F = njit(
        function, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
        pipeline_class=PartCompiler,
    )  # fmt: skip
    return compiled


def inlined(function: F) -> F:
    """What one function alone calls is a part of it, compiled with it: much faster to run, and for
    all but the largest functions to compile."""
    compiled: F = njit(
        function, nogil=True, inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return compiled


def common(function: F) -> F:
    """A small sum that both sides do: Python as it stands, the kernel compiled."""
    usable: F = register_jitable(function)
    return usable


def records(array: Any) -> Any:
    """An array of records as the kernel takes it: without the JIT, fields need attribute access."""
    return array if JIT else array.view(np.recarray)


def empty_record(dtype: Any) -> Any:
    """One record of zeros, as the kernel takes it; NumPy's own ways take ten times as long."""
    return records(np.frombuffer(bytearray(dtype.itemsize), dtype))
