"""The log of a Duel, line by line.

Sentences have no subject of their own, so that they fit behind any name, "You" among them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.duel.events import (
    Destroyed,
    Drafted,
    Looted,
    Marker,
    Revealed,
    Started,
    Token,
)
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration.wording import coins_moved
from heptapolis.record import ROMAN

Deed = Built | Staged | Discarded


@dataclass
class LogLine:
    """An action or event of one seat, and the coins that moved with it."""

    seat: int
    text: Phrase
    coins: list[Phrase] = field(default_factory=list)
    event: Event | None = None  # that the line mentions


def moment(event: Event) -> str:
    """Return the moment as in records, where turns are counted from 1."""
    if not event.age:
        return f"W.{event.turn}"
    return f"{ROMAN[event.age]}.{event.turn}" if event.turn else ROMAN[event.age]


def lines(events: Iterable[Event], wording: DuelWording, before: Sequence[Event]) -> list[LogLine]:
    """Return events as lines: a payment belongs to the deed after it, a gain to the line
    before it."""
    log: list[LogLine] = []
    payments: list[Paid] = []
    earlier = list(before)
    for event in events:
        if isinstance(event, Paid):
            payments.append(event)
        elif isinstance(event, Gained):
            _gain(event, log, wording)
        elif isinstance(event, Revealed):
            _reveal(event, log, wording)
        elif text := _sentence(event, earlier, wording):
            line = LogLine(event.seat, text, _coins(event), event)
            log.append(line)
            for payment in payments:
                _pay(payment, line, log, wording)
            payments = []
            log += _aftermath(event, earlier, wording)
        earlier.append(event)
    return log


# ── coins ────────────────────────────────────────────────────────────────────────────────────────


def _pay(paid: Paid, line: LogLine, log: list[LogLine], wording: DuelWording) -> None:
    """Add the coins of a payment to the log; coins redirected by Economy appear on both sides."""
    if paid.bank:
        line.coins.append(coins_moved(-paid.bank))
    if paid.opponent:
        line.coins.append(coins_moved(-paid.opponent, " → " + wording.player(1 - paid.seat)))
        owners = wording.table.city(1 - paid.seat).tokens
        sources = [id for id in owners if wording.thing(id).effect.gain_opponent_trade]
        log.append(LogLine(1 - paid.seat, wording.cards(sources), [coins_moved(paid.opponent)]))


def _gain(gained: Gained, log: list[LogLine], wording: DuelWording) -> None:
    """Add coins from the bank to the log, with their source unless the line names it already."""
    coins = coins_moved(gained.coins)
    own = [line for line in log if line.seat == gained.seat]
    source = Phrase() if gained.source == "discard" else wording.card(gained.source)
    if not own:
        log.append(LogLine(gained.seat, source, [coins]))
    else:
        is_named = any(span in line.text.spans for line in own for span in source.spans)
        own[-1].coins.append(phrase(coins, " (", source, ")") if source and not is_named else coins)


def _coins(event: Event) -> list[Phrase]:
    return [coins_moved(-event.coins)] if isinstance(event, Looted) else []


# ── sentences ────────────────────────────────────────────────────────────────────────────────────


def _sentence(event: Event, before: Sequence[Event], wording: DuelWording) -> Phrase | None:
    t = wording.t
    match event:
        case Drafted():
            what = t.pgettext("duel log", "wonder chosen")
            if event.seat != event.by:
                what = t.pgettext("duel log", "last wonder left")
            return _with_thing(what, event.wonder, wording)
        case Built() | Staged() | Discarded():
            return _deed(event, before, wording)
        case Dug():
            return _with_thing(
                t.pgettext("duel log", "built from the discard pile"), event.card, wording
            )
        case Destroyed():
            return _with_thing(
                t.pgettext("duel log", "opponent's card discarded"), event.card, wording
            )
        case Token():
            what = t.pgettext("duel log", "progress token")
            if event.aside:
                what = t.pgettext("duel log", "progress token from those set aside")
            return _with_thing(what, event.token, wording)
        case Marker():
            return _advance(event, wording)
        case Looted():
            what = t.pgettext("duel log", "coins lost to the army")
            if not event.source:
                return phrase(what)
            return _with_thing(t.pgettext("duel log", "coins lost"), event.source, wording)
        case Started():
            text = t.pgettext("duel log", "first turn of age %(age)s", age=ROMAN[event.age])
            return phrase(text)
    return wording.added_sentence(event)


def _deed(event: Deed, before: Sequence[Event], wording: DuelWording) -> Phrase:
    """Return what became of the card; a wonder is named with the card under it."""
    t = wording.t
    again = _is_again(event, before)
    if isinstance(event, Built):
        text = _with_thing(t.pgettext("duel log", "built"), event.card, wording)
        if event.how == "chain":
            chain = t.pgettext("price", "chain")
            text += f" ({chain})"
    elif isinstance(event, Staged):
        text = _with_thing(t.pgettext("duel log", "wonder built"), event.wonder or "", wording)
        under = t.pgettext("duel log", "under it")
        text = phrase(text, f" ({under}: ", wording.card(event.card or ""), ")")
    else:
        text = _with_thing(t.pgettext("duel log", "discarded"), event.card or "", wording)
    return phrase(t.pgettext("duel log", "another turn"), " · ", text) if again else text


def _is_again(event: Deed, before: Sequence[Event]) -> bool:
    """Return whether the same seat had the turn before this one."""
    deeds = [other for other in before if isinstance(other, Deed)]
    if not deeds:
        return False
    last = deeds[-1]
    return (last.age, last.turn, last.by) == (event.age, event.turn - 1, event.by)


def _advance(event: Marker, wording: DuelWording) -> Phrase:
    """Return how far the marker goes, and where it stands then."""
    n = abs(event.after - event.before)
    advance = wording.t.ngettext("marker %(n)d space forward", "marker %(n)d spaces forward", n)
    return phrase(advance, " (", standing_text(event.after, wording), ")")


def standing_text(marker: int, wording: DuelWording) -> Phrase:
    """Return which seat is ahead with the marker at a place."""
    if not marker:
        return phrase(wording.t.gettext("in the middle now"))
    leader = wording.player(0 if marker > 0 else 1)
    return wording.t.phrases.gettext("%(name)s ahead by %(n)d", name=leader, n=abs(marker))


def _with_thing(text: str, id: str, wording: DuelWording) -> Phrase:
    return phrase(text, ": ", wording.card(id))


def _reveal(event: Revealed, log: list[LogLine], wording: DuelWording) -> None:
    """Return the cards turned up, all in one line."""
    what = wording.t.pgettext("duel log", "turned up")
    if log and log[-1].text.plain.startswith(f"{what}: "):
        log[-1].text += phrase(", ", wording.card(event.card))
    else:
        log.append(LogLine(event.by, _with_thing(what, event.card, wording)))


def _aftermath(event: Event, before: Sequence[Event], wording: DuelWording) -> list[LogLine]:
    """Return the note on the eighth wonder, which leaves the game with the seventh (D1)."""
    if not isinstance(event, Staged):
        return []
    theirs = [o.stage for o in before if isinstance(o, Staged) and o.seat != event.seat]
    built_wonders = event.stage + max(theirs, default=0)
    if built_wonders < wording.catalog.constants.wonders_in_play:
        return []
    text = wording.t.pgettext("duel log", "the last wonder of the game: no more can be built")
    return [LogLine(event.seat, phrase(text))]
