"""The actions of a city with its leaders."""

from heptapolis.games.classic.codes import Special

from .city import City
from .moves import Action, Offer, stages

EVERY_TURN = "always"  # Rome A (L24)
NEXT_RECRUITMENTS = "recruitment_phases_after_entering_play"  # Maecenas (L22)


def leader_offer(city: City, leader_id: str) -> Offer:
    """Return the uses of a leader in a recruitment; passing is not possible (L3)."""
    return Offer(
        leader_id,
        _recruits(city, leader_id),
        [],
        stages(city, leader_id),  # L6, L7: the stage's cost, with trade
        [Action("discard", leader_id)],  # L5
    )


def extra_leaders(city: City, leader_ids: list[str]) -> list[Action]:
    """Return the uses for Rome B's additional leader: recruit or pass (L41)."""
    found = [action for id in leader_ids for action in _recruits(city, id)]
    return [*found, Action("pass")]


def courts(leader_ids: list[str]) -> list[Action]:
    """Return the leaders that Courtesans Guild can mark; one must be chosen (L46)."""
    return [Action("court", id) for id in leader_ids]


def _recruits(city: City, leader_id: str) -> list[Action]:
    price = leader_price(city, leader_id)
    return [Action("recruit", leader_id, printed_coins=price)] if price <= city.coins else []


def leader_price(city: City, leader_id: str) -> int:
    """Return the coins to the bank (L8), after all reductions."""
    if city.recruits_free or has_patron(city, EVERY_TURN):
        return 0
    own: list[int] = [power["self"] for power in city.powers(Special.LEADER_DISCOUNT)]
    near = city.left.powers(Special.LEADER_DISCOUNT) + city.right.powers(Special.LEADER_DISCOUNT)
    others: list[int] = [power["neighbours"] for power in near]
    cost = city.catalog.leader[leader_id].cost
    return max(0, cost - sum(own) - sum(others))  # L38: no refund


def has_patron(city: City, scope: str) -> bool:
    """Return whether a power makes leaders free within this scope."""
    return any(power["scope"] == scope for power in city.powers(Special.FREE_LEADERS))


def keeps_leaders(city: City) -> bool:
    # L43: Rome B can use its leaders until the end
    stages = [stage.effect.special for stage in city.side.stages]
    return Special.RECRUIT_EXTRA_LEADER in stages
