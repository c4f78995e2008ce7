"""Optional dependencies: an error names the extra that installs the missing package."""

import sys
from importlib.util import find_spec

# Modules by the extra that installs them. `pyproject.toml` names their packages; a test compares.
MODULES = {
    "server": (
        "alembic",
        "babel",
        "fastapi",
        "itsdangerous",
        "jinja2",
        "prometheus_client",
        "python_multipart",
        "segno",
        "sqlalchemy",
        "uvicorn",
    ),
    "arena": ("matplotlib", "openskill"),
    "data": ("pyarrow",),
    "env": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "postgres": ("asyncpg",),
    "ray": ("ray",),
    "train": ("torch",),
    "cuda": ("numba_cuda",),
}


class MissingExtra(ImportError):
    """A feature needs an extra that is not installed."""


def require_extra(extra: str, what: str) -> None:
    """Raise MissingExtra if a module of an extra is missing; ``what`` is the feature that needs
    it."""
    missing = [name for name in MODULES[extra] if not is_installed(name)]
    if missing:
        names = ", ".join(missing[:3]) + (" …" if missing[3:] else "")
        raise MissingExtra(f"{what} needs {names}: pip install 'heptapolis[{extra}]'")


def require_package(name: str, what: str) -> None:
    """Raise MissingExtra if a package of no extra is missing; ``what`` is the feature that needs
    it."""
    if not is_installed(name):
        raise MissingExtra(f"{what} needs {name}: pip install {name}")


def is_installed(module: str) -> bool:
    """Return whether a module can be imported."""
    if module in sys.modules:
        return sys.modules[module] is not None
    try:
        return find_spec(module) is not None
    except ImportError:  # raised by import hooks
        return False
