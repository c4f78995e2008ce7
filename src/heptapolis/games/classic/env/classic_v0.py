"""PettingZoo's `classic_v0`: `env()`, `raw_env()`, `parallel_env()`."""

from collections.abc import Iterable, Sequence
from typing import Literal, Unpack

from heptapolis.env.pettingzoo import makers
from heptapolis.env.table import EnvOptions


class ClassicEnvOptions(EnvOptions, total=False):
    """Options of the environments of classic."""

    seats: int
    leaders: bool
    wonders: Sequence[str | None] | None
    sides: Literal["random", "A", "B"]
    expansions: Iterable[str]


def options(**_: Unpack[ClassicEnvOptions]) -> None:
    """Take the options of `env`, `raw_env` and `parallel_env`."""


env, raw_env, parallel_env = makers("Classic", options)
