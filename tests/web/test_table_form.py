"""An outside game and house rules on the pages: chosen and played with plain forms."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from heptapolis.variants import Variant, register_house, unregister
from tests.server.conftest import wait_for
from tests.web.conftest import Visitor


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Variant]:
    file = tmp_path / "club.toml"
    title = 'title = { en = "Club <night>", uk = "Клуб" }'
    file.write_text(f'extends = "leaders"\nid = "club"\n{title}\n', encoding="utf-8")
    yield register_house(file)
    unregister("club")


def play(visitor: Visitor, table: str) -> None:
    """Make the first legal move until the game is over."""
    while 'data-state="over"' not in visitor.look(table):
        wait_for(lambda: visitor.look(table) and (visitor.moves() or "over" in visitor.text))
        if moves := visitor.moves():
            visitor.send(f"{table}/move", move=moves[0])
            assert visitor.page.status_code == 200


def test_an_outside_game_can_be_played_by_forms(ann: Visitor, pebbles: Variant) -> None:
    ann.look("/")
    assert 'value="pebbles+gold"' in ann.text and "Every pebble counts twice." not in ann.text
    ann.send("/tables", variant="pebbles+gold", seats="3", **{"pebbles-stones": "2"})
    table = ann.path
    options = ann.http.get(f"/api{table}").json()["options"]
    assert (options["game"], options["gold"], options["stones"]) == ("pebbles", True, 2)
    assert "Pebbles with gold" in ann.text
    assert '<option value="easy"' in ann.text and '<option value="random"' not in ann.text
    assert "No network has learnt these cards: strong bots search instead" in ann.text
    ann.send(f"{table}/bots", level="easy", count="all")
    assert f"{table}/hint" not in ann.text
    play(ann, table)
    assert f"{table}/review" not in ann.text
    assert ann.http.get(f"{table}/review").status_code == 404
    for path in ("", "/replay?step=1&seat=1", "/tv"):
        ann.look(f"{table}{path}")
        assert ann.page.status_code == 200, path


def test_an_outside_game_can_be_started_at_once(ann: Visitor, pebbles: Variant) -> None:
    ann.send("/quick", variant="pebbles", seats="4", level="easy")
    chairs = ann.http.get(f"/api{ann.path}").json()["chairs"]
    assert [chair["bot"] for chair in chairs] == [None, "easy", "easy", "easy"]
    assert ann.page.status_code == 200 and len(ann.moves()) == 3
    ann.look("/")
    ann.send("/quick", variant="pebbles", seats="7", level="random")
    assert ann.page.status_code == 422 and "These options do not go together." in ann.text


def test_house_rules_are_listed_with_the_built_in_games(ann: Visitor, club: Variant) -> None:
    ann.look("/")
    assert re.search(r'<option value="club"[^>]*>Club &lt;night&gt;</option>', ann.text)
    assert 'name="club-sides"' in ann.text and 'name="club-leaders"' not in ann.text
    chosen = {"club-wonders-1": "rome:A", "club-sides": "B", "classic-wonders-2": "giza:A"}
    ann.send("/tables", variant="club", seats="3", **chosen)
    assert "Rome A" in ann.text and "Giza A" not in ann.text and "all B" in ann.text
    options = ann.http.get(f"/api{ann.path}").json()["options"]
    assert (options["game"], options["leaders"], options["sides"]) == ("club", True, "B")
    ann.send("/language", language="uk", back="/")
    assert ">Клуб</option>" in ann.text


def test_a_house_game_can_be_started_at_once(ann: Visitor, club: Variant) -> None:
    ann.send("/quick", variant="club", seats="3", level="beginner", people="2")
    assert ann.page.status_code == 200 and "Club &lt;night&gt;" in ann.look("/mine")
