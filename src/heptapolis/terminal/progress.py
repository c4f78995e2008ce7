"""Progress lines for slow operations."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from heptapolis.i18n import Translator, translator
from heptapolis.i18n.vocabulary import number
from heptapolis.kernel import CACHE
from heptapolis.terminal import console
from heptapolis.warm_up import N_STEPS, is_cold, warm_up

NOTICEABLE_SECONDS = 0.4  # seconds


def progress(out: Console, text: str) -> Progress:
    """Return a bar that is drawn on a terminal only, and removed at the end."""
    return Progress(
        TextColumn(text, markup=False),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    )


@contextmanager
def waiting_line(out: Console, text: str, after: float = NOTICEABLE_SECONDS) -> Iterator[None]:
    """Show a line about an operation that takes longer than ``after`` seconds; on a terminal
    only."""
    if not out.is_terminal:
        yield
        return
    status = out.status(Text(text, style="dim"), spinner_style="dim")
    timer = Timer(after, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # drawing may have started
        status.stop()


def compile_rules(out: Console, t: Translator) -> None:
    """Compile all rules with a progress line."""
    text = t.gettext("Compiling the rules (only once; it takes a minute or two)")
    with progress(out, text) as bar:
        task = bar.add_task("", total=N_STEPS)
        warm_up(lambda done: bar.update(task, completed=done))


def compile_if_watched(out: Console, t: Translator) -> None:
    """Compile before the first game, if the output is a terminal."""
    if out.is_terminal and is_cold():
        compile_rules(out, t)


def report_warm_up(language: str) -> None:
    """Compile what is not compiled yet; print where the result is kept and how long it took."""
    out, t = console(), translator(language)
    start = perf_counter()
    compile_rules(out, t)
    seconds = number(perf_counter() - start, t)
    out.print(
        t.gettext("Compiled in %(seconds)s s. Cache: %(folder)s", seconds=seconds, folder=CACHE)
    )
