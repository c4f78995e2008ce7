"""Count a guest's games and wins, by game and by opposing level and character."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from heptapolis.bots.characters import CHARACTERS
from heptapolis.bots.levels import LEVELS
from heptapolis.i18n import Translator, players
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table_log import Chair
from heptapolis.server.table_options import TableOptions


@dataclass(frozen=True)
class WinCount:
    """Count games and wins of one kind. A shared victory is a win."""

    title: str
    games: int = 0
    wins: int = 0
    sign: str = ""  # the emblem of a character

    @property
    def percent(self) -> int:
        return round(100 * self.wins / self.games) if self.games else 0

    def and_one(self, is_won: bool) -> "WinCount":
        return replace(self, games=self.games + 1, wins=self.wins + is_won)


@dataclass(frozen=True)
class OwnResults:
    """Collect all counts of a guest."""

    total: WinCount
    by_game: Sequence[WinCount]
    by_level: Sequence[WinCount]


def results(ended: Iterable[StoredTable], guest: Guest, t: Translator) -> OwnResults:
    """Count a guest's finished games.

    Not counted are games in which several people shared the guest's device, abandoned games, and
    lessons.
    """
    total, by_game = WinCount(""), dict[str, WinCount]()
    by_level = {level: WinCount(players.level(level, t)) for level in LEVELS}
    by_level |= {id: WinCount(players.bot_title(id, t), sign=id) for id in CHARACTERS}
    for stored in ended:
        chairs = [Chair(**chair) for chair in stored.summary["chairs"]]
        mine = [seat for seat, chair in enumerate(chairs) if chair.guest == guest.id]
        ranking = stored.summary.get("ranking")
        if len(mine) != 1 or not ranking or stored.summary.get("lesson"):
            continue
        is_won = mine[0] in ranking[0]
        title = TableOptions.as_listed(stored.options).title(t.language)
        total = total.and_one(is_won)
        by_game[title] = by_game.get(title, WinCount(title)).and_one(is_won)
        for bot in {(chair.bot or "").partition(":")[0] for chair in chairs} & set(by_level):
            by_level[bot] = by_level[bot].and_one(is_won)
    games = sorted(by_game.values(), key=lambda one: -one.games)
    return OwnResults(total, games, [one for one in by_level.values() if one.games])
