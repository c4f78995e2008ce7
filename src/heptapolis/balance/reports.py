"""The rulesets with a balance report. Importing this does not load Matplotlib."""

from heptapolis.slots import BALANCE
from heptapolis.variants import Ruleset, rulesets


def require_report(rules: Ruleset) -> None:
    """Raise ValueError if there is no report for games of a ruleset."""
    if not rules.has(BALANCE):
        known = " and ".join(str(one) for one in rulesets() if one.has(BALANCE))
        raise ValueError(f"--report: no balance report for {rules}; there is one for {known}")
