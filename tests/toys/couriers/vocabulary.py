"""The vocabulary of the couriers."""

from heptapolis.vocabulary import Column, Key, Phase, ThingKind, Verb, Vocabulary
from tests.toys.couriers.cards import Courier
from tests.toys.couriers.events import Sent, Stayed

COURIERS = Column(
    "couriers",
    ("couriers", "Couriers"),
    sign="coin",
    tint="sky",
    about=("couriers", "Points from the couriers sent."),
)
COURIER = ThingKind("courier", ("couriers", "Couriers"), Courier, "classic courier")
SEND = Verb(
    "send",
    keys=(Key("s", ("couriers", "send a courier")),),
    question=("couriers", "First choose a courier to send"),
    deed=("couriers", "send"),
)
SENDING = Phase("send", ("send",), ("couriers", "Send one of your couriers, or pass"))
VOCABULARY = Vocabulary((COURIERS,), (COURIER,), (SEND,), (Sent, Stayed), phases=(SENDING,))
