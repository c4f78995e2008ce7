"""A table with an expansion that only tests have, over the API and in a browser."""

from collections.abc import Iterator

import pytest

from heptapolis import variants
from heptapolis.server.variant_parts import server_part
from heptapolis.variants import ruleset
from tests.server.conftest import Running, wait_for
from tests.toys import omens
from tests.web.conftest import Open, photograph, sign_in

GAME = "duel+omens"


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    variants.register_expansion(omens.EXPANSION)
    yield
    variants.unregister("omens")


def test_a_whole_game_is_played_over_the_api(site: Running) -> None:
    ann = site.player("Ann")
    table = ann.open(game=GAME, bots=["random"])
    options = ann.get(f"/tables/{table}")["options"]
    assert (options["game"], options["expansions"]) == ("duel", ["omens"])
    verbs = set()
    while not (view := ann.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            verbs.add(view["legal_moves"][0]["verb"])
            wonders = [m["text"] for m in view["legal_moves"] if m["verb"] == "wonder"]
            ann.choose(table, (wonders or [None])[0]).raise_for_status()
    assert "foresee" in verbs and "omens" in view["cities"][0]["score"]
    assert server_part(ruleset(GAME)).view_model.model_fields.keys() >= {"omens", "places"}


def test_an_omen_is_chosen_in_a_browser(visit: Open, site: Running) -> None:
    ann = site.player("Ann")
    table = ann.open(game=GAME, bots=["random"])
    while (view := ann.view(table))["phase"] != "foresee" or view["seat"] not in view["to_move"]:
        if view["seat"] in view["to_move"]:
            wonders = [m["text"] for m in view["legal_moves"] if m["verb"] == "wonder"]
            ann.choose(table, (wonders or [None])[0]).raise_for_status()
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    assert page.locator("#question").inner_text() == "Keep one of these omens"
    choice = view["legal_moves"][1]
    page.locator(f'label[for="card-{choice["card"]}"]').click()
    photograph(page, "omens")
    page.locator(f'button[value="{choice["text"]}"]').click()
    wait_for(lambda: ann.view(table)["phase"] != "foresee")
    page.wait_for_selector(f'.shelf [data-vt="{choice["card"]}"]')
