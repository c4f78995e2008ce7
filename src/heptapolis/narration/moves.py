"""A move in words before it is made: what is done with which card, and what that costs."""

from rich.text import Text

from heptapolis.classic.view import City
from heptapolis.i18n import vocabulary as words
from heptapolis.move import Move
from heptapolis.narration.duel.wording import DuelWording
from heptapolis.narration.wording import ClassicWording, Wording


def move_text(move: Move, seat: int, wording: Wording) -> Text:
    """ "build: Loom · 2 coins: 2 left"; the table stands as it does before the move."""
    if isinstance(wording, DuelWording):
        return _duel(move, seat, wording)
    assert isinstance(wording, ClassicWording)
    table = wording.table
    city = table.city(table.players if move.free_city else seat)
    text = _with_price(_classic(move, city, wording), classic_price(move, city, wording))
    return Text.assemble(wording.city(city.seat), " · ", text) if move.free_city else text


def _with_price(text: Text, price: str) -> Text:
    return Text.assemble(text, " · ", (price, "dim")) if price else text


# ── classic ──────────────────────────────────────────────────────────────────────────────────────


def _classic(move: Move, city: City, wording: ClassicWording) -> Text:
    deed = classic_deed(move, city, wording)
    return Text.assemble(deed, ": ", wording.card(move.card)) if move.card else Text(deed)


def classic_deed(move: Move, city: City, wording: ClassicWording) -> str:
    """What is done: "build", "stage 2 of the wonder"."""
    t = wording.t
    stage = t.pgettext("move", "stage %(n)d of the wonder", n=city.stages + 1)
    deeds = {
        "build": t.pgettext("move", "build"),
        "stage": stage,
        "discard": t.pgettext("move", "discard"),
        "dig": t.pgettext("move", "build from the discard pile"),
        "pass": t.pgettext("move", "pass"),
        "keep": t.pgettext("move", "keep"),
        "recruit": t.pgettext("move", "recruit"),
        "court": t.pgettext("move", "copy a neighbour's leader"),
    }
    return t.pgettext("move", "build with the wonder's power") if move.free else deeds[move.verb]


def classic_price(move: Move, city: City, wording: ClassicWording) -> str:
    """What it costs or brings; nothing where coins play no part."""
    if move.verb in ("build", "stage"):
        return wording.price(city, move)
    if move.verb == "discard":
        coins = words.coins(wording.catalog.constants.discard_coins, wording.t)
        return f"+{coins}"
    if move.verb == "recruit" and move.card:
        return wording.coins_or_free(wording.table.leader_price(city.seat, move.card))
    return ""


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def duel_deed(verb: str, wording: DuelWording) -> str:
    """What is done: "build", "take a progress token"."""
    t = wording.t
    deeds = {
        "draft": t.pgettext("move", "choose a wonder"),
        "build": t.pgettext("move", "build"),
        "wonder": t.pgettext("move", "build a wonder"),
        "discard": t.pgettext("move", "discard"),
        "token": t.pgettext("move", "take a progress token"),
        "destroy": t.pgettext("move", "discard the opponent's card"),
        "revive": t.pgettext("move", "build from the discard pile"),
        "start": t.pgettext("move", "the first turn goes to"),
    }
    return deeds[verb]


def _duel(move: Move, seat: int, wording: DuelWording) -> Text:
    t, deed = wording.t, duel_deed(move.verb, wording)
    if move.starter is not None:
        return Text.assemble(deed, ": ", wording.player(move.starter))
    text = Text.assemble(deed, ": ", wording.card(move.wonder or move.card or ""))
    if move.verb == "wonder":
        under = t.pgettext("duel log", "under it")
        text = Text.assemble(text, f" ({under}: ", wording.card(move.card or ""), ")")
    if move.verb in ("build", "wonder"):
        return _with_price(text, wording.price(seat, move.wonder or move.card or "").plain)
    return _with_price(text, wording.sale(seat) if move.verb == "discard" else "")
