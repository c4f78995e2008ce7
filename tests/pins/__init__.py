"""Snapshots of every public interface that a refactoring must not change.

    rulesets      versions, fingerprints, record headers, score columns, events, refusals, encodings
    games         one whole game of each kind: record, positions, legal moves, observations
    package       names, signatures and fields of the Python package
    interfaces    the command line, environments of other libraries
    openapi       the OpenAPI document, addresses of pages
    web           responses of the API, views as JSON, cookies, the database
    log_kinds     entries of stored tables and what they mean
    datasets      columns of Parquet files and data frames

Texts lie in ``snapshots/``, records in ``records/``, positions in ``positions/``.
``python -m tests.pins`` rewrites all of them: look at the diff before you commit it. A changed
line is a change for users: of stored games, trained networks, API clients or scripts.

The package uses only public interfaces (`hp.new`, `heptapolis.encodings`, `ruleset`, the
application), never a module of one game, so that modules can move.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
RULESETS = ("classic", "classic+leaders", "duel")


def digest(value: str | bytes | Iterable[str]) -> str:
    """Return the sha256 of a text, of bytes, or of lines."""
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    text = value if isinstance(value, str) else "".join(f"{line}\n" for line in value)
    return sha256(text.encode()).hexdigest()


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)
