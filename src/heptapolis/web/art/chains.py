"""A picture of the chains of a catalogue: which card makes which one free, from age to age."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from heptapolis.cards.model import Catalog
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.record import ROMAN
from heptapolis.web.art.cards import face_of
from heptapolis.web.art.markup import tag, use
from heptapolis.web.art.shapes import n

CARD_WIDTH, CARD_HEIGHT = 200, 46  # size of a card
COLUMN_STEP, ROW_STEP = 264, 56  # distance from one card to the next
TOP_MARGIN = 34  # height of the line with the names of the ages
FAMILY_GAP = 14  # between unrelated chains
LINE_CHARS = 15  # characters in a line of a name; a longer word is written smaller
Place = tuple[float, float]


@dataclass(frozen=True)
class Chain:
    """A card that makes another one free."""

    giver: str
    taker: str


def chains_of(catalog: Any) -> list[Chain]:
    """Return all chains of a catalogue."""
    return [Chain(giver, card.id) for card in catalog.cards for giver in card.chain_from]


def families(chains: Sequence[Chain]) -> list[set[str]]:
    """Group cards that are connected by chains, in the order of the chains."""
    found = list[set[str]]()
    for chain in chains:
        ends = {chain.giver, chain.taker}
        touched = [family for family in found if family & ends]
        rest = [family for family in found if not family & ends]
        at = found.index(touched[0]) if touched else len(rest)
        rest.insert(at, ends.union(*touched))
        found = rest
    return found


def chain_tree(
    catalog: Catalog,
    t: Translator,
    address: Callable[[str], str],
    label: str,
    *,
    around: str = "",
) -> str:
    """Draw the chains as links from card to card, with a column for each age.

    With ``around``, only the chains of that card are drawn and the card is marked. Return an empty
    string if there are no chains.
    """
    chains = chains_of(catalog)
    chosen = [family for family in families(chains) if not around or around in family]
    if not chosen:
        return ""
    places, height = _places(catalog, chosen, chains)
    ages = sorted({catalog.find(id).age for id in places})
    left = {age: COLUMN_STEP * k for k, age in enumerate(ages)}
    spots = {id: (float(left[age]), y) for id, (age, y) in places.items()}
    heads = (
        tag("text", ROMAN[age], x=left[age] + CARD_WIDTH / 2, y=20, class_="chain-age")
        for age in ages
    )
    lines = (_line(spots, chain) for chain in chains if chain.taker in spots)
    cards = (_card(catalog, t, id, spots[id], address, id == around) for id in spots)
    width = COLUMN_STEP * (len(ages) - 1) + CARD_WIDTH
    body = "".join([*heads, *lines, *cards])
    box = f"-3 0 {width + 6} {n(height + 3)}"
    return tag("svg", body, viewBox=box, role="group", aria_label=label, class_="chain-tree")


def _places(
    catalog: Any, chosen: Sequence[set[str]], chains: Sequence[Chain]
) -> tuple[dict[str, tuple[int, float]], float]:
    """Return the age and the height of every card, and the total height.

    Each family has rows of its own, and a card is placed at the height of the cards that lead to
    it.
    """
    order = {card.id: k for k, card in enumerate(catalog.cards)}
    places, top = dict[str, tuple[int, float]](), float(TOP_MARGIN)
    for family in chosen:
        columns = dict[int, list[str]]()
        for id in sorted(family, key=lambda id: (catalog.find(id).age, order[id])):
            columns.setdefault(catalog.find(id).age, []).append(id)
        rows = max(map(len, columns.values()))
        for age, ids in columns.items():
            ids.sort(key=lambda id: _pull(id, chains, places))
            start = top + (rows - len(ids)) * ROW_STEP / 2
            places |= {id: (age, start + k * ROW_STEP) for k, id in enumerate(ids)}
        top += rows * ROW_STEP + FAMILY_GAP
    return places, top - FAMILY_GAP


def _pull(id: str, chains: Sequence[Chain], places: Mapping[str, tuple[int, float]]) -> float:
    """Return the average height of the cards that lead to this one."""
    givers = [chain.giver for chain in chains if chain.taker == id and chain.giver in places]
    return sum(places[one][1] for one in givers) / len(givers) if givers else 0.0


def _line(spots: Mapping[str, Place], chain: Chain) -> str:
    (x0, y0), (x1, y1) = spots[chain.giver], spots[chain.taker]
    x0, y0, y1 = x0 + CARD_WIDTH, y0 + CARD_HEIGHT / 2, y1 + CARD_HEIGHT / 2
    bend = (x1 - x0) / 2
    d = f"M{n(x0)} {n(y0)}C{n(x0 + bend)} {n(y0)} {n(x1 - bend)} {n(y1)} {n(x1)} {n(y1)}"
    return tag("path", "", d=d, class_="chain-line", data_giver=chain.giver, data_taker=chain.taker)


def _card(
    catalog: Any, t: Translator, id: str, spot: Place, address: Callable[[str], str], here: bool
) -> str:
    """Draw a card as a link in its colour, with its name and its chain symbol."""
    card, (x, y) = catalog.find(id), spot
    face = face_of(card, catalog, t)
    lines = list(_lines(name(card, t)))
    middle = y + CARD_HEIGHT / 2 + 5 - 8.5 * (len(lines) - 1)
    text = "".join(
        tag("text", escape(line), x=n(x + 36), y=n(middle + 17 * k)) for k, line in enumerate(lines)
    )
    plate = tag("rect", x=n(x), y=n(y), width=CARD_WIDTH, height=CARD_HEIGHT, rx=9)
    sign = use(f"s-card-{face.color.slug}", (x + 8, y + 12, 22, 22))
    own = use(f"s-{face.after_sign}", (x + CARD_WIDTH - 24, y + 14, 18, 18)) if face.after else ""
    is_long = max(map(len, lines)) > LINE_CHARS
    told = [name(card, t) + "."]
    if face.after:
        told.append(t.gettext("Makes free: %(cards)s.", cards=", ".join(face.after)))
    if face.before:
        told.append(t.gettext("Free with: %(cards)s.", cards=", ".join(face.before)))
    return tag(
        "a",
        plate + sign + text + own,
        href=address(f"card:{id}"),
        data_card=id,
        aria_label=" ".join(told),
        aria_current="page" if here else None,
        class_=f"chain-card {face.color.slug}" + (" chain-long" if is_long else ""),
    )


def _lines(text: str) -> Iterator[str]:
    """Split a name into lines that fit on a card."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > LINE_CHARS:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line
