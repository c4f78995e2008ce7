"""The command line, and the environments of other libraries."""

import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from typing import Any
from unittest import mock

import typer

import heptapolis.env
from heptapolis import cli
from tests.pins import join_lines

FRAMEWORK_OPTIONS = ("--help", "--install-completion", "--show-completion")  # added by Typer

# ── the command line ─────────────────────────────────────────────────────────────────────────────


def commands() -> str:
    """Return every command with its arguments and options."""
    return join_lines(_commands())


def _commands() -> Iterator[str]:
    group: Any = typer.main.get_command(cli.app)
    context = typer.Context(group)
    yield from _command("hepta", group)
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        if name == "train":
            yield "hepta train: GAME"
            yield from sorted(_train_options())
        else:
            yield from _command(f"hepta {name}", command)


def _command(name: str, command: Any) -> Iterator[str]:
    parameters = command.get_params(typer.Context(command))
    arguments = [str(one.metavar or one.name).upper() for one in parameters if _is_argument(one)]
    yield f"{name}: {' '.join(arguments)}".rstrip()
    for one in sorted([*option.opts, *option.secondary_opts] for option in parameters):
        if one[0].startswith("-") and one[0] not in FRAMEWORK_OPTIONS:
            yield f"    {', '.join(one)}"


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _train_options() -> Iterator[str]:
    """Yield the options of ``hepta train`` from its help; the command parses its own arguments."""
    out = StringIO()
    with mock.patch.multiple(sys, argv=["hepta", "train", "--help"], stdout=out):
        try:
            cli.main()
        except SystemExit as end:
            assert not end.code
    rows = [line for line in out.getvalue().splitlines() if line.startswith("  -")]
    for row in rows:
        spellings = re.findall(r"(?<!\S)--?[a-z][a-z-]*", re.split(r"\s{2,}", row.strip())[0])
        if "--help" not in spellings:
            yield f"    {', '.join(sorted(spellings))}"


# ── environments ─────────────────────────────────────────────────────────────────────────────────


def gymnasium_ids() -> str:
    """Return Gymnasium's ids with their spaces."""
    import gymnasium

    lines = []
    for name in sorted(one for one in gymnasium.registry if one.startswith("heptapolis/")):
        env = gymnasium.make(name, opponents="random")
        has_vector = bool(gymnasium.spec(name).vector_entry_point)
        lines.append(f"{name}: {_spaces(env.observation_space, env.action_space)}")
        lines.append(f"    vector environment {'yes' if has_vector else 'no'}")
        env.close()
    return join_lines(lines)


def pettingzoo_modules() -> str:
    """Return PettingZoo's modules with their agents and spaces."""
    names = [one.name for one in pkgutil.iter_modules(heptapolis.env.__path__)]
    return join_lines(
        line for name in sorted(names) if re.search(r"_v\d+$", name) for line in _module(name)
    )


def _module(name: str) -> Iterator[str]:
    module = import_module(f"heptapolis.env.{name}")
    makers = [one for one in ("env", "raw_env", "parallel_env") if callable(getattr(module, one))]
    env = module.env()
    agent = env.possible_agents[0]
    yield f"heptapolis.env.{name}: {', '.join(makers)}"
    yield f"    metadata {env.metadata['name']}, agents {' '.join(env.possible_agents)}"
    yield f"    {_spaces(env.observation_space(agent), env.action_space(agent))}"
    env.close()


def _spaces(seen: Any, actions: Any) -> str:
    parts = [f"{key} {box.dtype} {box.shape}" for key, box in sorted(seen.spaces.items())]
    return f"{', '.join(parts)}, {actions.n} actions"


def openspiel_names() -> str:
    """Return OpenSpiel's names with their parameters."""
    import pyspiel

    import_module("heptapolis.env.openspiel")
    lines = []
    for game_type in pyspiel.registered_games():
        if game_type.short_name.startswith("heptapolis"):
            game = pyspiel.load_game(game_type.short_name)
            known = sorted(game_type.parameter_specification.items())
            given = ", ".join(f"{key}={value!r}" for key, value in known)
            size = f"{game.num_distinct_actions()} actions, {game.num_players()} players"
            lines.append(f"{game_type.short_name}({given}): {game_type.long_name}, {size}")
    return join_lines(sorted(lines))
