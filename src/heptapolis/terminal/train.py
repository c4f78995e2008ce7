"""The training command: shows the figures during training, and a summary afterwards."""

import sys
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.extras import require_extra
from heptapolis.terminal import console
from heptapolis.terminal.train_arguments import read_settings
from heptapolis.train.settings import TrainingSettings

REFRESH_SECONDS = 10.0  # seconds between two lines without a terminal
INTERRUPT_EXIT_STATUS = 130  # the exit status of a command stopped by Ctrl-C


def command(args: Sequence[str]) -> None:
    """Run `hepta train` with its arguments; Ctrl-C prints no traceback."""
    started = monotonic()
    try:
        train(read_settings(args), started=started)
    except KeyboardInterrupt:  # interrupted before the first iteration
        print("hepta: stopped", file=sys.stderr)
        raise SystemExit(INTERRUPT_EXIT_STATUS) from None


def train(
    settings: TrainingSettings, *, started: float | None = None, out: Console | None = None
) -> None:
    """Train for a slice; Ctrl-C ends it early without losing anything."""
    out = out or console()
    require_extra("train", "hepta train")
    from heptapolis.train.trainer import train as begin

    display = LiveCurves(out, settings)
    try:
        trainer = begin(settings, started=started, watch=display.show)
    except LookupError as error:  # a variant without an encoding
        raise ValueError(error.args[0]) from None
    size = trainer.header.architecture
    out.print(
        f"{settings.ruleset}: {size.n_weights:,} weights, {size.blocks} blocks of {size.width}, "
        f"on {trainer.device}; ready after {trainer.elapsed:.0f} s"
    )
    interrupted = False
    with display:
        try:
            trainer.run()
        except KeyboardInterrupt:
            interrupted = True
    state = trainer.state
    slices = "1 slice" if len(state.slices) == 1 else f"{len(state.slices)} slices"
    out.print(
        f"{state.decisions / 1e6:,.1f} million decisions, {state.games:,} games in "
        f"{slices}, {state.seconds / 60:.1f} minutes. "
        f"Everything is kept in {settings.folder}."
    )
    if response := state.slices[-1].get("response"):
        out.print(response_text(response))
    if interrupted:
        raise SystemExit(INTERRUPT_EXIT_STATUS)


class LiveCurves:
    """Shows the latest figures in place on a terminal; otherwise prints a line now and then."""

    def __init__(self, out: Console, settings: TrainingSettings) -> None:
        self._out, self._settings = out, settings
        self._live = Live(console=out, transient=True) if out.is_terminal else None
        self._matches: list[dict[str, Any]] = []
        self._last = 0.0

    def __enter__(self) -> "LiveCurves":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, line: dict[str, Any]) -> None:
        """Show a line of the journal."""
        if "matches" in line:
            self._matches = line["matches"]
            self._out.print(_how_far(line))
            for text in match_texts(self._matches):
                self._out.print(f"  {text}")
        elif self._live:
            self._live.update(Group(*self._panel(line)))
        elif monotonic() > self._last + REFRESH_SECONDS:
            self._last = monotonic()
            self._out.print(" · ".join([_how_far(line), *figures(line)]))

    def _panel(self, line: dict[str, Any]) -> Iterable[RenderableType]:
        grid = Grid.grid(padding=(0, 2))
        groups = {"wins against": shares(line["against"]), "games end by": shares(line["outcomes"])}
        groups["losses"] = "  ".join(f"{name} {v:.3f}" for name, v in line["losses"].items())
        groups["matches"] = "\n".join(match_texts(self._matches))
        for name, text in groups.items():
            grid.add_row(Text(name, style="dim"), text)
        speed = f"{line['decisions_per_second'] / 1e3:,.0f} k decisions/s"
        yield Text(f"{_how_far(line)} · {speed}")
        yield ProgressBar(total=1, completed=line["progress"], width=60)
        yield grid


def figures(line: dict[str, Any]) -> Iterable[str]:
    """Yield the texts of an iteration."""
    yield f"{line['decisions_per_second'] / 1e3:,.0f} k/s"
    yield f"play {line['rollout_seconds']:.2f} s, learn {line['update_seconds']:.2f} s"
    yield "  ".join(f"{name} {value:.3f}" for name, value in line["losses"].items())
    yield f"wins: {shares(line['against'])}"
    yield f"ends: {shares(line['outcomes'])}"


def match_texts(matches: Iterable[dict[str, Any]]) -> list[str]:
    """Return a text for each rival: "greedy: 81 % (73–88 %) of 100", with the number of seats if
    there are more than two."""
    found: dict[str, list[str]] = {}
    for one in matches:
        text = f"{100 * one['share']:.0f} % ({percents(one)}) of {one['games']}"
        if one["seats"] > 2:
            text += f" at {one['seats']} seats"
        found.setdefault(one["rival"], []).append(text)
    return [f"{rival}: {', '.join(texts)}" for rival, texts in found.items()]


def percents(share: dict[str, Any], digits: int = 0) -> str:
    """Return the confidence interval of a share."""
    return f"{100 * share['low']:.{digits}f}–{100 * share['high']:.{digits}f} %"


def response_text(response: dict[str, Any]) -> str:
    """Describe the progress of a best response."""
    first, last, par = (f"{100 * response[name]:.1f} %" for name in ("first", "last", "par"))
    return (
        f"Share of wins against {response['rival']}: {first} of the first training games, "
        f"{last} ({percents(response, 1)}) of the last {response['games']:,}; par {par}."
    )


def shares(values: dict[str, float]) -> str:
    return "  ".join(f"{name} {100 * value:.0f} %" for name, value in values.items())


def _how_far(line: dict[str, Any]) -> str:
    return (
        f"slice {line['slice']}, iteration {line['iteration']}, {line['seconds']:.0f} s, "
        f"{line['decisions'] / 1e6:.1f} M decisions"
    )
