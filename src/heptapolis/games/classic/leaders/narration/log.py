"""What is done with leaders, in words."""

from collections.abc import Iterable, Iterator

from heptapolis.events import Event, Staged
from heptapolis.games.classic.codes import Special
from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n import Translator


def secret_keep_lines(events: Iterable[Event], t: Translator) -> Iterator[str]:
    """Return one line for all cities of a draft whose leader is not known."""
    if n := len({e.seat for e in events if isinstance(e, Kept) and not e.leader}):
        yield t.ngettext(
            "%(n)d other player keeps a leader too.", "%(n)d other players keep a leader too.", n
        )


def leader_deed(deed: Kept | Recruited | Courted, after: Event | None, t: Translator) -> str:
    if isinstance(deed, Recruited):
        return t.pgettext("log", "recruits")
    if isinstance(deed, Courted):
        return t.gettext("copies a neighbour's leader")
    return t.gettext("gets the last one") if isinstance(after, Kept) else t.pgettext("log", "keeps")


def brings_leader(deed: Event | None, wording: ClassicWording) -> bool:
    """Return whether a stage recruits one more leader, so that passing next declines it."""
    if not isinstance(deed, Staged):
        return False
    stage = wording.board(deed.seat).stages[deed.stage - 1]
    return stage.effect.special is Special.RECRUIT_EXTRA_LEADER
