"""Whether Numba has the private parts that we replace, as in the versions that were tested.

`uncompiled` and `shared_cache` replace private parts of Numba. Both raise ImportError where these
are missing or untested; the kernel then uses what Numba documents instead.
"""

from typing import Any

import numba

FIRST_UNTESTED = (0, 69)  # the first version of Numba that was not tested


def check_internals(*attributes: tuple[type[Any], str]) -> None:
    """Raise ImportError unless this version of Numba was tested and its classes have these
    attributes."""
    if numba.version_info[:2] >= FIRST_UNTESTED:
        raise ImportError(f"Numba {numba.__version__} was not tested")
    for owner, name in attributes:
        if not hasattr(owner, name):
            raise ImportError(f"Numba {numba.__version__} has no {owner.__name__}.{name}")
