"""Static files: immutable under their hash, revalidated without it; one file has the symbols."""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from heptapolis.web import art, assets
from tests.web.conftest import Open, Visitor

OLD_HASH = "0" * 16  # the hash of an earlier release


@pytest.fixture
def other_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Serve a temporary folder of static files that the test can change."""

    def forget() -> None:
        assets._assets.cache_clear()
        assets._compressed_assets.cache_clear()
        assets._fingerprint.cache_clear()

    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def test_a_change_of_any_file_moves_all_of_them(other_files: Path) -> None:
    seen = set()
    for name, content in (("a.css", "1"), ("b.css", "2"), ("a.css", "3"), ("b.css", "4")):
        (other_files / name).write_text(content)
        assets._assets.cache_clear()
        assets._fingerprint.cache_clear()
        seen.add(assets.address("a.css"))
    assert len(seen) == 4
    with pytest.raises(KeyError, match=r"no static file 'c\.css': .*a\.css"):
        assets.address("c.css")


def test_hashed_files_are_immutable(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    needed = set(re.findall(r'(?:src|href)="(/static/[^"#]*)', ann.text))
    assert {Path(path).name for path in needed} >= {"art.css", "keys.js", assets.SYMBOLS}
    for path in needed:
        answer = ann.http.get(path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", path
        assert path == assets.address(Path(path).name)


def test_modules_import_their_neighbours_by_relative_names() -> None:
    """Relative names keep the hash of the importing module."""
    for file in assets.FOLDER.glob("*.js"):
        script = file.read_text(encoding="utf-8")
        for name in re.findall(r'^(?:import|}).* "([^"]*)";', script, re.MULTILINE):
            assert name.startswith("./") and name[2:] in assets.assets(), file.name


def test_files_without_a_hash_are_revalidated(ann: Visitor) -> None:
    answer = ann.http.get("/static/base.css")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/css")
    known = {"if-none-match": answer.headers["etag"]}
    assert ann.http.get("/static/base.css", headers=known).status_code == 304
    assert ann.http.head("/static/base.css").status_code == 200


def test_files_are_compressed_once(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(**headers: str) -> httpx.Response:
        name = {"accept-encoding": "identity", **headers}
        return httpx.get(ann.http.base_url.join("/static/base.css"), headers=name)

    plain = read()
    assert "content-encoding" not in plain.headers

    def fail(*_: object, **__: object) -> bytes:
        raise AssertionError("compressed again")

    read(**{"accept-encoding": "gzip"})
    for name in ("compress", "compressobj"):
        monkeypatch.setattr(zlib, name, fail)
    packed = read(**{"accept-encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content)


@pytest.mark.parametrize(
    "path", ["none.css", f"{OLD_HASH}/none.css", "..%2frender.py", "a/b/c.css"]
)
def test_a_missing_file_is_not_found(ann: Visitor, path: str) -> None:
    assert ann.http.get(f"/static/{path}").status_code == 404


def test_the_hash_of_another_release_gets_the_current_file(ann: Visitor) -> None:
    answer = ann.http.get(f"/static/{OLD_HASH}/keys.js", follow_redirects=False)
    assert answer.headers["location"] == "/static/keys.js"
    assert answer.headers["cache-control"] == "no-store"


def test_a_page_of_another_release_gets_scripts_styles_and_symbols(visit: Open) -> None:
    shown = visit()

    def age(route: Route) -> None:
        answer = route.fetch()
        old = answer.text().replace(assets.fingerprint(), OLD_HASH)
        route.fulfill(response=answer, body=old)

    shown.route(shown.url, age)
    shown.goto("/")
    assert OLD_HASH in shown.content()
    sound = shown.locator('button[data-toggle="sound"]')
    expect(sound).not_to_have_attribute("hidden", "")  # loaded by an imported module
    assert shown.evaluate("getComputedStyle(document.body).getPropertyValue('--h-ink')")


def look(page: Page) -> list[bytes]:
    symbols = page.locator("svg.h-sym:visible")
    return [symbols.nth(n).screenshot() for n in range(min(symbols.count(), 12))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_symbols_from_the_file_look_like_inline_symbols(visit: Open, scheme: str) -> None:
    shown = visit(color_scheme=scheme, height=2000)
    shown.locator(".tile-play").first.click()
    shown.wait_for_selector("svg.h-sym >> visible=true")
    assert "<symbol" not in shown.content()
    shown.wait_for_function(
        "[...document.querySelectorAll('svg.h-sym use')].some((one) => one.getBBox().width > 0)"
    )
    from_file = look(shown)
    shown.evaluate(
        """(sprite) => {
        document.body.insertAdjacentHTML("beforeend", sprite);
        for (const use of document.querySelectorAll("use"))
          use.setAttribute("href", use.getAttribute("href").replace(/.*#/, "#"));
        }""",
        art.sprite(),
    )
    assert len(set(from_file)) > 3 and look(shown) == from_file
