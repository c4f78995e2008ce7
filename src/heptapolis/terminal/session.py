"""A player's session at a terminal: prompts, reports, and the keys that every game has."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Generic, Protocol, TypeVar

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots import Bot, bot, referee
from heptapolis.bots.advice import advise, suggestions
from heptapolis.bots.outside import OutsideBot
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import Game
from heptapolis.errors import IllegalMove
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase, join_list
from heptapolis.move import Move
from heptapolis.narration.log import turns
from heptapolis.narration.wording import Wording
from heptapolis.terminal import write_text
from heptapolis.terminal.advice import report
from heptapolis.terminal.keyboard import InvalidAnswer, full_sentence, not_understood, to_latin_keys
from heptapolis.terminal.progress import waiting_line
from heptapolis.terminal.score_sheet import score_sheet
from heptapolis.terminal.spans import styled
from heptapolis.terminal.wordings import wording_of
from heptapolis.variants import ruleset_of

HUMAN_SEAT = 0
MEDIUM = "medium"  # the default opponents
MAX_HINTS = 3
Ask = Callable[[str], str]


class LeaveGame(Exception):
    """Raised when the player leaves; the game is kept as it is."""


class Prompt(Protocol):
    """The decision of a seat."""

    def key(self, move: Move) -> str:
        """Return the text to type for a move."""


G = TypeVar("G", bound=Game)
P = TypeVar("P", bound=Prompt)


class Session(ABC, Generic[G, P]):
    """A player at a game, until its end or until they leave."""

    def __init__(
        self,
        game: G,
        t: Translator,
        ask: Ask,
        out: Console,
        save: Path | None,
        rivals: str | None = None,
    ) -> None:
        self.game, self.t, self.out, self.file = game, t, out, save
        self._ask, self._has_hints = ask, has_strategy(ruleset_of(game))
        self._rivals: Bot = bot(rivals or MEDIUM)
        record = game.record()
        self._rng = Random(f"{record.seed} {len(record.lines)}")
        moments = [(event.age, event.turn) for event in game.events]
        # A returning player sees the last turn again.
        self._n_told = moments.index(moments[-1]) if moments else 0

    def play(self) -> None:
        """Alternate between the player and the bots until the game is over."""
        try:
            while not self.game.is_over:
                self._save()
                self._tell_news()
                if HUMAN_SEAT in self.game.to_move:
                    self._decide()
                else:
                    self._let_bots_choose()
            self._save()
            self._tell_news()
            self._finish()
        except (LeaveGame, EOFError, KeyboardInterrupt):
            self._say_goodbye()
        finally:
            if isinstance(self._rivals, OutsideBot):
                self._rivals.close()

    # ── implemented by each game ─────────────────────────────────────────────────────────────────

    @property
    def _wording(self) -> Wording:
        """Return the wording of the player's view of the table."""
        return wording_of(self.game.view(HUMAN_SEAT), self.t)

    @abstractmethod
    def _prompt(self) -> P:
        """Return the player's decision."""

    @abstractmethod
    def _show(self, prompt: P) -> None:
        """Print the table around the player, then the choices."""

    @abstractmethod
    def _tell(self, turn: list[Event], before: list[Event]) -> RenderableType:
        """Return the events of a turn, or the rest of one; ``before`` has been printed already."""

    @abstractmethod
    def _choose(self, answer: str, prompt: P) -> bool:
        """Make the choice that an answer means; return True if it settled the decision."""

    @abstractmethod
    def _keys(self) -> dict[str, str]:
        """Return the keys of this game and what each does."""

    def _keys_of_expansions(self) -> Iterator[tuple[str, str]]:
        """Yield the keys of the expansions of this table and what each does."""
        yield from ()

    def _own_key(self, key: str, rest: str, prompt: P) -> bool:
        """Handle a key of this game only; return False if it has no such key."""
        return False

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    def _let_bots_choose(self) -> None:
        """Play all decisions before the player's next one."""
        while (waiting := self.game.to_move) and HUMAN_SEAT not in waiting:
            with waiting_line(self.out, self._thinking(waiting)):
                for seat in waiting:
                    move, fault = referee.ask(self._rivals, self.game.view(seat), self._rng)
                    if fault:
                        self._tell_fault(fault)
                    self.game.submit(seat, move)

    def _thinking(self, seats: Sequence[int]) -> str:
        names = join_list(self._wording.player(seat) for seat in seats)
        return self.t.ngettext(
            "%(names)s is thinking", "%(names)s are thinking", len(seats), names=names
        )

    def _save(self) -> None:
        """Save the record so far, if a file was given."""
        if self.file:
            write_text(self.file, str(self.game.record()))

    # ── output ───────────────────────────────────────────────────────────────────────────────────

    def _tell_news(self) -> None:
        events = self.game.view(HUMAN_SEAT).events
        self._tell_all(events[self._n_told :], events[: self._n_told])
        self._n_told = len(events)

    def _tell_all(self, events: list[Event], before: list[Event]) -> None:
        for turn in turns(events):
            self.out.print(self._tell(turn, before))
            before = before + turn

    def _tell_fault(self, fault: referee.Fault) -> None:
        t, values = self.t, {"bot": fault.bot, "reason": fault.reason}
        messages = {
            "crash": t.gettext("%(bot)s crashed, so a move was made for it: %(reason)s", **values),
            "timeout": t.gettext(
                "%(bot)s stalled, so a move was made for it: %(reason)s", **values
            ),
            "illegal": t.gettext(
                "%(bot)s gave no legal move, so one was made for it: %(reason)s", **values
            ),
            "start": t.gettext(
                "%(bot)s did not start, so a move was made for it: %(reason)s", **values
            ),
        }
        self.out.print(
            Text(messages[fault.kind], style="yellow", no_wrap=True, overflow="ellipsis")
        )

    def _finish(self) -> None:
        self.out.print(Padding(score_sheet(self.game, self.t, HUMAN_SEAT), (1, 0)))
        if self.file:
            t, replay, review = self.t, f"hepta replay {self.file}", f"hepta review {self.file}"
            self.out.print(t.gettext("To replay it: %(command)s", command=replay))
            if self._has_hints:
                self.out.print(t.gettext("To review it: %(command)s", command=review))

    def _say_goodbye(self) -> None:
        self.out.print()
        if self.file:
            command = f"hepta play --save {self.file}"
            self.out.print(
                self.t.gettext("Game saved. Continue with: %(command)s", command=command)
            )
        else:
            self.out.print(self.t.gettext("The game was not saved; use --save FILE to save it."))

    # ── input ────────────────────────────────────────────────────────────────────────────────────

    def _decide(self) -> None:
        """Ask until a choice is made or taken back; print one line for an answer that is not
        understood."""
        prompt = self._prompt()
        self._show(prompt)
        while True:
            try:
                if self._handle_answer(prompt):
                    return
            except IllegalMove as error:
                refusal = error.refusal
                reason = self._wording.why_not(refusal) if refusal else error.reason
                self._complain(full_sentence(reason))
            except (InvalidAnswer, UnicodeDecodeError) as error:
                self._complain(str(error))

    def _complain(self, reason: str) -> None:
        self.out.print(Text(reason, style="yellow"))

    def _handle_answer(self, prompt: P) -> bool:
        """Read one line from the player; return True if it settled the decision."""
        answer = to_latin_keys(self._ask(self.t.gettext("Your choice") + "> ").strip())
        command, _, rest = answer.partition(" ")
        match command.lower():
            case "":
                self._show(prompt)
            case "?" | "help":
                self._help()
            case "h":
                self._hint(prompt)
            case "l":
                self._log(rest)
            case "q":
                self._quit()
            case "u":
                self._take_back()
                return True
            case key if self._own_key(key, rest.strip(), prompt):
                pass
            case _:
                return self._choose(answer.lower(), prompt)
        return False

    def _pick(self, options: Sequence[Phrase]) -> int | None:
        """Return the index of the chosen alternative; None returns to the cards."""
        for number, option in enumerate(options, 1):
            self.out.print(styled(f"{number:3}  " + option))
        prompt = self.t.gettext("1 to %(n)d, Enter for the first, u to go back", n=len(options))
        while True:
            answer = to_latin_keys(self._ask(f"{prompt}> ").strip().lower())
            if answer == "u":
                return None
            if not answer:
                return 0
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                return int(answer) - 1
            self._complain(not_understood(answer, self.t))

    # ── keys of every game ───────────────────────────────────────────────────────────────────────

    def _hint(self, prompt: P) -> None:
        """Print the best moves of a short search, each with the text to type for it."""
        if not self._has_hints:
            raise InvalidAnswer(not_understood("h", self.t))
        view = self.game.view(HUMAN_SEAT)
        with waiting_line(self.out, self.t.gettext("Thinking")):
            best = suggestions(advise(view), MAX_HINTS)
        keys = [prompt.key(one.move) for one in best]
        for part in report(view, best, keys, self.t, self.out.width):
            self.out.print(part)

    def _take_back(self) -> None:
        try:
            self.game.undo(HUMAN_SEAT)
        except IllegalMove:
            raise InvalidAnswer(self.t.gettext("Nothing to take back.")) from None

    def _log(self, which: str) -> None:
        """Print this age's turns, or the last age's if none is over yet; "all" prints the whole
        game."""
        events, before = self.game.view(HUMAN_SEAT).events, []
        if which != "all":
            age = max((event.age for event in events), default=0)
            before = [event for event in events if event.age < age]
            events = [event for event in events if event.age == age]
        if not events:
            self.out.print(self.t.gettext("Nothing has happened yet."))
        self._tell_all(events, before)

    def _quit(self) -> None:
        answer = self._ask(self.t.gettext("Leave the game? (y/n)") + " ").strip().casefold()
        if answer and answer[0] in {"y", self.t.pgettext("yes", "y")}:
            raise LeaveGame

    def _help(self) -> None:
        t = self.t
        keys = {
            **({"h": t.gettext("a hint: the best moves, and why")} if self._has_hints else {}),
            "l, l all": t.gettext("the log of this age, of the whole game"),
            "Enter": t.gettext("show the table again"),
            "q": t.gettext("leave"),
        }
        grid = Grid.grid(padding=(0, 2))
        for key, meaning in (*self._keys().items(), *self._keys_of_expansions(), *keys.items()):
            grid.add_row(Text(f"  {key}", style="bold"), Text(meaning))
        self.out.print(grid)
