"""A person at a table of classic."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from heptapolis.events import Event
from heptapolis.games.classic.game import ClassicGame
from heptapolis.games.classic.terminal.answer import TypedDecision
from heptapolis.games.classic.terminal.catalog import thing_sheet
from heptapolis.games.classic.terminal.city import full_panel
from heptapolis.games.classic.terminal.log import turn_log
from heptapolis.games.classic.terminal.screen import screen
from heptapolis.games.classic.terminal.wording import PlaceWording
from heptapolis.move import Move
from heptapolis.terminal.card_session import CardSession
from heptapolis.terminal.keyboard import InvalidAnswer
from heptapolis.terminal.session import HUMAN_SEAT


class ClassicSession(CardSession[ClassicGame, TypedDecision]):
    """Neighbours, hands and stages."""

    @property
    def _wording(self) -> PlaceWording:
        return PlaceWording(self.game.view(HUMAN_SEAT), self.t)

    def _prompt(self) -> TypedDecision:
        return TypedDecision(self.game.view(HUMAN_SEAT))

    def _show(self, prompt: TypedDecision) -> None:
        for part in screen(prompt, PlaceWording(prompt.view, self.t), self.out.width):
            self.out.print(part)

    def _tell(self, turn: list[Event], before: list[Event]) -> RenderableType:
        return turn_log(turn, self._wording, HUMAN_SEAT, before)

    def _choose(self, answer: str, prompt: TypedDecision) -> bool:
        plans = prompt.understand(answer, self.t)
        move = plans[0] if len(plans) == 1 else self._choose_plan(plans, prompt)
        if move:
            self.game.submit(HUMAN_SEAT, move)
        return move is not None

    def _choose_plan(self, plans: list[Move], prompt: TypedDecision) -> Move | None:
        """Ask for one of several payments; None goes back to the cards."""
        wording = PlaceWording(prompt.view, self.t)
        if len({plan.verb for plan in plans}) > 1:  # verbs of an expansion
            number = self._pick([wording.move(plan, HUMAN_SEAT) for plan in plans])
        else:
            self.out.print(Text(self.t.gettext("Choose how to pay:"), style="bold"))
            number = self._pick([wording.price(prompt.city, plan) for plan in plans])
        return None if number is None else plans[number]

    def _look(self, which: str) -> None:
        wording, view = self._wording, self.game.view(HUMAN_SEAT)
        names = {
            seat: {
                str(seat + 1),
                wording.city(seat).plain.casefold(),
                view.city(seat).board.casefold(),
            }
            for seat in range(view.n_cities)
        }
        start = which.casefold()
        exact = [seat for seat in names if start in names[seat]]
        near = [s for s in names if start and any(n.startswith(start) for n in names[s])]
        for seat in exact or near[:1]:
            self.out.print(full_panel(view.city(seat), wording))
            return
        known = ", ".join(f"{seat + 1} {wording.city(seat)}" for seat in names)
        raise InvalidAnswer(self.t.gettext("Which city? %(cities)s", cities=known))

    def _sheet(self, thing: Any) -> RenderableType:
        return thing_sheet(thing, self.game.edition.catalog, self.t)

    def _keys(self) -> dict[str, str]:
        t = self.t
        leaders = {
            "1, 1k": t.gettext("when drafting: keep leader 1"),
            "1, 1r": t.gettext("when recruiting: recruit leader 1"),
        }
        return {
            **(leaders if self.game.leaders else {}),
            "1, 1b": t.gettext("build card 1"),
            "1s": t.gettext("build the next stage of your wonder with card 1"),
            "1d": t.gettext("discard card 1 for coins"),
            "1f": t.gettext("build card 1 for free with your wonder's power"),
            "p": t.gettext("pass, if allowed"),
            "build altar left=2": t.gettext("a move in full, as in records"),
            "u": t.gettext("take back your choice while others are still choosing"),
            "c 2, c giza": t.gettext("look at a city"),
            "i 1, i altar": t.gettext("look at a card, a leader or a wonder"),
        }
