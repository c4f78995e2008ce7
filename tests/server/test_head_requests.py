"""HEAD wherever GET works."""

import re

import pytest

from tests.pins.openapi import addresses
from tests.server.conftest import RunningServer, wait_for

EXAMPLES = {"game": "classic", "kind": "card", "thing": "altar", "lesson": "classic"}


@pytest.mark.parametrize(
    "path", ["/", "/api/status", "/api/tables", "/static/base.css", "/help", "/rules", "/nowhere"]
)
def test_head_has_the_headers_of_get_and_no_body(server: RunningServer, path: str) -> None:
    accept = {"accept": "text/html"}
    head = server.ask("HEAD", path, headers=accept)
    get = server.ask("GET", path, headers=accept)
    assert head.status_code == get.status_code and head.content == b""
    changing = {"date", "x-request-id", "content-length"}
    kept = [
        {name: value for name, value in answer.headers.items() if name not in changing}
        for answer in (head, get)
    ]
    assert kept[0] == kept[1]


def test_every_address_with_get_answers_head(server: RunningServer) -> None:
    """No address answers 405, whatever its parameters are."""
    paths = [line.split()[0] for line in addresses().splitlines() if " GET" in line]
    assert len(paths) > 40
    for path in paths:
        filled = re.sub(
            r"{(\w+)(:path)?}", lambda found: EXAMPLES.get(found[1], "AbCdEfGhIj"), path
        )
        assert server.ask("HEAD", filled).status_code != 405, path


def test_head_of_a_stream_ends(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(seats=3)
    answer = server.ask("HEAD", f"/api/tables/{table}/events", headers=dict(ann.http.headers))
    assert answer.status_code == 200 and answer.headers["content-type"].startswith(
        "text/event-stream"
    )
    there = server.registry.tables.loaded[table].presence
    wait_for(lambda: not there.streams.total())


def test_a_change_is_not_made_by_head(server: RunningServer) -> None:
    ann = server.player()
    assert ann.http.head("/api/guests").status_code == 405
