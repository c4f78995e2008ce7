"""Wonder boards with their stages."""

from functools import lru_cache
from html import escape

from heptapolis.cards.model import Catalog
from heptapolis.games.classic.cards.model import Board, Stage, Wonder
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.web.art import effects, wonders
from heptapolis.web.art.markup import CatalogKey, picture, span
from heptapolis.web.art.symbols import glyph


def wonder_board(
    catalog: Catalog,
    id: str,
    side: str,
    language: str = "en",
    *,
    built: int = 0,
    affordable: bool = False,
) -> str:
    """Draw a wonder board: landscape, start resource, power and stages.

    ``built`` stages are done; the next one is marked, and lit up if ``affordable``.
    """
    return _wonder_board(CatalogKey(catalog), id, side, language, built, affordable)


def terrace(
    catalog: Catalog,
    id: str,
    side: str,
    language: str = "en",
    *,
    built: int = 0,
    affordable: bool = False,
    new: int = 0,
) -> str:
    """Draw the power and the stages of a board alone, for a city in front of its wonder; the last
    ``new`` of the built stages are marked."""
    return _terrace(CatalogKey(catalog), id, side, language, built, affordable, new)


@lru_cache(maxsize=1024)
def _terrace(
    key: CatalogKey, id: str, side: str, language: str, built: int, affordable: bool, new: int
) -> str:
    t = translator(language)
    wonder: Wonder = key.catalog.find(id)
    face = wonder.sides[side]
    body = _power(face) + _stages(f"{id}:{side}", face, built, affordable, new)
    return picture("terrace", _board_label(wonder, side, built, t), body)


@lru_cache(maxsize=1024)
def _wonder_board(
    key: CatalogKey, id: str, side: str, language: str, built: int, affordable: bool
) -> str:
    t = translator(language)
    wonder: Wonder = key.catalog.find(id)
    face = wonder.sides[side]
    resource = "" if wonder.resource is None else glyph(wonder.resource.slug)
    title = span("name", escape(name(wonder, t)))
    sub = span("full", escape(full_name(wonder, t)))
    head = span(
        "head",
        span("start", resource) * bool(resource) + span("titles", title + sub) + _power(face),
    )
    label = _board_label(wonder, side, built, t)
    scene = wonders.drawing(id, side, min(1, built / len(face.stages)))
    body = scene + head + span("stages", _stages(f"{id}:{side}", face, built, affordable))
    return picture(f"board side-{side.lower()}", label, body)


def _power(face: Board) -> str:
    return span("power", "".join(effects.symbol_groups(face.power))) if face.power else ""


def _stages(board: str, face: Board, built: int, affordable: bool, new: int = 0) -> str:
    return "".join(
        _stage(stage, _state(k, built, affordable, new), board, k + 1)
        for k, stage in enumerate(face.stages)
    )


def _state(k: int, built: int, affordable: bool, new: int) -> str:
    if k < built:
        return "built new" if k >= built - new else "built"
    if k > built:
        return "later"
    return "next affordable" if affordable else "next"


def _stage(stage: Stage, state: str, board: str, number: int) -> str:
    price = span("price", effects.units(stage.cost))
    gain = span("gain", "".join(effects.symbol_groups(stage.effect)))
    body = span("number", str(number)) + price + gain
    return span(f"stage {state}", body, data_sheet=f"stage:{board}:{number}", data_stage=number)


def _board_label(wonder: Wonder, side: str, built: int, t: Translator) -> str:
    face = wonder.sides[side]
    parts = [full_name(wonder, t) + ".", t.gettext("Side %(side)s.", side=side)]
    if wonder.resource is not None:
        units = words.units(wonder.resource, 1, t)
        parts.append(t.gettext("Produces %(units)s.", units=units))
    if face.power:
        parts += explain(face.power, t)
    for k, stage in enumerate(face.stages):
        number = t.gettext("Stage %(n)d", n=k + 1)
        done = t.pgettext("wonder stage", "built") if k < built else words.cost(stage.cost, t)
        parts.append(f"{number} ({done}): {' '.join(explain(stage.effect, t))}")
    return " ".join(parts)
