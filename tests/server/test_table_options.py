"""The variant decides how many seats a table can have: twelve work like three."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

import heptapolis as hp
from heptapolis.options import option
from heptapolis.variants import Variant, register, unregister
from tests.server.conftest import RunningServer, wait_for
from tests.toys.pebbles import VARIANT, PebbleOptions

SEATS = 12


@dataclass(frozen=True, kw_only=True)
class CrowdOptions(PebbleOptions):
    seats: int = option(SEATS, "Players, 2 to 12.", low=2, high=SEATS)


@pytest.fixture
def crowd() -> Iterator[Variant]:
    yield register(replace(VARIANT, seats=range(2, SEATS + 1), options=CrowdOptions))
    unregister(VARIANT.id)


def test_a_game_with_twelve_seats_is_played_over_the_api(
    server: RunningServer, crowd: Variant
) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(game="pebbles", seats=SEATS, seat=9, bots=["random"] * 9)
    ann.make(f"/tables/{table}/seats", seat=10, name="Cid")
    assert ann.http.delete(f"/api/tables/{table}/seats/10").status_code == 200
    ann.make(f"/tables/{table}/seats", seat=10, name="Dee")
    bob.make(f"/tables/{table}/seats", seat=11)
    while not bob.view(table)["is_over"]:
        for seat in (9, 10):
            ann.make(
                f"/tables/{table}/moves",
                seat=seat,
                **_choice(ann.get(f"/tables/{table}/view?seat={seat}")),
            )
        bob.make(f"/tables/{table}/moves", seat=11, **_choice(bob.view(table)))
        wait_for(lambda: 11 in (view := bob.view(table))["to_move"] or view["is_over"])
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert re.search(r"^I\.1 11 throw ", record, re.MULTILINE)
    assert len(hp.replay(record).scores()) == SEATS


def _choice(view: dict[str, object]) -> dict[str, object]:
    moves = view["legal_moves"]
    assert isinstance(moves, list)
    return {"move": moves[0]["text"], "decision": view["decision"]}


def test_pages_of_such_a_table_repeat_colours_and_emblems(
    server: RunningServer, crowd: Variant
) -> None:
    ann = server.player("Ann")
    table = ann.open(game="pebbles", seats=SEATS, bots=["random"] * (SEATS - 2))
    headers = {"origin": ann.http.headers.get("origin", "")}
    for path in (f"/tables/{table}", f"/tables/{table}/tv"):
        page = ann.http.get(path, headers=headers).text
        assert "seat-6" in page and "seat-8" not in page, path
        assert len(re.findall(r'class="[^"]*seat-4[ "]', page)) >= 2, path


@pytest.mark.parametrize("seat", [SEATS, 99])
def test_a_seat_number_out_of_range_is_named(
    server: RunningServer, crowd: Variant, seat: int
) -> None:
    ann = server.player("Ann")
    table = ann.open(game="pebbles", seats=SEATS)
    for answer in (
        server.player("Bob").post(f"/tables/{table}/seats", seat=seat),
        ann.http.delete(f"/api/tables/{table}/seats/{seat}"),
    ):
        assert answer.status_code == 404
        assert answer.json()["error"]["message"] == f"no seat {seat}: 0 to {SEATS - 1}"
    assert ann.post("/tables", game="pebbles", seats=SEATS, seat=seat).status_code == 422
    assert ann.post(f"/tables/{table}/seats", seat=100).status_code == 422
