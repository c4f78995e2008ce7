"""Ask a bot for a move and always get a legal one, even if the bot fails."""

import traceback
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

MAX_DETAIL_CHARS = 2000  # characters of a detail
MAX_REPORT_CHARS = 20_000  # characters of a report; its end is kept


@dataclass(frozen=True)
class Fault:
    """A failure of a bot to return a legal move; a fallback played that turn."""

    bot: str
    kind: str  # crash, timeout, illegal, start
    detail: str  # the error in one line; output of the bot may follow
    report: str = ""  # the whole traceback, and what an outside bot printed

    def __str__(self) -> str:
        return f"{self.bot}: {self.kind}: {self.reason}"

    @property
    def reason(self) -> str:
        """The detail's first line."""
        return self.detail.partition("\n")[0]


class BotFailure(Exception):
    """A bot returned no move; ``kind`` is the kind of the fault, ``report`` all that is known."""

    def __init__(self, kind: str, detail: str, report: str = "") -> None:
        super().__init__(detail)
        self.kind, self.report = kind, report


def ask(
    player: "Bot",
    view: View,
    rng: Random,
    name: str | None = None,
    fallback: "Bot | None" = None,
) -> tuple[Move, Fault | None]:
    """Return the bot's move or, if it fails, the move of a fallback together with the fault. The
    default fallback is greedy, or random where greedy cannot play."""
    legal, parse = view.legal_moves(), variant(view.game).parse_move
    if not legal:
        raise ValueError("the view's seat is not to move")
    try:
        return _find_move(player.choose(view, rng), legal, parse), None
    except BotFailure as error:
        kind, detail = error.kind, printable_text(str(error))
        report = error.report or detail
    except (Exception, SystemExit) as error:
        kind, detail, report = "crash", describe_error(error), full_traceback(error)
    name = name or str(getattr(player, "name", type(player).__name__))
    fallback = fallback or (GreedyBot() if has_strategy(ruleset_of(view)) else RandomBot())
    try:
        move = _find_move(fallback.choose(view, rng), legal, parse)
    except Exception:  # the fallback may fail too: the bot had access to the view
        move = legal[0]
    return move, Fault(name, kind, detail, report)


def _find_move(answer: object, legal: list[Move], parse: Callable[[str], Move]) -> Move:
    """Return the legal move that an answer stands for; without a payment, the first plan."""
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


def describe_error(error: BaseException) -> str:
    """Return an error as text, even if its `__str__` raises."""
    try:
        return printable_text(f"{type(error).__name__}: {error}".removesuffix(": "))
    except Exception:
        return type(error).__name__


def full_traceback(error: BaseException) -> str:
    """Return the whole traceback of an error with its causes, cut to `MAX_REPORT_CHARS`."""
    try:
        return printable_report("".join(traceback.format_exception(error)))
    except Exception:  # an error may redefine what is formatted
        return describe_error(error)


def printable_text(text: str) -> str:
    """Return the text without unprintable characters, cut to `MAX_DETAIL_CHARS`."""
    return _printable(text[:MAX_DETAIL_CHARS])


def printable_report(text: str) -> str:
    """Return the end of a text, `MAX_REPORT_CHARS` long, without unprintable characters."""
    return _printable(text[-MAX_REPORT_CHARS:])


def _printable(text: str) -> str:
    lines = text.splitlines()
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)
