"""The words of Leaders for all user interfaces."""

from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.games.classic.leaders.narration import log
from heptapolis.games.classic.leaders.narration.question import leader_question
from heptapolis.games.classic.leaders.vocabulary import PHASES
from heptapolis.narration.expansion import Narration

NARRATION = Narration(
    sentences={Kept: log.tell_kept, Recruited: log.tell_recruited, Courted: log.tell_courted},
    repeats={Kept: log.tell_last_kept},
    notes=log.secret_keep_lines,
    questions={phase.id: leader_question for phase in PHASES},
)
