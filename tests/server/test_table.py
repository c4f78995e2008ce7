"""Games and single choices over the API."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import heptapolis as hp
from tests.server.conftest import Player, RunningServer, settings_for, wait_for

HOUR = 3600
VARIANTS = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 7, "sides": "B"},
    {"seats": 3, "leaders": True, "wonders": [None, "rome:A", None]},
    {"seats": 2, "leaders": True},
    {"game": "duel"},
    {"game": "duel", "wonders": "first_game", "neutral_start": "choose"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_person_and_bots_play_a_whole_game(
    server: RunningServer, options: dict[str, Any]
) -> None:
    ann = server.player()
    seats = options.get("seats", 2)
    table = ann.open(**options, bots=["random"] * (seats - 1))
    while not (view := ann.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            ann.choose(table).raise_for_status()
    facts = ann.get(f"/tables/{table}")
    record = ann.http.get(f"/api/tables/{table}/record")
    assert "attachment" in record.headers["content-disposition"]
    game = hp.replay(record.text)
    assert game.is_over and facts["end"] == game.outcome
    assert facts["totals"] == [score["total"] for score in game.scores()]
    assert facts["ranking"] == game.ranking()
    assert [city["score"]["total"] for city in view["cities"]][:seats] == facts["totals"]


def test_bots_play_without_people_while_a_spectator_watches(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(seat=None, bots=["easy", "random", "greedy"])
    view = ann.view(table)
    assert view["seat"] is None and view["hand"] == [] and view["legal_moves"] == []
    wait_for(lambda: ann.get(f"/tables/{table}")["state"] == "over")


def test_a_running_search_does_not_stop_other_tables(server: RunningServer) -> None:
    ann = server.player()
    slow = [ann.open(game="duel", seat=1, bots=["mcts"]) for _ in range(3)]
    table = ann.open(game="duel", bots=["medium"])
    ann.choose(table).raise_for_status()
    wait_for(lambda: all(1 in ann.view(each)["to_move"] for each in slow))


# ── one choice ───────────────────────────────────────────────────────────────────────────────────


def table_for_three(server: RunningServer) -> tuple[str, list[Player]]:
    players = [server.player(name) for name in ("Ann", "Bob", "Cid")]
    table = players[0].open(seats=3)
    for player in players[1:]:
        player.make(f"/tables/{table}/seats")
    return table, players


def test_a_double_click_is_one_move(server: RunningServer) -> None:
    table, (ann, *_) = table_for_three(server)
    view = ann.view(table)
    first, second = [move["text"] for move in view["legal_moves"][:2]]
    choice = {"move": first, "decision": view["decision"]}
    answers = [ann.post(f"/tables/{table}/moves", **choice) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    other = ann.post(f"/tables/{table}/moves", move=second, decision=view["decision"])
    assert (other.status_code, other.json()["error"]["code"]) == (409, "stale")
    assert ann.view(table)["chosen"] == [first]


def test_a_stale_choice_is_refused_even_after_an_undo(server: RunningServer) -> None:
    table, (ann, *_) = table_for_three(server)
    decision = ann.view(table)["decision"]
    first, second = [move["text"] for move in ann.view(table)["legal_moves"][:2]]
    ann.choose(table, first).raise_for_status()
    undo = {"decision": decision + 1}
    versions = [ann.make(f"/tables/{table}/undo", **undo)["version"] for _ in range(2)]
    assert versions[0] == versions[1] and ann.view(table)["chosen"] == []
    late = ann.post(f"/tables/{table}/moves", move=second, decision=decision)
    assert late.status_code == 409 and ann.view(table)["chosen"] == []
    ann.choose(table, second).raise_for_status()
    assert ann.view(table)["chosen"] == [second]


def test_an_illegal_move_gets_a_reason_and_changes_nothing(server: RunningServer) -> None:
    table, (ann, *_) = table_for_three(server)
    before = ann.view(table)
    for move, status, code in [
        ("build palace", 409, "illegal_move"),
        ("draft pyramids", 409, "illegal_move"),
        ("dance", 422, "invalid_move"),
        ("", 422, "invalid_move"),
    ]:
        answer = (
            ann.choose(table, move)
            if move
            else ann.post(f"/tables/{table}/moves", move="", decision=0)
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    error = ann.choose(table, "build palace").json()["error"]
    assert error["refusal"] == {"code": "not_in_hand", "card": "palace"}
    assert error["legal"] == [move["text"] for move in before["legal_moves"]]
    assert error["message"] == "'build palace': not in your hand"
    undo = ann.post(f"/tables/{table}/undo", decision=0)
    assert undo.json()["error"]["code"] == "illegal_move"
    assert undo.json()["error"]["refusal"] == {"code": "nothing_chosen"}
    assert ann.view(table) == before


def test_seats_that_choose_at_the_same_time_do_not_disturb_each_other(
    server: RunningServer,
) -> None:
    table, players = table_for_three(server)
    statuses: list[int] = []
    for _ in range(6):
        views = [player.view(table) for player in players]
        barrier = threading.Barrier(3)

        def choose(player: Player, view: Any, barrier: threading.Barrier = barrier) -> None:
            body = {"move": view["legal_moves"][-1]["text"], "decision": view["decision"]}
            barrier.wait()
            statuses.append(player.post(f"/tables/{table}/moves", **body).status_code)

        threads = [
            threading.Thread(target=choose, args=pair) for pair in zip(players, views, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert statuses == [200] * 18
    assert players[0].view(table)["age"] == 2


def test_only_the_holder_of_a_seat_moves(server: RunningServer) -> None:
    table, (ann, *_) = table_for_three(server)
    eve = server.player("Eve")
    move = ann.view(table)["legal_moves"][0]["text"]
    tries: list[tuple[str, dict[str, Any]]] = [
        ("moves", {"move": move, "decision": 0}),
        ("undo", {"decision": 0}),
        ("resign", {}),
        ("abandon", {}),
        ("back", {}),
    ]
    for path, body in tries:
        assert eve.post(f"/tables/{table}/{path}", **body).status_code == 403
    assert eve.http.get(f"/api/tables/{table}/hint").status_code == 409
    assert eve.view(table)["seat"] is None


# ── around the game ──────────────────────────────────────────────────────────────────────────────


def test_seats_are_taken_left_and_given_by_the_host(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(seats=3, private=False)
    assert table in [one["id"] for one in bob.get("/tables?list=open")]
    assert bob.post(f"/tables/{table}/seats", seat=0).status_code == 409
    assert bob.post(f"/tables/{table}/seats", bot="easy").status_code == 403
    assert bob.make(f"/tables/{table}/seats", seat=2)["seat"] == 2
    assert bob.make(f"/tables/{table}/seats")["seat"] == 2
    assert bob.http.delete(f"/api/tables/{table}/seats/0").status_code == 403
    assert ann.http.delete(f"/api/tables/{table}/seats/0").json()["host"] == ann.id
    assert ann.make(f"/tables/{table}/seats")["seat"] == 0
    assert ann.post(f"/tables/{table}/seats", bot="nobody").status_code == 422
    assert ann.make(f"/tables/{table}/seats", bot="easy")["state"] == "playing"
    assert bob.http.delete(f"/api/tables/{table}/seats/2").status_code == 409
    mine = [one for one in ann.get("/tables?list=mine") if one["id"] == table]
    assert mine[0]["seat"] == 0 and 0 in mine[0]["to_move"]
    assert table not in [one["id"] for one in bob.get("/tables?list=open")]


def test_a_table_that_all_guests_left_is_closed(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open()
    assert ann.http.delete(f"/api/tables/{table}/seats/0").json()["end"] == "abandoned"
    assert ann.post(f"/tables/{table}/seats").status_code == 409


def test_options_that_make_no_game_are_refused(server: RunningServer) -> None:
    ann = server.player()
    wrong: list[dict[str, Any]] = [
        {"seats": 8},
        {"wonders": ["giza:A"]},
        {"wonders": ["giza:A", "giza:B", None]},
        {"wonders": ["", None, None]},
        {"wonders": [None] * 9},
        {"wonders": "draft"},
        {"game": "duel", "wonders": [["pyramids"], []]},
        {"seats": 2, "bots": ["easy", "easy"]},
        {"seats": 2, "seat": 2},
        {"clock": 1},
        {"color": "red"},
    ]
    for options in wrong:
        assert ann.post("/tables", **options).status_code == 422, options


def test_hints_are_given_where_the_table_allows_them(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(bots=["random", "random"])
    hints = ann.get(f"/tables/{table}/hint")
    legal = {move["text"] for move in ann.view(table)["legal_moves"]}
    assert hints and {hint["move"] for hint in hints} <= legal
    strict = ann.open(bots=["random", "random"], hints=False)
    assert ann.http.get(f"/api/tables/{strict}/hint").status_code == 403


def test_resigning_a_duel_loses_it(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(game="duel")
    bob.make(f"/tables/{table}/seats")
    assert bob.http.get(f"/api/tables/{table}/record").status_code == 403
    facts = ann.make(f"/tables/{table}/resign")
    assert (facts["state"], facts["end"], facts["ranking"]) == ("over", "resigned", [[1], [0]])
    assert ann.post(f"/tables/{table}/moves", move="draft pyramids", decision=0).status_code == 409
    assert hp.replay(bob.http.get(f"/api/tables/{table}/record").text).is_over is False


def test_with_three_players_a_bot_takes_over_after_a_resignation(server: RunningServer) -> None:
    table, (ann, bob, cid) = table_for_three(server)
    assert ann.make(f"/tables/{table}/resign")["state"] == "playing"
    wait_for(lambda: 0 not in ann.get(f"/tables/{table}")["to_move"])
    assert ann.choose(table, "discard loom").status_code == 409
    bob.make(f"/tables/{table}/resign")
    assert cid.make(f"/tables/{table}/resign")["end"] == "abandoned"


def test_a_game_is_abandoned_when_all_agree(server: RunningServer) -> None:
    table, (ann, bob, cid) = table_for_three(server)
    ann.make(f"/tables/{table}/abandon")
    ann.make(f"/tables/{table}/abandon", agree=False)
    bob.make(f"/tables/{table}/abandon")
    assert cid.make(f"/tables/{table}/abandon")["state"] == "playing"
    facts = ann.make(f"/tables/{table}/abandon")
    assert (facts["state"], facts["end"], facts["ranking"]) == ("over", "abandoned", [])


def test_a_rematch_moves_every_player_one_seat_on(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(seats=3)
    bob.make(f"/tables/{table}/seats")
    ann.make(f"/tables/{table}/seats", bot="easy")
    assert ann.post(f"/tables/{table}/rematch").status_code == 409
    for player in (ann, bob):
        player.make(f"/tables/{table}/abandon")
    following = ann.make(f"/tables/{table}/rematch")
    assert following["seat"] == 1 and following["state"] == "open"
    assert bob.make(f"/tables/{table}/rematch")["id"] == following["id"]
    chairs = bob.get(f"/tables/{following['id']}")["chairs"]
    assert [chair["name"] for chair in chairs] == ["easy", "Ann", "Bob"]
    assert bob.get(f"/tables/{table}")["rematch"] == following["id"]


def test_chat_reactions_and_muting(server: RunningServer) -> None:
    table, (ann, bob, cid) = table_for_three(server)
    bob.post(f"/tables/{table}/messages", text="  <b>hi</b>\n\x00there ").raise_for_status()
    bob.post(f"/tables/{table}/messages", reaction="wow").raise_for_status()
    assert bob.post(f"/tables/{table}/messages", reaction="rude").status_code == 422
    assert bob.post(f"/tables/{table}/messages", text="\n").status_code == 422
    assert bob.post(f"/tables/{table}/messages").status_code == 422
    said = ann.get(f"/tables/{table}/messages")
    assert [one["text"] for one in said] == ["<b>hi</b> there", "wow"]
    assert (said[0]["name"], said[0]["seat"]) == ("Bob", 1)
    assert ann.get(f"/tables/{table}/messages?after={said[0]['number']}") == said[1:]
    ann.post("/me/mutes", guest=bob.id).raise_for_status()
    assert ann.get(f"/tables/{table}/messages") == []
    assert cid.get(f"/tables/{table}/messages") == said
    ann.post("/me/mutes", guest=bob.id, muted=False).raise_for_status()
    assert ann.get(f"/tables/{table}/messages") == said
    assert ann.post("/me/mutes", guest="0" * 16).status_code == 404


def test_tables_without_spectators_are_closed_to_strangers(server: RunningServer) -> None:
    ann, eve = server.player("Ann"), server.player("Eve")
    table = ann.open(game="duel", bots=["easy"], spectators=False)
    for path in ("view", "events", "messages", "record"):
        assert eve.http.get(f"/api/tables/{table}/{path}").status_code == 403
    assert eve.post(f"/tables/{table}/messages", text="hi").status_code == 403
    assert ann.view(table)["seat"] == 0
    ann.post(f"/tables/{table}/abandon").raise_for_status()
    for path in ("", "/live", "/tv", "/tv/live", "/replay", "/review"):
        assert eve.http.get(f"/tables/{table}{path}").status_code == 403
    assert eve.http.get(f"/api/tables/{table}/record").status_code == 403
    assert ann.http.get(f"/tables/{table}/replay").status_code == 200


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_takes_over_for_the_absent_until_they_are_back(tmp_path: Path) -> None:
    running = RunningServer(settings_for(tmp_path, absent_seconds=0.0))
    try:
        ann, bob = running.player("Ann"), running.player("Bob")
        table = ann.open(game="duel", absent="bot")
        bob.make(f"/tables/{table}/seats")
        with bob.http.stream("GET", f"/api/tables/{table}/events") as waiting:
            lines = waiting.iter_lines()  # Bob's stream stays open while this name refers to it
            next(lines)
            wait_for(lambda: ann.get(f"/tables/{table}")["chairs"][0]["is_away"])
            wait_for(lambda: ann.get(f"/tables/{table}")["to_move"] == [1])
            with ann.http.stream("GET", f"/api/tables/{table}/events") as stream:
                next(stream.iter_lines())
                assert not ann.get(f"/tables/{table}")["chairs"][0]["is_away"]
    finally:
        running.stop()


def test_a_bot_chooses_when_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = RunningServer(settings_for(tmp_path))
    try:
        ann = running.player()
        table = ann.open(clock=HOUR, seats=3, bots=["random"])
        running.player("Bob").make(f"/tables/{table}/seats")
        assert set(ann.view(table)["deadlines"]) == {"0", "2"}
        late = time.time() + HOUR + 1
        monkeypatch.setattr(
            "heptapolis.server.uptime.CLOCK_JUMP_SECONDS", 1e9
        )  # time passes; this is no change of the clock
        monkeypatch.setattr("heptapolis.server.uptime.time.time", lambda: late)
        wait_for(lambda: ann.get(f"/tables/{table}")["turn"] == 2)
        chairs = ann.get(f"/tables/{table}")["chairs"]
        assert not any(chair["is_away"] for chair in chairs)
    finally:
        running.stop()
