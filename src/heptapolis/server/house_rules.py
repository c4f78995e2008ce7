"""Register house rules of a club while a server runs with their files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from heptapolis.variants import Variant, register_house, registered_variants, unregister


@contextmanager
def house_rules(files: Sequence[Path]) -> Iterator[None]:
    """Register the variants of these files. An error in one is reported in a line."""
    files_of_others = {variant.house for variant in registered_variants().values()}
    own: list[Variant] = []
    try:
        for file in files:
            if file.resolve() not in files_of_others:  # of another server in this process
                own.append(register_house(file))
        yield
    finally:
        for variant in own:
            unregister(variant.id)
