"""The pages over HTTP, as a browser without scripts uses them."""

import re

import pytest

from heptapolis.i18n import LANGUAGES
from tests.server.conftest import wait_for
from tests.web.conftest import Visitor, VisitorFactory


def test_a_game_is_three_clicks_away(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    assert ann.page.status_code == 200 and re.fullmatch(r"/tables/\w+", ann.path)
    assert "Age I, turn 1" in ann.text and len(ann.moves()) >= 7
    assert "● Your turn" in ann.text


def test_a_whole_duel_is_played_with_plain_forms(ann: Visitor) -> None:
    ann.send("/quick", variant="duel", level="beginner")
    table = ann.path
    for _ in range(80):
        wait_for(lambda: ann.look(table) and (ann.moves() or 'data-state="over"' in ann.text))
        if 'data-state="over"' in ann.text:
            break
        assert ann.send(f"{table}/move", move=ann.moves()[0]).status_code == 200
    assert 'id="verdict"' in ann.text
    assert ann.look(f"/api{table}/record").startswith("heptapolis 1")
    assert "Step 0 of" in ann.look(f"{table}/replay?step=0&seat=1")
    assert ann.page.status_code == 200 and not ann.moves() and "choose a wonder" in ann.text
    assert 'aria-disabled="true"' in ann.look(f"{table}/replay?step=9999")
    ann.look(table)
    ann.send(f"{table}/rematch")
    assert ann.path != table and ann.page.status_code == 200
    assert ann.path in ann.look("/") and table in ann.text


def test_friends_meet_at_a_table(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3", public="1", hints="1")
    table = ann.path
    assert f">{ann.page.url}</textarea>" in ann.text, "the invitation link"
    assert table in bob.look("/")
    assert "Sit here" in bob.look(table)
    bob.send(f"{table}/sit", seat="1")
    assert bob.page.status_code == 200
    bob.send(f"{table}/bots", level="easy", count="1")
    assert bob.page.status_code == 403 and "Only the host can do that." in bob.text
    ann.look(table)
    ann.send(f"{table}/bots", level="beginner", count="all")
    assert "Age I, turn 1" in ann.text
    assert len(bob.look(table)) and bob.moves()
    bob.send(f"{table}/say", text="<b>hello</b>")
    assert "&lt;b&gt;hello&lt;/b&gt;" in ann.look(table) and "<b>hello</b>" not in ann.text
    ann.send(f"{table}/react", reaction="wow")
    assert "Wow!" in bob.look(table)


def test_a_choice_can_be_taken_back_while_others_think(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3")
    table = ann.path
    bob.send(f"{table}/sit", seat="1")
    ann.look(table)
    ann.send(f"{table}/bots", level="beginner", count="all")
    ann.send(f"{table}/move", move=ann.moves()[0])
    assert "Your choice:" in ann.text and not ann.moves()
    ann.send(f"{table}/undo")
    assert "Your choice:" not in ann.text and ann.moves()
    ann.send(f"{table}/move", move="build moon")
    assert ann.page.status_code == 409 and 'role="alert"' in ann.text and ann.moves()


def test_spectators_see_no_hand_and_no_forms_to_play(ann: Visitor, bob: Visitor) -> None:
    ann.send("/quick", variant="leaders", seats="3", level="beginner")
    seen = bob.look(ann.path)
    assert not bob.moves() and 'name="card"' not in seen
    assert bob.look(f"/api{ann.path}/record") and bob.page.status_code == 403
    bob.look(f"{ann.path}/replay")
    assert bob.page.status_code == 403


def test_hints_are_given(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    ann.send(f"{ann.path}/hint")
    assert 'class="hints"' in ann.text


def test_forms_from_other_sites_are_refused(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    table, move = ann.path, ann.moves()[0]
    assert ann.http.post(f"{table}/move", data={"move": move}).status_code == 403
    away = {"sec-fetch-site": "cross-site"}
    assert ann.http.post("/quick", data={}, headers=away).status_code == 403


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("uk-UA,uk;q=0.9,en;q=0.5", "uk"), ("de,hu;q=0.4", "hu"), ("xx", "en"), ("ru;q=x", "en")],
)
def test_the_browser_says_which_language(
    make_visitor: VisitorFactory, wanted: str, language: str
) -> None:
    visitor = make_visitor(**{"accept-language": wanted})
    assert f'<html lang="{language}">' in visitor.text
    for other in LANGUAGES:
        visitor.send("/language", language=other, back="/")
        assert f'<html lang="{other}">' in visitor.text
    visitor.send("/language", language="en", back="//evil.example")
    assert visitor.page.url.host == "127.0.0.1"


def test_a_name_is_changed_and_escaped(ann: Visitor) -> None:
    ann.send("/tables", variant="duel", name="Ann")
    table = ann.path
    ann.send(f"{table}/name", name='<i>"Zoë"</i>')
    assert "<i>" not in ann.text and "&lt;i&gt;" in ann.text
    ann.send(f"{table}/name", name="   ")
    assert ann.page.status_code == 422 and "A name needs at least one letter." in ann.text


def test_missing_pages_are_reported_on_a_page(ann: Visitor) -> None:
    for path in ("/tables/abcdefghij", "/tables/a", "/tables/abcdefghij/replay?step=x"):
        assert "This page or table does not exist." in ann.look(path)
        assert ann.page.status_code == 404


def test_pages_load_nothing_from_other_servers(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="7", level="beginner")
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', ann.text)
    assert "<script>" not in ann.text and " style=" not in ann.text
    for path in re.findall(r'(?:src|href)="(/(?:static/|icon)[^"]*)"', ann.text):
        assert ann.http.get(path).status_code == 200, path


def test_a_refused_form_for_a_table_keeps_its_choices(ann: Visitor) -> None:
    chosen = {
        "variant": "duel",
        "classic-sides": "B",
        "absent": "bot",
        "duel-neutral_start": "choose",
    }
    ann.send("/tables", **chosen, closed="1", clock="5")
    assert ann.page.status_code == 422 and "These options do not go together." in ann.text
    for value in ("duel", "B", "bot", "choose"):
        assert re.search(rf'<option value="{value}"[^>]* selected>', ann.text)
    assert 'name="closed" value="1" checked' in ann.text
    assert 'name="hints" value="1" checked' not in ann.text
    ann.send("/tables", **chosen, closed="1", clock="300")
    options = ann.http.get(f"/api{ann.path}").json()["options"]
    assert options["absent"] == "bot" and options["neutral_start"] == "choose"
    assert options["clock"] == 300 and not options["spectators"] and not options["hints"]


def test_friends_can_join_a_table_without_spectators(
    ann: Visitor, bob: Visitor, make_visitor: VisitorFactory
) -> None:
    ann.send("/tables", variant="duel", closed="1", clock="300")
    assert "Time limit per move: 5 minutes" in bob.look(ann.path)
    bob.send(f"{ann.path}/sit", seat="1")
    assert bob.page.status_code == 200 and 'data-state="playing"' in bob.text
    assert re.search(
        r'data-left="(2[4-9]\d|300)">(4:\d\d|5:00)<', ann.look(ann.path) + bob.look(ann.path)
    )
    carl = make_visitor()
    carl.look(ann.path)
    assert carl.page.status_code == 403 and "Only the players can watch" in carl.text
    carl.send(f"{ann.path}/sit", seat="1")
    assert carl.page.status_code == 409 and "The game has already started." in carl.text


def test_another_device_is_the_same_player(ann: Visitor, bob: Visitor) -> None:
    ann.send("/quick", variant="duel", level="beginner")
    table = ann.path
    ann.look("/device")
    ann.send("/device/code")
    code = re.findall(r"<b>(\w{4}-\w{4}-\w{4})</b>", ann.text)[0]
    assert f'value="{code}"' in bob.look(f"/device?code={code}")
    bob.send("/device/claim", code=code.lower())
    assert bob.path == "/" and table in bob.text
    bob.look("/device")
    bob.send("/device/claim", code=code)
    assert bob.page.status_code == 404 and "used or expired" in bob.text
    assert f'value="{code}"' in bob.text
    assert bob.http.post("/device/claim", data={"code": code}).status_code == 403, (
        "the page must not show the token"
    )


def test_a_game_is_abandoned_when_all_agree(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    bob.look(table)
    bob.send(f"{table}/sit", seat="1")
    ann.look(table)
    ann.send(f"{table}/agree", agree="yes")
    assert "Keep playing" in ann.text and "Agree to end the game: " in bob.look(table)
    ann.send(f"{table}/agree", agree="no")
    assert "Want to abandon" not in bob.look(table)
    bob.send(f"{table}/agree", agree="yes")
    ann.look(table)
    ann.send(f"{table}/agree", agree="yes")
    assert "The game was abandoned" in ann.text


def test_a_guest_can_be_muted_and_unmuted(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    bob.look(table)
    bob.send(f"{table}/say", text="la la la")
    other = re.findall(r'name="guest" value="(\w+)"', ann.look(table))[0]
    ann.send(f"{table}/mute", guest=other, muted="yes")
    assert "la la la" not in ann.text and "la la la" in bob.look(table)
    ann.send(f"{table}/mute", guest=other, muted="no")
    assert "la la la" in ann.text
    ann.send(f"{table}/mute", guest="nobody", muted="yes")
    assert ann.page.status_code == 422


def test_unknown_addresses_have_a_page_for_people(ann: Visitor) -> None:
    people = {"accept": "text/html,*/*;q=0.8"}
    told = ann.http.get("/nowhere", headers=people)
    assert told.status_code == 404 and "This page or table does not exist." in told.text
    assert ann.http.get("/device/code", headers=people).status_code == 405
    ann.send("/device/code")
    assert 'name="back" value="/"' in ann.text, "the way back must lead to a page"
    for path in ("/api/nowhere", "/nowhere"):
        headers = people if path.startswith("/api") else {}
        assert ann.http.get(path, headers=headers).json()["error"]["code"] == "http"


def test_names_of_guests_are_translated_for_each_reader(
    make_visitor: VisitorFactory, ann: Visitor
) -> None:
    ann.send("/tables", variant="duel", public="1")
    assert re.search(r"Guest \d{4}</b>", ann.text)
    oleh = make_visitor(**{"accept-language": "uk"})
    assert re.search(r"Гість \d{4}</b>", oleh.look(ann.path))
