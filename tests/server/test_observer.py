"""Request ids and the access log."""

import asyncio
import logging
from pathlib import Path

import pytest

from heptapolis.server.log_lines import FIELDS
from tests.server.conftest import settings_for
from tests.server.inside import local_server


def test_the_access_log_has_each_request_without_secrets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask() -> tuple[str, list[str]]:
        async with local_server(settings_for(tmp_path, access_log=True)) as server:
            table = await server.table([await server.guest("Ann")])
            answers = [
                await server.http.get(f"/api/tables/{table.id}?token=x"),
                await server.http.get("/nowhere"),
                await server.http.post(
                    "/api/guests", content=b"x" * 99_999, headers={"sec-fetch-site": "same-origin"}
                ),
            ]
            return table.id, [answer.headers["x-request-id"] for answer in answers]

    with caplog.at_level(logging.INFO, "heptapolis.access"):
        table, ids = asyncio.run(ask())
    lines = [getattr(record, FIELDS) for record in caplog.records[-3:]]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("GET", f"/api/tables/{table[:4]}…", 200),
        ("GET", "/nowhere", 404),
        ("POST", "/api/guests", 413),
    ]
    assert table not in caplog.text and "token" not in caplog.text
    assert len(set(ids)) == 3 and all(len(id) == 12 for id in ids)


def test_without_the_setting_no_request_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            await server.get("/status")

    with caplog.at_level(logging.INFO, "heptapolis.access"):
        asyncio.run(ask())
    assert not [record for record in caplog.records if record.name == "heptapolis.access"]
