"""Which environments there are: those that games declare, under their names and versions."""

from heptapolis.variants import vocabularies

HOME = "heptapolis.env"
FAMILIES = tuple(family for words in vocabularies() for family in words.environments)


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
