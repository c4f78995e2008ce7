"""A person plays against bots at the terminal."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots import Bot, bot
from heptapolis.classic.game import ClassicGame as Game
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.game import new
from heptapolis.i18n import Translator, translator
from heptapolis.move import Move
from heptapolis.terminal import console, write_text
from heptapolis.terminal.catalog import sheet, similar, spellings
from heptapolis.terminal.city import full_panel
from heptapolis.terminal.decision import Decision, Puzzled
from heptapolis.terminal.log import turn_log, turns
from heptapolis.terminal.progress import warm
from heptapolis.terminal.replay import recorded_game
from heptapolis.terminal.score import score_sheet
from heptapolis.terminal.screen import screen
from heptapolis.terminal.wording import Wording

ME = 0
Ask = Callable[[str], str]
# The same keys on a Cyrillic keyboard, for whoever does not want to switch.
KEYS = str.maketrans("исваыігдйзлкш", "bcdfssulqpkri")


class Leave(Exception):
    """The person goes; the game stands as it is."""


def play(
    *,
    seats: int = 3,
    leaders: bool = False,
    wonder: str | None = None,
    sides: str = "random",
    seed: int | None = None,
    name: str | None = None,
    language: str = "en",
    house: Path | None = None,
    save: Path | None = None,
    ask: Ask = input,
    out: Console | None = None,
) -> None:
    """A game from its start, or from where the saved one stands, to its end."""
    out, t = out or console(), translator(language)
    warm(out, t)
    if save and save.exists():
        game = recorded_game(save, house)
        if not game.is_over:
            out.print(t.gettext("The game in %(file)s goes on.", file=save))
    else:
        names = [name or t.gettext("You")]
        names += [t.gettext("Bot %(n)d", n=seat + 1) for seat in range(1, seats)]
        options: dict[str, Any] = {
            "leaders": leaders,
            "seed": seed,
            "sides": sides,
            "catalog": house,
        }
        boards = _boards(wonder, seats, options) if wonder else None
        game = new("classic", seats=seats, names=names, wonders=boards, **options)
    Sitting(game, t, ask, out, save).play()


def _boards(wonder: str, seats: int, options: dict[str, Any]) -> list[str]:
    """Drawn boards, but the wanted one for the person; whoever drew it gets the person's."""
    drawn = new(seats=seats, **options)
    boards = [city.board for city in drawn.cities]
    place, _, side = wonder.partition(":")
    wanted = f"{place.lower()}:{side.upper() or boards[ME][-1]}"
    for seat, board in enumerate(boards):
        if board.partition(":")[0] == place.lower():
            boards[seat] = boards[ME]
    boards[ME] = wanted
    wonders = drawn.edition.catalog.wonder
    if seats == 2 and drawn.edition.catalog.needs_leaders(wonders[boards[-1].partition(":")[0]]):
        boards[1:] = boards[:0:-1]  # the Free City has no use for Rome (L75)
    return boards


class Sitting:
    """One person at one table, from here to the end or until they leave."""

    def __init__(
        self, game: Game, t: Translator, ask: Ask, out: Console, save: Path | None
    ) -> None:
        self.game, self.t, self.out, self.save = game, t, out, save
        self._ask = ask
        self._rivals: Bot = bot("random")
        record = game.record()
        self._rng = Random(f"{record.seed} {len(record.lines)}")
        moments = [(event.age, event.turn) for event in game.events]
        # Who comes back is told of the last turn again.
        self._told = moments.index(moments[-1]) if moments else 0

    def play(self) -> None:
        """Ask the person, then the bots, until all is done."""
        try:
            while not self.game.is_over:
                self._keep()
                self._tell_news()
                if ME in self.game.to_move:
                    self._decide()
                else:
                    self._let_bots_choose()
            self._keep()
            self._tell_news()
            self._finish()
        except (Leave, EOFError, KeyboardInterrupt):
            self._say_goodbye()

    def _let_bots_choose(self) -> None:
        """All that is decided before the person's next turn comes."""
        while (waiting := self.game.to_move) and ME not in waiting:
            view = self.game.view(waiting[0])
            self.game.submit(waiting[0], self._rivals.choose(view, self._rng))

    def _keep(self) -> None:
        """The record so far, if somebody wants it."""
        if self.save:
            write_text(self.save, str(self.game.record()))

    # ── telling ──────────────────────────────────────────────────────────────────────────────────

    @property
    def _wording(self) -> Wording:
        return Wording(self.game.view(ME), self.t)

    def _tell_news(self) -> None:
        events = self.game.view(ME).events
        told = events[: self._told]
        for turn in turns(events[self._told :]):
            now = turn[0].age, turn[0].turn
            earlier = [event for event in told if (event.age, event.turn) == now]
            self.out.print(turn_log(turn, self._wording, ME, earlier))
        self._told = len(events)

    def _finish(self) -> None:
        self.out.print(Padding(score_sheet(self.game, self.t, ME), (1, 0)))
        if self.save:
            command = f"hepta replay {self.save}"
            self.out.print(self.t.gettext("See it again: %(command)s", command=command))

    def _say_goodbye(self) -> None:
        self.out.print()
        if self.save:
            command = f"hepta play --save {self.save}"
            self.out.print(
                self.t.gettext("The game is kept. Go on with: %(command)s", command=command)
            )
        else:
            self.out.print(self.t.gettext("The game is not kept; --save FILE would keep it."))

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def _decide(self) -> None:
        """Ask until a choice is made or taken back; what is not understood gets one line."""
        decision = Decision(self.game.view(ME))
        self._show(decision)
        while True:
            try:
                if self._answered(decision):
                    return
            except (Puzzled, IllegalMove, InvalidText, UnicodeDecodeError) as error:
                reason = str(error).partition("; legal: ")[0]
                self.out.print(Text(reason, style="yellow"))

    def _show(self, decision: Decision) -> None:
        for part in screen(decision, Wording(decision.view, self.t), self.out.width):
            self.out.print(part)

    def _answered(self, decision: Decision) -> bool:
        """Take one line from the person; True if it settled the decision."""
        answer = _latin(self._ask(self.t.gettext("Your choice") + "> ").strip())
        command, _, rest = answer.partition(" ")
        match command.lower():
            case "":
                self._show(decision)
            case "?" | "h" | "help":
                self._help()
            case "l":
                self._log(rest)
            case "c":
                self._look(rest.strip())
            case "i":
                self._inspect(rest.strip(), decision)
            case "q":
                self._quit()
            case "u":
                self._take_back()
                return True
            case _:
                return self._submit(decision.understand(answer.lower(), self.t), decision)
        return False

    def _submit(self, plans: list[Move], decision: Decision) -> bool:
        move = plans[0] if len(plans) == 1 else self._choose_plan(plans, decision)
        if move:
            self.game.submit(ME, move)
        return move is not None

    def _choose_plan(self, plans: list[Move], decision: Decision) -> Move | None:
        """Which of several payments; None goes back to the cards."""
        wording = Wording(decision.view, self.t)
        self.out.print(Text(self.t.gettext("There are several ways to pay:"), style="bold"))
        for number, plan in enumerate(plans, 1):
            self.out.print(f"{number:3}  {wording.price(decision.city, plan)}")
        prompt = self.t.gettext("1 to %(n)d, Enter for the first, u to go back", n=len(plans))
        while True:
            answer = _latin(self._ask(f"{prompt}> ").strip().lower())
            if answer == "u":
                return None
            if not answer:
                return plans[0]
            if answer.isdecimal() and 1 <= int(answer) <= len(plans):
                return plans[int(answer) - 1]
            self.out.print(Text(self._not_understood(answer), style="yellow"))

    # ── the other keys ───────────────────────────────────────────────────────────────────────────

    def _not_understood(self, answer: str) -> str:
        return self.t.gettext("“%(answer)s” is not understood; ? helps.", answer=answer)

    def _take_back(self) -> None:
        try:
            self.game.undo(ME)
        except IllegalMove:
            raise Puzzled(self.t.gettext("There is nothing to take back.")) from None

    def _log(self, which: str) -> None:
        """This age's turns, or the last age's if none is over yet; "all" is the whole game."""
        events = list(self.game.view(ME).events)
        if which != "all":
            age = max((event.age for event in events), default=0)
            events = [event for event in events if event.age == age]
        if not events:
            self.out.print(self.t.gettext("Nothing has happened yet."))
        for turn in turns(events):
            self.out.print(turn_log(turn, self._wording, ME))

    def _look(self, which: str) -> None:
        """A city by its number or the beginning of its name."""
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

    def _inspect(self, which: str, decision: Decision) -> None:
        """A card, leader or wonder by its number here, or by the beginning of its name."""
        catalog = self.game.edition.catalog
        if which.isdecimal() and 1 <= int(which) <= len(decision.cards):
            which = decision.cards[int(which) - 1]
        self.out.print(sheet(self._named(which), catalog, self.t))

    def _named(self, which: str) -> Any:
        t, wanted = self.t, which.casefold()
        if not wanted:
            raise Puzzled(t.gettext("Which card? Its number here, or its name."))
        known = spellings(self.game.edition.catalog, t)
        near = [known[spelling] for spelling in known if spelling.startswith(wanted)]
        if wanted in known or near:
            return known.get(wanted) or near[0]
        if names := ", ".join(similar(which, known, t)):
            raise Puzzled(
                t.gettext("Nothing is called “%(name)s”; near: %(names)s", name=which, names=names)
            )
        raise Puzzled(t.gettext("Nothing is called “%(name)s”.", name=which))

    def _quit(self) -> None:
        answer = self._ask(self.t.gettext("Leave the game? (y/n)") + " ").strip().casefold()
        if answer and answer[0] in {"y", self.t.pgettext("yes", "y")}:
            raise Leave

    def _help(self) -> None:
        t = self.t
        leaders = {
            "1, 1k": t.gettext("in the draft: keep leader 1"),
            "1, 1r": t.gettext("in a recruitment: recruit leader 1"),
        }
        keys = {
            **(leaders if self.game.leaders else {}),
            "1, 1b": t.gettext("build card 1"),
            "1s": t.gettext("build the next stage of your wonder with card 1"),
            "1d": t.gettext("discard card 1 for coins"),
            "1f": t.gettext("build card 1 for free with your wonder's power"),
            "p": t.gettext("pass, where that is possible"),
            "build altar left=2": t.gettext("a move written out, as in records"),
            "u": t.gettext("take back your choice while others are still choosing"),
            "l, l all": t.gettext("the log of this age, of the whole game"),
            "c 2, c giza": t.gettext("look at a city"),
            "i 1, i altar": t.gettext("look at a card, a leader or a wonder"),
            "Enter": t.gettext("show the table again"),
            "q": t.gettext("leave"),
        }
        grid = Grid.grid(padding=(0, 2))
        for key, meaning in keys.items():
            grid.add_row(Text(f"  {key}", style="bold"), Text(meaning))
        self.out.print(grid)


def _latin(answer: str) -> str:
    """Keys typed with a Cyrillic layout as the Latin ones in their place."""
    word, space, rest = answer.partition(" ")
    is_key = len(word.lstrip("0123456789")) <= 1
    return f"{word.lower().translate(KEYS)}{space}{rest}" if is_key else answer
