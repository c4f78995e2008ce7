"""The columns of a city of classic in a dataset."""

from heptapolis.games.classic.game import ClassicGame


class ClassicCityPart:
    """Its board, the cards and leaders in play."""

    kinds = ("wonders", "buildings", "leaders")

    def things(self, game: ClassicGame, seat: int) -> dict[str, list[str]]:
        city = game.city(seat)
        return {"wonders": [city.board], "buildings": city.buildings, "leaders": city.leaders}


CITY = ClassicCityPart()
