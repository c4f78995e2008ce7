"""The site below a path of its host: every address, redirect and cookie has the prefix."""

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from heptapolis.server.app import create_app
from heptapolis.server.settings import Settings
from heptapolis.server.sub_path import ADDRESS_ATTRIBUTES
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer, settings_for

ROOT, PUBLIC = "/hepta", "https://example.org/hepta/"
TOKEN = "a token of the host"
ATTRIBUTE = re.compile(r'\s([\w:-]+)="([^"]*)"')
SAFE = ("action", "formaction")  # forms are sent in tests of their own


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server below a path."""
    changes = {"public_url": PUBLIC, "admin_token": TOKEN}
    running = RunningServer(settings_for(tmp_path_factory.mktemp("below"), **changes))
    yield running
    running.stop()


@pytest.fixture(params=[ROOT, ""], ids=["prefix kept", "prefix stripped"])
def visitor(request: pytest.FixtureRequest, below: RunningServer) -> Iterator[httpx.Client]:
    """Return a client of a proxy that keeps the prefix or strips it."""
    headers = {"sec-fetch-site": "same-origin"}
    base = f"{below.url}{request.param}"
    with httpx.Client(base_url=base, headers=headers, timeout=TIMEOUT_SECONDS) as http:
        yield http


def through(base: str, address: str) -> str:
    """Return an address of a page as the proxy asks the server for it."""
    return base + address.removeprefix(ROOT)


def test_all_addresses_of_all_pages_stay_below_the_path(
    below: RunningServer, visitor: httpx.Client
) -> None:
    """Follow links from the front page and a finished game, one of each kind."""
    ann, bob = below.player("Ann"), below.player("Bob")
    table = ann.open(game="duel")
    bob.post(f"/tables/{table}/seats")
    ann.choose(table) if ann.view(table)["legal_moves"] else bob.choose(table)
    cookies = {"cookie": f"__Secure-hepta_guest={ann.token}"}
    base = str(visitor.base_url).rstrip("/")
    for end in ("", "/resign"):
        if end:
            ann.post(f"/tables/{table}{end}").raise_for_status()
        todo = deque([f"{ROOT}/", f"{ROOT}/tables/{table}", f"{ROOT}/tables/{table}/tv"])
        kinds: set[str] = set()
        while todo:
            page = todo.popleft()
            answer = visitor.get(through(base, page), headers=cookies)
            if answer.is_redirect:
                todo.append(answer.headers["location"])
                assert todo[-1].startswith(f"{ROOT}/"), page
                continue
            assert answer.status_code == 200, page
            if "text/html" not in answer.headers["content-type"]:
                continue
            for name, value in ATTRIBUTE.findall(answer.text):
                address = unescape(value)
                if name not in ADDRESS_ATTRIBUTES:
                    is_back = name in ("value", "content")  # where to return to, after a form
                    assert is_back or not re.match(r"/\w", address), (page, name, address)
                elif address.startswith("/"):
                    assert re.match(rf"{ROOT}(/(?!{ROOT[1:]})|$)", address), (page, name, address)
                    kind = re.sub(r"[\w-]+$", "", urlsplit(address).path) + name
                    if kind not in kinds and name not in SAFE and name != "data-stream":
                        kinds.add(kind)
                        todo.append(urljoin(page, address.split("#")[0]))
        assert len(kinds) > 15


def test_a_game_is_opened_and_left_below_the_path(visitor: httpx.Client) -> None:
    base = str(visitor.base_url).rstrip("/")
    opened = visitor.post(f"{base}/tables", data={"variant": "duel", "name": "Ann"})
    assert opened.status_code == 303
    location = opened.headers["location"]
    assert re.fullmatch(rf"{ROOT}/tables/\w+", location)
    cookies = opened.headers.get_list("set-cookie")
    identity = next(one for one in cookies if one.startswith("__Secure-hepta_guest="))
    assert all("; Path=/hepta;" in one for one in cookies) and "Secure" in identity
    pairs = {"cookie": "; ".join(one.split(";")[0] for one in cookies)}
    lobby = visitor.get(through(base, location), headers=pairs).text
    assert f"https://example.org{location}" in lobby, "the invitation"
    token = re.search(r'name="csrf" value="([^"]+)"', lobby)
    assert token
    back = re.search(r'name="back" value="([^"]+)"', lobby)
    assert back
    form = {"csrf": token[1], "language": "hu", "back": back[1]}
    changed = visitor.post(f"{base}/language", data=form, headers=pairs)
    assert changed.status_code == 303 and changed.headers["location"] == location
    slashes = visitor.get(through(base, f"{location}//"), headers=pairs)
    assert slashes.status_code == 307 and slashes.headers["location"] == location


def test_the_admin_page_has_its_cookie_below_the_path(visitor: httpx.Client) -> None:
    base = str(visitor.base_url).rstrip("/")
    entered = visitor.post(f"{base}/admin/login", data={"token": TOKEN})
    assert entered.headers["location"] == f"{ROOT}/admin"
    assert "; Path=/hepta/admin;" in entered.headers["set-cookie"]


def test_programs_learn_the_path(visitor: httpx.Client) -> None:
    base = str(visitor.base_url).rstrip("/")
    assert visitor.get(f"{base}/api/openapi.json").json()["servers"] == [{"url": ROOT}]
    assert "GET /hepta/api/status" in visitor.get(f"{base}/api/docs").text
    assert visitor.get(f"{base}/healthz").text == "ok\n"
    old = visitor.get(f"{base}/static/0123456789abcdef/base.css")
    assert old.headers["location"] == f"{ROOT}/static/base.css"


def test_a_host_of_its_own_has_no_prefix(server: RunningServer) -> None:
    assert server.ask("GET", "/api/openapi.json").json().get("servers") is None
    assert server.ask("GET", "/hepta").status_code == 404


@pytest.mark.parametrize(
    ("root", "public", "why"),
    [
        ("hepta", None, "root_path: a path like /hepta, got 'hepta'"),
        ("/a b", None, "root_path: a path like /hepta, got '/a b'"),
        ("/..", None, "root_path: a path like /hepta, got '/..'"),
        ("//evil.example", None, "root_path: a path like /hepta, got '//evil.example'"),
        ("/a", "https://example.org/b/", "root_path: /a, but the path of public_url is /b"),
        ("/a", "https://example.org", "root_path: /a, but the path of public_url is /"),
        (None, "https://example.org/a?b", "public_url: an address like"),
        (None, "https://example.org//", "public_url: an address like"),
        ("/rules/seven", None, "root_path: /rules is an address of the game; take another one"),
        ("/static", None, "root_path: /static is an address of the game; take another one"),
    ],
)
def test_other_paths_are_refused(root: str | None, public: str | None, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        create_app(Settings(root_path=root, public_url=public, warm_up=False))


@pytest.mark.parametrize(
    ("root", "public", "chosen"),
    [
        (None, None, ""),
        ("/", None, ""),
        ("/a/b/", None, "/a/b"),
        (None, "https://example.org", ""),
        (None, "https://example.org/a/b", "/a/b"),
        ("/a", "https://example.org/a/", "/a"),
    ],
)
def test_the_path_follows_from_the_public_address(
    root: str | None, public: str | None, chosen: str, tmp_path: Path
) -> None:
    assert settings_for(tmp_path, root_path=root, public_url=public).root == chosen
