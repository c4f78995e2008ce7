"""The environments that games declare, by name and version."""

from heptapolis.variants import vocabularies

PACKAGE = "heptapolis.env"
FAMILIES = tuple(family for words in vocabularies() for family in words.environments)


def register_gymnasium() -> None:
    """Register the environments for `gymnasium.make` and `make_vec`."""
    from gymnasium.envs.registration import register, registry

    for one in FAMILIES:
        if one.gymnasium_id not in registry:
            register(
                one.gymnasium_id,
                entry_point=f"{PACKAGE}.gymnasium:OneSeatEnv",
                vector_entry_point=f"{PACKAGE}.batch:OneSeatVectorEnv",
                kwargs={"game": one.game, **one.options},
            )
