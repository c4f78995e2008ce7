"""Format the lines of the server's log: time, request, level, and no secrets."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from heptapolis.server.log_repeats import RepeatFilter

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
FIELDS = "fields"  # attribute of a log record with its values for JSON

# What gives access to an identity, a database or a private table, and what is written instead.
_TEXT = r"[^\s\"',;&]+"
TABLE_ID_CHARS = 4  # in the log: a table's address is an invitation
_SECRETS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\b(bearer|basic) +" + _TEXT), r"\1 ***"),
    (re.compile(r"(?i)\b((?:set-)?cookie|authorization)\b(['\"]?\s*[:=,]\s*).*"), r"\1\2***"),
    (re.compile(r"(?i)\b(hepta_\w+|code|csrf|key|password|token)(=|%3D)" + _TEXT), r"\1\2***"),
    (re.compile(r"(://[^\s/:@]*):[^\s/@]+@"), r"\1:***@"),
    (re.compile(r"\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b"), "***"),  # for another device
    (re.compile(r"\b[\w-]{16,}\.[\w-]{27}(?![\w-])"), "***"),  # signed identities
    (re.compile(rf"(/tables/[A-Za-z0-9]{{{TABLE_ID_CHARS}}})[A-Za-z0-9]{{4,}}"), r"\1…"),
)


def shorten_table_id(table: str) -> str:
    """Return as much of a table's id as the log may contain."""
    return f"{table[:TABLE_ID_CHARS]}…"


def mask(text: str) -> str:
    """Return a text without tokens, cookies, codes, passwords and invitations."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class TextFormatter(logging.Formatter):
    """Write one line per event; a traceback follows it."""

    def __init__(self) -> None:
        super().__init__("%(time)s %(request)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.time, record.request = _time(record), REQUEST_ID.get()
        return mask(super().format(record))


class JsonFormatter(logging.Formatter):
    """Write one JSON object per event."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": REQUEST_ID.get(),
            "message": mask(record.getMessage()),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            facts["traceback"] = mask(self.formatException(record.exc_info))
        return json.dumps(facts, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}


def set_up_logging(log_format: str) -> None:
    """Write the log of this process to standard error in one of the formats."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[log_format]())
    handler.addFilter(RepeatFilter())
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # `Outage` logs a lost database in one line; the pool would add a traceback for every connection
    # it cannot close.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


def _time(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
