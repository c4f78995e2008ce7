"""What meanings are in a page: classes for the style sheet, data for scripts and drawings."""

from markupsafe import Markup

from heptapolis.codes import Color
from heptapolis.i18n.spans import CardName, CoinCount, Phrase, PlayerName, Span


def html(phrase: Phrase) -> Markup:
    """A phrase as markup; whatever it says is escaped."""
    return Markup("").join(_element(span) for span in phrase.spans)


def _element(span: Span) -> Markup:
    attributes = Markup("").join(Markup(' {}="{}"').format(*one) for one in _attributes(span))
    text = Markup("{}").format(span.text)
    return Markup("<span{}>{}</span>").format(attributes, text) if attributes else text


def _attributes(span: Span) -> list[tuple[str, object]]:
    classes: list[str] = []
    data: list[tuple[str, object]] = []
    match span.meaning:
        case CardName(id, color):
            classes.append(f"c-{color.slug}")
            data = [("data-card", id)]
        case PlayerName(seat):
            data = [("data-seat", seat)]
        case CoinCount(n):
            data = [("data-coins", n)]
        case Color() as color:
            classes.append(f"c-{color.slug}")
    if span.tone:
        classes.append(f"is-{span.tone.value}")
    return ([("class", " ".join(classes))] if classes else []) + data
