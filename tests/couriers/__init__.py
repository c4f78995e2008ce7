"""Couriers: a small expansion of classic that only tests have, in this folder and nowhere else."""

from heptapolis import slots
from heptapolis.variants import Expansion

PARTS = slots.Parts()


@PARTS.fills(slots.RULES)
def _rules() -> object:
    from tests.couriers.game import COURIERS_PART

    return COURIERS_PART


EXPANSION = Expansion(
    id="couriers",
    game="classic",
    titles={"en": "Couriers"},
    game_titles={"en": "Classic with couriers"},
    package="tests.couriers",
    columns=("couriers",),
    verbs=("send",),
    parts=PARTS,
)
