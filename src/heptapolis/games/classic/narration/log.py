"""The log of classic, turn by turn: an action for each city, then the conflicts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.classic.codes import Special
from heptapolis.games.classic.events import Passed, War
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n.spans import Phrase, Span, Tone, phrase
from heptapolis.narration.wording import coins_moved, format_signed

DEEDS = (Built, Staged, Discarded, Dug, Passed)
Border = tuple[War, list[Gained]]  # a conflict, and coins for the token won in it


@dataclass
class Act:
    """The deed of one city in one action, and the coins that moved with it."""

    seat: int
    deed: Event | None = None
    coins: list[Phrase] = field(default_factory=list)
    after: Event | None = None  # its previous action in the same turn


def borders_of(events: Iterable[Event]) -> list[Border]:
    """Return the conflicts of a turn, each with the coins that it brought (Nero)."""
    borders: list[Border] = []
    for event in events:
        if isinstance(event, War):
            borders.append((event, []))
        elif borders and isinstance(event, Gained):
            borders[-1][1].append(event)
    return borders


def war_tokens(war: War, wording: ClassicWording) -> tuple[Phrase, Phrase]:
    """Return the tokens of both sides: "+3" and "−1"; a redirected defeat lies with the victory."""
    here, there = (
        phrase(" ").join(
            phrase(Span(format_signed(n), tone=Tone.GOOD if n > 0 else Tone.BAD)) for n in tokens
        )
        for tokens in wording.table.tokens_of(war)
    )
    return here, there


def war_notes(borders: Iterable[Border], wording: ClassicWording) -> Iterator[Phrase]:
    """Return the effects of leaders: "Tomyris: the defeat token goes to Giza", "Giza: +4
    (Nero)"."""
    coins: Counter[tuple[int, str]] = Counter()
    for war, gains in borders:
        coins.update({(gain.seat, gain.source): gain.coins for gain in gains})
        if war.redirected and war.winner is not None:
            loser = war.other if war.winner == war.seat else war.seat
            power = Special.REDIRECT_DEFEAT_TOKENS
            yield wording.t.phrases.gettext(
                "%(leader)s: the defeat token goes to %(city)s",
                leader=", ".join(wording.with_power(wording.table.city(loser), power)[:1]),
                city=wording.city(war.winner),
            )
    for (seat, source), n in coins.items():
        yield phrase(wording.city(seat), ": ", _gain(n, source, wording))


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


def acts_of(
    events: Iterable[Event], done: Mapping[int, Event], wording: ClassicWording
) -> list[Act]:
    """Sort events into actions, by seat; events after a conflict belong to it.

    ``done`` holds the earlier actions of a city in the turn.
    """
    acts: list[Act] = []
    is_after_war = False
    for event in events:
        is_after_war |= isinstance(event, War)
        added = wording.added_sentence(event)
        if added:
            _act_of(event.seat, acts, fresh=True).deed = event
        elif is_after_war or added is not None:
            continue
        elif isinstance(event, Paid):
            _trade(event, acts, wording)
        elif isinstance(event, Gained):
            _act_of(event.seat, acts).coins.append(_gain(event.coins, event.source, wording))
        elif isinstance(event, DEEDS):
            _act_of(event.seat, acts, fresh=True).deed = event
    for act in acts:
        act.after = act.after or done.get(act.seat)
    return sorted(acts, key=lambda act: act.seat)


def is_deed(event: Event, wording: ClassicWording) -> bool:
    """Return whether a city has done something, as opposed to what follows from it."""
    return isinstance(event, DEEDS) or wording.added_sentence(event) is not None


def _gain(coins: int, source: str, wording: ClassicWording) -> Phrase:
    """Return "+3", with the name of a leader that brings the coins."""
    if source not in wording.catalog.leader:
        return coins_moved(coins)
    return phrase(coins_moved(coins), " (", wording.card(source), ")")


def _act_of(seat: int, acts: list[Act], *, fresh: bool = False) -> Act:
    """Return a city's latest action, or a new one for a second deed (a seventh card, a dig)."""
    for act in reversed(acts):
        if act.seat == seat and not (fresh and act.deed):
            return act
        if act.seat == seat:
            acts.append(Act(seat, after=act.deed))
            return acts[-1]
    acts.append(Act(seat))
    return acts[-1]


def _trade(paid: Paid, acts: list[Act], wording: ClassicWording) -> None:
    """Add the coins of a payment to the actions of the buyer and the sellers."""
    payer = _act_of(paid.seat, acts, fresh=True)
    if paid.bank:
        bank = wording.t.pgettext("log", "bank")
        payer.coins.append(coins_moved(-paid.bank, f" → {bank}"))
    sellers = wording.table.neighbours(paid.seat)
    for seller, coins in zip(sellers, (paid.left, paid.right), strict=True):
        if coins:
            payer.coins.append(coins_moved(-coins, " → " + wording.city(seller)))
            back = coins_moved(coins, " ← " + wording.city(paid.seat))
            _act_of(seller, acts).coins.append(back)


def deed_text(deed: Event, after: Event | None, wording: ClassicWording) -> Phrase:
    """Return "builds: Loom"; ``after`` is the city's previous action in the same turn."""
    t = wording.t
    if sentence := wording.added_sentence(deed, after):
        return sentence
    if isinstance(deed, Built):
        how = {"chain": t.pgettext("price", "chain"), "free": t.pgettext("price", "free")}
        note = f" ({how[deed.how]})" if deed.how in how else ""
        return with_card(t.pgettext("log", "builds"), deed.card, wording) + note
    if isinstance(deed, Staged):
        stage = t.gettext("builds stage %(n)d of the wonder", n=deed.stage)
        return with_card(stage, deed.card, wording)
    if isinstance(deed, Discarded):
        what = t.gettext("discards a card") if deed.turn else t.gettext("discards a leader")
        return with_card(what, deed.card, wording)
    if isinstance(deed, Dug):
        return with_card(t.gettext("builds from the discard pile"), deed.card, wording)
    if isinstance(deed, Passed) and deed.what == "extra_leader":
        return phrase(t.gettext("recruits no more leaders"))
    return phrase(t.gettext("builds nothing from the discard pile"))


def with_card(text: str, card: str | None, wording: ClassicWording) -> Phrase:
    """Return "discards a card: Loom"; only viewers that know a hidden card see its name."""
    return phrase(text, ": ", wording.card(card)) if card else phrase(text)
