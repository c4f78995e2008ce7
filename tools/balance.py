"""Play many greedy games and write docs/balance.md with its plots: ``python -m tools.balance [GAMES]``."""

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from heptapolis.balance.sections import Section, Sections
from heptapolis.games.classic.balance import numbers as classic
from heptapolis.games.classic.balance.sections import ClassicSections
from heptapolis.games.classic.edition import ours
from heptapolis.games.classic.simulation import simulate
from heptapolis.games.duel.balance import numbers as duel
from heptapolis.games.duel.balance.sections import DuelSections
from heptapolis.games.duel.edition import our_duel
from heptapolis.games.duel.simulation import simulate_duel
from heptapolis.i18n import translator
from heptapolis.machine import machine

DOCS = Path(__file__).parents[1] / "docs"
SEED = 1


def classic_sections(games: int, seats: int, expansions: frozenset[str] = frozenset()) -> Sections:
    batches = simulate(games, seats, expansions=expansions, seed=SEED, players="greedy", keep=True)
    played = classic.join([classic.pick(batch, seats) for batch in batches])
    setting = classic.ClassicSetting(games, seats, expansions, "random", "greedy", SEED)
    return ClassicSections(
        classic.count(played, setting, ours(expansions)), ours(expansions), translator()
    )


def duel_sections(games: int) -> Sections:
    batches = simulate_duel(games, seed=SEED, players="greedy", keep=True)
    played = duel.join([duel.pick(batch) for batch in batches])
    setting = duel.DuelSetting(games, "draft", "last", "greedy", SEED)
    return DuelSections(duel.count(played, setting, our_duel()), our_duel(), translator())


def chapter(
    title: str, command: str, slug: str, sections: Sections, drawn: Sequence[str]
) -> Iterator[str]:
    """Return a section of the page: all findings, and some plots."""
    by_name: dict[str, Section] = {section.name: section for section in sections}
    yield f"## {title}\n\n`{command}`\n"
    yield from (
        f"- **{section.heading.rstrip('?')}.** {section.frame.title}"
        for section in by_name.values()
    )
    yield ""
    for name in drawn:
        file = DOCS / "images" / f"balance-{slug}-{name}.svg"
        file.write_text(by_name[name].drawing.svg, encoding="utf-8")
        yield f"![{by_name[name].frame.title}](images/{file.name})\n"


def main(games: int) -> None:
    facts, command = machine(), f"hepta simulate --games {games} --seed {SEED} --report FOLDER"
    (DOCS / "images").mkdir(exist_ok=True)
    lines = [
        "# Balance",
        "",
        f"Made by `tools/balance.py` on {datetime.now(UTC):%Y-%m-%d} at commit {facts['commit']}, "
        f"{facts['processor']}, {facts['cores']} cores, Python {facts['python']}.",
        "",
        f"{games:,} games each; all seats are played by `greedy`, which looks one move ahead. The results need not apply to human players: a board",
        'whose power needs a plan may look weaker than it is. "Clearly" is corrected for the number of rows in a plot. Make your own report with',
        "[`hepta simulate --report`](terminal.md#a-report-on-balance).",
        "",
        *chapter(
            "Classic, 3 seats",
            command,
            "3",
            classic_sections(games, 3),
            ["boards", "sides", "seats", "columns", "correlation"],
        ),
        *chapter(
            "Classic, 5 seats",
            f"{command} --seats 5",
            "5",
            classic_sections(games, 5),
            ["boards", "sides", "columns"],
        ),
        *chapter(
            "Leaders, 4 seats",
            f"{command} --seats 4 --leaders",
            "leaders",
            classic_sections(games, 4, frozenset({"leaders"})),
            ["boards", "leaders", "columns"],
        ),
        *chapter(
            "Duel",
            command.replace("simulate", "simulate duel"),
            "duel",
            duel_sections(games),
            ["ends", "beginning", "wonders", "tokens", "columns", "margins", "track"],
        ),
    ]
    page = DOCS / "balance.md"
    page.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {page}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40_000)
