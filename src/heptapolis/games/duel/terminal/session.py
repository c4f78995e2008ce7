"""A person at a table of Duel."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from heptapolis.events import Event
from heptapolis.games.duel.game import DuelGame
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.terminal.answer import TypedDecision
from heptapolis.games.duel.terminal.catalog import thing_sheet
from heptapolis.games.duel.terminal.choices import things_table
from heptapolis.games.duel.terminal.city import full_panel
from heptapolis.games.duel.terminal.log import turn_log
from heptapolis.games.duel.terminal.screen import screen
from heptapolis.move import Move
from heptapolis.terminal.card_session import CardSession
from heptapolis.terminal.keyboard import InvalidAnswer
from heptapolis.terminal.session import HUMAN_SEAT


class DuelSession(CardSession[DuelGame, TypedDecision]):
    """Two cities and the structure between them."""

    @property
    def _wording(self) -> DuelWording:
        return DuelWording(self.game.view(HUMAN_SEAT), self.t)

    def _prompt(self) -> TypedDecision:
        return TypedDecision(self.game.view(HUMAN_SEAT))

    def _show(self, prompt: TypedDecision) -> None:
        for part in screen(prompt, self._wording, self.out.width):
            self.out.print(part)

    def _tell(self, turn: list[Event], before: list[Event]) -> RenderableType:
        return turn_log(turn, self._wording, HUMAN_SEAT, before)

    def _choose(self, answer: str, prompt: TypedDecision) -> bool:
        plans = prompt.understand(answer, self.t)
        move = plans[0] if len(plans) == 1 else self._choose_wonder(plans)
        if move:
            self.game.submit(HUMAN_SEAT, move)
        return move is not None

    def _choose_wonder(self, plans: list[Move]) -> Move | None:
        """Ask which wonder the card goes under; None goes back to the cards."""
        wording = self._wording
        self.out.print(Text(self.t.gettext("Which wonder?"), style="bold"))
        number = self._pick([wording.name_and_effect(plan.wonder or "") for plan in plans])
        return None if number is None else plans[number]

    def _look(self, which: str) -> None:
        wording, view = self._wording, self.game.view(HUMAN_SEAT)
        names = {seat: wording.player(seat).plain for seat in range(view.players)}
        start = which.casefold()
        for seat, name in names.items():
            if start and (start == str(seat + 1) or name.casefold().startswith(start)):
                self.out.print(full_panel(view.city(seat), wording, HUMAN_SEAT))
                return
        known = ", ".join(f"{seat + 1} {name}" for seat, name in names.items())
        raise InvalidAnswer(self.t.gettext("Which city? %(cities)s", cities=known))

    def _own_key(self, key: str, rest: str, prompt: TypedDecision) -> bool:
        t, view = self.t, self.game.view(HUMAN_SEAT)
        if key == "d":
            self._list(t.gettext("The discard pile"), t.gettext("Card"), view.discard)
        elif key == "t":
            self._list(t.gettext("Progress tokens on the board"), t.gettext("Token"), view.tokens)
        return key in ("d", "t") or super()._own_key(key, rest, prompt)

    def _list(self, title: str, heading: str, ids: list[str]) -> None:
        """Return things that lie open, in words."""
        if not ids:
            raise InvalidAnswer(self.t.gettext("Nothing here."))
        self.out.print(things_table(title, heading, ids, {}, self._wording, self.out.width))

    def _sheet(self, thing: Any) -> RenderableType:
        return thing_sheet(thing, self.game.edition.catalog, self.t)

    def _keys(self) -> dict[str, str]:
        t = self.t
        return {
            "1, 1b": t.gettext("build card 1, or choose option 1"),
            "1w2": t.gettext("build your wonder w2 with card 1 under it"),
            "1w": t.gettext("the same, but asks which wonder"),
            "1d": t.gettext("discard card 1 for coins"),
            "build altar": t.gettext("a move in full, as in records"),
            "c 2, c bot": t.gettext("look at a city"),
            "i 1, i altar": t.gettext("look at a card, a wonder or a token"),
            "t, d": t.gettext("explain the progress tokens, the discard pile"),
            "● −2 ◆": t.gettext(
                "the track: marker, coins lost when it gets there, capital; "
                "your shields push the marker to the right"
            ),
        }
