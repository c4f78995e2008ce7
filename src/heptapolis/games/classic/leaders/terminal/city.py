"""The leaders of a city in a panel."""

from collections.abc import Iterator

from heptapolis.games.classic.city import City
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n.spans import Phrase, join_list, phrase
from heptapolis.terminal.panels import Fact, tag


def leader_names(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return leaders in play and copied by name, and the number in hand."""
    t = wording.t
    parts = [wording.cards(city.leaders)] if city.leaders else []
    if city.n_leader_hand and wording.table.age:  # in the draft all hands are equal
        parts.append(phrase(t.gettext("%(n)d in hand", n=city.n_leader_hand)))
    if parts:
        yield tag(t.pgettext("city", "leaders")), phrase(" · ").join(parts)
    if city.copied:
        yield tag(t.pgettext("city", "copies")), wording.cards(city.copied)


def leader_lines(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return leaders in play, then copied ones, with their effects."""
    t = wording.t
    for label, ids in (
        (t.pgettext("city", "leaders"), city.leaders),
        (t.pgettext("city", "copies"), city.copied),
    ):
        names = [wording.card(id) for id in ids]
        yield from _label_lines(label, names, ids, wording)


def _label_lines(
    label: str, names: list[Phrase], ids: list[str], wording: ClassicWording
) -> Iterator[Fact]:
    """Return a line for each leader, the label before the first."""
    for number, (name, id) in enumerate(zip(names, ids, strict=True)):
        yield tag("" if number else label), phrase(name, ": ", wording.effect(id))


def _leader_prices(city: City, ids: list[str], wording: ClassicWording) -> list[Phrase]:
    """Return "Plato (4 coins)": leaders in hand with their prices for the city."""
    return [phrase(wording.card(id), " (", wording.leader_price(city, id), ")") for id in ids]


def _hand(city: City, wording: ClassicWording) -> list[str]:
    """Return the leaders in the viewer's own hand."""
    table = wording.table
    return table.leader_hand if isinstance(table, ClassicView) and table.seat == city.seat else []


def own_hand(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return leaders for later: in the draft with their effects, in the ages with their prices.

    Where one of them is to be played now, the table below shows them.
    """
    t, phase, hand = wording.t, wording.table.phase, _hand(city, wording)
    names = _leader_prices(city, hand, wording)
    if phase == "draft":
        yield from _label_lines(t.pgettext("city", "kept"), names, hand, wording)
    elif hand and phase not in ("recruit", "extra_leader"):
        yield tag(t.pgettext("city", "in hand")), join_list(names)


def full_hand(city: City, wording: ClassicWording) -> Iterator[Fact]:
    """Return the own leaders in hand in words; of other cities, how many."""
    t, hand = wording.t, _hand(city, wording)
    label = t.pgettext("city", "in hand")
    yield from _label_lines(label, _leader_prices(city, hand, wording), hand, wording)
    if city.n_leader_hand and not hand:
        n = city.n_leader_hand
        yield tag(label), phrase(t.ngettext("%(n)d leader", "%(n)d leaders", n))
