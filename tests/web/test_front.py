"""The front page over HTTP: chosen wonders, own and finished games, forms that lose no input."""

import re
from typing import Any

import pytest

from heptapolis.i18n import translator
from heptapolis.server.own_results import WinCount, results
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table_listing import table_listing
from heptapolis.server.table_log import Chair
from tests.server.conftest import RunningServer
from tests.web.conftest import Visitor, VisitorFactory


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
def test_impossible_boards_are_refused_with_a_message(
    ann: Visitor, chosen: dict[str, str], message: str
) -> None:
    ann.send("/tables", variant="classic", seats="4", clock="300", **chosen)
    assert ann.page.status_code == 422 and message in ann.text
    assert '<option value="300" selected>' in ann.text
    assert 'name="seats" value="4" checked' in ann.text
    for board in chosen.values():
        assert f'<option value="{board}" selected>' in ann.text or board == "moon:A"


def test_rome_needs_leaders(ann: Visitor) -> None:
    ann.send("/tables", variant="leaders", seats="3", **{"classic-wonders-1": "rome:A"})
    assert "Rome A" in ann.text


def test_a_duel_with_the_wonders_of_a_first_game(ann: Visitor) -> None:
    ann.send(
        "/tables", variant="duel", **{"duel-wonders": "first_game", "classic-wonders-1": "giza:A"}
    )
    assert ann.http.get(f"/api{ann.path}").json()["options"]["wonders"] == "first_game"


def test_the_part_with_my_games_can_be_fetched_alone(ann: Visitor, bob: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", level="beginner")
    table = ann.path
    assert table in ann.look("/mine") and 'data-waiting="1"' in ann.text and "<html" not in ann.text
    assert table not in bob.look("/mine") and 'data-waiting="0"' in bob.text


def tile_values(page: str) -> list[str]:
    return re.findall(r'class="tile-play" name="tile" value="([^"]*)"', page)


def test_a_tap_on_a_tile_starts_a_game_and_moves_the_tile_to_the_front(ann: Visitor) -> None:
    assert tile_values(ann.look("/")) == ["classic 3", "classic 2", "classic+leaders 3", "duel 2"]
    assert "The Free City" in ann.text and 'href="/rules/free-city"' in ann.text
    ann.send("/quick", tile="classic 2", level="beginner")
    free_city = ann.http.get(f"/api{ann.path}").json()
    assert [chair["bot"] for chair in free_city["chairs"]] == [None, "beginner"]
    assert tile_values(ann.look("/")) == ["again", "classic 3", "classic+leaders 3", "duel 2"]
    assert re.search(r'<li class="game-tile is-last">.*?The Free City', ann.text, re.DOTALL)
    ann.send("/quick", variant="classic+leaders", seats="4", people="2", level="easy")
    assert tile_values(ann.look("/")) == ["again", "classic 3", "classic 2", "duel 2"]
    assert "4 players · 2 here" in ann.text
    ann.send("/quick", tile="again", level="medium")
    again = ann.http.get(f"/api{ann.path}").json()
    assert again["options"]["leaders"] and len(again["chairs"]) == 4
    assert [chair["bot"] for chair in again["chairs"]] == [None, None, "medium", "medium"]
    ann.look("/")
    ann.send("/quick", tile="classic 9", level="easy")
    assert ann.page.status_code == 422 and "These options do not go together." in ann.text


def test_games_waiting_for_the_player_come_first(ann: Visitor) -> None:
    ann.send("/quick", tile="duel 2", level="beginner")
    duel = ann.path
    ann.look("/")
    ann.send("/tables", variant="classic", seats="3")
    assert re.findall(r'href="(/tables/[^"]*)"', ann.look("/mine"))[0] == duel


ANN = Guest("ann", "Ann")


def stored_finished_table(
    end: str, ranking: list[list[int]], *others: str, **more: Any
) -> StoredTable:
    """Return a finished table with Ann at seat 0; other names in lower case are bots."""
    chairs = [Chair(ANN.id, "Ann")]
    chairs += [Chair(f"id {o}", o) if o.istitle() else Chair(bot=o, name=o) for o in others]
    summary = {
        "chairs": [vars(chair) for chair in chairs],
        "to_move": [],
        "age": 3,
        "end": end,
        "totals": [50 - 7 * seat for seat in range(len(chairs))],
        "ranking": ranking,
    }
    options = {"game": "duel"} if len(chairs) == 2 else {"game": "classic", "seats": len(chairs)}
    return StoredTable("id", options | more, 1, None, 0, 9, "over", summary, 0.0, 86400.0 * 365)


GAMES = [
    stored_finished_table("points", [[0], [1], [2]], "easy", "hard"),
    stored_finished_table("points", [[1, 2], [0]], "easy", "Bob"),
    stored_finished_table("points", [[0], [1], [2]], "easy", "Bob", leaders=True),
    stored_finished_table("military", [[1], [0]], "easy"),
    stored_finished_table("abandoned", [], "easy"),
]


def test_my_results_count_games_and_wins() -> None:
    mine = results(GAMES, ANN, translator("en"))
    assert mine.total == WinCount("", 4, 2) and mine.total.percent == 50
    expected = [
        WinCount("Classic", 2, 1),
        WinCount("Classic with leaders", 1, 1),
        WinCount("Duel", 1, 0),
    ]
    assert mine.by_game == expected
    assert mine.by_level == [WinCount("easy", 4, 2), WinCount("hard", 1, 1)]
    assert results(GAMES, Guest("id Bob", "Bob"), translator("en")).total == WinCount("", 2, 1)
    both = stored_finished_table("points", [[0], [1]], "Bob")
    both.summary["chairs"][1]["guest"] = ANN.id
    guided = stored_finished_table("points", [[0], [1]], "partner")
    guided.summary["lesson"] = "duel"
    assert results([both, guided], ANN, translator("en")).total.games == 0


def test_results_include_characters() -> None:
    games = [stored_finished_table("points", [[0], [1], [2]], "scholar:easy", "scholar")]
    games += [
        stored_finished_table("military", [[1], [0]], "warlord:hard"),
        stored_finished_table("points", [[0], [1]], "warlord"),
    ]
    by_bots = results(games, ANN, translator("en")).by_level
    expected = [WinCount("Scholar", 1, 1, "scholar"), WinCount("Warlord", 2, 1, "warlord")]
    assert by_bots == expected


def test_a_character_is_chosen_shown_and_remembered(ann: Visitor) -> None:
    assert ann.text.count('name="who" value=""') == 2
    assert ann.text.count("s-emblem-tribune") == 3, "twice to choose, once in the summary"
    ann.send("/quick", variant="duel", seats="2", people="1", level="master", who="warlord")
    chairs = ann.http.get(f"/api{ann.path}").json()["chairs"]
    assert [chair["bot"] for chair in chairs] == [None, "warlord:hard"]
    assert "s-emblem-warlord" in ann.text and ">Warlord<" in ann.text and "Bot 2" not in ann.text
    ann.look("/")
    assert re.findall(r'name="who" value="(\w*)"[^>]* checked', ann.text) == ["warlord"] * 2
    ann.send("/tables", variant="classic", seats="3", name="Ann")
    ann.send(f"{ann.path}/bots", level="easy", who="mixed", count="1")
    bot = ann.http.get(f"/api{ann.path}").json()["chairs"][1]["bot"]
    assert bot.endswith(":easy") and f"s-emblem-{bot.partition(':')[0]}" in ann.text


def test_finished_games_show_scores_places_and_days() -> None:
    first, second, _, lost, given_up = [table_listing(one, ANN, translator("en")) for one in GAMES]
    assert first.note == "You won" and first.is_won and first.day == "Jan 1, 1971"
    assert first.scores == (("Ann", 50), ("Bot 2", 43), ("Bot 3", 36))
    assert second.note == "Place 3 of 3" and not second.is_won
    assert [name for name, _ in second.scores] == ["Bot 2", "Bob", "Ann"]
    assert lost.note == "Place 2 of 2 · Military victory"
    assert lost.scores == (("Bot 2", None), ("Ann", None)), "a military victory lists no points"
    assert (given_up.note, given_up.scores) == ("", ())
    assert table_listing(GAMES[0], None, translator("uk")).day == "1 січ. 1971\u202fр."


def test_results_on_the_front_page_are_private(
    site: RunningServer, make_visitor: VisitorFactory
) -> None:
    player, other = site.player("Ann"), make_visitor()
    table = player.open(game="duel", bots=["beginner"])
    player.http.post(f"/api/tables/{table}/resign").raise_for_status()
    mine = player.http.get("/").text
    assert "My results" in mine and "Place 2 of 2 · Resignation" in mine
    assert "My results" not in other.look("/") and table not in other.text


def test_a_shared_link_shows_a_picture_and_no_secret(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="duel", name="Annabella")
    table = ann.path
    for path in ("/", table):
        told = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', bob.look(path)))
        assert told["title"].startswith("Heptapolis") and told["description"]
        assert "Annabella" not in str(told) and told["image"].startswith(str(ann.http.base_url))
        picture = bob.http.get(told["image"])
        assert picture.headers["content-type"] == "image/png" and len(picture.content) < 100_000
        assert picture.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_finished_games_of_others_can_be_watched(
    site: RunningServer, bob: Visitor, make_visitor: VisitorFactory
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


def send_with_old_token(visitor: Visitor, path: str, **fields: str) -> str:
    """Send a form with an expired token; return the error page."""
    visitor.page = visitor.http.post(path, data={"csrf": "old", **fields})
    assert visitor.page.status_code == 403
    assert "This page was out of date. Try again." in visitor.text
    return visitor.text


def test_an_expired_form_keeps_its_input(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    table = ann.path
    assert 'value="half a sentence"' in send_with_old_token(
        ann, f"{table}/say", text="half a sentence"
    )
    ann.send(f"{table}/say", text="half a sentence")
    assert ann.page.status_code == 200 and ">half a sentence</span>" in ann.text
    assert 'value="half a sentence"' not in ann.text, "a sent message must not stay in the field"
    assert 'value="Zoë"' in send_with_old_token(ann, f"{table}/sit", person="Zoë")
    assert 'value="Zoë"' in send_with_old_token(ann, f"{table}/name", seat="0", name="Zoë")
    ann.send(f"{table}/name", seat="0", name="Zoë")
    assert ann.page.status_code == 200 and ">Zoë</b>" in ann.text
    assert re.search(
        r'name="variant" value="duel"[^>]* checked',
        send_with_old_token(ann, "/quick", variant="duel"),
    )
    assert re.search(
        r'<option value="classic\+leaders"[^>]* selected>',
        send_with_old_token(ann, "/tables", variant="classic+leaders"),
    )
    assert 'value="AB-CD"' in send_with_old_token(ann, "/device/claim", code="AB-CD")
    send_with_old_token(ann, "/device/code")
    assert ann.send("/device/code").status_code == 200


def test_an_invalid_name_stays_in_the_field(ann: Visitor) -> None:
    ann.send("/tables", variant="duel")
    ann.send(f"{ann.path}/sit", person="  ")
    assert ann.page.status_code == 422 and "A name needs at least one letter." in ann.text
