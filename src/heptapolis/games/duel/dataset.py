"""The columns of a city of Duel in a dataset."""

from heptapolis.games.duel.game import DuelGame


class DuelCityPart:
    """Its four wonders, the built ones, its cards, its progress tokens."""

    kinds = ("wonders", "built_wonders", "buildings", "tokens")

    def things(self, game: DuelGame, seat: int) -> dict[str, list[str]]:
        city = game.city(seat)
        return {
            "wonders": city.wonders,
            "built_wonders": list(city.built_wonders),
            "buildings": city.buildings,
            "tokens": city.tokens,
        }


CITY = DuelCityPart()
