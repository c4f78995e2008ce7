"""Tournaments of bots: what is played, by whom, and what the results say.

Called, this package plays one: ``hp.arena([MyBot(), "greedy"])``, see `match.arena`.

`schedule` says which games a plan consists of, `workers` play them on all cores or on Ray, each by
`play`; `folder` keeps them, `tournament` counts them deal by deal until `sequential` calls the
question answered, `standing` sums up and `report` draws.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heptapolis.arena.match import ArenaResult


class CallablePackage(ModuleType):
    """``hp.arena`` is this package as soon as anything of it is imported: so it can be called."""

    def __call__(self, *bots: Any, **options: Any) -> "ArenaResult":
        from heptapolis.arena.match import arena

        return arena(*bots, **options)


def __getattr__(name: str) -> Any:
    if name == "__signature__":  # for whoever asks how to call it
        from inspect import signature

        from heptapolis.arena.match import arena

        return signature(arena)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = CallablePackage
