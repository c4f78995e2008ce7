"""The styles of meanings at a terminal."""

from rich.text import Text

from heptapolis.codes import Color
from heptapolis.i18n.spans import CardName, Meaning, Phrase, Span, Tone

COLORS = {
    Color.BROWN: "rgb(170,110,60)",
    Color.GREY: "bright_black",
    Color.BLUE: "bright_blue",
    Color.YELLOW: "yellow",
    Color.RED: "red",
    Color.GREEN: "green",
    Color.PURPLE: "magenta",
    Color.WHITE: "bold",
}
TONES = {Tone.STRONG: "bold", Tone.FAINT: "dim", Tone.GOOD: "green", Tone.BAD: "red"}


def styled(phrase: Phrase, style: str = "") -> Text:
    """Return a phrase as styled text; ``style`` applies to text without a meaning."""
    return Text.assemble(*((span.text, _style(span)) for span in phrase.spans), style=style)


def _style(span: Span) -> str:
    tone = TONES[span.tone] if span.tone else ""
    return f"{tone} {_color(span.meaning)}".strip()


def _color(meaning: Meaning | None) -> str:
    if isinstance(meaning, CardName):
        return COLORS[meaning.color]
    return COLORS[meaning] if isinstance(meaning, Color) else ""
