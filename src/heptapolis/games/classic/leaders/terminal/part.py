"""The terminal's part for Leaders."""

from heptapolis.games.classic.leaders.terminal import city
from heptapolis.games.classic.leaders.terminal.choices import leader_hint, leaders_table
from heptapolis.games.classic.leaders.vocabulary import PHASES
from heptapolis.games.classic.terminal.expansion import TerminalExpansion

PART = TerminalExpansion(
    names=city.leader_names,
    lines=city.leader_lines,
    own_hand=city.own_hand,
    full_hand=city.full_hand,
    tables={phase.id: leaders_table for phase in PHASES},
    hints={phase.id: leader_hint for phase in PHASES},
)
