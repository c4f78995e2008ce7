"""QR codes of links, as drawings for our pages."""

from functools import lru_cache

import segno
from markupsafe import Markup

QUIET = 4  # modules of light around a code, as readers want them
DARK, LIGHT = "#1b1512", "#ffffff"  # by day and by night: few readers know light on dark


@lru_cache(256)
def qr_code(link: str, label: str) -> Markup:
    """A link to be read by a camera; the label is read out."""
    code = segno.make(link, error="m", micro=False)
    drawing = code.svg_inline(
        border=QUIET, dark=DARK, light=LIGHT, omitsize=True, svgclass=None, lineclass=None
    )
    return Markup('<span class="qr" role="img" aria-label="{}">{}</span>').format(
        label, Markup(drawing)
    )
