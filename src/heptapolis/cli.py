"""The command ``hepta``: argument parsing only. Every command imports what it needs itself, so
that ``hepta --help`` answers at once."""

import os
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from heptapolis import __version__

app = typer.Typer(
    name="hepta",
    help="The 7 Wonders family as software: an unofficial fan implementation.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help: loading Rich would cost more than everything else
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Language(StrEnum):
    EN = "en"
    UK = "uk"
    HU = "hu"
    RU = "ru"


class Sides(StrEnum):
    RANDOM = "random"
    A = "A"
    B = "B"


class Players(StrEnum):
    RANDOM = "random"
    GREEDY = "greedy"


class Game(StrEnum):
    CLASSIC = "classic"
    DUEL = "duel"


Lang = Annotated[
    Language | None,
    typer.Option("--lang", "-l", help="Language; your environment's if not given."),
]
House = Annotated[
    Path | None,
    typer.Option("--catalog", metavar="FILE", help="A TOML file of house rules laid over ours."),
]

WithLeaders = Annotated[bool, typer.Option("--leaders", help="Classic with the Leaders expansion.")]
AsJson = Annotated[bool, typer.Option("--json", help="The facts as JSON.")]
BoardSides = Annotated[
    Sides | None,
    typer.Option(
        "--sides", metavar="random|A|B", case_sensitive=False,
        help="Sides of the wonder boards; random if not given.",
    ),
]  # fmt: skip
Standing = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A position in JSON, or a record; - is standard input."),
]
Which = Annotated[
    Game | None,
    typer.Argument(metavar="GAME", help="classic or duel; classic if not given."),
]
WhichToo = Annotated[
    Game | None, typer.Option("--game", metavar="classic|duel", help="The same, as an option.")
]
FirstGame = Annotated[
    bool, typer.Option("--first-game", help="Duel: the wonders of a first game, no draft.")
]
ChooseStart = Annotated[
    bool,
    typer.Option(
        "--choose-start",
        help="Duel: with the marker in the middle, who took the last card chooses who begins.",
    ),
]


def _game(argument: Game | None, option: Game | None, **given: Mapping[str, object]) -> Game:
    """The game that is meant; complains about an option that another game has."""
    if argument and option and argument != option:
        raise ValueError(f"{argument.value} or {option.value}? Name one game")
    game = argument or option or Game.CLASSIC
    for other, options in given.items():
        for name, value in options.items():
            if value and other != game:
                raise ValueError(f"--{name}: an option of {other}, not of {game.value}")
    return game


def _language(wanted: Language | None) -> str:
    """The language asked for, or the environment's if it is one of ours."""
    if wanted:
        return wanted.value
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    code = spoken[:2].lower()
    return code if code in set(Language) else Language.EN.value


def _side(wanted: Sides | None) -> str:
    return (wanted or Sides.RANDOM).value


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"heptapolis {__version__}")
        raise typer.Exit


@app.callback()
def hepta(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Without a command: the web game on this machine, opened in a browser."""
    if context.invoked_subcommand is None:
        serve(browser=True)


@app.command()
def catalog(
    game: Annotated[str, typer.Argument(help="classic, leaders or duel.")] = "classic",
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


@app.command()
def play(
    which: Which = None,
    game: WhichToo = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", "-n", help="Players, 2 to 7, else 3; with 2 the Free City joins."),
    ] = None,
    leaders: WithLeaders = False,
    wonder: Annotated[
        str | None,
        typer.Option("--wonder", "-w", metavar="BOARD", help="Your board: giza:A, or just giza."),
    ] = None,
    sides: BoardSides = None,
    first_game: FirstGame = False,
    choose_start: ChooseStart = False,
    seed: Annotated[
        int | None, typer.Option(help="The same number deals the same game.", show_default=False)
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default=False)] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="NAME",
            help="Who plays against you: beginner, easy, medium, hard, master, "
            "or any other of `hepta bots`.",
        ),
    ] = "medium",
    house: House = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep the game here; if FILE exists, the game in it goes on."
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play classic or Duel against bots in the terminal. Type ? in the game for help."""
    classic = {"seats": seats, "leaders": leaders, "wonder": wonder, "sides": sides}
    duel = {"first-game": first_game, "choose-start": choose_start}
    wanted = _game(which, game, classic=classic, duel=duel)
    from heptapolis.terminal.play import play

    options: dict[str, Any] = {"first_game": first_game, "choose_start": choose_start}
    if wanted == Game.CLASSIC:
        options = {
            "seats": 3 if seats is None else seats, "leaders": leaders, "wonder": wonder,
            "sides": _side(sides),
        }  # fmt: skip
    play(
        wanted.value, seed=seed, name=name, house=house, save=save, rivals=bots,
        language=_language(lang), **options,
    )  # fmt: skip


@app.command()
def simulate(
    which: Which = None,
    game: WhichToo = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-g", help="How many games; 10000, for a report 20000."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", "-n", help="Players, 2 to 7, else 3.")
    ] = None,
    leaders: WithLeaders = False,
    seed: Annotated[int, typer.Option(help="The same number gives the same games.")] = 0,
    sides: BoardSides = None,
    first_game: FirstGame = False,
    choose_start: ChooseStart = False,
    players: Annotated[
        Players | None,
        typer.Option(
            metavar="random|greedy",
            help="Who plays; random, for a report greedy.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Cores to use; all if not given.", show_default=False),
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
    """Play games by the thousand: points by column, who wins, how Duels end, what is fair."""
    classic = {"seats": seats, "leaders": leaders, "sides": sides}
    duel = {"first-game": first_game, "choose-start": choose_start}
    if _game(which, game, classic=classic, duel=duel) == Game.DUEL:
        from heptapolis.terminal.duel.simulate import simulate as simulate_duel

        simulate_duel(
            games=games, seed=seed, first_game=first_game, choose_start=choose_start,
            players=players and players.value, threads=threads, house=house, folder=report,
            language=_language(lang), as_json=as_json,
        )  # fmt: skip
        return
    from heptapolis.terminal.classic.simulate import simulate

    simulate(
        games=games, seats=3 if seats is None else seats, leaders=leaders, seed=seed,
        sides=_side(sides), players=players and players.value, threads=threads, house=house,
        folder=report, language=_language(lang), as_json=as_json,
    )  # fmt: skip


@app.command()
def arena(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOTS",
            help="Two or more; before them classic, leaders, duel: what they play, else classic.",
        ),
    ] = None,
    game: WhichToo = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", "-n", metavar="N", help="Players, 2 to 7, else 3; also 3,5 or 3-5."
        ),
    ] = None,
    leaders: WithLeaders = False,
    gauntlet: Annotated[
        bool,
        typer.Option("--gauntlet", help="The first bot against each other; else a round robin."),
    ] = False,
    goal: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            show_default=False,
            help="Gauntlet: does the first bot win more than this? Else more than its par.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same number gives the same games.")] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", "-d", help="At most so many of each contest, else 200.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-g", help="At most so many games in all.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="At most so long.")] = None,
    stop: Annotated[
        bool | None,
        typer.Option("--stop/--no-stop", help="Stop where the question is answered, else go on."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep everything here, else under ./arena; what is there goes on.",
        ),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Cores to use; all if not given.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on this Ray cluster, or on a local one."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report with plots.")
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament on shared deals until it is clear who is better.

    hepta arena greedy random --seats 3-5 · hepta arena duel --gauntlet mcts:200 greedy easy
    """
    from heptapolis.arena.schedule import parse_plan

    words = [*([game.value] if game else []), *(names or [])]
    expansions = ["leaders"] if leaders else []
    plan = parse_plan(words, seats, expansions, gauntlet=gauntlet, goal=goal, seed=seed)
    from heptapolis.terminal.arena import arena

    arena(
        plan, deals=deals, games=games, minutes=minutes, stop=stop, folder=out, workers=workers,
        ray=ray, html=html, language=_language(lang), as_json=as_json,
    )  # fmt: skip


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
            help="Whose decision, numbered from 0; else the first that has one.",
            show_default=False,
        ),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", "-s", help="Games to try, else 2000.", show_default=False),
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(help="Think so many milliseconds instead.", show_default=False),
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
        file, seat=seat, simulations=simulations, ms=ms, everything=everything, house=house,
        language=_language(lang), as_json=as_json,
    )  # fmt: skip


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - is standard input.")],
    most: Annotated[int, typer.Option("--most", "-m", help="So many decisions.")] = 5,
    seat: Annotated[
        int | None,
        typer.Option(help="Decisions of this seat alone, numbered from 0.", show_default=False),
    ] = None,
    simulations: Annotated[
        int, typer.Option("--simulations", "-s", help="Games to try for each decision.")
    ] = 600,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the curve into this file too."),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Look back at a game: the chances of every seat, the decisions that cost most."""
    from heptapolis.terminal.review import review

    review(
        file, most=most, seat=seat, simulations=simulations, svg=svg, house=house,
        language=_language(lang), as_json=as_json,
    )  # fmt: skip


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - is standard input.")],
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
    """Tell a recorded game turn by turn, then its score sheet."""
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


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="Play about so long for each figure.")] = 1.5,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also compile everything anew, which takes a while.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules run on this machine, beside what they must reach."""
    from heptapolis.terminal.bench import bench

    bench(seconds=seconds, cold=cold, as_json=as_json)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 is for everybody who can reach you.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535)] = 8707,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:///FILE or postgresql://…; else SQLite in your data folder.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            "-w",
            min=1,
            max=256,
            help="Processes that share the work; more than one need a PostgreSQL database, which "
            "servers on other machines can use at the same time.",
        ),
    ] = 1,
    https: Annotated[
        bool, typer.Option("--https", help="Behind a proxy that speaks https: secure cookies.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the game in a browser.")
    ] = False,
) -> None:
    """Serve the web game and its API."""
    from heptapolis.server.app import serve
    from heptapolis.server.settings import Settings

    settings = Settings(database=database, secure_cookies=https)
    serve(host, port, settings, workers=workers, open_browser=browser)


@app.command()
def warm_up(lang: Lang = None) -> None:
    """Compile the rules now, so that the first game starts at once."""
    from heptapolis.terminal.progress import report_warm_up

    report_warm_up(_language(lang))


def main() -> None:
    """Run a command; what the user did wrong is one clear line and exit status 1."""
    try:
        app()
    except (ValueError, OSError) as error:
        typer.secho(f"hepta: {error}", err=True, fg="red")
        sys.exit(1)
