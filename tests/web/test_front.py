"""The front page over HTTP: chosen wonders, my games, finished ones, forms that lose nothing."""

import re

import pytest

from tests.server.conftest import Running
from tests.web.conftest import Arrive, Visitor


def test_wonders_are_chosen_for_seats(ann: Visitor) -> None:
    chosen = {
        "classic-wonders-1": "giza:B",
        "classic-wonders-3": "rhodes:A",
        "classic-wonders-5": "giza:A",
    }
    ann.send("/tables", variant="classic", seats="3", **chosen)
    boards = ann.http.get(f"/api{ann.path}").json()["options"]["wonders"]
    assert boards[0] == "giza:B" and boards[2] == "rhodes:A" and len(boards) == 3
    assert "Giza B" in ann.text and "Rhodes A" in ann.text
    ann.send(f"{ann.path}/bots", level="beginner", count="all")
    view = ann.http.get(f"/api{ann.path}/view").json()
    assert [city["board"] for city in view["cities"]] == boards


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            {"classic-wonders-1": "giza:B", "classic-wonders-2": "giza:A"},
            "Two seats cannot have the same wonder. Change one of them.",
        ),
        (
            {"classic-wonders-2": "rome:A"},
            "One of these wonders belongs to Leaders.",
        ),
        ({"classic-wonders-2": "moon:A"}, "These options do not go together. Change one of them."),
    ],
)
def test_boards_that_cannot_be_are_told(ann: Visitor, chosen: dict[str, str], message: str) -> None:
    ann.send("/tables", variant="classic", seats="4", clock="300", **chosen)
    assert ann.page.status_code == 422 and message in ann.text
    assert '<option value="300" selected>' in ann.text
    assert 'name="seats" value="4" checked' in ann.text
    for board in chosen.values():
        assert f'<option value="{board}" selected>' in ann.text or board == "moon:A"


def test_rome_comes_with_leaders(ann: Visitor) -> None:
    ann.send("/tables", variant="leaders", seats="3", **{"classic-wonders-1": "rome:A"})
    assert "Rome A" in ann.text


def test_a_duel_with_the_wonders_of_a_first_game(ann: Visitor) -> None:
    ann.send(
        "/tables", variant="duel", **{"duel-wonders": "first_game", "classic-wonders-1": "giza:A"}
    )
    assert ann.http.get(f"/api{ann.path}").json()["options"]["wonders"] == "first_game"


def test_my_games_are_told_alone(ann: Visitor, bob: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    table = ann.path
    assert table in ann.look("/mine") and 'data-waiting="1"' in ann.text and "<html" not in ann.text
    assert table not in bob.look("/mine") and 'data-waiting="0"' in bob.text


def test_finished_games_of_others_can_be_watched(
    site: Running, bob: Visitor, arrive: Arrive
) -> None:
    player = site.player("Ann")
    tables = [
        player.open(game="duel", others=["Bob"], private=private, spectators=spectators)
        for private, spectators in ((False, True), (True, True), (False, False))
    ]
    for table in tables:
        player.http.post(f"/api/tables/{table}/resign?seat=1").raise_for_status()
    shown = [f"/tables/{table}/replay" in bob.look("/") for table in tables]
    assert shown == [True, False, False]
    bob.look(f"/tables/{tables[0]}/replay?step=0&seat=1")
    link = f"{site.url}/tables/{tables[0]}/replay?step=0&amp;seat=1"
    assert f'data-copy="{link}"' in bob.text


def stale(visitor: Visitor, path: str, **fields: str) -> str:
    """A form whose token is of another time."""
    visitor.page = visitor.http.post(path, data={"csrf": "old", **fields})
    assert visitor.page.status_code == 403
    assert "This page was out of date. Try again." in visitor.text
    return visitor.text


def test_a_form_that_is_out_of_date_loses_nothing(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    assert 'value="half a sentence"' in stale(ann, f"{table}/say", text="half a sentence")
    ann.send(f"{table}/say", text="half a sentence")
    assert ann.page.status_code == 200 and ">half a sentence</span>" in ann.text
    assert 'value="half a sentence"' not in ann.text, "what was said is not typed any more"
    assert 'value="Zoë"' in stale(ann, f"{table}/sit", person="Zoë")
    assert 'value="Zoë"' in stale(ann, f"{table}/name", seat="0", name="Zoë")
    ann.send(f"{table}/name", seat="0", name="Zoë")
    assert ann.page.status_code == 200 and ">Zoë</b>" in ann.text
    assert re.search(
        r'name="variant" value="duel"[^>]* checked', stale(ann, "/quick", variant="duel")
    )
    assert re.search(
        r'<option value="classic\+leaders"[^>]* selected>',
        stale(ann, "/tables", variant="classic+leaders"),
    )
    assert 'value="AB-CD"' in stale(ann, "/device/claim", code="AB-CD")
    stale(ann, "/device/code")
    assert ann.send("/device/code").status_code == 200


def test_a_name_without_letters_stays_typed(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    ann.send(f"{ann.path}/sit", person="  ")
    assert ann.page.status_code == 422 and "A name needs at least one letter." in ann.text
