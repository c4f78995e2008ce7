"""The vocabulary of the couriers."""

from heptapolis.vocabulary import Column, Key, ThingKind, Verb, Vocabulary
from tests.toys.couriers.cards import Courier
from tests.toys.couriers.events import Sent, Stayed

COURIERS = Column("couriers", ("couriers", "Couriers"), sign="coin", tint="sky")
COURIER = ThingKind("courier", ("couriers", "Couriers"), Courier, "classic courier")
SEND = Verb(
    "send",
    keys=(Key("s", ("couriers", "send a courier")),),
    question=("couriers", "First choose a courier to send"),
)
VOCABULARY = Vocabulary((COURIERS,), (COURIER,), (SEND,), (Sent, Stayed))
