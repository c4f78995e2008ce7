"""Measure all figures and write docs/figures.md: ``make figures``, on an otherwise idle machine."""

import json
import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "figures.md"


def as_number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def row(figure: dict[str, Any]) -> str:
    value, sign = figure["value"], "≥" if figure["more"] else "≤"
    number = as_number(value)
    marks = [f"{sign} {figure[mark]:,.9g}" if figure[mark] else "" for mark in ("must", "goal")]
    scaled = "" if figure["factor"] is None else as_number(figure["scaled"])
    cells = [figure["what"], f"{number} {figure['unit']}", scaled, *marks, figure["verdict"]]
    return f"| {' | '.join([*cells, figure['peers'] or figure['stored']])} |"


def outcomes(games: int = 200_000) -> str:
    """Return a sentence about the ends of random Duels."""
    from heptapolis.games.duel.codes import DuelOutcome
    from heptapolis.games.duel.rules.scoring import TOTAL
    from heptapolis.games.duel.simulation import simulate_duel

    counts: Counter[str] = Counter()
    for batch in simulate_duel(games):
        totals = batch.sheets[:, :, TOTAL]
        for (outcome, _), (one, other) in zip(batch.ends, totals, strict=True):
            tied = outcome <= DuelOutcome.POINTS and one == other
            counts["tie-break" if tied else DuelOutcome(int(outcome)).slug] += 1
    parts = [
        f"{how} {counts[how] / games:.2%}"
        for how in ("points", "military", "science", "tie-break", "shared")
    ]
    return f"How {games:,} random Duels end: {', '.join(parts)}."


def main() -> None:
    load = os.getloadavg()[0]
    command = [sys.executable, "-m", "heptapolis", "bench", "--json", "--cold", "--seconds", "4"]
    bench = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    machine = bench["machine"]
    factors = machine["factors"]
    lines = [
        "# Figures",
        "",
        f"Made by `make figures` on {datetime.now(UTC):%Y-%m-%d} at commit {machine['commit']}, "
        f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}, "
        f"Numba {machine['numba']}. `hepta bench` measures your machine.",
        "",
        f"Factors of this machine, measured in the same run: kernel × {factors['kernel']:.2f}, Python × "
        f"{factors['python']:.2f} of the reference machine ({bench['sources']['factors']}). `scaled` is what "
        "the reference machine would do, and what the marks are judged by; figures without it do not depend on "
        "the speed of the machine.",
        "",
        "| what, one core | measured | scaled | must | goal | reached | peers |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(row(figure) for figure in bench["figures"]),
        "",
        f"The load of the machine was {load:.1f} when it began; it is shared: runs an hour apart differ by up to",
        "a quarter, which is why two commits are compared in turn, by `tools/compare.py`.",
        "",
        f"Random play is uniform over (card, use) with the cheapest payment. Peers are {bench['sources']['peers']}.",
        "The server's time is measured by `tests/campaigns/load.py --store`.",
        "",
        outcomes(),
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
