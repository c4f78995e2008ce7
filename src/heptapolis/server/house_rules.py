"""House rules of a club: variants beside ours while a server runs that was given their files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from heptapolis.variants import Variant, register_house, registered, unregister


@contextmanager
def house_rules(files: Sequence[Path]) -> Iterator[None]:
    """Make the variants of some files known; a mistake in one is told in a line."""
    known = {one.house for one in registered().values()}
    own: list[Variant] = []
    try:
        for file in files:
            if file.resolve() not in known:  # another server of this process may serve it too
                own.append(register_house(file))
        yield
    finally:
        for variant in own:
            unregister(variant.id)
