"""The cards of Leaders: data file, model, checks, JSON, tables."""

from pathlib import Path

from heptapolis.cards.source import CatalogPart, Kind
from heptapolis.games.classic.codes import FIRST_LEADER, LEADERS
from heptapolis.games.classic.leaders.cards.check import check_leaders
from heptapolis.games.classic.leaders.cards.export import leader_json, leaders_json
from heptapolis.games.classic.leaders.cards.model import Leader
from heptapolis.games.classic.leaders.cards.tables import fill_leaders

__all__ = ["PART", "Leader"]

PART = CatalogPart(
    id="leaders",
    files=(Path(__file__).parent / "leaders.toml",),
    kinds=(
        Kind(
            record=Leader,
            items=range(FIRST_LEADER, FIRST_LEADER + LEADERS),  # classic has room for them
            plural="leaders",
            export=leader_json,
        ),
    ),
    check=check_leaders,
    fill=fill_leaders,
    reshape=leaders_json,
)
