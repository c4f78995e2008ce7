"""What is told in words, at the terminal and in the report alike."""

from collections.abc import Mapping, Sequence

from heptapolis.arena.schedule import Plan, Variant
from heptapolis.arena.standing import Answer, Tally
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark, percent

FAULTS = {
    "crash": mark("fault of a bot", "crash"),
    "timeout": mark("fault of a bot", "timeout"),
    "illegal": mark("fault of a bot", "illegal move"),
    "start": mark("fault of a bot", "failed start"),
}


def variant_name(variant: Variant, t: Translator) -> str:
    """ "Classic, 3 seats"."""
    if variant.game == "duel":
        return t.pgettext("variant", "Duel")
    if variant.game == "leaders":
        return t.ngettext(
            "Classic with Leaders, %(n)d seat", "Classic with Leaders, %(n)d seats", variant.seats
        )
    return t.ngettext("Classic, %(n)d seat", "Classic, %(n)d seats", variant.seats)


def par(variant: Variant, t: Translator) -> str:
    """What everybody wins on average."""
    return t.gettext("par %(share)s", share=percent(1 / variant.seats))


def plan_name(plan: Plan, t: Translator) -> str:
    """ "Gauntlet: greedy against random"."""
    first, *others = plan.bots
    if plan.gauntlet:
        return t.gettext(
            "Gauntlet: %(hero)s against %(rivals)s", hero=first, rivals=", ".join(others)
        )
    return t.gettext("Round robin: %(bots)s", bots=", ".join(plan.bots))


def faults(counted: Mapping[str, int], t: Translator) -> str:
    """How many faults of each kind; none at all is a dash."""
    kinds = (t.pgettext(*FAULTS[kind]) if kind in FAULTS else kind for kind in counted)
    told = (f"{kind}: {n}" for kind, n in zip(kinds, counted.values(), strict=True))
    return ", ".join(told) or "–"


def size(tallies: Sequence[Tally], t: Translator) -> str:
    """ "12 deals, 72 games"."""
    deals = sum(len(tally.deals) for tally in tallies)
    games = sum(tally.games for tally in tallies)
    return ", ".join(
        [
            t.ngettext("%(n)d deal", "%(n)d deals", deals),
            t.ngettext("%(n)d game", "%(n)d games", games),
        ]
    )


def order(tally: Tally) -> str:
    """The bots of a round robin, best first: ">" where that is settled, else "?"."""
    signs = [">" if answer.answer else "?" for answer in tally.answers]
    signed = (f"{bot} {sign}" for bot, sign in zip(tally.order, signs, strict=False))
    return " ".join([*signed, tally.order[-1]])


def verdict(tally: Tally, t: Translator) -> str:
    """What a contest has shown, in a sentence."""
    if tally.contest.hero:
        return _hero_verdict(tally.answers[0], t)
    deals = max(answer.deals for answer in tally.answers)
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


def _hero_verdict(answer: Answer, t: Translator) -> str:
    facts = {"hero": answer.bot, "rival": answer.rival, "goal": percent(answer.goal or 0)}
    if answer.answer == "more":
        return t.ngettext(
            "Against %(rival)s, %(hero)s wins more than %(goal)s: settled after %(n)d deal.",
            "Against %(rival)s, %(hero)s wins more than %(goal)s: settled after %(n)d deals.",
            answer.deals,
            **facts,
        )
    if answer.answer == "less":
        return t.ngettext(
            "Against %(rival)s, %(hero)s wins less than %(goal)s: settled after %(n)d deal.",
            "Against %(rival)s, %(hero)s wins less than %(goal)s: settled after %(n)d deals.",
            answer.deals,
            **facts,
        )
    return t.ngettext(
        "Against %(rival)s, whether %(hero)s wins more than %(goal)s is open after %(n)d deal.",
        "Against %(rival)s, whether %(hero)s wins more than %(goal)s is open after %(n)d deals.",
        answer.deals,
        **facts,
    )
