"""Which environments there are, under which names and versions."""

from dataclasses import dataclass, field
from typing import Any

HOME = "heptapolis.env"


@dataclass(frozen=True)
class Family:
    """A ruleset as an environment. Its version rises with its encoding's, or when rewards, agents
    or their order change: what was trained with a version plays with it for ever."""

    name: str  # "Duel": Gymnasium's heptapolis/Duel-v0, PettingZoo's duel_v0
    game: str  # a ruleset
    encoding: int  # its version
    version: int = 0
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def gymnasium_id(self) -> str:
        return f"heptapolis/{self.name}-v{self.version}"


FAMILIES = (
    Family("Classic", "classic", encoding=2),
    Family("FreeCity", "classic", encoding=2, options={"seats": 2}),
    Family("Leaders", "classic+leaders", encoding=2),
    Family("Duel", "duel", encoding=1),
)


def register_gymnasium() -> None:
    """Let `gymnasium.make` and `make_vec` know them."""
    from gymnasium.envs.registration import register, registry

    for one in FAMILIES:
        if one.gymnasium_id not in registry:
            register(
                one.gymnasium_id,
                entry_point=f"{HOME}.gymnasium:OneSeatEnv",
                vector_entry_point=f"{HOME}.batch:OneSeatVectorEnv",
                kwargs={"game": one.game, **one.options},
            )
