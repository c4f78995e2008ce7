"""The vocabulary of the omens."""

from heptapolis.vocabulary import Column, Key, ThingKind, Verb, Vocabulary
from tests.toys.omens.cards import Omen
from tests.toys.omens.events import Foreseen

OMENS = Column("omens", ("omens", "Omens"), sign="eye", tint="sky")
OMEN = ThingKind("omen", ("omens", "Omens"), Omen, "duel omen")
FORESEE = Verb(
    "foresee",
    keys=(Key("f", ("omens", "keep an omen")),),
    question=("omens", "First choose an omen to keep"),
)
VOCABULARY = Vocabulary(
    (OMENS,), (OMEN,), (FORESEE,), (Foreseen,), symbols={"eye": ("omens", "an open eye")}
)
