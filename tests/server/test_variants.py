"""Every variant at a table: built-in games in all written forms, house rules, an outside game."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import heptapolis as hp
from heptapolis.bots.levels import LEVELS
from heptapolis.cards import fingerprint
from heptapolis.server import reviews
from heptapolis.server.app import serve
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry, Store, StoredTable, Summary
from heptapolis.variants import Variant, register_expansion, registered_variants, unregister
from tests.paths import ROOT
from tests.server.conftest import Player, RunningServer, settings_for, wait_for
from tests.toys import omens

ANN = Guest("a" * 16, "Ann")
# How tables were stored before variants were objects: the options of all games in one object.
KEPT_OPTIONS: dict[str, dict[str, Any]] = {
    "classic": {
        "game": "classic",
        "seats": 3,
        "leaders": True,
        "sides": "B",
        "neutral_start": "last",
        "wonders": ["giza:A", "rome:B", "olympia:B"],
        "clock": None,
        "absent": "wait",
        "hints": False,
        "private": True,
        "spectators": True,
    },
    "duel": {
        "game": "duel",
        "seats": 2,
        "leaders": False,
        "sides": "random",
        "neutral_start": "choose",
        "wonders": "first_game",
        "clock": 300,
        "absent": "bot",
        "hints": True,
        "private": False,
        "spectators": False,
    },
}
CLUB = """
extends = "classic"
id = "club"
title = { en = "Club night", hu = "Klubest" }
[constants]
starting_coins = 9
"""


# ── ours ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def ann(server: RunningServer) -> Player:
    return server.player("Ann")


@pytest.mark.parametrize("game", ["leaders", "classic+leaders"])
def test_a_game_has_the_same_name_as_in_all_user_interfaces(ann: Player, game: str) -> None:
    table = ann.open(game=game, seats=4, bots=["random"] * 3)
    options = ann.get(f"/tables/{table}")["options"]
    assert (options["game"], options["leaders"], options["seats"]) == ("classic", True, 4)
    assert ann.view(table)["leader_pack"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "chess"}, "no game 'chess': classic, classic+leaders, duel"),
        ({"game": "duel+leaders"}, "duel has no expansion 'leaders'"),
        ({"game": "leaders", "leaders": False}, "leaders: classic+leaders is played with it"),
        ({"game": 7}, "no game 7"),
        ({"seats": 8}, "seats: Input should be less than or equal to 7"),
        ({"sides": "C"}, "sides: Input should be 'random', 'A' or 'B'"),
        ({"wonders": {"a": 1}}, "wonders"),
        ({"game": "duel", "wonders": [1]}, "wonders"),
        ({"color": "red"}, "no option 'color'"),
        ({"catalog": "x"}, "no option 'catalog'"),
    ],
)
def test_invalid_options_get_a_one_line_message(
    ann: Player, options: dict[str, Any], said: str
) -> None:
    answer = ann.post("/tables", **options)
    assert answer.status_code == 422
    message = answer.json()["error"]["message"]
    assert said in message and "\n" not in message


def test_every_table_tells_the_options_of_all_variants(ann: Player) -> None:
    """For compatibility: clients need not know which option belongs to which game."""
    for game, kept in KEPT_OPTIONS.items():
        options = ann.make("/tables", game=game)["options"]
        assert set(options) == {*kept, "pause", "shared_devices"}
    assert ann.make("/tables", game="duel", leaders=True, sides="A")["options"]["sides"] == "random"


def test_the_catalogue_of_every_written_form(server: RunningServer) -> None:
    def cards(game: str) -> Any:
        return server.ask("GET", f"/api/catalog/{game}").raise_for_status().json()

    assert cards("leaders") == cards("classic+leaders") != cards("classic")


async def keep_table(database: str, id: str, options: dict[str, Any], seed: int) -> None:
    """Store a table that waits for its last player, in the form of an earlier server."""
    async with Store.open(Settings(database=database).database_url) as store:
        if await store.guest(ANN.id) is None:
            await store.add_guest(ANN, 1.0)
        cards = fingerprint(hp.catalog("leaders" if options["leaders"] else options["game"]))
        await store.create(StoredTable(id, options, 1, cards, seed, 0, "open", {}, 1.0, 1.0))
        n = options["seats"]
        entries = [
            LogEntry(1, "open", 2.0, guest=ANN.id),
            LogEntry(2, "sit", 3.0, 0, ANN.id, "Ann"),
        ]
        entries += [LogEntry(2 + seat, "bot", 3.0, seat, text="random") for seat in range(1, n)]
        names = ["Ann", *["random"] * (n - 1)]
        entries.append(LogEntry(2 + n, "start", 4.0, text=json.dumps(names)))
        chairs = [
            {"guest": ANN.id, "name": "Ann"},
            *[{"bot": "random", "name": "random"}] * (n - 1),
        ]
        summary = Summary("playing", {"chairs": chairs, "to_move": [0]}, {0: ANN.id})
        await store.append(id, 0, entries, summary)


@pytest.mark.parametrize("game", KEPT_OPTIONS)
def test_a_table_stored_by_an_earlier_server_opens(tmp_path: Path, game: str) -> None:
    settings, kept = settings_for(tmp_path), KEPT_OPTIONS[game]
    assert settings.database
    asyncio.run(keep_table(settings.database, "earlierTable", kept, 42))
    running = RunningServer(settings)
    try:
        eve = running.player("Eve")
        options = eve.get("/tables/earlierTable")["options"]
        assert options == kept | {"pause": None, "shared_devices": None}
        token = running.app.state.guests.token(ANN)
        eve.http.headers["Authorization"] = f"Bearer {token}"
        eve.post("/tables/earlierTable/abandon").raise_for_status()
        record = eve.http.get("/api/tables/earlierTable/record").raise_for_status().text
        played = {"game", "wonders", *({"seats", "leaders"} if game == "classic" else {})}
        played |= {"neutral_start"} if game == "duel" else set()
        same = hp.new(seed=42, **{name: kept[name] for name in played})
        assert hp.replay(record).position() == hp.replay(replayed(same, record)).position()
    finally:
        running.stop()


def replayed(game: Any, record: str) -> Any:
    for line in hp.Record.parse(record).lines:
        game.submit(line.seat, line.move)
    return game.record()


# ── house rules ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def club(tmp_path: Path) -> Path:
    file = tmp_path / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    return file


@pytest.fixture
def club_server(tmp_path: Path, club: Path) -> Iterator[RunningServer]:
    running = RunningServer(
        settings_for(tmp_path, house_rules=(club, ROOT / "examples" / "house_rules.toml"))
    )
    yield running
    running.stop()


def finish(player: Player, table: str) -> Any:
    """Play a game to its end and return the final view of the player."""
    while not (view := player.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            player.choose(table).raise_for_status()
    return view


@pytest.mark.filterwarnings("default:advice comes of a search without a network")
def test_a_house_variant_can_be_played_watched_and_downloaded(
    club_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SIMULATIONS", 5)
    ann = club_server.player("Ann")
    table = ann.open(game="club", seats=3, bots=["easy", "random"])
    view = ann.view(table)
    assert (view["game"], view["cities"][0]["coins"]) == ("classic", 9)
    assert ann.get(f"/tables/{table}")["options"]["game"] == "club"
    assert ann.get(f"/tables/{table}/hint")
    finish(ann, table)
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert "catalog sha256:" in record and hp.replay(record).is_over
    for path in ("", "/replay?step=3&seat=1", "/review", "/tv"):
        assert ann.http.get(f"/tables/{table}{path}").status_code == 200, path
    wait_for(lambda: 'http-equiv="refresh"' not in ann.http.get(f"/tables/{table}/review").text)
    assert "Club night" in ann.http.get("/").text
    assert ann.get("/catalog/club")["constants"]["starting_coins"] == 9
    assert club_server.player("Eve").make("/tables", game="house_rules")["state"] == "open"


@pytest.fixture
def with_omens() -> Iterator[None]:
    register_expansion(omens.EXPANSION)
    yield
    unregister("omens")


@pytest.mark.usefixtures("with_omens")
def test_a_table_waits_while_its_expansion_is_missing(tmp_path: Path) -> None:
    """It is played on with the expansion; the game alone is no replacement."""
    running = RunningServer(settings_for(tmp_path))
    ann = Player(running.url, "Ann")
    table = ann.open(game="duel+omens", looks=2, bots=["random"], private=False)
    before = ann.view(table)
    running.stop()
    unregister("omens")

    running = RunningServer(settings_for(tmp_path))
    ann.http.base_url = httpx.URL(running.url)
    refused = ann.http.get(f"/api/tables/{table}")
    assert refused.status_code == 409
    message = refused.json()["error"]["message"]
    assert message == "this table's game, 'duel+omens', is not served here now"
    assert [one["id"] for one in ann.get("/tables?list=mine")] == [table]
    register_expansion(omens.EXPANSION)
    running.stop()

    running = RunningServer(settings_for(tmp_path))
    ann.http.base_url = httpx.URL(running.url)
    assert ann.view(table) == before and before["expansions"]["omens"]["most"] == 2
    running.stop()
    ann.http.close()


def test_a_house_game_continues_after_a_restart_and_waits_while_its_rules_are_missing(
    tmp_path: Path, club: Path, caplog: pytest.LogCaptureFixture
) -> None:
    running = RunningServer(settings_for(tmp_path, house_rules=(club,)))
    ann = Player(running.url, "Ann")

    def serve_with(*house: Path) -> RunningServer:
        running = RunningServer(settings_for(tmp_path, house_rules=house))
        ann.http.base_url = httpx.URL(running.url)
        return running

    table = ann.open(game="club", seats=3, bots=["random"] * 2, private=False)
    ann.choose(table).raise_for_status()
    wait_for(lambda: ann.view(table)["to_move"] == [0])
    before = ann.view(table)
    running.stop()

    running = serve_with(club)
    assert ann.view(table) == before
    running.stop()
    assert "club" not in registered_variants()

    running = serve_with()
    for path in ("", "/view", "/record", "/events"):
        refused = ann.http.get(f"/api/tables/{table}{path}")
        assert refused.status_code == 409
        assert refused.json()["error"] == {
            "code": "unknown_variant",
            "message": "this table's game, 'club', is not served here now",
        }
    page = ann.http.get(f"/tables/{table}")
    assert (
        page.status_code == 409
        and "does not have the rules of this table at the moment" in page.text
    )
    assert [one["options"]["game"] for one in ann.get("/tables?list=mine")] == ["club"]
    assert (
        f"/tables/{table}" in ann.http.get("/", headers={"Cookie": f"hepta_guest={ann.token}"}).text
    )
    assert ann.post("/tables", game="club").status_code == 422
    running.stop()
    complaints = [one for one in caplog.records if one.name == "heptapolis.server"]
    assert len(complaints) <= 1 and not any(one.exc_info for one in complaints)

    club.write_text(CLUB.replace("9", "8"), encoding="utf-8")
    running = serve_with(club)
    assert ann.view(table) == before  # the table still has its own cards
    assert ann.view(ann.open(game="club", bots=["random"] * 2))["cities"][0]["coins"] == 8
    running.stop()

    running = serve_with(club)
    assert ann.view(table) == before
    finish(ann, table)
    running.stop()
    ann.http.close()


def test_a_house_is_played_with_the_cards_of_its_file(club_server: RunningServer) -> None:
    answer = club_server.player("Ann").post("/tables", game="club", leaders=True)
    assert answer.status_code == 422 and "this catalogue has no leaders" in answer.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('extends = "chess"', "extends"),
        ('extends = "classic"\n[card.palace]\ncost = { gold = 1 }', "card.palace"),
        ('extends = "classic"\nid = "duel"', "the variant 'duel' exists already"),
        ("extends =", "club.toml"),
    ],
)
def test_a_mistake_in_a_house_file_is_one_line_at_the_start(
    tmp_path: Path, club: Path, text: str, said: str
) -> None:
    club.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"club\.toml") as told:
        serve(settings_for(tmp_path, port=0, house_rules=(club,)))
    assert said in str(told.value) and "\n" not in str(told.value)
    assert not (tmp_path / "games.sqlite").exists()


def test_settings_with_a_house_reach_the_workers(club: Path) -> None:
    settings = Settings(house_rules=(club,))
    assert Settings.from_json(settings.to_json()).house_rules == (club,)


# ── a strange game ───────────────────────────────────────────────────────────────────────────────


def test_a_strange_game_is_played_over_the_api(server: RunningServer, pebbles: Variant) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(game="pebbles+gold", seats=3, stones=4, bots=["random"])
    bob.make(f"/tables/{table}/seats")
    view = ann.view(table)
    assert view["game"] == "pebbles" and view["position"]["gold"] is True
    assert view["position"]["hands"][2] == ["?"] * 4 and len(view["legal_moves"]) == 4
    assert view["legal_moves"][0]["verb"] == "throw"
    assert ann.choose(table, "dance").json()["error"]["code"] == "invalid_move"
    assert ann.choose(table, "throw pebble_41").json()["error"]["code"] == "illegal_move"
    while not ann.view(table)["is_over"]:
        for player in (ann, bob):
            if player.view(table)["legal_moves"]:
                player.choose(table).raise_for_status()
    assert {event["type"] for event in ann.view(table)["events"]} == {"thrown", "taken"}
    told = ann.get(f"/tables/{table}")
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert told["totals"] == [score["total"] for score in hp.replay(record).scores()]
    assert told["options"]["stones"] == 4 and ann.get("/catalog/pebbles") == {}


def test_its_options_are_described_and_checked(server: RunningServer, pebbles: Variant) -> None:
    ann = server.player("Ann")
    for wrong in ({"stones": 7}, {"seats": 6}, {"gold": "maybe"}):
        assert ann.post("/tables", game="pebbles", **wrong).status_code == 422
    server.app.openapi_schema = None
    try:
        schema = ann.get("/openapi.json")["components"]["schemas"]["TableRequest"]["properties"]
        assert schema["stones"]["maximum"] == 6
        assert "pebbles+gold" in schema["game"]["enum"]
    finally:
        server.app.openapi_schema = None


def test_all_levels_play_it_and_characters_do_not(server: RunningServer, pebbles: Variant) -> None:
    ann = server.player("Ann")
    all_bots, known = ann.get("/bots"), ann.get("/bots?game=pebbles%2Bgold")
    assert {"random", "easy", "mcts", *LEVELS} <= set(known) and "scholar" not in known
    leaders, duel = (set(ann.get(f"/bots?game={game}")) for game in ("leaders", "duel"))
    assert set(known) < duel < leaders == set(all_bots)
    assert {"artisan", "warlord:easy"} < leaders and "artisan:easy" not in duel
    assert ann.http.get("/api/bots?game=chess").status_code == 422
    table = ann.open(game="pebbles", seats=3, bots=["master"])
    ann.make(f"/tables/{table}/seats", bot="easy")
    assert [one["bot"] for one in ann.get(f"/tables/{table}")["chairs"]] == [
        None,
        "master",
        "easy",
    ]
    assert ann.http.get(f"/api/tables/{table}/hint").status_code == 403


def test_a_bot_replaces_an_absent_player_of_it(
    server: RunningServer, pebbles: Variant, caplog: pytest.LogCaptureFixture
) -> None:
    players = [server.player(name) for name in ("Ann", "Bob", "Cid")]
    table = players[0].open(game="pebbles", seats=3)
    for player in players[1:]:
        player.make(f"/tables/{table}/seats")
    players[0].make(f"/tables/{table}/resign")
    wait_for(lambda: 0 not in players[0].get(f"/tables/{table}")["to_move"])
    own = (one for one in caplog.records if one.name == "heptapolis.server")
    # the bots of the table before may have lost their game meanwhile
    assert not [one for one in own if "bot master" not in one.message]
