"""The couriers' column of the score sheet a second time, from a position in plain Python."""

from collections import Counter
from typing import Any

import heptapolis as hp

BESIDE = {"left": (1,), "right": (-1,), "both": (1, -1)}  # the left neighbour is the next seat


def courier_points(game: hp.ClassicGame, seat: int) -> int:
    position: Any = game.position()
    cities, cards = position["cities"], game.edition.catalog.card
    total = 0
    for courier in position["couriers"]["sent"][seat]:
        color, _, way = courier.partition("_")
        for step in BESIDE.get(way, ()):
            buildings = cities[(seat + step) % len(cities)]["buildings"]
            total += Counter(cards[id].color.slug for id in buildings)[color]
    return total
