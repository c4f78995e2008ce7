"""A game through the proxies of `deploy/`: https, streams, limits, the visitor's address."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from heptapolis.server.admin_socket import run_admin
from tests.paths import ROOT
from tests.server.conftest import (
    TIMEOUT_SECONDS,
    RunningServer,
    settings_for,
    wait_for,
)
from tests.server.test_streams import changes
from tests.web.conftest import TIMEOUT_MS, launch

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
  http_port {http}
  https_port {https}
  storage file_system {folder}/storage
  pki {{
    ca local {{
      root {{
        cert {authority}/ca.pem
        key {authority}/ca.key
      }}
    }}
  }}
}}
import {file}
"""
PATIENT = {"read_timeout 60s": "read_timeout 1h"}  # no stream ends for want of heartbeats
KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


@dataclass(frozen=True)
class Authority:
    """An authority for certificates of our own, which the browser trusts in this home folder."""

    folder: Path

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "ca.pem")

    def certify(self, folder: Path) -> None:
        """Write cert.pem and key.pem for localhost into a folder."""
        request = folder / "request.pem"
        openssl("req", *KEY, "-keyout", folder / "key.pem", "-out", request, "-subj", "/CN=here")
        (folder / "names").write_text("subjectAltName=DNS:localhost\n")
        ours = ("-CA", self.folder / "ca.pem", "-CAkey", self.folder / "ca.key", "-CAcreateserial")
        names = ("-extfile", folder / "names")
        openssl("x509", "-req", "-in", request, "-out", folder / "cert.pem", *ours, *names)


@dataclass(frozen=True)
class Site:
    """A proxy, and the server behind it."""

    http: str
    https: str
    trust: ssl.SSLContext
    server: RunningServer

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.https, verify=self.trust, timeout=TIMEOUT_SECONDS)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.https}/healthz", verify=self.trust).status_code == 200
        except httpx.TransportError:
            return False


@dataclass(frozen=True)
class Place:
    """Where a proxy shall listen, and what is behind it."""

    folder: Path
    http: int
    https: int
    upstream: str
    authority: Authority


def openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def nginx(place: Place, changes: Mapping[str, str]) -> list[str]:
    """Write the configuration for this machine: other ports, and a certificate of our own."""
    folder = place.folder
    place.authority.certify(folder)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen \[::\]:.*", "", text)
    changed = {
        "listen 80;": f"listen {place.http};",
        "listen 443 ": f"listen {place.https} ",
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": f"{folder}/cert.pem",
        "/etc/letsencrypt/live/games.example.org/privkey.pem": f"{folder}/key.pem",
        "games.example.org": "localhost",
        "127.0.0.1:8707": place.upstream,
        **changes,
    }
    for before, after in changed.items():
        assert before in text
        text = text.replace(before, after)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX_FRAME.format(folder=folder), encoding="utf-8")
    return ["nginx", "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]


def caddy(place: Place, changes: Mapping[str, str]) -> list[str]:
    """Write a frame with other ports, and an authority of our own."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    (place.folder / "site").write_text(text, encoding="utf-8")
    frame = CADDY_FRAME.format(
        folder=place.folder,
        http=place.http,
        https=place.https,
        authority=place.authority.folder,
        file=place.folder / "site",
    )
    (place.folder / "Caddyfile").write_text(frame, encoding="utf-8")
    variables = ["SITE=localhost", f"UPSTREAM={place.upstream}"]
    command = ["caddy", "run", "--config", str(place.folder / "Caddyfile")]
    return ["env", *variables, *command, "--adapter", "caddyfile"]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Create an authority, and a home folder in which Chromium finds it."""
    if not shutil.which("certutil"):
        pytest.skip("no certutil: install libnss3-tools")
    folder = tmp_path_factory.mktemp("authority")
    files = ("-keyout", folder / "ca.key", "-out", folder / "ca.pem")
    openssl("req", "-x509", *KEY, *files, "-days", "2", "-subj", "/CN=Authority of a test")
    store = folder / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for command in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "test", "-i", "ca.pem"]):
        subprocess.run(["certutil", "-d", f"sql:{store}", *command], check=True, cwd=folder)
    return Authority(folder)


@pytest.fixture(scope="module")
def browser(authority: Authority) -> Iterator[Browser]:
    """Launch a browser that trusts the authority."""
    with sync_playwright() as playwright:
        home = {**os.environ, "HOME": str(authority.folder)}
        with closing(launch(playwright.chromium, env=home)) as browser:
            expect.set_options(timeout=TIMEOUT_MS)
            yield browser


Write = Callable[[Place, Mapping[str, str]], list[str]]


@contextmanager
def running(
    write: Write, folder: Path, authority: Authority, changes: Mapping[str, str]
) -> Iterator[Site]:
    """Run a proxy and a server behind it; ``changes`` replace parts of the configuration."""
    if not shutil.which(write.__name__):
        pytest.skip(f"{write.__name__} is not installed")
    http, https = free_port(), free_port()
    url = f"https://localhost:{https}"
    server = RunningServer(settings_for(folder, public_url=url, heartbeat_seconds=3600.0))
    place = Place(folder, http, https, server.url.removeprefix("http://"), authority)
    site = Site(f"http://localhost:{http}", url, authority.trust, server)
    with (folder / "output").open("wb") as output:
        proxy = subprocess.Popen(write(place, changes), stdout=output, stderr=output)
    try:
        wait_for(lambda: proxy.poll() is not None or site.answers())
        assert proxy.poll() is None, (folder / "output").read_text()
        yield site
    finally:
        server.stop()  # before the proxy, which waits for open streams
        proxy.terminate()
        proxy.wait()


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def site(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    authority: Authority,
) -> Iterator[Site]:
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    with running(request.param, tmp_path, authority, PATIENT) as made:
        yield made


def test_a_game_is_played_through_the_proxy(site: Site, browser: Browser) -> None:
    server = site.server
    with closing(browser.new_context()) as context:
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        page.goto(site.https)
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


def test_http_leads_to_https_with_a_certificate_that_is_checked(site: Site) -> None:
    led = httpx.get(f"{site.http}/rules?lang=uk", timeout=TIMEOUT_SECONDS)
    target = httpx.URL(led.headers["location"])
    assert led.status_code in (301, 308)
    assert (target.scheme, target.host, target.raw_path) == (
        "https",
        "localhost",
        b"/rules?lang=uk",
    )
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(site.https)
    with site.client() as client:
        page = client.get("/").raise_for_status()
        assert "max-age" in page.headers["strict-transport-security"]


def test_events_are_sent_at_once_and_end_with_their_client(site: Site) -> None:
    """Each message is written after the one before was received through the proxy."""
    ann = site.server.player()
    table = ann.open(seats=3)
    with site.client() as client, client.stream("GET", f"/api/tables/{table}/events") as response:
        heard = changes(response)
        for n in range(3):
            ann.post(f"/tables/{table}/messages", text=f"message {n}").raise_for_status()
            assert next(heard)["kind"] == "say"
        presence = site.server.registry.tables.loaded[table].presence
        assert presence.streams.total() == 1
    wait_for(lambda: presence.streams.total() == 0)


def test_large_bodies_and_invented_addresses_stop_here(site: Site) -> None:
    server = site.server
    with site.client() as client:
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


def test_nginx_limits_the_requests_and_connections_of_an_address(
    tmp_path: Path, authority: Authority
) -> None:
    smaller = {
        "rate=250r/s": "rate=1r/m",
        "burst=1500": "burst=5",
        "connections 1000": "connections 3",
    }
    with running(nginx, tmp_path, authority, smaller) as site, ExitStack() as stack:
        client = stack.enter_context(site.client())
        found = [client.get("/healthz").status_code for _ in range(8)]
        assert 200 in found and found[-1] == 503, "a page sends again what got this answer"
        table = site.server.player().open(seats=3)
        streams = [
            stack.enter_context(client.stream("GET", f"/api/tables/{table}/events"))
            for _ in range(4)
        ]
        assert [stream.status_code for stream in streams] == [200, 200, 200, 503]
