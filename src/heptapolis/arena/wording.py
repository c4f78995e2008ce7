"""Sentences of a standing, for the terminal and the report."""

from collections.abc import Mapping, Sequence

from heptapolis.arena.schedule import FORFEIT, Format, TournamentPlan
from heptapolis.arena.standing import FaultCount, Tally, Verdict
from heptapolis.i18n import Translator
from heptapolis.i18n.rulesets import ruleset_name
from heptapolis.i18n.vocabulary import mark, percent
from heptapolis.variants import all_outcomes

FAULTS = {
    "crash": mark("fault of a bot", "crash"),
    "timeout": mark("fault of a bot", "timeout"),
    "illegal": mark("fault of a bot", "illegal move"),
    "start": mark("fault of a bot", "failed start"),
}
FORFEITED = mark("how a game ends", "forfeit")


def format_name(game_format: Format, t: Translator) -> str:
    """Return "Game, 3 seats"."""
    return ruleset_name(game_format.ruleset, game_format.seats, t)


def par(game_format: Format, t: Translator) -> str:
    """Return the sentence about par, the average share of wins."""
    return t.gettext("par %(share)s", share=percent(1 / game_format.seats, t))


def plan_name(plan: TournamentPlan, t: Translator) -> str:
    """Return the plan as text: "Gauntlet: greedy against random"."""
    first, *others = plan.bots
    if plan.gauntlet:
        return t.gettext(
            "Gauntlet: %(hero)s against %(rivals)s", hero=first, rivals=", ".join(others)
        )
    return t.gettext("Round robin: %(bots)s", bots=", ".join(plan.bots))


def faults(counts: Mapping[str, int], t: Translator) -> str:
    """Return the number of faults of each kind; a dash for none."""
    kinds = (t.pgettext(*FAULTS[kind]) if kind in FAULTS else kind for kind in counts)
    parts = (f"{kind}: {n}" for kind, n in zip(kinds, counts.values(), strict=True))
    return ", ".join(parts) or "–"


def outcome(name: str, t: Translator) -> str:
    """Return the name of an outcome; a game of another package names its own."""
    labels = {"forfeit": FORFEITED} | {id: one.label for id, one in all_outcomes().items()}
    return t.pgettext(*labels[name]) if name in labels else name


def fault_notice(count: FaultCount, plan: TournamentPlan, t: Translator) -> str:
    """Return which bot failed, how often, and the consequence."""
    facts = {"bot": count.bot, "faults": faults(count.faults, t), "reason": count.reason}
    if plan.on_fault == FORFEIT:
        return t.ngettext(
            "%(bot)s failed in %(n)d game (%(faults)s) and forfeited it: %(reason)s",
            "%(bot)s failed in %(n)d games (%(faults)s) and forfeited them; first reason: "
            "%(reason)s",
            count.games,
            **facts,
        )
    return t.ngettext(
        "%(bot)s failed in %(n)d game (%(faults)s), finished with random moves: %(reason)s",
        "%(bot)s failed in %(n)d games (%(faults)s), finished with random moves; first reason: "
        "%(reason)s",
        count.games,
        **facts,
    )


def size(tallies: Sequence[Tally], t: Translator) -> str:
    """Return "12 deals, 72 games"."""
    deals = sum(len(tally.deals) for tally in tallies)
    games = sum(tally.games for tally in tallies)
    return ", ".join(
        [
            t.ngettext("%(n)d deal", "%(n)d deals", deals),
            t.ngettext("%(n)d game", "%(n)d games", games),
        ]
    )


def order(tally: Tally) -> str:
    """Return the bots of a round robin, best first: ">" between them where the order is settled,
    else "?"."""
    signs = [">" if verdict.answer else "?" for verdict in tally.verdicts]
    pairs = (f"{bot} {sign}" for bot, sign in zip(tally.order, signs, strict=False))
    return " ".join([*pairs, tally.order[-1]])


def contest_finding(tally: Tally, t: Translator) -> str:
    """Return the result of a contest in one sentence."""
    if tally.contest.hero:
        return _hero_finding(tally.verdicts[0], t)
    deals = max(verdict.deals for verdict in tally.verdicts)
    if tally.is_answered:
        return t.ngettext(
            "The order is settled after %(n)d deal: %(order)s.",
            "The order is settled after %(n)d deals: %(order)s.",
            deals,
            order=order(tally),
        )
    return t.ngettext(
        "The order is not settled after %(n)d deal: %(order)s.",
        "The order is not settled after %(n)d deals: %(order)s.",
        deals,
        order=order(tally),
    )


def _hero_finding(verdict: Verdict, t: Translator) -> str:
    facts = {"hero": verdict.bot, "rival": verdict.rival, "goal": percent(verdict.goal or 0, t)}
    if verdict.answer == "more":
        return t.ngettext(
            "Against %(rival)s, %(hero)s wins more than %(goal)s: settled after %(n)d deal.",
            "Against %(rival)s, %(hero)s wins more than %(goal)s: settled after %(n)d deals.",
            verdict.deals,
            **facts,
        )
    if verdict.answer == "less":
        return t.ngettext(
            "Against %(rival)s, %(hero)s wins less than %(goal)s: settled after %(n)d deal.",
            "Against %(rival)s, %(hero)s wins less than %(goal)s: settled after %(n)d deals.",
            verdict.deals,
            **facts,
        )
    return t.ngettext(
        "After %(n)d deal it is still open whether %(hero)s wins more than %(goal)s against "
        "%(rival)s.",
        "After %(n)d deals it is still open whether %(hero)s wins more than %(goal)s against "
        "%(rival)s.",
        verdict.deals,
        **facts,
    )
