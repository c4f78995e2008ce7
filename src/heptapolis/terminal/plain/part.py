"""The terminal part of a variant without its own."""

import json
from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from heptapolis.cards import export
from heptapolis.i18n import Translator
from heptapolis.terminal.parts import TerminalPart
from heptapolis.terminal.plain.session import PlainSession, screen, turn_log


def _catalog_tables(catalog: Any, t: Translator) -> Iterator[RenderableType]:
    yield Text(json.dumps(export.to_json(catalog), ensure_ascii=False, indent=1))


def _thing_sheet(thing: Any, catalog: Any, t: Translator) -> RenderableType:
    return Text(json.dumps(export.thing_json(thing, catalog), ensure_ascii=False, indent=1))


PART = TerminalPart(PlainSession, turn_log, _catalog_tables, _thing_sheet, screen)
