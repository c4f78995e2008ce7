"""Metrics for Prometheus."""

import asyncio
import json
import re
import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from heptapolis.server.settings import Settings
from tests.paths import ROOT
from tests.server.conftest import RunningServer, settings_for
from tests.server.inside import local_server

TOKEN = "a-token-of-some-length"


def samples(text: str) -> dict[str, float]:
    """Return all values by name and labels."""
    return {
        sample.name + "".join(f" {name}={sample.labels[name]}" for name in sorted(sample.labels)): (
            sample.value
        )
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scrape(settings: Settings) -> tuple[dict[str, float], Any]:
    """Play a little, and return the metrics and the answers to wrong tokens."""

    async def ask() -> tuple[dict[str, float], Any]:
        async with local_server(settings) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], seats=3, bots=["random", "random"])
            view = json.loads(await server.get(f"/tables/{table.id}/view", ann))
            body = {"move": view["legal_moves"][0]["text"], "decision": view["decision"]}
            await server.post(f"/tables/{table.id}/moves", ann, **body)
            await server.http.get("/nowhere")
            await server.http.head("/api/status")
            wrong = [
                (await server.http.get("/metrics", headers=headers)).status_code
                for headers in (
                    {},
                    {"authorization": "Bearer wrong"},
                    {"authorization": f"Basic {TOKEN}"},
                    ann,
                )
            ]
            bearer = {"authorization": f"Bearer {TOKEN}"}
            return samples((await server.http.get("/metrics", headers=bearer)).text), wrong

    return asyncio.run(ask())


def test_requests_moves_and_the_database_are_counted(tmp_path: Path) -> None:
    found, wrong = scrape(settings_for(tmp_path, metrics_token=TOKEN))
    assert wrong == [401] * 4
    route = "/api/tables/{table}/moves"
    assert found[f"heptapolis_requests_total method=POST route={route} status=200"] == 1
    assert found["heptapolis_requests_total method=HEAD route=/api/status status=200"] == 1
    assert found["heptapolis_requests_total method=GET route=none status=404"] == 1
    assert found[f"heptapolis_request_seconds_count route={route}"] == 1
    assert found["heptapolis_log_entries_total kind=move"] >= 1
    assert found["heptapolis_database_seconds_count access=write"] >= 3
    assert found["heptapolis_tables state=playing"] == 1
    assert found["heptapolis_streams"] == 0
    assert found["heptapolis_bot_queue queue=search"] == 0
    assert found["process_resident_memory_bytes"] > 1e7
    assert not [name for name in found if "AbC" in name]


def test_without_a_setting_there_are_no_metrics(tmp_path: Path) -> None:
    async def ask() -> int:
        async with local_server(settings_for(tmp_path)) as server:
            return (await server.http.get("/metrics")).status_code

    assert asyncio.run(ask()) == 404


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
    return port


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    server = RunningServer(settings_for(tmp_path, metrics_port=port))
    try:
        found = samples(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
        assert found["heptapolis_ready"] == 1
        assert server.ask("GET", "/metrics").status_code == 404, "only there"
    finally:
        server.stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_workers_take_one_port_each(shared: Settings) -> None:
    from dataclasses import replace

    from heptapolis.server.metrics import Metrics, metrics_port

    settings = replace(shared, workers=2, metrics_port=free_port())
    assert settings.metrics_port is not None
    with metrics_port(settings, Metrics()), metrics_port(settings, Metrics()):
        for port in (settings.metrics_port, settings.metrics_port + 1):
            assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 200


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"metrics_token": "short"}, "metrics_token: 16 or more characters"),
        ({"metrics_port": 0}, "metrics_port: 1 to 65535, got 0"),
        (
            {"metrics_token": TOKEN, "workers": 2, "database": "postgresql://x/y"},
            "metrics_token: several workers need metrics_port",
        ),
    ],
)
def test_mistakes_in_the_settings_are_named(changes: Any, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(why)}"):
        Settings(**changes)


def test_the_dashboard_asks_for_metrics_that_exist(tmp_path: Path) -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:heptapolis|process)_\w+", target["expr"])
    }
    there = {name.split()[0] for name in scrape(settings_for(tmp_path, metrics_token=TOKEN))[0]}
    assert asked and asked <= there
