"""While a new server compiles the rules: nobody is sent away, and what was tapped begins by itself."""

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
    """One that has compiled nothing yet."""
    running = RunningServer(settings_for(tmp_path))
    running.registry.warm_up.steps = 0
    yield running
    running.stop()


@pytest.mark.parametrize(("page", "form"), [("/", "/quick"), ("/learn", "/learn/classic")])
def test_without_script_one_is_led_back(new_server: RunningServer, page: str, form: str) -> None:
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
def test_what_was_tapped_begins_by_itself(
    new_server: RunningServer, visit: Open, path: str, buttons: str
) -> None:
    page = visit(base_url=new_server.url)
    page.goto(path)
    line, first, last = page.locator("#compiling"), *(page.locator(buttons).nth(k) for k in (0, -1))
    expect(line).to_contain_text("games can begin in about a minute")
    first.click()
    expect(first).to_have_attribute("aria-busy", "true")
    expect(line.get_by_text(WAITING_MESSAGE)).to_be_visible()
    last.click()  # thought better of it
    expect(last).to_have_attribute("aria-busy", "true")
    expect(first).not_to_have_attribute("aria-busy", "true")
    new_server.registry.warm_up.steps = 5
    expect(line.locator("progress")).to_have_attribute("value", "5")
    assert page.url == f"{new_server.url}{path}"
    new_server.registry.warm_up.steps = warm_up.N_STEPS
    page.wait_for_selector("#live")
    assert "/tables/" in page.url
