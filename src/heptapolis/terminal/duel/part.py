"""What the terminal has for Duel."""

from heptapolis.terminal.duel.catalog import catalog_tables, thing_sheet
from heptapolis.terminal.duel.log import turn_log
from heptapolis.terminal.duel.session import DuelSession
from heptapolis.terminal.parts import TerminalPart

PART = TerminalPart(DuelSession, turn_log, catalog_tables, thing_sheet)
