"""Every snapshot: its file, and the function that makes its text."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tests.pins import (
    FOLDER,
    datasets,
    games,
    interfaces,
    log_kinds,
    openapi,
    package,
    rulesets,
    web,
)

TEXTS: Mapping[str, Callable[[], str]] = {
    "snapshots/versions.txt": rulesets.versions,
    "snapshots/headers.txt": rulesets.headers,
    "snapshots/vocabulary.txt": rulesets.vocabulary,
    "snapshots/events.txt": rulesets.events,
    "snapshots/refusals.txt": rulesets.refusals,
    "snapshots/encodings.txt": rulesets.encodings,
    "snapshots/games.txt": games.summary,
    "snapshots/package.txt": package.package,
    "snapshots/commands.txt": interfaces.commands,
    "snapshots/settings.txt": web.settings,
    "snapshots/openapi.txt": openapi.openapi,
    "snapshots/addresses.txt": openapi.addresses,
    "snapshots/api.txt": web.api,
    "snapshots/views.txt": web.views,
    "snapshots/catalogs.txt": web.catalogs,
    "snapshots/database.txt": web.database,
    "snapshots/log_kinds.txt": log_kinds.log_kinds,
    "snapshots/dataset.txt": datasets.dataset_columns,
    **{f"records/{name}.txt": partial(games.record, name) for name in games.GAMES},
    **{f"positions/{name}.jsonl": partial(games.positions, name) for name in games.GAMES},
}
ENVIRONMENTS: Mapping[str, tuple[str, Callable[[], str]]] = {  # with the required library
    "snapshots/gymnasium.txt": ("gymnasium", interfaces.gymnasium_ids),
    "snapshots/pettingzoo.txt": ("pettingzoo", interfaces.pettingzoo_modules),
    "snapshots/openspiel.txt": ("pyspiel", interfaces.openspiel_names),
}


def path_of(name: str) -> Path:
    return FOLDER / name


def stored_text(name: str) -> str:
    """Return the committed text of a snapshot."""
    return path_of(name).read_text(encoding="utf-8")
