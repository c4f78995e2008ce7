"""QR codes of links, as drawings for the pages."""

from functools import lru_cache

import segno
from markupsafe import Markup

QUIET = 4  # light border that the standard requires
DARK, LIGHT = "#1b1512", "#ffffff"  # in both themes: few readers accept light on dark


@lru_cache(256)
def qr_code(link: str, label: str) -> Markup:
    """Return a link as a QR code; the label is read out."""
    code = segno.make(link, error="m", micro=False)
    drawing = code.svg_inline(
        border=QUIET, dark=DARK, light=LIGHT, omitsize=True, svgclass=None, lineclass=None
    )
    return Markup('<span class="qr" role="img" aria-label="{}">{}</span>').format(
        label, Markup(drawing)
    )
