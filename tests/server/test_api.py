"""The API agrees with its documentation and withstands arbitrary requests."""

import subprocess
import sys
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies

import heptapolis
from tests.paths import ROOT
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer


@pytest.mark.parametrize("examples", [5, pytest.param(50, marks=pytest.mark.long)])
def test_no_request_makes_the_server_fail(server: RunningServer, examples: int) -> None:
    """Requests are generated from the schema; half of those for a table name one that exists."""
    ann = server.player()
    table, headers = ann.open(bots=["random", "random"]), {"Authorization": f"Bearer {ann.token}"}
    schema = schemathesis.openapi.from_url(
        f"{server.url}/api/openapi.json", timeout=TIMEOUT_SECONDS
    )
    found: Any = schema.get_all_operations()
    operations = [one.ok() for one in found]
    assert len(operations) > 20
    for operation in operations:
        if operation.path.endswith("/events"):
            continue  # a stream never ends

        @given(case=operation.as_strategy(), is_real=strategies.booleans())
        @settings(max_examples=examples, derandomize=True, suppress_health_check=list(HealthCheck))
        def try_it(case: Any, is_real: bool) -> None:
            if is_real and "{table}" in case.operation.path:
                case.path_parameters = {**case.path_parameters, "table": table}
            assert case.call(headers=headers, timeout=TIMEOUT_SECONDS).status_code < 500

        try_it()


def test_the_documentation_names_every_operation(server: RunningServer) -> None:
    described = server.ask("GET", "/api/openapi.json").json()
    page = server.ask("GET", "/api/docs").text
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], path
            assert f"{method.upper()} {path}" in page
    assert "<script" not in page


def test_the_schema_lists_content_types_and_security(server: RunningServer) -> None:
    paths = server.ask("GET", "/api/openapi.json").json()["paths"]

    def kinds(name: str) -> dict[str, list[str]]:
        told = paths[f"/api/tables/{{table}}/{name}"]["get"]["responses"]
        return {status: list(answer["content"]) for status, answer in told.items()}

    json = ["application/json"]
    assert kinds("record") == {"200": ["text/plain"], "4XX": json, "503": json}
    assert kinds("events") == {"200": ["text/event-stream"], "4XX": json, "503": json}
    assert paths["/api/tables"]["post"]["security"] == [{"HTTPBearer": []}]
    assert paths["/api/tables"]["get"]["security"] == [{"HTTPBearer": []}, {}]
    assert "security" not in paths["/api/status"]["get"]


def test_the_example_bot_plays_a_whole_game(server: RunningServer) -> None:
    command = [sys.executable, str(ROOT / "examples" / "web_bot.py"), server.url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("points: [")


def test_the_example_bot_takes_a_seat_at_a_table(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(game="duel", seat=None, bots=["easy"])
    command = [sys.executable, str(ROOT / "examples" / "web_bot.py"), server.url, table]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ann.get(f"/tables/{table}")["state"] == "over"


def test_facts_about_bots_and_cards(server: RunningServer) -> None:
    assert server.ask("GET", "/api/bots").json()[:5] == [
        "beginner",
        "easy",
        "medium",
        "hard",
        "master",
    ]
    assert len(server.ask("GET", "/api/catalog/duel").json()) > 3
    assert server.ask("GET", "/api/catalog/chess").status_code == 422


def test_the_status_names_the_versions_that_play_here(server: RunningServer) -> None:
    told = server.ask("GET", "/api/status").json()
    assert told["version"] == heptapolis.__version__
    assert {"classic", "classic+leaders", "duel"} <= told["games"].keys()
    record, duel = str(heptapolis.new("duel", seed=1).record()), told["games"]["duel"]
    assert f"rules {duel['rules']}\ncatalog sha256:{duel['catalog']}\n" in record


@pytest.mark.parametrize(
    ("path", "body", "meant"),
    [
        ("guests", {"nmae": "Ann"}, "name"),
        ("tables", {"seat": 0, "bot": ["easy"]}, "bots"),
        ("tables", {"bots": ["esay"]}, "easy"),
        ("tables", {"game": "dual"}, "duel"),
    ],
)
def test_a_misspelt_field_gets_a_suggestion(
    server: RunningServer, path: str, body: dict[str, Any], meant: str
) -> None:
    token = server.ask("POST", "/api/guests", json={}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    answer = server.ask("POST", f"/api/{path}", json=body, headers=headers)
    assert answer.status_code == 422
    assert f"did you mean '{meant}'?" in answer.text
