"""A person at a table of classic."""

from rich.console import RenderableType
from rich.text import Text

from heptapolis.classic.game import ClassicGame
from heptapolis.events import Event
from heptapolis.move import Move
from heptapolis.narration.wording import ClassicWording
from heptapolis.terminal.classic.answer import Decision
from heptapolis.terminal.classic.city import full_panel
from heptapolis.terminal.classic.log import turn_log
from heptapolis.terminal.classic.screen import screen
from heptapolis.terminal.keyboard import Puzzled
from heptapolis.terminal.session import ME, Sitting


class ClassicSitting(Sitting[ClassicGame, Decision]):
    """Neighbours, hands and stages."""

    @property
    def _wording(self) -> ClassicWording:
        return ClassicWording(self.game.view(ME), self.t)

    def _question(self) -> Decision:
        return Decision(self.game.view(ME))

    def _show(self, question: Decision) -> None:
        for part in screen(question, ClassicWording(question.view, self.t), self.out.width):
            self.out.print(part)

    def _tell(self, turn: list[Event], before: list[Event]) -> RenderableType:
        now = turn[0].age, turn[0].turn
        earlier = [event for event in before if (event.age, event.turn) == now]
        return turn_log(turn, self._wording, ME, earlier)

    def _choose(self, answer: str, question: Decision) -> bool:
        plans = question.understand(answer, self.t)
        move = plans[0] if len(plans) == 1 else self._choose_plan(plans, question)
        if move:
            self.game.submit(ME, move)
        return move is not None

    def _choose_plan(self, plans: list[Move], question: Decision) -> Move | None:
        """Which of several payments; None goes back to the cards."""
        wording = ClassicWording(question.view, self.t)
        self.out.print(Text(self.t.gettext("There are several ways to pay:"), style="bold"))
        chosen = self._pick([wording.price(question.city, plan) for plan in plans])
        return None if chosen is None else plans[chosen]

    def _look(self, which: str) -> None:
        wording, view = self._wording, self.game.view(ME)
        names = {
            seat: {str(seat + 1), wording.city(seat).casefold(), view.city(seat).board.casefold()}
            for seat in range(view.n_cities)
        }
        wanted = which.casefold()
        exact = [seat for seat in names if wanted in names[seat]]
        near = [s for s in names if wanted and any(n.startswith(wanted) for n in names[s])]
        for seat in exact or near[:1]:
            self.out.print(full_panel(view.city(seat), wording))
            return
        known = ", ".join(f"{seat + 1} {wording.city(seat)}" for seat in names)
        raise Puzzled(self.t.gettext("Which city? %(cities)s", cities=known))

    def _keys(self) -> dict[str, str]:
        t = self.t
        leaders = {
            "1, 1k": t.gettext("in the draft: keep leader 1"),
            "1, 1r": t.gettext("in a recruitment: recruit leader 1"),
        }
        return {
            **(leaders if self.game.leaders else {}),
            "1, 1b": t.gettext("build card 1"),
            "1s": t.gettext("build the next stage of your wonder with card 1"),
            "1d": t.gettext("discard card 1 for coins"),
            "1f": t.gettext("build card 1 for free with your wonder's power"),
            "p": t.gettext("pass, where that is possible"),
            "build altar left=2": t.gettext("a move written out, as in records"),
            "u": t.gettext("take back your choice while others are still choosing"),
            "c 2, c giza": t.gettext("look at a city"),
            "i 1, i altar": t.gettext("look at a card, a leader or a wonder"),
        }
