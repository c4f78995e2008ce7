"""A server for the pages, and a browser if there is one."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.conftest import Running, settings_for

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests of pages."""
    running = Running(settings_for(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()


@pytest.fixture(scope="module")  # while it is open, no test can have an event loop of its own
def browser() -> Iterator[Browser]:
    """Chromium: $CHROMIUM, or the system's."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("no Chromium: install the system's package, or name one in $CHROMIUM")
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
