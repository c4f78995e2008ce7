"""The arguments of `hepta train`.

Read by the standard library: newer versions of Typer need pydantic, and training does not.
"""

from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from heptapolis.train.settings import RIVALS, Slope, TrainingSettings
from heptapolis.variants import ruleset

ABOUT = """Let a network learn a game by playing against itself; needs PyTorch.

  hepta train duel --minutes 8                                a slice
  hepta train duel --minutes 8 --resume                       the next one
  hepta train duel --minutes 4 --against training/duel/network.npz"""


def read_settings(args: Sequence[str]) -> TrainingSettings:
    """What was chosen for a slice; a ValueError says what is wrong."""
    chosen = _parser().parse_args(args)
    answers = "-answer" if chosen.against else ""
    return TrainingSettings(
        ruleset=chosen.game, folder=chosen.out or Path("training") / (chosen.game + answers),
        resume=chosen.resume, start=chosen.start, against=chosen.against, minutes=chosen.minutes,
        iterations=chosen.iterations, device=chosen.device, games=chosen.games, seats=chosen.seats,
        threads=chosen.threads, seed=chosen.seed, width=chosen.width, blocks=chosen.blocks,
        learning_rate=chosen.learning_rate, entropy=chosen.entropy, rivals=_rivals(chosen),
        matches=chosen.matches // 4, last_matches=chosen.matches,
    )  # fmt: skip


class OneLineParser(ArgumentParser):
    """Whose help begins, and whose complaints are one line, like those of every command."""

    def format_help(self) -> str:
        return super().format_help().replace("usage:", "Usage:", 1)

    def error(self, message: str) -> NoReturn:
        raise ValueError(message.removeprefix("argument ").removeprefix("GAME: "))


def _parser() -> ArgumentParser:
    parser = OneLineParser(
        "hepta train", usage="hepta train [OPTIONS] GAME", description=ABOUT,
        formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False,
    )  # fmt: skip
    parser.add_argument(
        "game", metavar="GAME", type=_typed(read_game), help="classic, leaders, duel"
    )
    length = parser.add_argument_group("how long: one of them")
    _add(length, "--minutes", "of this slice, with start, compilation and last matches", float)
    _add(length, "--iterations", "the same everywhere under a seed", int)
    weights = parser.add_argument_group("weights")
    _add(weights, "--out", "where everything is kept, training/GAME", Path, "FOLDER")
    weights.add_argument("--resume", action="store_true", help="go on with what the folder holds")
    _add(weights, "--start", "begin with these weights", Path, "WEIGHTS")
    _add(weights, "--against", "train a best response to these weights", Path, "WEIGHTS")
    _add(weights, "--width", "of a new network", int)
    _add(weights, "--blocks", "of a new network", int)
    games = parser.add_argument_group("games")
    _add(games, "-g --games", "played side by side; as fits the device", int)
    _add(games, "-n --seats", "players: 3, or 3,5 or 2-7", _typed(read_seats), "N")
    _add(games, "--rivals", "bots met on the way and at the end: greedy,mcts:100", str, "BOTS")
    _add(games, "--matches", "against each rival at the end, 400; a quarter on the way", int, d=400)
    learning = parser.add_argument_group("learning, from the first to the last moment of the slice")
    _add(learning, "--learning-rate", "3e-4:1.5e-5", _typed(read_slope), "FROM:TO")
    _add(learning, "--entropy", "what chance is worth, 0.01:0.001", _typed(read_slope), "FROM:TO")
    machine = parser.add_argument_group("the machine")
    _add(machine, "--device", "auto: a GPU if there is one", str, "auto|cpu|cuda", d="auto")
    _add(machine, "--threads", "cores for the rules, all", int)
    _add(machine, "--seed", "the same number learns the same on a CPU, 1", int, d=1)
    return parser


def _add(
    group: Any, name: str, help: str, type: Callable[[str], Any], metavar: str = "N", d: Any = None
) -> None:
    group.add_argument(*name.split(), help=help, type=type, metavar=metavar, default=d)


def _typed(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """What the parser takes for a type, with our own complaint."""

    def typed(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return typed


def read_game(text: str) -> str:
    """A game by its whole name."""
    return str(ruleset(text))


def read_slope(text: str) -> Slope:
    """ "3e-4:1e-5", or one number for both ends."""
    first, _, last = text.partition(":")
    try:
        slope = float(first), float(last or first)
    except ValueError:
        slope = -1.0, -1.0
    if not (min(slope) >= 0 and max(slope) < inf):
        raise ValueError(f"two numbers like 3e-4:1e-5, got {text!r}")
    return slope


def read_seats(text: str) -> tuple[int, ...]:
    """ "3", "3,5" or "2-7"."""
    try:
        parts = [[int(n) for n in part.split("-")] for part in text.split(",")]
        seats = sorted({n for part in parts for n in range(part[0], part[-1] + 1)})
    except ValueError:
        seats = []
    if not seats:
        raise ValueError(f"3, or 3,5 or 2-7, got {text!r}")
    return tuple(seats)


def _rivals(chosen: Namespace) -> tuple[str, ...]:
    """Those that were named; else our usual ones, and nobody for a best response."""
    if chosen.rivals is None:
        return () if chosen.against else RIVALS
    return tuple(name.strip() for name in chosen.rivals.split(",") if name.strip())
