"""Classic as a variant: what every layer may ask about it."""

from heptapolis.classic.options import ClassicOptions
from heptapolis.variants import Variant

COLUMNS: tuple[str, ...] = (
    "military", "treasury", "wonder", "civilian", "science", "commercial", "guilds", "leaders",
    "total",
)  # fmt: skip

VARIANT = Variant(
    id="classic",
    titles={"en": "Classic", "uk": "Класична гра", "hu": "Klasszikus", "ru": "Классическая игра"},
    seats=range(2, 8),
    options=ClassicOptions,
    columns=COLUMNS,
    home="heptapolis.classic.engine",
    rules_version=1,
    expansions={
        "leaders": {
            "en": "Classic with leaders",
            "uk": "Класична з лідерами",
            "hu": "Klasszikus vezetőkkel",
            "ru": "Классическая с лидерами",
        }
    },
)
