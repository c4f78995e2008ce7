"""``python -m tests.web.pictures`` renews the pictures of README: ``make pictures``.

Guests play games with fixed seeds through the API of a real server, with moves of a bot. So the same
code produces the same pictures.
"""

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import heptapolis as hp
from tests.paths import ROOT
from tests.server.conftest import RunningServer, settings_for
from tests.web.conftest import TIMEOUT_MS, launch, sign_in

FOLDER = ROOT / "docs" / "images"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WINDOW = ViewportSize(width=1366, height=768)
WIDTH = 1200  # pixels of a picture
QUALITY = 50  # of WebP: text stays sharp in small files
NAMES = ("Ann", "Bohdan", "Csilla", "Dora")
TABLES: dict[str, dict[str, Any]] = {
    "classic": {"game": "leaders", "seats": 4, "seed": 11, "age": 3, "turn": 2},
    "duel": {"game": "duel", "seed": 12, "age": 2, "turn": 8},
}


class Scene:
    """Guests at a table, with a local copy of the game in which a bot chooses for each of them. The
    game is played until the first guest is to choose, at the given turn or later."""

    def __init__(
        self, site: RunningServer, *, seed: int, age: int, turn: int, **options: Any
    ) -> None:
        game = hp.new(**options, seed=seed)
        self.players = [site.player(name) for name in NAMES[: game.players]]
        with patch("heptapolis.server.new_tables.secrets.randbits", return_value=seed):
            self.table = self.players[0].open(**options)
        for player in self.players[1:]:
            player.make(f"/tables/{self.table}/seats")
        bot, rng = hp.bot("greedy"), random.Random(1)
        while True:
            for seat in game.to_move:
                move = bot.choose(game.view(seat), rng)
                is_reached = game.age == age and game.turn >= turn
                if seat == 0 and is_reached and move.verb == "build":
                    self.card = move.card
                    return
                self.players[seat].choose(self.table, str(move)).raise_for_status()
                game.submit(seat, move)

    def show(self, page: Page) -> None:
        """Show the table to the first guest, with a buildable card chosen."""
        sign_in(page, self.players[0])
        page.goto(f"/tables/{self.table}")
        page.locator(f'label[for="card-{self.card}"]').click()


def photographs(browser: Browser, site: RunningServer) -> Iterator[tuple[str, Image.Image]]:
    """Yield the pictures with their names: the front page and each table, in both colour schemes."""
    scenes = {name: Scene(site, **table) for name, table in TABLES.items()}
    for scheme in SCHEMES:
        for name in ("front", *scenes):
            page = browser.new_page(
                viewport=WINDOW,
                color_scheme=scheme,
                base_url=site.url,
                locale="en-GB",
                reduced_motion="reduce",
            )
            page.set_default_timeout(TIMEOUT_MS)
            page.goto("/")
            if name in scenes:
                scenes[name].show(page)
            page.wait_for_function("document.fonts.ready.then(() => true)")
            yield f"{name}-{scheme}", Image.open(BytesIO(page.screenshot()))
            page.close()


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        site = RunningServer(settings_for(Path(folder)))
        try:
            for name, picture in photographs(browser, site):
                file = FOLDER / f"{name}.webp"
                small = picture.resize((WIDTH, WIDTH * picture.height // picture.width))
                small.save(file, quality=QUALITY, method=6)
                print(f"{file.name}: {file.stat().st_size // 1024} KB", flush=True)
        finally:
            site.stop()
            browser.close()


if __name__ == "__main__":
    main()
