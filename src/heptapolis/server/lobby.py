"""Prepare a table for its page before the game: settings, seats and permitted actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heptapolis.bots.neural import is_unlearnt
from heptapolis.bots.strategy import has_strategy
from heptapolis.i18n import Translator, players
from heptapolis.i18n.spans import banner_of
from heptapolis.options import changes, declared
from heptapolis.server.player_names import character_of
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_form import OpponentChoice, clocks, figures, level_words
from heptapolis.server.table_options import TableOptions
from heptapolis.server.variant_parts import server_part
from heptapolis.web import labels
from heptapolis.web.boards import cover_of


@dataclass(frozen=True)
class LobbyChair:
    """A seat before the game."""

    name: str  # "" if it is free
    level: str  # of a bot
    sign: int | str  # the emblem
    is_mine: bool
    is_beside: bool  # another player at the viewer's device
    can_leave: bool  # whether the viewer may free it
    board: str  # a note on what was chosen for it


@dataclass(frozen=True)
class Lobby:
    """A table before the game, as one viewer sees it."""

    cover: str
    rules: Sequence[str]
    host_name: str
    own_name: str
    is_seated: bool
    may_share: bool
    n_free: int
    levels: Mapping[str, str]
    figures: Sequence[OpponentChoice]
    chairs: Sequence[LobbyChair]


def lobby_of(table: Table, guest: Guest | None, names: Sequence[str], t: Translator) -> Lobby:
    """Return the lobby of a table for a guest."""
    rules = table.options.ruleset
    hosts = [names[n] for n, chair in enumerate(table.chairs) if chair.guest == table.host]
    return Lobby(
        cover=cover_of(rules),
        rules=setting_lines(table, t),
        host_name=hosts[0] if table.host and hosts else "",
        own_name=labels.entered_name(guest.name) if guest else "",
        is_seated=bool(table.seats_of(guest)),
        may_share=table.may_share(guest),
        n_free=table.n_free,
        levels=level_words(t),
        figures=figures(t, rules) if has_strategy(rules) else [],
        chairs=_chairs(table, guest, names, t),
    )


def _chairs(
    table: Table, guest: Guest | None, names: Sequence[str], t: Translator
) -> list[LobbyChair]:
    own, is_host = table.seats_of(guest), table.is_host(guest)
    return [
        LobbyChair(
            name=names[n],
            level=players.strength(chair.bot or "", t),
            sign=character_of(chair) or banner_of(n),
            is_mine=n in own,
            is_beside=n in own[1:],
            can_leave=n in own or is_host,
            board=note,
        )
        for n, (chair, note) in enumerate(zip(table.chairs, seat_notes(table, t), strict=True))
    ]


def setting_lines(table: Table, t: Translator) -> list[str]:
    """Return the special settings of a table, for players who are about to sit down."""
    options, settings = table.options, []
    if options.clock:
        length = dict(clocks(t)).get(str(options.clock)) or labels.time_left(options.clock)
        settings.append((t.gettext("Time limit per move"), length))
    settings += chosen_options(options, t)
    lines = [f"{title}: {value}" for title, value in settings]
    if options.absent == "bot":
        lines.append(t.gettext("A bot plays for absent players until they are back"))
    if table.has_hints:
        lines.append(t.gettext("Hints are allowed"))
    if not options.spectators:
        lines.append(t.gettext("Only players can watch"))
    if is_unlearnt(options.ruleset, table.edition):
        lines.append(t.gettext("No network has learnt these cards: strong bots search instead"))
    return lines


def chosen_options(options: TableOptions, t: Translator) -> list[tuple[str, str]]:
    """Return the variant's options that differ from the defaults, as a form shows them."""
    part, changed = server_part(options.ruleset), changes(options.chosen)
    return [
        (part.label(option, t), dict(part.words(option, t)).get(changed[option.name], ""))
        for option in declared(options.ruleset.options_model)
        if option.kind == "choice" and option.name in changed
    ]


def seat_notes(table: Table, t: Translator) -> list[str]:
    """Return a note for each seat on what was chosen for it, such as a wonder board, or ""."""
    options = table.options
    notes = server_part(options.ruleset).seat_notes(options.chosen, options.variant, t)
    return notes or [""] * len(table.chairs)
