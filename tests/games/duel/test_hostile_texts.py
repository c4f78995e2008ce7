"""Hostile records, moves and house catalogues are refused with clear errors and change nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.cards import fingerprint
from tests.conftest import House
from tests.games.duel.damage import FOUR, OTHER_WONDERS, play_on, played_duel
from tests.kinds import duel_from, duel_replay

# ── damaged records ──────────────────────────────────────────────────────────────────────────────


def lines(**changes: str) -> str:
    """Return a short valid record with some lines changed; "" drops a line."""
    parts = {
        "magic": "heptapolis 1",
        "game": "game duel",
        "rules": "rules 1",
        "catalog": "catalog sha256:" + fingerprint(hp.catalog("duel")),
        "options": "options {}",
        "wonders": f"wonders {' '.join(FOUR + OTHER_WONDERS)}",
        "seed": "seed 42",
        "first": "I.1 0 discard {0}",
        "second": "I.2 1 discard {1}",
        "third": "I.3 0 discard {2}",
    }
    cards = hp.new("duel", seed=42, wonders=[FOUR, OTHER_WONDERS]).accessible
    text = "\n".join(part for part in (parts | changes).values() if part) + "\n"
    return text.replace("{0}", cards[0]).replace("{1}", cards[1]).replace("{2}", cards[2])


def test_a_good_record_is_replayed() -> None:
    game = duel_replay(lines())
    assert (game.age, game.turn) == (1, 4)
    assert str(game.record()) == lines()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"magic": "chess 1"}, "line 1: a record begins with 'heptapolis 1'"),
        ({"game": ""}, "the header has no line 'game'"),
        ({"rules": ""}, "the header has no line 'rules'"),
        ({"rules": "rules one"}, "line 3: the rules 'one' are not a whole number"),
        ({"catalog": ""}, "the header has no line 'catalog'"),
        ({"catalog": "catalog sha256:12"}, "line 4: 'sha256:12' is not the sha256"),
        ({"game": "game go"}, "no game 'go'"),
        ({"options": ""}, "the header has no line 'options'"),
        ({"options": "options {"}, "line 5: options"),
        ({"options": "options []"}, "line 5: options: expected a JSON object"),
        ({"options": 'options {"seats": 2}'}, "options: unknown seats"),
        ({"options": 'options {"leaders": true}'}, "options: unknown leaders"),
        ({"options": 'options {"names": 5}'}, "options: names"),
        ({"options": 'options {"names": ["Ann"]}'}, "header: names: expected 2 names"),
        ({"options": 'options {"names": [1, 2]}'}, "header: names"),
        (
            {"options": 'options {"neutral_start": "first"}'},
            "header: neutral_start: last or choose",
        ),
        ({"options": 'options {"neutral_start": []}'}, "header: neutral_start"),
        ({"options": 'options {"neutral_start": null}'}, "header: neutral_start"),
        ({"wonders": ""}, "the header has no line 'wonders'"),
        ({"wonders": "wonders"}, "header: wonders: "),
        ({"wonders": "wonders sphinx"}, "header: wonders: "),
        ({"wonders": "wonders giza:A olympia:B"}, "header: wonders: "),
        (
            {"wonders": f"wonders {' '.join(FOUR + OTHER_WONDERS)} circus_maximus"},
            "header: wonders: ",
        ),
        ({"wonders": f"wonders {' '.join(FOUR + FOUR)}"}, "header: wonders: the same one twice"),
        (
            {"wonders": f"wonders {' '.join(FOUR + OTHER_WONDERS[:3])} troy"},
            "header: no wonder 'troy'",
        ),
        ({"wonders": "wonders draft"}, "line 8: 'I.1 0 discard"),
        ({"seed": ""}, "either a seed or a position"),
        ({"seed": "seed x"}, "line 7: the seed 'x'"),
        ({"seed": "seed -1"}, "line 7: the seed '-1'"),
        ({"seed": f"seed {10**39}"}, "header: seed"),
        ({"seed": "seed 1\nseed 2"}, "line 8: 'seed' appears twice"),
        ({"seed": 'seed 1\nposition {"game": "duel"}'}, "either a seed or a position"),
        ({"seed": "position []"}, "line 7: position: expected a JSON object"),
        ({"seed": 'position {"game": "duel", "age": 7}'}, "position: age"),
        ({"seed": 'position {"game": "duel", "removed": 5}'}, "position: removed"),
        ({"catalog": f"catalog sha256:{'0' * 64}"}, "the cards sha256:000000000000…; those here"),
        ({"second": "I.2 1 discard"}, "line 9: 'discard': discard what"),
        ({"second": "nonsense"}, "line 9: 'nonsense' is not a decision"),
        ({"second": "I.3 1 discard {1}"}, "line 9: 'I.3 1 discard"),
        ({"second": "II.2 1 discard {1}"}, "line 9: 'II.2 1 discard"),
        ({"second": "W.2 1 discard {1}"}, "the game is at I.2"),
        ({"second": "I.2 1 build palace"}, "line 9: 'build palace': this card cannot be taken now"),
        ({"second": "I.2 1 pass"}, "line 9: 'pass': first choose a card to play"),
        ({"second": "I.2 1 stage {1}"}, "line 9: 'stage"),
        ({"second": "I.2 1 draft sphinx"}, "line 9: 'draft sphinx': first choose a card to play"),
        ({"second": "I.2 1 wonder sphinx {1}"}, "line 9: 'wonder sphinx"),
        ({"second": "I.2 0 discard {1}"}, "line 9: seat 0 is not to move"),
        ({"second": "I.2 8 discard {1}"}, "line 9: there is no seat 8"),
        ({"second": "I.2 1 start 1"}, "line 9: 'start 1': first choose a card to play"),
        ({"second": "I.2 1 start 7"}, "line 9: 'start 7': start 0 or start 1"),
    ],
)
def test_a_damaged_record_names_its_line(changes: dict[str, str], message: str) -> None:
    with pytest.raises((hp.InvalidText, hp.IllegalMove)) as error:
        duel_replay(lines(**changes))
    assert message in str(error.value)


@pytest.mark.parametrize("moves", [3, 20, 60])
def test_a_record_of_another_seed_is_refused(moves: int) -> None:
    text = str(played_duel(5, moves).record())
    with pytest.raises((hp.InvalidText, hp.IllegalMove), match="line "):
        duel_replay(text.replace("seed 5\n", "seed 6\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game duel", "game classic"),
        ("options {}", 'options {"neutral_start": "choose"}'),
        ("wonders draft", "wonders troy"),
        ("wonders draft", f"wonders {' '.join(OTHER_WONDERS + FOUR)}"),
    ],
)
def test_a_header_that_contradicts_its_position_is_refused(old: str, new: str) -> None:
    """Otherwise the contradiction would be lost in the record of the replayed game."""
    cities = [{"wonders": FOUR}, {"wonders": OTHER_WONDERS}]
    text = str(duel_from({"game": "duel", "cities": cities}).record())
    changed = text.replace(old, new)
    assert changed != text
    with pytest.raises(hp.InvalidText):
        duel_replay(changed)


def test_a_position_of_classic_is_none_of_duel_and_the_other_way_round() -> None:
    classic = str(hp.from_position({"players": 3}).record())
    duel = str(hp.from_position({"game": "duel"}).record())
    for text in (
        classic.replace("game classic", "game duel"),
        duel.replace("game duel", "game classic"),
        classic.replace('"game": "classic"', '"game": "duel"'),
        duel.replace('"game": "duel"', '"game": "classic"'),
    ):
        assert text not in (classic, duel)
        with pytest.raises(hp.InvalidText):
            duel_replay(text)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.integers(0, 70), st.integers(0, 10_000), st.text(max_size=3))
def test_a_scratched_record_is_refused_or_replayed(
    seed: int, moves: int, place: int, ink: str
) -> None:
    text = str(played_duel(seed, moves).record())
    at = place % len(text)
    for scratched in (text[:at] + ink + text[at:], text[:at] + ink + text[at + 1 :], text[:at]):
        try:
            game = duel_replay(scratched)
        except (hp.InvalidText, hp.IllegalMove):
            continue
        assert str(duel_replay(str(game.record())).record()) == str(game.record())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), st.integers(2, 70), st.integers(0, 100), st.integers(0, 100))
def test_a_record_with_lines_out_of_order_is_refused(
    seed: int, moves: int, one: int, two: int
) -> None:
    text = str(played_duel(seed, moves).record()).splitlines()
    head, rest = text[:7], text[7:]
    if len(rest) < 2:
        return
    one, two = one % len(rest), two % len(rest)
    rest[one], rest[two] = rest[two], rest[one]
    changed = "\n".join([*head, *rest]) + "\n"
    if rest[one] == rest[two] or one == two:
        return
    with pytest.raises((hp.InvalidText, hp.IllegalMove), match="line "):
        duel_replay(changed)


# ── moves ────────────────────────────────────────────────────────────────────────────────────────

CLASSIC_MOVES = [
    "stage {0}",
    "build {0} left=2",
    "build {0} right=2",
    "build {0} bank=1",
    "build {0} free",
    "free_city build {0}",
    "free_city discard {0}",
    "free_city pass",
    "dig {0}",
    "pass",
    "keep plato",
    "recruit plato",
    "court hannibal",
    "build loom",
    "discard ore_vein",
]
DUEL_MOVES = [
    "draft sphinx",
    "wonder sphinx {0}",
    "token law",
    "destroy {0}",
    "revive {0}",
    "start 0",
    "start 1",
    "build scriptorium left=9",
    "discard horse_breeders",
]


@pytest.mark.parametrize("move", CLASSIC_MOVES)
def test_moves_of_classic_are_none_of_duel(move: str) -> None:
    for moves in (0, 7, 30, 60):
        game = played_duel(1, moves)
        before = game.to_bytes()
        text = move.replace("{0}", (game.accessible or ["altar"])[0])
        with pytest.raises(hp.IllegalMove, match=f"'{text}': .*; legal: '"):
            game.submit(game.to_move[0], text)
        assert game.to_bytes() == before


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("move", DUEL_MOVES)
def test_moves_of_duel_are_none_of_classic(move: str, leaders: bool) -> None:
    game = hp.new("classic", seats=3, seed=1, leaders=leaders)
    before = game.to_bytes()
    text = move.replace("{0}", "lumber_yard")
    with pytest.raises(hp.IllegalMove, match=f"'{text}': .*; legal: '"):
        game.submit(0, text)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "altar",
        "build",
        "build Altar",
        "build altar baths",
        "wonder sphinx",
        "wonder",
        "wonder sphinx altar baths",
        "wonder sphinx altar left=2",
        "draft",
        "draft sphinx piraeus",
        "token",
        "token law law",
        "token 5",
        "destroy",
        "revive",
        "start",
        "start 2",
        "start -1",
        "start one",
        "start 0 1",
        "start 00",
        "discard altar free",
        "build altar left=0",
        "wonder sphinx " + "x" * 300,
        "start 0\n",
        "DRAFT sphinx",
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    if text == "start 0\n":  # white space around a move is allowed
        assert hp.Move.parse(text) == hp.Move("start", starter=0)
        return
    with pytest.raises(hp.InvalidText):
        hp.Move.parse(text)


@pytest.mark.parametrize(
    "move",
    [
        hp.Move("fly", "{0}"),
        hp.Move("build"),
        hp.Move("discard"),
        hp.Move("draft"),
        hp.Move("wonder", "{0}"),
        hp.Move("wonder", wonder="sphinx"),
        hp.Move("start"),
        hp.Move("start", starter=2),
        hp.Move("start", starter=-1),
        hp.Move("start", starter=True),
        hp.Move("start", "{0}", starter=0),
        hp.Move("build", "{0}", wonder="sphinx"),
        hp.Move("build", "{0}", wonder="troy"),
        hp.Move("discard", "{0}", wonder="troy"),
        hp.Move("build", "{0}", starter=0),
        hp.Move("discard", "{0}", starter=1),
        hp.Move("build", "{0}", left=2, right=-2),
        hp.Move("build", "{0}", left=10**30),
        hp.Move("build", "{0}", left=1.5),  # type: ignore[arg-type]
        hp.Move("build", "{0}", left="2"),  # type: ignore[arg-type]
        hp.Move("build", "{0}", left=None),  # type: ignore[arg-type]
        hp.Move("build", 5),  # type: ignore[arg-type]
        hp.Move("build", ["altar"]),  # type: ignore[arg-type]
        hp.Move("wonder", "{0}", wonder=7),  # type: ignore[arg-type]
        hp.Move("wonder", "{0}", wonder=[]),  # type: ignore[arg-type]
        hp.Move("start", starter="0"),  # type: ignore[arg-type]
        hp.Move(7, "{0}"),  # type: ignore[arg-type]
    ],
    ids=lambda move: " ".join(f"{getattr(move, name)!r}" for name in move.__slots__),
)
@pytest.mark.parametrize("phase", ["turn", "start"])
def test_a_move_that_cannot_be_written_cannot_be_made(move: hp.Move, phase: str) -> None:
    game = duel_from({"game": "duel", "age": 2, "phase": phase, "marker": -1})
    if move.card == "{0}":
        values = {name: getattr(move, name) for name in move.__slots__}
        move = hp.Move(**{**values, "card": game.accessible[0]})
    before = game.to_bytes()
    with pytest.raises((hp.IllegalMove, hp.InvalidText)):
        game.submit(0, move)
    assert game.to_bytes() == before


@pytest.mark.parametrize("seat", [True, None, "0", 0.0, 99, -1, 2])
def test_only_seats_are_seats(seat: Any) -> None:
    game = hp.new("duel", seed=1, wonders="first_game")
    before, card = game.to_bytes(), game.accessible[0]
    with pytest.raises(hp.IllegalMove, match="there is no seat"):
        game.submit(seat, f"discard {card}")
    for ask in (game.city, game.score):
        with pytest.raises(hp.IllegalMove, match="there is no"):
            ask(seat)
    assert game.legal_moves(seat) == []
    assert game.to_bytes() == before


@pytest.mark.parametrize("id", ["troy", "law", "", "?"])
def test_prices_are_told_of_cards_and_wonders_only(id: str) -> None:
    game = hp.new("duel", seed=1, wonders="first_game")
    with pytest.raises(hp.IllegalMove, match="there is no card or wonder"):
        game.price(0, id)


def test_a_viewer_cannot_rename_the_players() -> None:
    game = hp.new("duel", seed=1, names=["Ann", "Bob"])
    with pytest.raises(TypeError):
        game.view(0).names[1] = "evil"  # type: ignore[index]


# ── house catalogues ─────────────────────────────────────────────────────────────────────────────

CARD = 'name = "X"\nage = 1\ncolor = "blue"\n'


def test_a_house_may_add_cards_to_every_age_and_guilds(house: House) -> None:
    text = "".join(
        f'[card.x{k}]\nname = "X"\nage = {k % 3 + 1}\ncolor = "{color}"\neffect = {{ points = 1 }}\n'
        for k, color in enumerate(["blue", "green", "red", "yellow", "brown", "grey"])
    ).replace('color = "green"', 'color = "yellow"')
    catalog = house(f'extends = "duel"\n{text}')
    for seed in range(5):
        game = hp.new("duel", seed=seed, catalog=catalog)
        play_on(game, Random(seed))
        twin = duel_from(game.position(), catalog=catalog)
        assert twin.to_bytes() == game.to_bytes()


def test_a_generous_house_fills_no_treasury_beyond_its_room(house: House) -> None:
    catalog = house(
        f'extends = "duel"\n[constants]\nstarting_coins = 1000\n[card.x]\n{CARD}'
        'effect = { coins_per = { amount = 1000, what = ["coins"], whose = ["self"] } }\n'
    )
    for seed in range(5):
        game = play_on(hp.new("duel", seed=seed, catalog=catalog), Random(seed))
        assert all(c.coins >= 0 for c in game.cities)
