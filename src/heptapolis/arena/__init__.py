"""Tournaments of bots: schedule, games, results and reports.

Calling this package plays a tournament: ``hp.arena([MyBot(), "greedy"])``, see `match.arena`.

`schedule` lists the games of a plan, `workers` play them on all cores or on Ray, each by `play`;
`folder` stores them, `tournament` counts them deal by deal until `sequential` has an answer,
`standing` computes the results and `report` draws them.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heptapolis.arena.match import ArenaResult


class CallablePackage(ModuleType):
    """A callable package: importing any submodule makes ``hp.arena`` this package."""

    def __call__(self, *bots: Any, **options: Any) -> "ArenaResult":
        from heptapolis.arena.match import arena

        return arena(*bots, **options)


def __getattr__(name: str) -> Any:
    if name == "__signature__":  # for `inspect.signature`
        from inspect import signature

        from heptapolis.arena.match import arena

        return signature(arena)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = CallablePackage
