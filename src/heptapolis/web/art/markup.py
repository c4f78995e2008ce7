"""Helpers that build markup for the drawings."""

from collections.abc import Iterable
from html import escape

from heptapolis.cards.model import Catalog


def classes(names: str) -> str:
    """Add the prefix ``h-`` to class names, so that they cannot clash with those of a page."""
    return " ".join(f"h-{name}" for name in names.split())


def tag(name: str, body: str = "", /, **attributes: object) -> str:
    """Return an element; ``aria_label`` is spelled as in HTML, and classes get the prefix."""
    if "class_" in attributes:
        attributes["class_"] = classes(str(attributes["class_"]))
    pairs = (
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value not in (None, "")
    )
    return f"<{name}{''.join(pairs)}>{body}</{name}>"


def span(class_: str, body: str, /, **attributes: object) -> str:
    return tag("span", body, class_=class_, **attributes)


def picture(class_: str, label: str, body: str, /, **attributes: object) -> str:
    """Return a ``span`` that is one image to a screen reader."""
    return span(class_, body, role="img", aria_label=label, **attributes)


def svg(box: str, body: str, label: str = "", /, **attributes: object) -> str:
    """Return an SVG image: read out if it has a label, decoration otherwise.

    The label is no ``title`` element: browsers would show that as a tooltip over the sheet.
    """
    if label:
        return tag("svg", body, viewBox=box, role="img", aria_label=label, **attributes)
    return tag("svg", body, viewBox=box, aria_hidden="true", **attributes)


def use(
    id: str, box: tuple[float, float, float, float] | None = None, /, **attributes: object
) -> str:
    """Return a reference into the sprite, at ``box`` = x, y, width, height."""
    if box:
        x, y, width, height = (f"{n:g}" for n in box)
        return tag("use", href=f"#{id}", x=x, y=y, width=width, height=height, **attributes)
    return tag("use", href=f"#{id}", **attributes)


def row(items: Iterable[str], extra: str = "") -> str:
    """Return pictures side by side, for the gallery."""
    return f'<div class="row {extra}">{"".join(items)}</div>'


class CatalogKey:
    """A cache key that compares catalogues by identity, not by equality."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def __hash__(self) -> int:
        return id(self.catalog)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CatalogKey) and other.catalog is self.catalog
