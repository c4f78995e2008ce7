"""The benchmark command: measures the figures of the design's performance table."""

import json
from collections.abc import Iterator
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.calibration import (
    PYTHON,
    REFERENCE,
    MachineFactors,
    mean_factors,
    measure_factors,
)
from heptapolis.cuda.toolkit import check_gpu
from heptapolis.i18n import translator
from heptapolis.machine import machine
from heptapolis.slots import BENCHMARKS
from heptapolis.terminal import console
from heptapolis.terminal.measuring import (
    COLD,
    ON_GPU,
    SERVER,
    STORED_FIGURES,
    Benchmark,
    Figure,
    measure_cold,
)
from heptapolis.terminal.progress import compile_rules
from heptapolis.variants import rulesets
from heptapolis.vector import DEVICES
from heptapolis.warm_up import is_cold


def bench(
    *, seconds: float = 1.5, cold: bool = False, as_json: bool = False, device: str = "cpu"
) -> None:
    """Measure with about ``seconds`` of play for each figure, and print the results."""
    if not seconds > 0:
        raise ValueError(f"seconds: more than 0, got {seconds}")
    if device not in DEVICES:
        raise ValueError(f"device: {' or '.join(DEVICES)}, got {device!r}")
    out = Console(stderr=True, highlight=False)
    before = measure_factors()
    measured = list(_figures(seconds, cold, out) if device == "cpu" else _on_gpu(seconds, out))
    factors = mean_factors(before, measure_factors())
    figures = [figure.calibrated(factors) for figure in measured]
    if as_json:
        facts = [
            asdict(figure) | {"scaled": figure.scaled, "verdict": figure.verdict}
            for figure in figures
        ]
        sources = {"peers": STORED_FIGURES["peers_source"], "factors": REFERENCE}
        here = machine() | {"factors": asdict(factors)}
        print(json.dumps({"machine": here, "sources": sources, "figures": facts}, indent=1))
    else:
        console().print(_table(figures, factors))
        console().print(
            Text(
                f"\nScaled: what the reference machine would do ({REFERENCE}); targets are for it."
                f"\nPeers: {STORED_FIGURES['peers_source']}"
            )
        )


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def _figures(seconds: float, cold: bool, out: Console) -> Iterator[Figure]:
    """Yield each figure, with a status line on what is being measured."""
    if is_cold():
        compile_rules(out, translator())
    for one in sorted(_benchmarks(), key=lambda one: one.topic):
        if one.topic != ON_GPU and (one.topic != COLD or cold):
            with out.status(Text(f"measuring: {one.label}")):
                yield one.measure(seconds)


def _on_gpu(seconds: float, out: Console) -> Iterator[Figure]:
    """Yield the figures of games side by side on a GPU."""
    check_gpu()
    for one in _benchmarks():
        if one.topic == ON_GPU:
            with out.status(Text(f"measuring: {one.label}")):
                yield one.measure(seconds)


def _benchmarks() -> list[Benchmark]:
    """Return the benchmarks of all games, without duplicates, and the shared ones."""
    games = (one for one in rulesets() if not one.variant.house and one.has(BENCHMARKS))
    found = dict.fromkeys(one for rules in games for one in rules.part(BENCHMARKS))
    server = (
        [Benchmark(SERVER, "the server", _server_move)] if STORED_FIGURES["server_move"] else []
    )
    everything = Benchmark(COLD, "a cold compile of everything, a minute or so", _cold_compile)
    return [*found, *server, everything]


def _server_move(_seconds: float) -> Figure:
    """Return the stored result of `tests.campaigns.load`, a separate run with simulated users."""
    facts = STORED_FIGURES["server_move"]
    here = facts["machine"]
    stored = (
        f"stored: {facts['tables']} tables on {here['processor']}, {here['cores']} cores, "
        f"commit {here['commit']}, {facts['date']}, load {facts['load']}"
    )
    what = "server's processor time for a move"
    factor = facts.get("factors", {}).get("python")
    return Figure(what, facts["ms"], "ms", 8, 4, False, stored=stored, kind=PYTHON, factor=factor)


def _cold_compile(_seconds: float) -> Figure:
    spent = measure_cold("-m", "heptapolis", "warm-up")
    what = "cold compile of what playing and search need"
    return Figure(what, spent, "s", 60, 45, False, kind=PYTHON)


# ── output ───────────────────────────────────────────────────────────────────────────────────────

_STYLES = {"goal": "green", "must": "yellow", "missed": "red", "": ""}


def _table(figures: list[Figure], factors: MachineFactors) -> Grid:
    here = machine()
    title = (
        f"{here['processor']}, {here['cores']} cores · Python {here['python']} · "
        f"Numba {here['numba']} · heptapolis {here['heptapolis']} {here['commit'] or ''}\n"
        f"{factors} of the reference machine"
    )
    table = Grid(
        title=Text(title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
    )
    table.add_column("what")
    for name in ("measured", "scaled", "must", "goal"):
        table.add_column(name, justify="right")
    table.add_column("reached")
    table.add_column("peers")
    for figure in figures:
        style = _STYLES[figure.verdict]
        table.add_row(
            figure.what,
            f"{_number(figure.value)} {figure.unit}",
            Text("" if figure.factor is None else _number(figure.scaled), style=style),
            _bound(figure.must, figure.more),
            _bound(figure.goal, figure.more),
            Text(figure.verdict, style=style),
            Text(figure.peers or figure.stored),
        )
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _bound(value: float | None, more: bool) -> str:
    return "" if value is None else f"{'≥' if more else '≤'} {value:,.9g}"
