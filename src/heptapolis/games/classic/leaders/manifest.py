"""The manifest of Leaders: all that the layers need from it."""

from heptapolis import slots
from heptapolis.variants import Expansion

# Classic's own parts know the leaders.
PARTS = slots.Parts()
PARTS.keeps(
    slots.STRATEGY, slots.GUIDED_SEARCH, slots.QUICK_PLAYERS, slots.ENCODING, slots.STEPPER,
    slots.CUDA_STEPPER, slots.TRAINING, slots.DATASET, slots.SIMULATION, slots.BALANCE,
)  # fmt: skip

EXPANSION = Expansion(
    id="leaders",
    game="classic",
    titles={"en": "Leaders", "uk": "Лідери", "hu": "Vezetők", "ru": "Лидеры"},
    game_titles={
        "en": "Classic with leaders",
        "uk": "Класична з лідерами",
        "hu": "Klasszikus vezetőkkel",
        "ru": "Классическая с лидерами",
    },
    package="heptapolis.games.classic.leaders",
    parts=PARTS,
    has_flag=True,
)
