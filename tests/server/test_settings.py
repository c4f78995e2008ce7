"""Settings from flags, environment variables and files; effects of the public address."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server.connections import UNIX_CLIENT
from heptapolis.server.settings import (
    DEFAULT,
    FLAG,
    HELP,
    LIMITS,
    OTHER_VARIABLES,
    PREFIX,
    Settings,
    default_file,
    load_settings,
)
from tests.paths import ROOT
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer, settings_for, wait_for

SITE = "https://games.example.org"
SERVER_TOML = f"""
public_url = "{SITE}"
port = 9000
house_rules = ["club.toml"]
trusted_proxies = ["10.0.0.1", "10.1.0.0/16"]
[limits]
say = [10, 1]
"""


@pytest.fixture(autouse=True)
def no_files_of_this_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [one for one in os.environ if one.startswith("FORWARDED")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def load(
    folder: Path, text: str | None = None, environ: dict[str, str] | None = None, **flags: Any
) -> tuple[Settings, dict[str, str]]:
    file = None
    if text is not None:
        file = folder / "server.toml"
        file.write_text(text, encoding="utf-8")
    loaded = load_settings(flags, file=file, environ=environ or {})
    return loaded.settings, dict(loaded.origins)


def test_without_anything_all_settings_are_the_defaults(tmp_path: Path) -> None:
    settings, origins = load(tmp_path)
    assert settings == Settings()
    assert origins == dict.fromkeys(HELP, DEFAULT)


def test_flags_override_variables_and_these_override_the_file(tmp_path: Path) -> None:
    environ = {"HEPTAPOLIS_PORT": "9001", "HEPTAPOLIS_MAX_CONNECTIONS": "77"}
    settings, origins = load(tmp_path, SERVER_TOML, environ, port=9002, host=None)
    assert (settings.port, settings.max_connections, settings.public_url) == (9002, 77, SITE)
    assert origins["port"] == FLAG and origins["host"] == DEFAULT
    assert origins["max_connections"] == "HEPTAPOLIS_MAX_CONNECTIONS"
    assert origins["public_url"] == str(tmp_path / "server.toml")


def test_limits_that_are_not_given_keep_their_defaults(tmp_path: Path) -> None:
    settings, _ = load(tmp_path, SERVER_TOML, {"HEPTAPOLIS_LIMITS": '{"hint": [1, 2.5]}'})
    assert settings.limits == {**LIMITS, "hint": (1, 2.5)}
    assert load(tmp_path, SERVER_TOML)[0].limits == {**LIMITS, "say": (10, 1)}


def test_lists_stand_in_variables_with_commas_and_paths_are_relative_to_the_file(
    tmp_path: Path,
) -> None:
    settings, _ = load(tmp_path, SERVER_TOML)
    assert settings.house_rules == (tmp_path / "club.toml",)
    assert settings.trusted_proxies == ("10.0.0.1", "10.1.0.0/16")
    settings, _ = load(tmp_path, None, {"HEPTAPOLIS_ALLOWED_HOSTS": "a.example, *.b.example"})
    assert settings.allowed_hosts == ("a.example", "*.b.example")


def test_the_variable_of_uvicorn_names_proxies_too(tmp_path: Path) -> None:
    settings, origins = load(tmp_path, None, {"FORWARDED_ALLOW_IPS": "10.0.0.1,10.0.0.2"})
    assert settings.trusted_proxies == ("10.0.0.1", "10.0.0.2")
    assert origins["trusted_proxies"] == "FORWARDED_ALLOW_IPS"


def test_the_file_in_the_configuration_folder_is_read_if_it_exists(tmp_path: Path) -> None:
    default_file().parent.mkdir(parents=True)
    default_file().write_text("port = 9005\n", encoding="utf-8")
    assert load(tmp_path)[0].port == 9005
    other = tmp_path / "other.toml"
    other.write_text("port = 9006\n", encoding="utf-8")
    assert load(tmp_path, None, {"HEPTAPOLIS_CONFIG": str(other)})[0].port == 9006


@pytest.mark.parametrize(
    ("text", "environ", "said"),
    [
        ("max_conections = 1", {}, "no setting 'max_conections'; did you mean 'max_connections'?"),
        ("port = ", {}, "server.toml: not valid TOML"),
        ('port = "many"', {}, "server.toml: port: input should be a valid integer"),
        ("[limits]\nsya = [1, 1]", {}, "limits: no limit 'sya'; did you mean 'say'?"),
        ("[limits]\nsay = [1]", {}, "server.toml: limits: "),
        (None, {"HEPTAPOLIS_PROT": "1"}, "did you mean 'HEPTAPOLIS_PORT'?"),
        (None, {"HEPTAPOLIS_port": "1"}, "HEPTAPOLIS_port: no such setting"),
        (None, {"HEPTAPOLIS_PORT": "x"}, "HEPTAPOLIS_PORT: port: input should be a valid integer"),
        (None, {"HEPTAPOLIS_PORT": "70000"}, "port: 1 to 65535, got 70000"),
        (None, {"HEPTAPOLIS_LIMITS": "say"}, "HEPTAPOLIS_LIMITS: JSON like"),
        (None, {"HEPTAPOLIS_WORKERS": "2"}, "several workers need PostgreSQL"),
        (None, {"HEPTAPOLIS_PUBLIC_URL": "games.example.org"}, "public_url: an address like"),
        (None, {"HEPTAPOLIS_PUBLIC_URL": "https://a/b?c"}, "public_url: an address like"),
        (None, {"HEPTAPOLIS_PUBLIC_URL": "https://["}, "public_url: an address like"),
        (None, {"HEPTAPOLIS_DATABASE": "sqlite:games.sqlite"}, "database: sqlite:///FILE or"),
        (None, {"HEPTAPOLIS_DATABASE": "sqlite://games.sqlite"}, "database: sqlite:///FILE or"),
        (None, {"HEPTAPOLIS_DATABASE": "mysql://x/y"}, "database: sqlite:///FILE or"),
        (None, {"HEPTAPOLIS_CONFIG": "/nowhere/a.toml"}, "/nowhere/a.toml: No such file"),
    ],
)
def test_a_mistake_is_one_line_that_names_its_place(
    tmp_path: Path, text: str | None, environ: dict[str, str], said: str
) -> None:
    with pytest.raises((ValueError, OSError)) as told:
        load(tmp_path, text, environ)
    assert said in str(told.value) and "\n" not in str(told.value)


def test_the_list_of_other_variables_is_complete() -> None:
    """The server refuses unknown variables, so the list must contain each one we use."""
    sources = [*ROOT.glob("src/**/*.py"), ROOT / "Makefile", *ROOT.glob("tests/**/*.py")]
    used = {
        name
        for path in sources
        for name in re.findall(rf'["\s(]{PREFIX}([A-Z]+)\b', path.read_text(encoding="utf-8"))
    }
    settings = {name.upper() for name in HELP}
    mistakes = {"PROT"}
    assert used - settings - mistakes <= set(OTHER_VARIABLES)


def test_docs_list_every_setting() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE))
    assert HELP.keys() <= rows, HELP.keys() - rows


def check(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "heptapolis", "serve", "--check", *arguments],
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_prints_each_setting_and_its_origin(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    database, tokens = (
        "postgresql://ann:secret@db/games",
        {"admin": "t0k" * 6, "metrics": "k3y" * 6},
    )
    lines = [f'database = "{database}"', *(f'{n}_token = "{token}"' for n, token in tokens.items())]
    file.write_text("\n".join(lines), encoding="utf-8")
    shown = check("--config", str(file), "--port", "99", "--json", HEPTAPOLIS_PAUSE_SECONDS="3")
    facts = json.loads(shown.stdout)
    assert facts["port"] == {"value": 99, "from": FLAG, "help": HELP["port"]}
    assert facts["pause_seconds"]["from"] == "HEPTAPOLIS_PAUSE_SECONDS"
    assert facts["database"]["value"] == "postgresql://ann:***@db/games"
    assert {facts[f"{name}_token"]["value"] for name in tokens} == {"***"}
    assert facts.keys() == HELP.keys()
    home = {"XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "200"}
    printed = check("--port", "99", **home).stdout
    in_table = check("--config", str(file), **home).stdout
    assert len(in_table) > 1000
    for secret in ("secret", *tokens.values()):
        assert secret not in shown.stdout + in_table
    assert re.search(r"^port +99 +flag *$", printed, re.MULTILINE)
    assert not (tmp_path / "data").exists(), "looking creates nothing"


def test_check_finds_mistakes_in_house_rules(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text("extends =", encoding="utf-8")
    found = check("--house", str(club))
    assert found.returncode == 1 and "club.toml" in found.stderr and found.stderr.count("\n") == 1


# ── the public address ───────────────────────────────────────────────────────────────────────────


def test_links_and_cookies_follow_the_public_address(tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path, public_url=SITE))
    try:
        with httpx.Client(base_url=server.url, timeout=TIMEOUT_SECONDS) as http:
            form = {"variant": "duel", "name": "Ann"}
            opened = http.post("/tables", data=form, headers={"origin": SITE})
            assert opened.status_code == 303, opened.text
            assert all("Secure" in one for one in opened.headers.get_list("set-cookie"))
            cookies = "; ".join(f"{name}={value}" for name, value in opened.cookies.items())
            lobby = http.get(opened.headers["location"], headers={"cookie": cookies}).text
            assert f"{SITE}{opened.headers['location']}" in lobby
            assert "Only this computer can open this link." not in lobby
            forged = http.post("/tables", data=form, headers={"origin": "https://evil.example"})
            assert forged.status_code == 403
    finally:
        server.stop()


def test_requests_for_other_hosts_are_refused(tmp_path: Path) -> None:
    server = RunningServer(
        settings_for(tmp_path, public_url=SITE, allowed_hosts=("*.club.example",))
    )
    try:
        for host, status in [
            ("games.example.org", 200),
            ("a.club.example:80", 200),
            ("A.Club.Example.", 200),
            ("club.example", 400),
            ("evil.example", 400),
            ("[", 400),
            ("", 400),
        ]:
            answer = httpx.get(f"{server.url}/api/status", headers={"host": host})
            assert answer.status_code == status, host
        assert answer.json()["error"]["code"] == "unknown_host"
    finally:
        server.stop()


def test_an_origin_that_is_no_address_is_refused(server: RunningServer) -> None:
    answer = httpx.post(
        f"{server.url}/quick", data={"tile": "duel-2"}, headers={"origin": "http://["}
    )
    assert answer.status_code == 403


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs Unix sockets")
def test_a_server_listens_at_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "s"
    # The last address that no trusted proxy has is the visitor's; a visitor can invent others.
    forwarded = ("", "192.0.2.7", "203.0.113.9, 192.0.2.7", "203.0.113.9, 192.0.2.7, 127.0.0.1")
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    arguments = ["serve", "--socket", str(path), "--database", database]
    with subprocess.Popen(
        [sys.executable, "-m", "heptapolis", *arguments],
        env=os.environ | {"HEPTAPOLIS_WARM_UP": "no", "HEPTAPOLIS_ACCESS_LOG": "yes"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            wait_for(path.exists)
            transport = httpx.HTTPTransport(uds=str(path))
            with httpx.Client(transport=transport, base_url="http://games.example") as http:
                for n, addresses in enumerate(forwarded):
                    headers = {"x-forwarded-for": addresses} if addresses else {}
                    assert http.get(f"/api/status?{n}", headers=headers).status_code == 200
            again = subprocess.run(
                [sys.executable, "-m", "heptapolis", *arguments],
                capture_output=True,
                text=True,
                check=False,
            )
            assert again.returncode == 1 and "another server listens there" in again.stderr
        finally:
            process.terminate()
            said, log = process.communicate()
    assert str(path) in said
    clients = re.findall(r"GET /api/status 200 \S+ ms (\S+)", log)
    assert clients == [UNIX_CLIENT, *["192.0.2.7"] * 3], log
