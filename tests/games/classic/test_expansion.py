"""Classic with the toy expansion `tests.toys.couriers`, with and without Leaders."""

import os
import pickle
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.codes import Obstacle
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.edition import ours
from heptapolis.games.classic.events import War
from heptapolis.games.classic.expansion import classic_rules
from heptapolis.games.classic.rules import entries, turns
from heptapolis.games.classic.rules.state import FIELDS
from heptapolis.kernel import JIT, cache
from heptapolis.kernel.hooks import RulesPart, extended_fields
from heptapolis.kernel.visibility import PUBLIC, Fields
from heptapolis.narration import denials
from heptapolis.terminal.session import HUMAN_SEAT
from heptapolis.testing import check_game
from heptapolis.variants import register_expansion, ruleset, ruleset_of, unregister, variant
from tests.games.classic.rules.table import city, table
from tests.games.classic.test_oracle import assert_equal
from tests.kernel.test_modes import output_with_jit, script_output
from tests.kinds import classic, classic_from
from tests.terminal.test_play import Person
from tests.toys.couriers import EXPANSION
from tests.toys.couriers.events import Sent, Stayed
from tests.toys.couriers.oracle import CouriersOracle
from tests.toys.couriers.rules import RULES
from tests.web.test_boards import html

GAMES = int(os.environ.get("HEPTA_GAMES", "6"))  # `make test-long` plays a thousand
TABLES = [
    ("classic+couriers", 3),
    ("classic+couriers", 2),
    ("classic+couriers+leaders", 4),
    *(
        pytest.param(rules, seats, marks=pytest.mark.long)
        for rules in ("classic+couriers", "classic+couriers+leaders")
        for seats in (2, 3, 5, 6, 7)
    ),
]
SENDING_POSITION = {
    "game": "classic",
    "expansions": ["couriers"],
    "age": 2,
    "turn": 6,
    "phase": "send",
    "actor": 0,
    "cities": [
        {"buildings": ["press", "loom", "stables"], "coins": 0},
        {"buildings": ["baths", "altar"]},
        {"buildings": ["archery_range", "baths"]},
    ],
    "discard": [],
    "couriers": {"held": [["blue_both", "green_left"]], "asked": [True, True, True]},
}


@pytest.fixture(autouse=True, scope="module")
def expansion() -> Iterator[None]:
    register_expansion(EXPANSION)
    yield
    unregister(EXPANSION.id)


def new_game(rules: str = "classic+couriers", **options: Any) -> hp.ClassicGame:
    return classic(hp.new(rules, **options))


def play(game: hp.ClassicGame, rng: Random, phase: str = "over") -> hp.ClassicGame:
    """Play at random until a phase begins; send couriers whenever possible."""
    while game.phase not in (phase, "over"):
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            sent = [move for move in moves if move.verb == "send"]
            game.submit(seat, rng.choice(sent or moves))
    return game


# ── the contract ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_contract_of_games_is_fulfilled(rules: str, seats: int) -> None:
    """Checked for moves, texts, undo, refusals, events, records, positions, views and samples."""
    options = ruleset(rules).read_options({"seats": seats})
    check_game(variant("classic"), options, Random(seats))


@pytest.mark.parametrize("seats", [3, pytest.param(7, marks=pytest.mark.long)])
@pytest.mark.parametrize("rules", ["classic+couriers", "classic+couriers+leaders"])
def test_random_players_play_it_and_its_record_replays_byte_for_byte(
    rules: str, seats: int
) -> None:
    game, rng, player = new_game(rules, seats=seats, seed=seats), Random(1), hp.bot("random")
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, player.choose(game.view(seat), rng))
    text = str(game.record())
    again = classic(hp.replay(text))
    assert (again.to_bytes(), str(again.record())) == (game.to_bytes(), text)
    assert str(ruleset_of(game)) == str(ruleset_of(game.view(0))) == rules
    assert [*game.score(0)] == [*ruleset(rules).columns] == [*game.columns]


def test_records_and_positions_name_the_expansion() -> None:
    alone, both = new_game(seats=3, seed=1), new_game("classic+couriers+leaders", seats=3, seed=1)
    assert alone.record().options == {"seats": 3, "expansions": ["couriers"]}
    assert both.record().options == {"seats": 3, "expansions": ["couriers"], "leaders": True}
    assert alone.position()["expansions"] == both.position()["expansions"] == ["couriers"]
    for text, message in (
        (str(alone.record()).replace('"couriers"', '"pigeons"'), "no expansion 'pigeons'"),
        (str(alone.record()).replace('["couriers"]', '"couriers"'), "a list of names"),
    ):
        with pytest.raises(InvalidText, match=message):
            hp.replay(text)


def test_the_base_game_is_dealt_the_same_cards_and_keeps_its_records() -> None:
    with_it, without = new_game(seats=4, seed=7), classic(hp.new("classic", seats=4, seed=7))
    assert with_it.view(2).hand == without.view(2).hand
    assert with_it.record().catalog != without.record().catalog == ours().fingerprint
    assert "expansions" not in {*without.record().options, *without.position()}
    assert classic_rules().state is FIELDS.dtype
    assert without.columns == hp.new("classic").columns and "couriers" not in without.columns


# ── what a seat may know ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", ["classic+couriers", "classic+couriers+leaders"])
def test_views_hide_couriers_of_others(rules: str) -> None:
    game, rng = new_game(rules, seats=4, seed=2), Random(2)
    for _ in range(3):
        play(game, rng, "send")
        held, sent = game._field("couriers"), game._field("sent")
        for seat in (*range(4), None):
            view = game.view(seat)
            own = np.array([other == seat for other in range(SEATS)])
            assert (view._field("couriers") == held * own[:, None]).all()
            assert (view._field("sent") == sent * own).all()
            assert (view._field("has_sent") == game._field("has_sent")).all()
            assert not view._field("undealt").any()
            assert pickle.loads(pickle.dumps(view)).position() == view.position()
            sent_events = [one for one in game.events if isinstance(one, Sent)]
            told = [one.courier if one.seat == seat else None for one in sent_events]
            assert told == [one.courier for one in view.events if isinstance(one, Sent)]
        game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[0])
    assert game.view(None).score(0)["couriers"] == 0


def test_couriers_of_others_are_dealt_uniformly_in_samples() -> None:
    game, rng, n = play(new_game(seats=3, seed=3), Random(3), "send"), Random(4), 1900
    view = game.view(game.to_move[0])
    own = view.position()["couriers"]["held"][game.to_move[0]]
    other, ids = (game.to_move[0] + 1) % 3, {*game.edition.catalog.added["courier"]}
    counts: Counter[str] = Counter()
    for _ in range(n):
        held = view.sample(rng).position()["couriers"]["held"]
        assert held[game.to_move[0]] == own
        counts.update(held[other])
    assert {*counts} == ids - {*own}
    expected = 2 * n / (len(ids) - 2)
    assert all(abs(number - expected) < 5 * expected**0.5 for number in counts.values())


def test_either_courier_may_be_the_one_that_was_sent() -> None:
    game = play(new_game(seats=3, seed=3), Random(3), "send")
    first = game.to_move[0]
    game.submit(first, game.legal_moves(first)[0])
    view, rng, places = game.view((first + 1) % 3), Random(1), list[int]()
    for _ in range(400):
        told = view.sample(rng).position()["couriers"]
        places.append(told["held"][first].index(told["sent"][first][0]))
    assert 150 < sum(places) < 250


# ── the rules ────────────────────────────────────────────────────────────────────────────────────


def test_sending_a_courier_gives_coins_for_grey_cards_and_avoids_a_war() -> None:
    game = classic_from(SENDING_POSITION)
    assert [str(move) for move in game.legal_moves(0)] == [
        "send blue_both",
        "send green_left",
        "pass",
    ]
    refusals = [game.why_not(0, move) for move in ("send blue_left", "build baths", "send baths")]
    codes = [refusal and (refusal.code, refusal.asked) for refusal in refusals]
    assert codes == [
        (Obstacle.NOT_OFFERED, ""),
        (Obstacle.NOT_NOW, "send"),
        (Obstacle.NOT_OFFERED, ""),
    ]
    offers = game.view(0).uses("blue_both")
    assert [str(offer.move) for offer in offers] == ["send blue_both"] and offers[0].plans
    game.submit(0, "send blue_both")
    assert game.city(0).coins == 2  # press, loom
    assert [war.seat for war in game.events if isinstance(war, War)] == [1, 2]
    assert game.score(0)["couriers"] == 3 and game.view(1).score(0)["couriers"] == 0
    assert (game.age, game.phase) == (3, "turn")
    with pytest.raises(IllegalMove):
        game.submit(0, "send green_left")


def test_a_turn_is_taken_back_and_a_courier_is_not() -> None:
    game, rng = new_game(seats=3, seed=5), Random(5)
    before = game.to_bytes()
    game.submit(1, game.legal_moves(1)[0])
    game.undo(1)
    assert game.to_bytes() == before
    play(game, rng, "send")
    game.submit(0, "pass")
    with pytest.raises(IllegalMove):
        game.undo(0)
    assert isinstance(game.events[-1], Stayed) and game.to_move == [1]


def test_each_seat_begins_with_a_coin_more() -> None:
    assert [city.coins for city in new_game(seats=2, seed=1).cities] == [4, 4, 3]
    leaders = new_game("classic+couriers+leaders", seats=3, seed=1)
    assert [city.coins for city in leaders.cities] == [7, 7, 7]


@pytest.mark.parametrize(("sent", "points"), [("pass", 6), ("send blue_left", 0)])
def test_a_denied_card_changes_only_wars_that_are_fought(sent: str, points: int) -> None:
    """Seat 1 would have won against seat 0 with the Fortifications, unless seat 0 sent a courier."""
    red = ["stockade", "barracks", "guard_tower"]
    cities = [city("rhodes:A", *red), city("giza:A", "walls"), city("ephesus:A")]
    hands = [["fortifications", "palace"], ["gardens"], ["senate"]]
    couriers = {"held": [["blue_left", "grey_left"]], "asked": [False, True, True]}
    game = table(
        *cities, hands=hands, age=3, turn=5, expansions=["couriers"], couriers=couriers, seed=1
    )
    game.submit(0, "discard fortifications")
    while not game.is_over:
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            chosen = [move for move in moves if str(move) == sent or move.verb == "discard"]
            game.submit(seat, chosen[0])
    told = [one.points for one in denials(game.record()) if one.card == "fortifications"]
    assert told == ([points] if points else [])


# ── positions ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", ["classic+couriers", "classic+couriers+leaders"])
def test_positions_are_read_back_and_score_what_a_view_knows(rules: str) -> None:
    game, rng = new_game(rules, seats=3, seed=6), Random(6)
    for _ in range(3):
        play(game, rng, "send")
        for seat in (*range(3), None):
            view = game.view(seat)
            assert hp.score(view.position()) == [view.score(other) for other in range(3)]
        assert classic_from(str(game.position())).to_bytes() == game.to_bytes()
        game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[0])


@pytest.mark.parametrize(
    ("couriers", "message"),
    [
        ([], "position: couriers: an object"),
        ({"kept": []}, "position: couriers.kept: unknown"),
        ({"held": [["blue_both", "blue_up"]]}, "no courier 'blue_up'"),
        ({"held": [["blue_both"]]}, "2 for each seat"),
        ({"held": [["red_left", "grey_left"], ["red_left", "blue_left"]]}, "all different"),
        ({"held": [["red_left", "grey_left"]], "sent": [["blue_left"]]}, "did not hold"),
        ({"asked": [1]}, "expected a list"),
    ],
)
def test_what_is_wrong_in_a_position_is_named(couriers: Any, message: str) -> None:
    with pytest.raises(InvalidText, match=message):
        hp.from_position({"players": 3, "expansions": ["couriers"], "couriers": couriers})


def test_couriers_belong_to_positions_that_are_played_with_them() -> None:
    with pytest.raises(InvalidText, match="position: couriers: unknown"):
        hp.from_position({"players": 3, "couriers": {}})
    with pytest.raises(InvalidText, match="position: phase: 'send' is not one of"):
        hp.from_position({"players": 3, "phase": "send"})
    dealt = classic_from({"players": 3, "expansions": ["couriers"], "seed": 4})
    assert len({id for held in dealt.position()["couriers"]["held"] for id in held}) == 6


# ── the same without the JIT, and by an oracle ───────────────────────────────────────────────────

SCRIPT = """
import hashlib, heptapolis as hp
from random import Random
from heptapolis.variants import register_expansion, registered_variants
from tests.terminal.test_play import Person
from tests.toys.couriers import EXPANSION
if "couriers" not in registered_variants()["classic"].expansions:
    register_expansion(EXPANSION)
digest = hashlib.sha256()
tables = (("classic+couriers", 3), ("classic+couriers+leaders", 2), ("classic+couriers", 5))
for rules, seats in tables[::EVERY]:
    game, rng = hp.new(rules, seats=seats, seed=seats), Random(seats)
    while not game.is_over:
        for seat in game.to_move:
            moves = game.legal_moves(seat)
            if game.phase == "send":
                digest.update(game.view(seat).sample(rng).to_bytes() + str(moves).encode())
            game.submit(seat, rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
print(digest.hexdigest())
"""


def test_games_are_the_same_with_the_jit_off() -> None:
    assert script_output(SCRIPT, 2, NUMBA_DISABLE_JIT="1") == output_with_jit(SCRIPT, 2)


def twins(rules: str, seats: int, seed: int) -> tuple[hp.ClassicGame, CouriersOracle]:
    """Return a game and an oracle with the same boards, deal and couriers."""
    game = new_game(rules, seats=seats, seed=seed)
    told = game.position()
    draft = told.get("draft", {})
    oracle = CouriersOracle(
        game.edition.catalog,
        [city["wonder"] for city in told["cities"]],
        {int(age): cards for age, cards in told["deals"].items()},
        seats,
        told["couriers"]["held"],
        draft.get("packs"),
        draft.get("box", ()),
    )
    return game, oracle


def assert_same_couriers(game: hp.ClassicGame, oracle: CouriersOracle, rng: Random) -> None:
    """Check that all views and samples agree with the oracle about couriers."""
    assert game.position()["couriers"] == oracle.position(knows_all=True)
    for seat in (*range(game.players), None):
        view = game.view(seat)
        assert view.position()["couriers"] == oracle.position(seat)
        sent = [(e.age, e.seat, e.courier) for e in view.events if isinstance(e, Sent)]
        assert sent == oracle.log_of(seat)
        if seat is not None and rng.random() < 0.02:
            sampled = view.sample(rng).view(seat).position()["couriers"]
            assert sampled == oracle.position(seat)


def play_both(rules: str, seats: int, seed: int) -> int:
    """Play one game on both and return the points of couriers."""
    game, oracle = twins(rules, seats, seed)
    rng = Random(seed)
    while not oracle.is_over:
        seat = rng.choice(oracle.to_move)
        moves = [str(move) for move in game.legal_moves(seat)]
        assert moves == oracle.legal_moves(seat)
        liked = [move for move in moves if not move.startswith(("discard", "pass"))]
        move = rng.choice(liked if liked and rng.random() < 0.8 else moves)
        game.submit(seat, move)
        oracle.submit(seat, move)
        assert_equal(game, oracle)
        assert_same_couriers(game, oracle, rng)
    scores = [dict(sheet) for sheet in oracle.scores()]
    assert game.is_over and [dict(sheet) for sheet in game.scores()] == [
        sheet if "leaders" in rules else {"leaders": 0, **sheet} for sheet in scores
    ]
    assert game.ranking() == oracle.ranking()
    return sum(sheet["couriers"] for sheet in scores)


@pytest.mark.parametrize("rules", ["classic+couriers", "classic+couriers+leaders"])
def test_kernel_and_oracle_agree_after_every_move(rules: str) -> None:
    points = [play_both(rules, 2 + seed % 6, seed) for seed in range(GAMES)]
    assert sum(points) > 5 * GAMES


# ── what is compiled ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(not JIT, reason="nothing is kept without the JIT")
def test_an_edit_of_an_expansion_compiles_nothing_of_the_base_anew(tmp_path: Path) -> None:
    folder, source = tmp_path / "couriers", Path(turns.__file__)
    shutil.copytree(RULES.folder, folder)
    sources = tuple(sorted(folder.rglob("*.py")))
    base, expanded = cache.folder_of(source), cache.folder_of(source, sources)
    with (folder / "__init__.py").open("a") as file:
        file.write("# edited\n")
    cache._level_folder.cache_clear()
    assert cache.folder_of(source) == base != expanded
    assert cache.folder_of(source, sources) not in (base, expanded)
    assert cache.folder_of(source, RULES.sources) != base


@pytest.mark.skipif(not JIT, reason="nothing is kept without the JIT")
def test_what_is_compiled_for_an_expansion_lies_in_a_folder_of_its_own() -> None:
    new_game(seats=3, seed=1), hp.new("classic", seats=3, seed=1)
    caches: Any = entries.open_cities
    folders = {sources: one.cache_path for sources, one in caches._cache._caches.items()}
    assert {(), RULES.sources} <= {*folders} and len({*folders.values()}) == len(folders)
    assert "expanded" in folders[RULES.sources] and "expanded" not in folders[()]


def test_two_expansions_that_take_the_same_number_are_not_played_together() -> None:
    fields = Fields((PUBLIC, "doves", "i8"))
    other = RulesPart(id="doves", folder=RULES.folder, fields=fields, numbers={"column": [9]})
    with pytest.raises(TypeError, match="couriers and doves both take the column 9"):
        extended_fields(FIELDS, [RULES, other])


def test_every_game_of_an_expansion_has_the_same_record_with_and_without_leaders() -> None:
    """So the rules are compiled once for both."""
    alone, both = (
        classic_rules(frozenset(names)) for names in ({"couriers"}, {"couriers", "leaders"})
    )
    assert alone.state == both.state and [*both.expansions] == ["couriers", "leaders"]
    plain, leaders = classic_rules(), classic_rules(frozenset({"leaders"}))
    assert plain.state == leaders.state != alone.state and not leaders.has_added_rules


# ── people and programs ──────────────────────────────────────────────────────────────────────────


def random_answers(seed: int) -> Iterator[str]:
    """Yield random input, much of it invalid; a number, a discard or a pass settles every decision."""
    rng = Random(seed)
    while True:
        yield rng.choice(["1", "2", "1s", "3", "c 2", "i 1", "l", "1k", "2x"])
        if rng.random() < 0.3:
            yield rng.choice(["1", "1d", "p"])


@pytest.mark.parametrize(
    ("rules", "seats", "width"),
    [
        ("classic+couriers", 3, 80),
        ("classic+couriers", 2, 120),
        ("classic+couriers+leaders", 5, 60),
    ],
)
def test_a_person_plays_a_whole_game_at_the_terminal(
    rules: str, seats: int, width: int, tmp_path: Path
) -> None:
    save = tmp_path / "game.txt"
    answers = (answer for answer, _ in zip(random_answers(seats), range(3000), strict=False))
    person = Person(*answers, width=width).play(game=rules, seats=seats, seed=seats, save=save)
    game = classic(hp.replay(save.read_text(encoding="utf-8")))
    assert game.is_over and str(ruleset_of(game)) == rules
    asked = [text for text in person.heard if "Send one of your couriers, or pass" in text]
    held = game.position()["couriers"]["held"][HUMAN_SEAT]
    names = [game.edition.catalog.find(id).name for id in held]
    assert asked and "cities visited" in asked[0] and "1 send" in asked[0]
    assert all(name in " ".join(asked[0].split()) for name in names)
    assert re.search(r"sends (no|a) courier", person.text) and "Couriers" in person.heard[-1]
    assert str(game.scores()[HUMAN_SEAT]["total"]) in person.heard[-1]


def test_a_courier_is_chosen_by_its_number_or_in_writing() -> None:
    for answer in ("2", "send green_left"):
        game = classic_from(SENDING_POSITION)
        Person(answer).sit(game)
        assert game.position()["couriers"]["sent"][0] == ["-", "green_left", "-"]
    for answer, line in (
        ("3", "Choose a card from 1 to 2."),
        ("1b", "First choose a courier to send. Card 1: 1."),
    ):
        person = Person(answer).sit(classic_from(SENDING_POSITION))
        assert line in " ".join(person.heard[1].split())


def test_the_help_of_the_terminal_tells_the_decision_of_the_expansion() -> None:
    """Only at tables with it."""
    asked = Person("?").sit(classic_from(SENDING_POSITION)).heard[1].split("\n")
    assert ["1", "send", "a", "courier"] in [line.split() for line in asked]
    without = Person("?").sit(hp.new("classic", seats=3, seed=1)).heard[1]
    assert "discard card 1 for coins" in without and "courier" not in without


def test_the_page_offers_couriers_and_tells_only_their_seat_which_was_sent() -> None:
    game = classic_from(SENDING_POSITION)
    page = html(game.view(0))
    moves = re.findall(r'name="move" value="([^"]*)"', page)
    assert {*moves} == {str(move) for move in game.legal_moves(0)}
    assert "Send one of your couriers, or pass" in page and "couriers in hand" in page
    assert "Green courier to the left" in page
    assert "Green courier to the left" not in html(game.view(1))
    game.submit(0, "send blue_both")
    mine, theirs = html(game.view(0)), html(game.view(1))
    assert re.search(r"sends a courier: <[^>]*>Blue courier", mine)
    assert "sends a courier" in theirs and "Blue courier" not in theirs


@pytest.mark.parametrize("rules", ["classic+couriers", "classic+couriers+leaders"])
def test_a_tournament_is_played(rules: str) -> None:
    class First:
        """Choose the first legal move."""

        def choose(self, view: Any, rng: Random) -> Any:
            return view.legal_moves()[0]

    result = hp.arena({"first": First(), "random": "random"}, rules, deals=1, stop=False)
    assert result.games > 0
