"""Asking a bot so that the game goes on: whatever it does, a legal move comes back."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from heptapolis.bots.chance import RandomBot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import View
from heptapolis.errors import InvalidText
from heptapolis.move import Move
from heptapolis.variants import ruleset_of, variant

if TYPE_CHECKING:
    from heptapolis.bots import Bot

LONGEST = 2000  # characters of a detail


@dataclass(frozen=True)
class Fault:
    """What a bot did instead of giving a legal move; it lost that turn to a fallback."""

    bot: str
    kind: str  # crash, timeout, illegal, start
    detail: str  # what happened, in one line; what the bot said meanwhile may follow

    def __str__(self) -> str:
        return f"{self.bot}: {self.kind}: {self.reason}"

    @property
    def reason(self) -> str:
        """The detail's first line."""
        return self.detail.partition("\n")[0]


class BotFailure(Exception):
    """A bot gave no move, and knows which kind of fault that is."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


def ask(
    player: "Bot",
    view: View,
    rng: Random,
    name: str | None = None,
    fallback: "Bot | None" = None,
) -> tuple[Move, Fault | None]:
    """A bot's move or, if it gives no legal one, that of a fallback and the fault; if none is
    named, the fallback is greedy, or chance where greedy cannot play."""
    legal, parse = view.legal_moves(), variant(view.game).parse_move
    if not legal:
        raise ValueError("the view's seat is not to move")
    try:
        return _meant(player.choose(view, rng), legal, parse), None
    except BotFailure as error:
        kind, detail = error.kind, readable(str(error))
    except (Exception, SystemExit) as error:
        kind, detail = "crash", described(error)
    name = name or str(getattr(player, "name", type(player).__name__))
    fallback = fallback or (GreedyBot() if has_strategy(ruleset_of(view)) else RandomBot())
    try:
        move = _meant(fallback.choose(view, rng), legal, parse)
    except Exception:  # it may fail too, for the view has been in strange hands
        move = legal[0]
    return move, Fault(name, kind, detail)


def _meant(answer: object, legal: list[Move], parse: Callable[[str], Move]) -> Move:
    """The legal move that an answer means: exactly, or without payment its first plan."""
    try:
        move = parse(answer) if isinstance(answer, str) else answer
    except InvalidText as error:
        raise BotFailure("illegal", str(error)) from None
    if type(move) is not type(legal[0]):
        raise BotFailure("illegal", f"{type(answer).__name__} is not a move")
    plans = [other for other in legal if other == move]
    plans = plans or [other for other in legal if other.without_payment() == move]
    if not plans:
        raise BotFailure("illegal", f"'{move}' is not legal")
    return plans[0]


def described(error: BaseException) -> str:
    """An error in words; a stranger's may refuse to be put into any."""
    try:
        return readable(f"{type(error).__name__}: {error}".removesuffix(": "))
    except Exception:
        return type(error).__name__


def readable(text: str) -> str:
    """Lines that a terminal can show, and not too many."""
    lines = text[:LONGEST].splitlines()
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)
