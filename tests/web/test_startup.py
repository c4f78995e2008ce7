"""While a new server compiles the rules, pages work, and a requested game starts afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from heptapolis import warm_up
from tests.server.conftest import RunningServer, settings_for
from tests.web.conftest import Open, Visitor

WAITING_MESSAGE = "Your game opens by itself as soon as the rules are prepared."


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[RunningServer]:
    """Start a server that has compiled nothing yet."""
    running = RunningServer(settings_for(tmp_path))
    running.registry.warm_up.steps = 0
    yield running
    running.stop()


@pytest.mark.parametrize(("page", "form"), [("/", "/quick"), ("/learn", "/learn/classic")])
def test_without_script_the_page_returns_after_the_start(
    new_server: RunningServer, page: str, form: str
) -> None:
    ann = Visitor(new_server)
    ann.look(page)
    refused = ann.send(form)
    assert refused.status_code == 503 and f'content="2; url={page}"' in ann.text
    ann.http.close()


@pytest.mark.parametrize(
    ("path", "buttons"),
    [("/", "button.tile-play"), ("/learn", ".lesson button")],
    ids=["front", "lessons"],
)
def test_a_tapped_game_starts_automatically(
    new_server: RunningServer, visit: Open, path: str, buttons: str
) -> None:
    page = visit(base_url=new_server.url)
    page.goto(path)
    line, first, last = page.locator("#compiling"), *(page.locator(buttons).nth(k) for k in (0, -1))
    expect(line).to_contain_text("games can begin in about a minute")
    first.click()
    expect(first).to_have_attribute("aria-busy", "true")
    expect(line.get_by_text(WAITING_MESSAGE)).to_be_visible()
    last.click()  # the last click counts
    expect(last).to_have_attribute("aria-busy", "true")
    expect(first).not_to_have_attribute("aria-busy", "true")
    new_server.registry.warm_up.steps = 5
    expect(line.locator("progress")).to_have_attribute("value", "5")
    assert page.url == f"{new_server.url}{path}"
    new_server.registry.warm_up.steps = warm_up.N_STEPS
    page.wait_for_selector("#live")
    assert "/tables/" in page.url
