"""Several people at one device: one guest holds several seats, each with its own name."""

from typing import Any

import httpx
import pytest

from tests.server.conftest import Player, RunningServer


@pytest.fixture
def ann(server: RunningServer) -> Player:
    return server.player("Ann")


@pytest.fixture
def eve(server: RunningServer) -> Player:
    return server.player("Eve")


def look(player: Player, table: str, seat: int) -> Any:
    return player.get(f"/tables/{table}/view?seat={seat}")


def choose(player: Player, table: str, seat: int) -> httpx.Response:
    view = look(player, table, seat)
    body = {"move": view["legal_moves"][0]["text"], "decision": view["decision"], "seat": seat}
    return player.post(f"/tables/{table}/moves", **body)


def test_a_guest_brings_others_to_the_table(ann: Player) -> None:
    table = ann.open(seats=3, others=["Bob"], bots=["random"])
    told = ann.get(f"/tables/{table}")
    assert told["seats"] == [0, 1] and told["seat"] == 0 and told["state"] == "playing"
    assert [chair["name"] for chair in told["chairs"]][:2] == ["Ann", "Bob"]
    assert ann.post("/tables", seats=3, others=["Bob", "Cid"], bots=["random"]).status_code == 422


def test_another_player_sits_down_by_name(ann: Player, eve: Player) -> None:
    table = ann.open(seats=4)
    assert ann.make(f"/tables/{table}/seats", name=" Bob ")["seats"] == [0, 1]
    assert ann.make(f"/tables/{table}/seats", name="Bob")["seats"] == [0, 1], "a double click"
    assert ann.post(f"/tables/{table}/seats", name=" ").status_code == 422
    assert ann.post(f"/tables/{table}/seats", name="Bob", seat=3).status_code == 409
    assert ann.make(f"/tables/{table}/seats", name="Cid", seat=3)["seats"] == [0, 1, 3]
    assert eve.http.delete(f"/api/tables/{table}/seats/1").status_code == 403
    gone = ann.http.delete(f"/api/tables/{table}/seats/1").raise_for_status().json()
    assert gone["seats"] == [0, 3]
    eve.make(f"/tables/{table}/seats")
    gone = ann.http.delete(f"/api/tables/{table}/seats/0").raise_for_status().json()
    assert gone["seats"] == [3] and gone["host"] == ann.id


def test_each_seat_has_its_own_hand_and_choices(ann: Player, eve: Player) -> None:
    table = ann.open(seats=3, others=["Bob"])
    eve.make(f"/tables/{table}/seats")
    hands = [look(ann, table, seat)["hand"] for seat in (0, 1)]
    assert hands[0] != hands[1] and ann.view(table)["hand"] == hands[0]
    assert choose(ann, table, 1).status_code == 200
    assert ann.get(f"/tables/{table}")["to_move"] == [0, 2]
    assert ann.post(f"/tables/{table}/undo", decision=1, seat=1).status_code == 200
    assert ann.get(f"/tables/{table}")["to_move"] == [0, 1, 2]
    for player, seat in ((ann, 0), (ann, 1), (eve, 2)):
        choose(player, table, seat).raise_for_status()
    assert ann.get(f"/tables/{table}")["turn"] == 2


def test_a_guest_cannot_act_for_seats_of_others(ann: Player, eve: Player) -> None:
    table = ann.open(seats=3, others=["Bob"])
    eve.make(f"/tables/{table}/seats")
    view = look(ann, table, 1)
    body = {"move": view["legal_moves"][0]["text"], "decision": 0, "seat": 1}
    assert eve.post(f"/tables/{table}/moves", **body).status_code == 403
    for path in ("view", "hint"):
        assert eve.http.get(f"/api/tables/{table}/{path}?seat=1").status_code == 403
    assert eve.post(f"/tables/{table}/messages", text="hi", seat=0).status_code == 403
    assert eve.post(f"/tables/{table}/resign?seat=0").status_code == 403
    assert ann.post(f"/tables/{table}/abandon", seat=2).status_code == 403


def test_messages_carry_the_name_of_the_seat(ann: Player) -> None:
    table = ann.open(seats=3, others=["Bob"])
    ann.post(f"/tables/{table}/messages", text="hello", seat=1).raise_for_status()
    ann.post(f"/tables/{table}/messages", text="hello").raise_for_status()
    assert [said["name"] for said in ann.get(f"/tables/{table}/messages")] == ["Bob", "Ann"]


def test_one_resigns_and_the_other_wins(ann: Player) -> None:
    table = ann.open(game="duel", others=["Bob"])
    told = ann.http.post(f"/api/tables/{table}/resign?seat=1").raise_for_status().json()
    assert told["end"] == "resigned" and told["ranking"] == [[0], [1]]


def test_all_at_a_device_abandon_the_game_together(ann: Player, eve: Player) -> None:
    table = ann.open(seats=3, others=["Bob"])
    eve.make(f"/tables/{table}/seats")
    told = ann.make(f"/tables/{table}/abandon", seat=1)
    assert [chair["agrees"] for chair in told["chairs"]] == [False, True, False]
    told = ann.make(f"/tables/{table}/abandon")
    assert [chair["agrees"] for chair in told["chairs"]] == [True, True, False]
    assert eve.make(f"/tables/{table}/abandon")["end"] == "abandoned"


def test_a_rematch_seats_all_of_them_again(ann: Player) -> None:
    table = ann.open(game="duel", others=["Bob"])
    ann.http.post(f"/api/tables/{table}/resign?seat=0").raise_for_status()
    following = ann.make(f"/tables/{table}/rematch")
    assert [chair["name"] for chair in following["chairs"]] == ["Bob", "Ann"]
    assert following["state"] == "playing" and following["seats"] == [0, 1]
    assert ann.make(f"/tables/{table}/rematch")["id"] == following["id"]
