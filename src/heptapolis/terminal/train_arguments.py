"""The arguments of `hepta train`.

They are parsed by the standard library: newer versions of Typer need pydantic, which training does
not.
"""

from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from heptapolis.train.settings import RIVALS, Slope, TrainingSettings
from heptapolis.variants import ruleset

ABOUT = """Train a network by letting it play against itself. Needs PyTorch.

  hepta train duel --minutes 8              train for eight minutes
  hepta train duel --minutes 8 --resume     train on for eight more
  hepta train duel --minutes 4 --against training/duel/network.npz
                                            train a network to beat that one"""

RATE = "default: 3e-4:1.5e-5; 1e-4:1e-5 with --against"
ENTROPY = "bonus for varied play (default: 0.01:0.001; 0.002:0 with --against)"


def read_settings(args: Sequence[str]) -> TrainingSettings:
    """Return the settings of a slice; raise ValueError for invalid arguments."""
    chosen = _parser().parse_args(args)
    answers = "-answer" if chosen.against else ""
    return TrainingSettings(
        ruleset=chosen.game,
        folder=chosen.out or Path("training") / (chosen.game + answers),
        resume=chosen.resume,
        start=chosen.start,
        against=chosen.against,
        minutes=chosen.minutes,
        iterations=chosen.iterations,
        device=chosen.device,
        games=chosen.games,
        seats=chosen.seats,
        threads=chosen.threads,
        seed=chosen.seed,
        width=chosen.width,
        blocks=chosen.blocks,
        learning_rate=chosen.learning_rate,
        entropy=chosen.entropy,
        greedy=chosen.greedy,
        rivals=_rivals(chosen),
        matches=chosen.matches // 4,
        last_matches=chosen.matches,
    )


class OneLineParser(ArgumentParser):
    """A parser whose errors are one line, like those of every command, with its own help layout."""

    def format_help(self) -> str:
        return super().format_help().replace("usage:", "Usage:", 1)

    def error(self, message: str) -> NoReturn:
        raise ValueError(message.removeprefix("argument ").removeprefix("GAME: "))


def _parser() -> ArgumentParser:
    parser = OneLineParser(
        "hepta train",
        usage="hepta train [OPTIONS] GAME",
        description=ABOUT,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "game", metavar="GAME", type=_argument_type(read_game), help="classic, leaders or duel"
    )
    length = parser.add_argument_group("how long to train (one of the two)")
    _add(length, "--minutes", "minutes, including start, compilation and final matches", float)
    _add(length, "--iterations", "iterations; on a CPU a seed then gives the same network", int)
    weights = parser.add_argument_group("weights")
    _add(weights, "--out", "folder to save everything in (default: training/GAME)", Path, "FOLDER")
    weights.add_argument(
        "--resume", action="store_true", help="continue the training in the folder"
    )
    _add(weights, "--start", "start from these weights", Path, "WEIGHTS")
    _add(weights, "--against", "train a network to beat these weights", Path, "WEIGHTS")
    _add(weights, "--width", "width of a new network", int)
    _add(weights, "--blocks", "blocks of a new network, or more than --start has", int)
    games = parser.add_argument_group("games")
    _add(games, "-g --games", "games played side by side (default: depends on the device)", int)
    _add(games, "-n --seats", "players: 3, or 3,5 or 2-7", _argument_type(read_seats), "N")
    _add(games, "--greedy", "part of the games with greedy bots (default: 0)", float, "PART")
    rivals = ",".join(RIVALS)
    _add(games, "--rivals", f"bots to measure it against (default: {rivals})", str, "BOTS")
    _add(games, "--matches", "games against each of them at the end (default: 400)", int, d=400)
    learning = parser.add_argument_group(
        "learning (each value changes steadily during the training)"
    )
    _add(learning, "--learning-rate", RATE, _argument_type(read_slope), "FROM:TO")
    _add(learning, "--entropy", ENTROPY, _argument_type(read_slope), "FROM:TO")
    machine = parser.add_argument_group("machine")
    _add(machine, "--device", "auto uses a GPU if there is one", str, "auto|cpu|cuda", d="auto")
    _add(machine, "--threads", "CPU cores that play the games (default: all)", int)
    _add(machine, "--seed", "seed of all chance (default: 1)", int, d=1)
    return parser


def _add(
    group: Any, name: str, text: str, read: Callable[[str], Any], metavar: str = "N", d: Any = None
) -> None:
    group.add_argument(*name.split(), help=text, type=read, metavar=metavar, default=d)


def _argument_type(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Wrap a converter, so that its own error message is shown."""

    def convert(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return convert


def read_game(text: str) -> str:
    """Return the full name of a game."""
    return str(ruleset(text))


def read_slope(text: str) -> Slope:
    """Parse "3e-4:1e-5", or one number for both ends."""
    first, _, last = text.partition(":")
    try:
        slope = float(first), float(last or first)
    except ValueError:
        slope = -1.0, -1.0
    if not (min(slope) >= 0 and max(slope) < inf):
        raise ValueError(f"two numbers like 3e-4:1e-5, got {text!r}")
    return slope


def read_seats(text: str) -> tuple[int, ...]:
    """Parse "3", "3,5" or "2-7"."""
    try:
        parts = [[int(n) for n in part.split("-")] for part in text.split(",")]
        seats = sorted({n for part in parts for n in range(part[0], part[-1] + 1)})
    except ValueError:
        seats = []
    if not seats:
        raise ValueError(f"3, or 3,5 or 2-7, got {text!r}")
    return tuple(seats)


def _rivals(chosen: Namespace) -> tuple[str, ...]:
    """Return the named rivals, or the default ones; none for a best response."""
    if chosen.rivals is None:
        return () if chosen.against else RIVALS
    return tuple(name.strip() for name in chosen.rivals.split(",") if name.strip())
