"""The command ``hepta``: argument parsing only. Every command imports what it needs itself, so
that ``hepta --help`` answers at once."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from heptapolis import __version__

app = typer.Typer(
    name="hepta",
    help="The 7 Wonders family as software: an unofficial fan implementation.",
    no_args_is_help=True,
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


Lang = Annotated[
    Language | None,
    typer.Option("--lang", "-l", help="Language; your environment's if not given."),
]
House = Annotated[
    Path | None,
    typer.Option("--catalog", metavar="FILE", help="A TOML file of house rules laid over ours."),
]


def _language(wanted: Language | None) -> str:
    """The language asked for, or the environment's if it is one of ours."""
    if wanted:
        return wanted.value
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    code = spoken[:2].lower()
    return code if code in set(Language) else Language.EN.value


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"heptapolis {__version__}")
        raise typer.Exit


@app.callback()
def hepta(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    pass


@app.command()
def catalog(
    game: Annotated[str, typer.Argument(help="classic, leaders or duel.")] = "classic",
    card: Annotated[
        str | None,
        typer.Option("--card", "-c", metavar="NAME", help="One card, wonder, leader or token."),
    ] = None,
    house: House = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="The facts as JSON.")] = False,
) -> None:
    """Show the cards, wonders, leaders, tokens and layouts of a game."""
    from heptapolis.terminal.catalog import show

    show(game, house=house, card=card, language=_language(lang), as_json=as_json)


def main() -> None:
    """Run a command; what the user did wrong is one clear line and exit status 1."""
    try:
        app()
    except (ValueError, OSError) as error:
        typer.secho(f"hepta: {error}", err=True, fg="red")
        sys.exit(1)
