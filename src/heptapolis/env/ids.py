"""The environments of all games, by name and version."""

from heptapolis.slots import ENCODING, STEPPER
from heptapolis.variants import Ruleset, rulesets, vocabularies
from heptapolis.vocabulary import Environment

PACKAGE = "heptapolis.env"


def families() -> tuple[Environment, ...]:
    """Return the environments that games and expansions declare, and one for every other ruleset
    with an encoding."""
    declared = [family for words in vocabularies() for family in words.environments]
    taken = {family.game for family in declared}
    others = [one for one in rulesets() if str(one) not in taken and _is_encoded(one)]
    return (*declared, *(Environment(_name(one), str(one)) for one in others))


def _is_encoded(rules: Ruleset) -> bool:
    return rules.variant.house is None and rules.has(ENCODING) and rules.has(STEPPER)


def _name(rules: Ruleset) -> str:
    """Return "ChessGold" for chess+gold."""
    words = str(rules).replace("+", "_").split("_")
    return "".join(word.capitalize() for word in words)


def register_gymnasium() -> None:
    """Register the environments for `gymnasium.make` and `make_vec`; call it again for games that
    are registered later."""
    from gymnasium.envs.registration import register, registry

    for one in families():
        if one.gymnasium_id not in registry:
            register(
                one.gymnasium_id,
                entry_point=f"{PACKAGE}.gymnasium:OneSeatEnv",
                vector_entry_point=f"{PACKAGE}.batch:OneSeatVectorEnv",
                kwargs={"game": one.game, **one.options},
            )
