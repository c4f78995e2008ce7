"""What Leaders brings to classic itself: its events. Its rules are part of classic's own."""

from heptapolis.games.classic.expansion import ClassicExpansion
from heptapolis.games.classic.leaders.events import READERS, hide

LEADERS_OF_CLASSIC = ClassicExpansion(events=READERS, hide=hide)
