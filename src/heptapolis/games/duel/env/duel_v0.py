"""PettingZoo's `duel_v0`: `env()`, `raw_env()`, `parallel_env()`."""

from collections.abc import Iterable
from typing import Literal, Unpack

from heptapolis.env.pettingzoo import makers
from heptapolis.env.table import EnvOptions
from heptapolis.games.duel.options import Wonders


class DuelEnvOptions(EnvOptions, total=False):
    """Options of the environments of Duel."""

    wonders: Wonders
    neutral_start: Literal["last", "choose"]
    expansions: Iterable[str]


def options(**_: Unpack[DuelEnvOptions]) -> None:
    """Take the options of `env`, `raw_env` and `parallel_env`."""


env, raw_env, parallel_env = makers("Duel", options)
