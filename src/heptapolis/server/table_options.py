"""What can be chosen for a table."""

from random import SystemRandom
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from heptapolis.classic.edition import edition_of
from heptapolis.contract import Game
from heptapolis.game import new
from heptapolis.server.errors import Refused

DAY = 86_400


class TableOptions(BaseModel):
    """A table's options; they stay as they are once it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: Literal["classic", "duel"] = "classic"
    seats: int = Field(
        default=3, ge=2, le=7, description="Classic: 2 is the Free City game. Duel has 2."
    )
    leaders: bool = Field(default=False, description="Classic with the Leaders expansion.")
    sides: Literal["random", "A", "B"] = Field(
        default="random", description="Classic: of drawn boards."
    )
    wonders: (
        list[str | None] | list[list[str]] | Literal["draft", "first_game"] | None
    ) = Field(
        default=None,
        description="Classic: a board for each seat, null is drawn. Duel: draft, first_game, or "
        "four ids for each seat.",
    )  # fmt: skip
    neutral_start: Literal["last", "choose"] = Field(
        default="last", description="Duel: who begins an age with the marker in the middle."
    )
    clock: int | None = Field(
        default=None, ge=10, le=7 * DAY, description="Seconds for a choice; then a bot makes it."
    )
    absent: Literal["wait", "bot"] = Field(
        default="wait", description="Who is not there: wait, or a bot plays until they are back."
    )
    hints: bool = Field(default=True, description="Players may ask for a hint.")
    private: bool = Field(default=True, description="Only who has the link finds the table.")
    spectators: bool = Field(default=True, description="Others may watch.")

    @property
    def players(self) -> int:
        return 2 if self.game == "duel" else self.seats

    @property
    def is_timed(self) -> bool:
        """Somebody has to look whether the players are late."""
        return self.clock is not None or self.absent == "bot"

    def settled(self) -> "TableOptions":
        """The same with every chance drawn and checked, so that a game can be made of it."""
        self._check_boards()
        settled = self.model_copy(update={"seats": self.players, "wonders": self._boards()})
        try:
            settled.new_game(0, None)
        except ValueError as error:
            raise Refused(422, "invalid_options", str(error)) from None
        return settled

    def new_game(self, seed: int, names: list[str] | None) -> Game:
        common: dict[str, Any] = {"seed": seed, "names": names, "wonders": self.wonders}
        if self.game == "duel":
            duel: Game = new("duel", neutral_start=self.neutral_start, **common)
            return duel
        classic: Game = new(
            "classic", seats=self.seats, leaders=self.leaders, sides=self.sides, **common
        )
        return classic

    def _check_boards(self) -> None:
        """What people get wrong when they choose boards has a name of its own."""
        given = self.wonders
        if self.game == "duel" or not isinstance(given, list):
            return
        named = [str(board).partition(":")[0] for board in given if board]
        if len(set(named)) < len(named):
            raise Refused(422, "same_wonder", f"wonders: a board is there twice in {given}")
        catalog = edition_of(None, True).catalog
        known = [catalog.wonder[id] for id in named if id in catalog.wonder]
        if not self.leaders and any(catalog.needs_leaders(wonder) for wonder in known):
            raise Refused(422, "needs_leaders", f"wonders: one of {given} needs leaders")

    def _boards(self) -> Any:
        """Boards for the seats that named none, from those that nobody has named."""
        given = self.wonders
        if self.game == "duel" or not isinstance(given, list) or None not in given:
            return given
        catalog, rng = edition_of(None, self.leaders).catalog, SystemRandom()
        named = {str(board).partition(":")[0] for board in given if board}
        wonders = [w for w in catalog.wonders if self.leaders or not catalog.needs_leaders(w)]
        free = [w.id for w in wonders if w.id not in named]
        missing = sum(board is None for board in given)
        if len(free) < missing:
            return given
        drawn = iter(rng.sample(free, missing))
        sides = "AB" if self.sides == "random" else self.sides
        return [f"{next(drawn)}:{rng.choice(sides)}" if board is None else board for board in given]
