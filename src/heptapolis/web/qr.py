"""QR codes of links, as drawings for the pages."""

from functools import lru_cache

import segno
from markupsafe import Markup

QUIET_ZONE = 4  # modules of light around a code, as the standard requires
DARK_COLOR, LIGHT_COLOR = "#1b1512", "#ffffff"  # in both themes: few readers accept light on dark


@lru_cache(256)
def qr_code(link: str, label: str) -> Markup:
    """Return a link as a QR code; the label is read out."""
    code = segno.make(link, error="m", micro=False)
    drawing = code.svg_inline(
        border=QUIET_ZONE,
        dark=DARK_COLOR,
        light=LIGHT_COLOR,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return Markup('<span class="qr" role="img" aria-label="{}">{}</span>').format(
        label, Markup(drawing)
    )
