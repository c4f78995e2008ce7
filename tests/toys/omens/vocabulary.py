"""The vocabulary of the omens."""

from heptapolis.vocabulary import Column, Key, Phase, ThingKind, Verb, Vocabulary
from tests.toys.omens.cards import Omen
from tests.toys.omens.events import Foreseen

OMENS = Column(
    "omens",
    ("omens", "Omens"),
    sign="eye",
    tint="sky",
    about=("omens", "Points from the omens kept; dark ones take points away."),
)
OMEN = ThingKind("omen", ("omens", "Omens"), Omen, "duel omen")
FORESEE = Verb(
    "foresee",
    keys=(Key("f", ("omens", "keep an omen")),),
    question=("omens", "First choose an omen to keep"),
    deed=("omens", "keep the omen"),
)
FORESEEING = Phase("foresee", ("foresee",), ("omens", "Keep one of these omens"))
VOCABULARY = Vocabulary(
    (OMENS,),
    (OMEN,),
    (FORESEE,),
    (Foreseen,),
    phases=(FORESEEING,),
    symbols={"eye": ("omens", "an open eye")},
)
