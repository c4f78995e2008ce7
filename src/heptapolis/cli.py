"""The command ``hepta``: argument parsing only. Every command imports what it needs itself, so
that ``hepta --help`` answers at once."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from inspect import Parameter, Signature
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from heptapolis import __version__
from heptapolis.extras import MissingExtra
from heptapolis.i18n import LANGUAGES

if TYPE_CHECKING:
    from heptapolis.terminal.options import CommandOption

INTERRUPT_EXIT_STATUS = 130  # the exit status of a command stopped by Ctrl-C
STOPPED_MESSAGE = "hepta: stopped"  # the message of a stopped command without one of its own


class Commands(TyperGroup):
    """The command group; prints one line when a command is interrupted."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            typer.echo(STOPPED_MESSAGE, err=True)
            raise typer.Exit(INTERRUPT_EXIT_STATUS) from None


app = typer.Typer(
    name="hepta",
    cls=Commands,
    help="The 7 Wonders family as software: an unofficial fan implementation.\n\n"
    "Without a command, hepta opens the web game in your browser.",
    invoke_without_command=True,
    rich_markup_mode=None,  # plain help: importing Rich would dominate the startup time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# Languages are defined in `i18n` only.
Language = StrEnum("Language", {code.upper(): code for code in LANGUAGES})  # type: ignore[misc]


class QuickBot(StrEnum):
    RANDOM = "random"
    GREEDY = "greedy"


Lang = Annotated[
    Language | None,
    typer.Option("--lang", "-l", help="Language; default: that of your environment."),
]
House = Annotated[
    Path | None,
    typer.Option("--catalog", metavar="FILE", help="A TOML file of house rules that change ours."),
]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NoSandbox = Annotated[
    bool,
    typer.Option("--no-sandbox", help="Bots of other packages and of files get all your rights."),
]
Standing = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A position in JSON or a record; - reads standard input."),
]
Which = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="classic, leaders, duel or another game; default: classic."
    ),
]
WhichToo = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="The same, as an option.")
]


class VariantCommand(TyperCommand):
    """A command that adds the options of all variants when it is used."""

    def get_params(self, ctx: Any) -> list[Any]:
        *params, help_option = super().get_params(ctx)
        return [*params, *self._variant_params(), help_option]

    def _declared(self) -> "list[CommandOption]":
        from heptapolis.terminal.options import command_options

        return command_options(personal=self.name == "play")

    def _variant_params(self) -> list[Any]:
        def options(**values: object) -> None: ...

        parameters = [
            Parameter(
                option.name,
                Parameter.KEYWORD_ONLY,
                default=None,
                annotation=Annotated[
                    option.type | None,
                    typer.Option(*option.spellings, help=option.help, metavar=option.metavar),
                ],
            )
            for option in self._declared()
        ]
        options.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        options.__annotations__ = {one.name: one.annotation for one in parameters}
        command = typer.Typer(add_completion=False, rich_markup_mode=None)
        command.command()(options)
        return typer.main.get_command(command).params

    def invoke(self, ctx: Any) -> Any:
        names = [one.name for one in self._variant_params()]
        values = {name: ctx.params.pop(name) for name in names}
        ctx.obj = {name: value for name, value in values.items() if value is not None}
        return super().invoke(ctx)


class ExpansionCommand(VariantCommand):
    """A command with a flag for each expansion of the variants."""

    def _declared(self) -> "list[CommandOption]":
        from heptapolis.terminal.options import expansion_options

        return expansion_options()


def _game(argument: str | None, option: str | None) -> str:
    """Return the requested game."""
    if argument and option and argument != option:
        raise ValueError(f"{argument} or {option}? Name one game")
    return argument or option or "classic"


def _language(chosen: Language | None) -> str:
    """Return the requested language, or that of the environment if it is supported."""
    if chosen:
        return str(chosen)
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    code = spoken[:2].lower()
    return code if code in LANGUAGES else "en"


def _show_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"heptapolis {__version__}")
        raise typer.Exit


@app.callback()
def hepta(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Without a command: the web game on this machine, opened in a browser."""
    if context.invoked_subcommand is None:
        serve(browser=True)


@app.command()
def catalog(
    game: Annotated[
        str, typer.Argument(help="classic, leaders, duel or another game.")
    ] = "classic",
    card: Annotated[
        str | None,
        typer.Option("--card", "-c", metavar="NAME", help="One card, wonder, leader or token."),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Show the cards, wonders, leaders, tokens and layouts of a game."""
    from heptapolis.terminal.catalog import show

    show(game, house=house, card=card, language=_language(lang), as_json=as_json)


@app.command(cls=VariantCommand)
def play(
    context: typer.Context,
    which: Which = None,
    game: WhichToo = None,
    seed: Annotated[
        int | None, typer.Option(help="The same number deals the same game.", show_default=False)
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="NAME",
            help="Who plays against you: beginner, easy, medium, hard, master, "
            "or any other of `hepta bots`; else medium.",
        ),
    ] = None,
    house: House = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Save the game here; if FILE exists, continue the game in it."
        ),
    ] = None,
    no_sandbox: NoSandbox = False,
    lang: Lang = None,
) -> None:
    """Play against bots in the terminal. Type ? in the game for help."""
    from heptapolis.sandbox import turn_off
    from heptapolis.terminal.play import play

    if no_sandbox:
        turn_off()
    play(
        _game(which, game),
        seed=seed,
        name=name,
        house=house,
        save=save,
        rivals=bots,
        language=_language(lang),
        **context.obj,
    )


@app.command(cls=VariantCommand)
def simulate(
    context: typer.Context,
    which: Which = None,
    game: WhichToo = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-g", help="How many games; default: 10000, or 20000 for a report."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same number gives the same games.")] = 0,
    bots: Annotated[
        QuickBot | None,
        typer.Option(
            "--bots",
            metavar="random|greedy",
            help="Who plays; default: random, or greedy for a report.",
        ),
    ] = None,
    players: Annotated[QuickBot | None, typer.Option("--players", hidden=True)] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Cores to use; default: all.", show_default=False),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write a report on balance: a page, plots, all numbers."
        ),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Simulate thousands of games: points by column, who wins, how Duels end, what is fair."""
    from heptapolis.terminal.simulate import simulate

    simulate(
        _game(which, game),
        games=games,
        seed=seed,
        players=bots or players,
        threads=threads,
        house=house,
        folder=report,
        language=_language(lang),
        as_json=as_json,
        **context.obj,
    )


@app.command(cls=VariantCommand)
def dataset(
    context: typer.Context,
    which: Which = None,
    game: WhichToo = None,
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="Write here, and go on with what is there."),
    ] = Path("dataset"),
    games: Annotated[int, typer.Option("--games", "-g", help="How many games in all.")] = 1000,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="NAMES",
            help="Who plays, with commas: greedy,mcts:100. Each game seats all of them, in an "
            "order of its own. greedy and random are by far the fastest.",
        ),
    ] = "greedy",
    positions: Annotated[
        str,
        typer.Option(
            metavar="all|N", help="Also write every decision, or N of each game; default: none."
        ),
    ] = "0",
    form: Annotated[
        str,
        typer.Option(
            metavar="text|numbers|both",
            help="Positions as JSON with moves as text, or encoded for learning.",
        ),
    ] = "text",
    seed: Annotated[int, typer.Option(help="The same number gives the same rows.")] = 0,
    workers: Annotated[
        int | None, typer.Option(help="Processes to use; default: all cores.", show_default=False)
    ] = None,
    no_sandbox: NoSandbox = False,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play, and write games, seats and positions to Parquet files.

    hepta dataset classic --seats 3 --games 10000 --out data

    hepta dataset duel --bots greedy,mcts:100 --positions 10 --form numbers --out data

    What the columns hold, and how to load them: docs/dataset.md. Needs pip install
    'heptapolis[data]'.
    """
    from heptapolis.sandbox import turn_off
    from heptapolis.terminal.dataset import dataset

    if no_sandbox:
        turn_off()
    names = [name.strip() for name in bots.split(",") if name.strip()]
    dataset(
        _game(which, game),
        folder=out,
        games=games,
        bots=names,
        positions=positions,
        form=form,
        seed=seed,
        workers=workers,
        house=house,
        language=_language(lang),
        as_json=as_json,
        **context.obj,
    )


@app.command(cls=ExpansionCommand)
def arena(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOTS",
            help="Two or more bots; before them, what they play: classic, leaders, duel or others.",
        ),
    ] = None,
    game: WhichToo = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", "-n", metavar="N", help="Players, 2 to 7; also 3,5 or 3-5. Default: 3."
        ),
    ] = None,
    gauntlet: Annotated[
        bool,
        typer.Option(
            "--gauntlet", help="The first bot plays each of the others; default: all play all."
        ),
    ] = False,
    goal: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            show_default=False,
            help="Gauntlet: does the first bot win more than this? Default: its par.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same number gives the same games.")] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", "-d", help="At most this many per contest; default: 200."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-g", help="At most this many games in total.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Time limit in minutes.")] = None,
    stop: Annotated[
        bool | None,
        typer.Option("--stop/--no-stop", help="Stop once the question is answered, or go on."),
    ] = None,
    on_fault: Annotated[
        str | None,
        typer.Option(
            "--on-fault",
            metavar="forfeit|random",
            show_default=False,
            help="A bot that fails loses its game, or random plays on and the result stands. "
            "Default: forfeit.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save everything here and continue what is there; default: under ./arena.",
        ),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Cores to use; default: all.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Ray cluster, or on a local one."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report with plots.")
    ] = None,
    no_sandbox: NoSandbox = False,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament on shared deals until it is clear who is better.

    hepta arena greedy random --seats 3-5 · hepta arena duel --gauntlet mcts:200 greedy easy
    """
    from heptapolis.arena.schedule import parse_plan
    from heptapolis.sandbox import turn_off
    from heptapolis.variants import register_house

    if no_sandbox:
        turn_off()
    words = [*([game] if game else []), *(names or [])]
    if house:
        club = register_house(house).id
        words = [club, *words] if words else []  # without bots, a folder is continued
    expansions = [name for name, is_asked in context.obj.items() if is_asked]
    plan = parse_plan(
        words, seats, expansions, gauntlet=gauntlet, goal=goal, seed=seed, on_fault=on_fault
    )
    from heptapolis.terminal.arena import arena

    arena(
        plan,
        deals=deals,
        games=games,
        minutes=minutes,
        stop=stop,
        folder=out,
        workers=workers,
        ray=ray,
        html=html,
        language=_language(lang),
        as_json=as_json,
    )


@app.command()
def bots(lang: Lang = None, as_json: AsJson = False) -> None:
    """List the levels and bots that you can play against."""
    from heptapolis.terminal.bots import show

    show(language=_language(lang), as_json=as_json)


@app.command()
def advise(
    file: Standing,
    seat: Annotated[
        int | None,
        typer.Option(
            help="Whose decision, numbered from 0; default: the first seat to move.",
            show_default=False,
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", "-s", help="Games to try; default: 200.", show_default=False),
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(help="Think for this many milliseconds instead.", show_default=False),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every move, not just the best.")
    ] = False,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Rank the moves of a seat by its chance to win, and say why."""
    from heptapolis.terminal.advice import advise

    advise(
        file,
        seat=seat,
        simulations=simulations,
        ms=ms,
        everything=everything,
        house=house,
        language=_language(lang),
        as_json=as_json,
    )


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    most: Annotated[int, typer.Option("--most", "-m", help="How many decisions to show.")] = 5,
    seat: Annotated[
        int | None,
        typer.Option(help="Only decisions of this seat, numbered from 0.", show_default=False),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            "-s",
            help="Games to try for each decision; default: 60.",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Also draw the curve to this file."),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Review a game: the chances of every seat, and the costliest decisions."""
    from heptapolis.terminal.review import review

    review(
        file,
        most=most,
        seat=seat,
        simulations=simulations,
        svg=svg,
        house=house,
        language=_language(lang),
        as_json=as_json,
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - reads standard input.")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")] = False,
    seat: Annotated[
        int | None,
        typer.Option(
            help="Only what this seat could know, numbered from 0 as in the record.",
            show_default=False,
        ),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Replay a recorded game turn by turn, then show its score sheet."""
    from heptapolis.terminal.replay import replay

    replay(file, step=step, seat=seat, house=house, language=_language(lang), as_json=as_json)


@app.command()
def score(
    file: Standing,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Print the score sheet of a position, or of a record as far as it goes."""
    from heptapolis.terminal.score import show

    show(file, house=house, language=_language(lang), as_json=as_json)


@app.command(
    context_settings={
        "ignore_unknown_options": True,
        "allow_extra_args": True,
        "help_option_names": [],
    }
)
def train(context: typer.Context) -> None:
    """Let a network learn a game by playing against itself; needs PyTorch."""
    from heptapolis.terminal.train import command

    command(context.args)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="Seconds to play for each figure.")] = 1.5,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also recompile everything; this takes a while.")
    ] = False,
    as_json: AsJson = False,
    device: Annotated[
        str, typer.Option(help="Where games are played side by side: cpu or cuda.")
    ] = "cpu",
) -> None:
    """Measure how fast the rules run on this machine, compared with the targets."""
    from heptapolis.terminal.bench import bench

    bench(seconds=seconds, cold=cold, as_json=as_json, device=device)


@app.command()
def serve(
    host: Annotated[
        str | None,
        typer.Option(
            help="Address to listen on; 0.0.0.0 is open to everyone who can reach you.",
            show_default="127.0.0.1",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", "-p", min=1, max=65535, show_default="8707")
    ] = None,
    unix_socket: Annotated[
        Path | None,
        typer.Option(
            "--socket", metavar="PATH", help="Listen on a Unix socket instead, for a proxy."
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="Address of the site for its visitors, like https://games.example.org.",
        ),
    ] = None,
    root_path: Annotated[
        str | None,
        typer.Option(
            "--root-path",
            metavar="PATH",
            help="Serve the site below a path, like /hepta; default: the path of the public URL.",
            show_default=False,
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            help="A host name that the server answers to, *.example.org for all below; may be "
            "repeated. Default: all.",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:///FILE or postgresql://…; default: SQLite in your data folder.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-w",
            min=1,
            max=256,
            help="Processes that share the work; more than one needs a PostgreSQL database, which "
            "servers on other machines can use at the same time.",
            show_default="1",
        ),
    ] = None,
    house: Annotated[
        list[Path] | None,
        typer.Option(
            "--house",
            metavar="FILE",
            help="A TOML file of house rules, offered as a game of its own; may be repeated.",
        ),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Secure cookies, for use behind an https proxy.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="A TOML file of settings; default: heptapolis/server.toml in your configuration "
            "folder, if it exists.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Print all settings in force and where each comes from, then exit."
        ),
    ] = False,
    as_json: AsJson = False,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the game in a browser.")
    ] = False,
) -> None:
    """Serve the web game and its API.

    Every setting can also stand in a TOML file or in a variable HEPTAPOLIS_…; options override
    variables, and these override the file.
    """
    from heptapolis.server.app import serve
    from heptapolis.server.settings import load_settings

    flags = {
        "host": host,
        "port": port,
        "socket": unix_socket,
        "public_url": public_url,
        "root_path": root_path,
        "allowed_hosts": allowed_host or None,
        "database": database,
        "workers": workers,
        "house_rules": house or None,
        "https": https or None,
    }
    loaded = load_settings(flags, file=config)
    if check:
        from heptapolis.terminal.settings import show_settings

        show_settings(loaded, as_json=as_json)
        return
    serve(loaded.settings, open_browser=browser)


DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; default: as `hepta serve` finds it.",
        show_default=False,
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="The server's TOML file of settings.", show_default=False
    ),
]


def _database_url(database: str | None, config: Path | None) -> str:
    """Return the database that `hepta serve` would use."""
    from heptapolis.server.settings import load_settings

    return load_settings({"database": database}, file=config).settings.database_url


@app.command(context_settings={"ignore_unknown_options": True})
def admin(
    action: Annotated[
        str | None, typer.Argument(help="What to do; without it, all actions are listed.")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENTS", help="Of the action.")
    ] = None,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: AsJson = False,
) -> None:
    """Manage a server: tables, guests, bans, messages, notices, reports.

    A running server does it, or the database is changed.
    """
    from heptapolis.server.settings import load_settings
    from heptapolis.terminal.admin import admin

    settings = load_settings({"database": database}, file=config).settings
    admin(settings, action, words or (), as_json=as_json)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write, like games.jsonl.gz.")],
    database: DatabaseOption = None,
    config: ConfigOption = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check an existing backup instead.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write all games, guests and messages of a server to a file, also while it runs."""
    url = "" if check else _database_url(database, config)
    from heptapolis.terminal import backup as commands

    if check:
        commands.check(file, as_json=as_json)
    else:
        commands.back_up(url, file, as_json=as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup written by `hepta backup`.")],
    database: DatabaseOption = None,
    config: ConfigOption = None,
    as_json: AsJson = False,
) -> None:
    """Restore a backup into a new database, SQLite or PostgreSQL. Nothing is overwritten."""
    url = _database_url(database, config)
    from heptapolis.terminal.backup import restore

    restore(file, url, as_json=as_json)


@app.command()
def warm_up(lang: Lang = None) -> None:
    """Compile the rules now, so that the first game starts immediately."""
    from heptapolis.terminal.progress import report_warm_up

    report_warm_up(_language(lang))


# Commands without results to save: Ctrl-C ends them at once. The others save their work first.
STATELESS_COMMANDS = (
    "advise",
    "bench",
    "catalog",
    "replay",
    "review",
    "score",
    "simulate",
    "warm-up",
)


@contextmanager
def _immediate_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process even during compiled code, where Python would wait for it."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)

    def listen() -> None:
        while signal_numbers := os.read(read_end, 1):
            if signal_numbers[0] == signal.SIGINT:
                show_cursor = "\x1b[?25h\n" if sys.stderr.isatty() else ""
                os.write(2, f"{show_cursor}{STOPPED_MESSAGE}\n".encode())
                os._exit(INTERRUPT_EXIT_STATUS)
        os.close(read_end)

    handler = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    before = signal.set_wakeup_fd(write_end)
    Thread(target=listen, daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, handler)
        os.close(write_end)


def main() -> None:
    """Run a command; report a user error in one line with exit status 1."""
    is_stateless = sys.argv[1:2] and sys.argv[1] in STATELESS_COMMANDS
    try:
        with _immediate_interrupt() if is_stateless else nullcontext():
            _run()
    except (ValueError, OSError, MissingExtra) as error:
        typer.secho(f"hepta: {error}", err=True, fg="red")
        sys.exit(1)


def _run() -> None:
    if sys.argv[1:2] == ["train"]:  # parsed separately, since newer Typer needs pydantic
        from heptapolis.terminal.train import command

        command(sys.argv[2:])
    else:
        app()
