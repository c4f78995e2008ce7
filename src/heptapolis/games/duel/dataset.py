"""A city of Duel as a dataset tells of it."""

from heptapolis.games.duel.game import DuelGame


class DuelCityPart:
    """Its four wonders and those of them that were built, its cards, its progress tokens."""

    kinds = ("wonders", "built_wonders", "buildings", "tokens")

    def things(self, game: DuelGame, seat: int) -> dict[str, list[str]]:
        city = game.city(seat)
        return {
            "wonders": city.wonders, "built_wonders": list(city.built_wonders),
            "buildings": city.buildings, "tokens": city.tokens,
        }  # fmt: skip


CITY = DuelCityPart()
