"""What is done with leaders, in words."""

from collections.abc import Iterable, Iterator

from heptapolis.events import Event
from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.games.classic.narration.log import with_card
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase


def secret_keep_lines(events: Iterable[Event], t: Translator) -> Iterator[str]:
    """Return one line for all cities of a draft whose leader is not known."""
    if n := len({e.seat for e in events if isinstance(e, Kept) and not e.leader}):
        yield t.ngettext(
            "%(n)d other player keeps a leader too.", "%(n)d other players keep a leader too.", n
        )


def tell_kept(event: Kept, wording: ClassicWording) -> Phrase:
    """Return "keeps: Plato"; `secret_keep_lines` counts the leaders that the viewer cannot see."""
    if not event.leader:
        return Phrase()
    return with_card(wording.t.pgettext("log", "keeps"), event.leader, wording)


def tell_last_kept(event: Kept, wording: ClassicWording) -> Phrase:
    if not event.leader:
        return Phrase()
    return with_card(wording.t.gettext("gets the last one"), event.leader, wording)


def tell_recruited(event: Recruited, wording: ClassicWording) -> Phrase:
    return with_card(wording.t.pgettext("log", "recruits"), event.leader, wording)


def tell_courted(event: Courted, wording: ClassicWording) -> Phrase:
    return with_card(wording.t.gettext("copies a neighbour's leader"), event.leader, wording)
