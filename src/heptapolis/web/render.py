"""The template environments: one for each language, with the art as globals."""

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from markupsafe import Markup

from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.spans import banner_of
from heptapolis.narration.score import signed_cell
from heptapolis.variants import all_backs, folders, rulesets
from heptapolis.web import art, assets
from heptapolis.web.art.cards import back_kinds
from heptapolis.web.board_parts import Turn
from heptapolis.web.boards import board_part
from heptapolis.web.keys import PAGE_KEYS, REPLAY_KEYS, key_list, symbol_list
from heptapolis.web.qr import qr_code
from heptapolis.web.templating import PartMemory

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class _Environment(Environment):
    """An environment whose templates share one dictionary of globals.

    Jinja's chain of two maps is copied item by item for every included template.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


def environment(language: str) -> Environment:
    """Return the templates of a language. Everything is escaped; an unknown name raises an
    error."""
    homes = (*folders("web/templates").values(), *folders("web/static").values())
    return _environment(language, homes, assets.fingerprint())


@lru_cache(assets.MAX_CACHED_SETS * len(LANGUAGES))
def _environment(language: str, homes: tuple[Path, ...], files: str) -> Environment:
    """Return the templates of a language for the games with these folders and static files: what
    they keep in memory has the addresses of the files in it."""
    templates = _Environment(
        loader=_loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    t, drawings = translator(language), _art(language)
    templates.globals |= {
        "lang": language,
        "languages": LANGUAGES,
        "notice": "",  # of the host; a server passes it
        "turn_markup": turn_markup,
        "art": drawings,
        "sym": lru_cache(4096)(drawings.symbol),
        "key_list": key_list(t),
        "replay_key_list": key_list(t, REPLAY_KEYS),
        "page_key_list": key_list(t, PAGE_KEYS),
        "symbol_list": symbol_list(t),
        "once": PartMemory().once,
        "game_styles": assets.game_styles(),
        "static": assets.address,
        "back_places": _back_places(),
        "qr": qr_code,
        "signed": signed_cell,
        "gettext": t.gettext,
        "ngettext": t.ngettext,
        "pgettext": t.pgettext,
    }
    templates.filters["banner"] = banner_of
    return templates


def _back_places() -> Mapping[str, str]:
    """Return the place of each card back's cards, as named in steps; for most it is their age."""
    return {kind: "" for kind in back_kinds()} | {
        one.id: " ".join(one.places) for one in all_backs()
    }


def _loader() -> ChoiceLoader:
    """Return the loader of shared templates and, under its id, of each game's:
    "GAME/board.html"."""
    games = folders("web/templates")
    own = PrefixLoader({id: FileSystemLoader(folder) for id, folder in games.items()})
    return ChoiceLoader([own, PackageLoader("heptapolis.web")])


def page(template: str, language: str, **values: Any) -> str:
    """Render a page or a part of one."""
    return environment(language).get_template(template).render(values)


def render(template: str, language: str, content: "DataclassInstance", **values: Any) -> str:
    """Render a page whose template reads the fields of a dataclass."""
    names = [field.name for field in fields(content)]
    return page(template, language, **{name: getattr(content, name) for name in names}, **values)


def turn_markup(turn: Turn) -> Markup:
    """Render a turn of the log, cached. A turn is already in one language."""
    return _turn_markup(turn, assets.fingerprint())


@lru_cache(4096)
def _turn_markup(turn: Turn, files: str) -> Markup:
    return Markup(page("turn.html", "en", turn=turn))


def _art(language: str) -> SimpleNamespace:
    """Return the drawings as template functions; each game adds its own."""
    drawings: dict[str, Callable[..., str]] = {
        "symbol": lambda name, label="": art.symbol(name, language, label=label),
        "coins": lambda n: art.coins(n, language),
        "face": lambda thing: art.picture_of(thing.catalog, thing.id, language),
        "chip": lambda thing: art.chip(thing.catalog, thing.id, language),
        "back": lambda kind: art.back(kind, language),
        "emblem": art.emblem,
        "cover": lambda scene: art.scene(*scene.split(":")),
        "panorama": art.panorama,
        "logo": art.logo,
    }
    for rules in rulesets():
        drawings |= board_part(rules).drawings(language)
    return SimpleNamespace(**{name: _markup(draw) for name, draw in drawings.items()})


def _markup(draw: Callable[..., str]) -> Callable[..., Markup]:
    """Wrap a drawing for templates."""
    return lambda *values: assets.link_symbols(draw(*values))
