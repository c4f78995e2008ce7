"""What a plain install leaves out: an extra brings it, and who lacks one is told its name."""

import sys
from importlib.util import find_spec

# Modules, by the extra that brings them. `pyproject.toml` names their packages; a test compares.
MODULES = {
    "server": (
        "alembic", "babel", "fastapi", "itsdangerous", "jinja2", "python_multipart", "segno",
        "sqlalchemy", "uvicorn",
    ),
    "arena": ("matplotlib", "openskill"),
    "data": ("pyarrow",),
    "env": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "postgres": ("asyncpg",),
    "ray": ("ray",),
    "train": ("torch",),
    "cuda": ("numba_cuda",),
}  # fmt: skip


class MissingExtra(ImportError):
    """Something was asked for that a plain install does not bring."""


def require_extra(extra: str, what: str) -> None:
    """Complain where a package of an extra is missing that ``what`` needs."""
    missing = [name for name in MODULES[extra] if not is_installed(name)]
    if missing:
        names = ", ".join(missing[:3]) + (" …" if missing[3:] else "")
        raise MissingExtra(f"{what} needs {names}: pip install 'heptapolis[{extra}]'")


def is_installed(module: str) -> bool:
    """The module can be imported."""
    if module in sys.modules:
        return sys.modules[module] is not None
    try:
        return find_spec(module) is not None
    except ImportError:  # whoever looks for modules here may say so
        return False
