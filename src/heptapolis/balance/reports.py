"""The reports there are: the one place where a variant attaches its own. Nothing is drawn yet."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from heptapolis.i18n import Translator
from heptapolis.variants import Parts

if TYPE_CHECKING:
    from heptapolis.balance.sections import Sections

# The sections of a report from what was counted and the edition that was played.
REPORTS: "Parts[Callable[[Any, Any, Translator], Sections]]" = Parts(
    "balance report",
    classic="heptapolis.balance.classic.sections:ClassicSections",
    duel="heptapolis.balance.duel.sections:DuelSections",
)


def require_report(rules: str) -> None:
    """Complain if there is no report for games of these rules."""
    if rules not in REPORTS:
        known = " and ".join(REPORTS.ids())
        raise ValueError(f"--report: no balance report for {rules}; there is one for {known}")
