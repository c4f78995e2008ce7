"""A game through the proxies of `deploy/`: https, streams, limits, the visitor's address."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from heptapolis.server.admin_socket import run_admin
from tests.paths import ROOT
from tests.server.conftest import RunningServer, settings_for, wait_for

DEPLOY = ROOT / "deploy"
NGINX_FRAME = """
pid {folder}/pid;
error_log {folder}/error.log;
daemon off;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""
CADDY_FRAME = """{{
  admin off
  skip_install_trust
  auto_https disable_redirects
  storage file_system {folder}/storage
}}
import {file}
"""


def nginx(folder: Path, port: int, upstream: str) -> list[str]:
    """Write the configuration for this machine: other ports, and a certificate of our own."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-subj", "/CN=localhost"),
        ],
        check=True,
        capture_output=True,
    )
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen (\[::\]:)?80;", "", text)
    text = re.sub(r"server \{\s*server_name \S+\s*return .*?\n\}", "", text, flags=re.DOTALL)
    text = text.replace("listen [::]:443 ssl http2;", "").replace("listen 443", f"listen {port}")
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", f"{folder}/cert.pem", text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", f"{folder}/key.pem", text)
    text = text.replace("games.example.org", "localhost").replace("127.0.0.1:8707", upstream)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX_FRAME.format(folder=folder), encoding="utf-8")
    return ["nginx", "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, port: int, upstream: str) -> list[str]:
    """Write the configuration with a local authority for certificates."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{$SITE:localhost}", f"https://localhost:{port}")
    text = text.replace("{$UPSTREAM:127.0.0.1:8707}", upstream)
    (folder / "site").write_text(text, encoding="utf-8")
    frame = CADDY_FRAME.format(folder=folder, file=folder / "site")
    (folder / "Caddyfile").write_text(frame, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
    return port


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def site(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, RunningServer]]:
    """Yield the address of a proxy, and the server behind it."""
    write: Callable[[Path, int, str], list[str]] = request.param
    if not shutil.which(write.__name__):
        pytest.skip(f"{write.__name__} is not installed")
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    port = free_port()
    url = f"https://localhost:{port}"
    server = RunningServer(settings_for(tmp_path, public_url=url))
    command = write(tmp_path, port, server.url.removeprefix("http://"))
    with (tmp_path / "output").open("wb") as output:
        proxy = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_for(lambda: proxy.poll() is not None or answers(url))
        assert proxy.poll() is None, (tmp_path / "output").read_text()
        yield url, server
    finally:
        proxy.terminate()
        proxy.wait()
        server.stop()


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", verify=UNCHECKED).status_code == 200
    except httpx.TransportError:
        return False


UNCHECKED = ssl.create_default_context()
UNCHECKED.check_hostname, UNCHECKED.verify_mode = False, ssl.CERT_NONE


def test_a_game_is_played_through_the_proxy(
    site: tuple[str, RunningServer], browser: Browser
) -> None:
    url, server = site
    with closing(browser.new_context(ignore_https_errors=True)) as context:
        page = context.new_page()
        page.goto(url)
        page.get_by_role("button", name=re.compile("Duel")).first.click()
        page.wait_for_url(re.compile(r"/tables/\w+"))
        table = page.url.rsplit("/", 1)[1]
        (cookie,) = [one for one in context.cookies() if one["name"].endswith("hepta_guest")]
        assert cookie["secure"] and cookie["httpOnly"]
        presence = server.registry.tables.loaded[table].presence
        wait_for(lambda: presence.streams.total() == 1)
        other = server.player("Bob")  # beside the proxy; the stream tells the page of it
        said = other.post(f"/tables/{table}/messages", text="hello through the proxy")
        assert said.status_code == 204
        expect(page.get_by_text("hello through the proxy")).to_be_attached()


def test_large_bodies_and_invented_addresses_stop_here(site: tuple[str, RunningServer]) -> None:
    url, server = site
    with httpx.Client(base_url=url, verify=UNCHECKED) as client:
        large = client.post("/api/guests", content=b"x" * 300_000)
        assert large.status_code in (413, 502), "502: the server's refusal was too quick for Caddy"
        invented = {"x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9"}
        made = client.post("/api/guests", json={"name": "Ann"}, headers=invented)
        assert made.status_code == 201 and "secure" in made.headers["set-cookie"].lower()
        run_admin(server.registry.settings, "ban", {"target": "203.0.113.0/24"})
        direct = server.ask("POST", "/api/guests", json={}, headers=invented)
        assert direct.status_code == 403, "the server believes what its proxies say"
        client.cookies.clear()
        again = client.post("/api/guests", json={"name": "Ann"}, headers=invented)
        assert again.status_code == 201, "the proxy names the true address"
        assert client.get("/").headers["content-type"].startswith("text/html")
