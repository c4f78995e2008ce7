"""Duel as a variant: what every layer may ask about it."""

from heptapolis.duel.options import DuelOptions
from heptapolis.variants import Variant

COLUMNS: tuple[str, ...] = (
    "civilian", "science", "commercial", "guilds", "wonders", "progress", "coins", "military",
    "total",
)  # fmt: skip

VARIANT = Variant(
    id="duel",
    titles={"en": "Duel", "uk": "Дуель", "hu": "Párbaj", "ru": "Дуэль"},
    seats=range(2, 3),
    options=DuelOptions,
    columns=COLUMNS,
    home="heptapolis.duel.engine",
    rules_version=1,
    has_hands=False,
)
