"""Lines of the log: their form, and what they never contain."""

import json
import logging
import sys

import pytest

from heptapolis.server.log_lines import FIELDS, REQUEST_ID, JsonFormatter, TextFormatter, mask

TOKEN = "IjE0ZDhlNmIzYTAxYzVmNzki.aXq3bUe0Zt7mPp1yC2wVnR8sKdE"


def record(message: str, *values: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("heptapolis.server", logging.WARNING, "", 1, message, values, None)
    made.created = 1_763_568_000.25
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"authorization: Bearer {TOKEN}", "authorization: ***"),
        (f"sent Bearer {TOKEN} twice", "sent Bearer *** twice"),
        (f"cookie: hepta_guest={TOKEN}; hepta_quick=1", "cookie: ***"),
        (f"(b'cookie', b'hepta_guest={TOKEN}')", "(b'cookie', ***"),
        (f"the guest {TOKEN} asked", "the guest *** asked"),
        ("/device?code=ABCD-EFGH-JKMN&x=1", "/device?code=***&x=1"),
        ("entered ABCD-EFGH-JKMN", "entered ***"),
        ("postgresql://ann:secret@db/games", "postgresql://ann:***@db/games"),
        ("GET /api/tables/AbCdEfGhIj/moves", "GET /api/tables/AbCd…/moves"),
        ("the clock was set by +40 seconds", "the clock was set by +40 seconds"),
    ],
)
def test_secrets_are_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


def test_a_line_has_time_request_and_level() -> None:
    mine = REQUEST_ID.set("a1b2c3d4e5f6")
    line = TextFormatter().format(record("bot %s: %s", "easy", "late"))
    REQUEST_ID.reset(mine)
    assert line == (
        "2025-11-19T16:00:00.250Z a1b2c3d4e5f6 WARNING heptapolis.server: bot easy: late"
    )


def test_a_traceback_is_masked_in_both_formats() -> None:
    try:
        raise ValueError(f"no guest {TOKEN}")
    except ValueError:
        failed = record("failed", exc_info=sys.exc_info())
    for formatter in (TextFormatter(), JsonFormatter()):
        text = formatter.format(failed)
        assert "ValueError" in text and "no guest ***" in text and TOKEN not in text


def test_json_has_the_fields_of_a_line() -> None:
    facts = json.loads(JsonFormatter().format(record("GET", **{FIELDS: {"status": 200}})))
    assert facts == {
        "time": "2025-11-19T16:00:00.250Z",
        "level": "warning",
        "logger": "heptapolis.server",
        "request": "-",
        "message": "GET",
        "status": 200,
    }
