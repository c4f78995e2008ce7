"""Phrases as HTML: classes for the style sheet, data for scripts, emblems of players."""

from functools import lru_cache

from markupsafe import Markup, escape

from heptapolis.codes import Color
from heptapolis.i18n.spans import CardName, CoinCount, Phrase, PlayerName, Span
from heptapolis.web.art.symbols import emblem
from heptapolis.web.assets import fingerprint, link_symbols


def html(phrase: Phrase) -> Markup:
    """Render a phrase as escaped markup."""
    files = fingerprint()
    return Markup("".join(_element(span, files) for span in phrase.spans))


@lru_cache(8192)
def _element(span: Span, files: str) -> str:
    """Render a span, cached: the same names, cards and coins occur repeatedly."""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in _attributes(span))
    text = escape(span.text)
    if isinstance(span.meaning, PlayerName):
        text = link_symbols(emblem(span.meaning.sign)) + text
    return f"<span{attributes}>{text}</span>" if attributes else text


def _attributes(span: Span) -> list[tuple[str, object]]:
    classes: list[str] = []
    data: list[tuple[str, object]] = []
    match span.meaning:
        case CardName(id, color):
            classes.append(f"c-{color.slug}")
            data = [("data-sheet", f"card:{id}")]
        case PlayerName(seat) as player:
            classes += ["player", f"seat-{player.banner}"]
            data = [("data-seat", seat)]
        case CoinCount(n):
            data = [("data-coins", n)]
        case Color() as color:
            classes.append(f"c-{color.slug}")
    if span.tone:
        classes.append(f"is-{span.tone.value}")
    return ([("class", " ".join(classes))] if classes else []) + data
