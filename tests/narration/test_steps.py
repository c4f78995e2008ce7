"""Steps cover every visible change, in the order of display."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic.events import War
from heptapolis.games.classic.leaders.events import Kept
from heptapolis.narration import steps_after
from heptapolis.narration.steps import TurnSteps
from heptapolis.steps import PlayStep, Step

GAMES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 7},
    {"seats": 4, "leaders": True, "seed": 2},
    {"game": "duel"},
]
CLASSIC_KINDS = {"play", "dig", "coins", "pass", "war", "age", "end"}
DUEL_KINDS = {"play", "dig", "coins", "marker", "token", "destroy", "reveal", "age", "end"}


def game_steps(seed: int, game: str = "classic", **options: Any) -> Iterator[tuple[Any, int]]:
    """Yield a random game after each move with events, and the number of events before it."""
    one, rng = hp.new(game, seed=seed, **options), random.Random(seed)
    while not one.is_over:
        before = len(one.events)
        one.submit(one.to_move[0], rng.choice(one.legal_moves(one.to_move[0])))
        if len(one.events) > before:
            yield one, before


def turns_after(game: Any, seat: int | None, after: int = 0) -> list[TurnSteps]:
    return steps_after(game.view(seat), after)


def steps_of(turns: list[TurnSteps]) -> list[Any]:
    return [step for turn in turns for step in turn.steps]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_all_viewers_have_the_same_number_of_events(options: dict[str, Any]) -> None:
    for game, _ in game_steps(**{"seed": 1} | options):
        viewers = [None, *range(game.players)]
        assert {len(game.view(seat).events) for seat in viewers} == {len(game.events)}


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_steps_contain_every_change(options: dict[str, Any]) -> None:
    """The steps account for coins, buildings, stages, leaders and tokens of every city."""
    new = hp.new(options.get("game", "classic"), **without_options(options, "game", "seed"), seed=0)
    start = new.city(0).coins
    for game, _ in game_steps(**{"seed": 3} | options):
        steps = steps_of(turns_after(game, 0))
        for city in game.cities:
            own = [step for step in steps if step.seat == city.seat]
            assert city.coins == start + coin_balance(steps, city.seat), city.seat
            stones = {"stage", "wonder"}
            if options.get("game") == "duel":
                assert len(city.built_wonders) == sum(is_play(step, stones) for step in own)
                assert set(city.tokens) == {s.token for s in own if s.kind == "token"}
            else:
                assert city.stages == sum(is_play(step, stones) for step in own)
                leaders = [step.card for step in own if is_play(step, {"leaders"})]
                assert sorted(leaders) == sorted(city.leaders + city.copied)
            of_ages = game.edition.catalog.card  # a drafted wonder is not a building
            placed = {card: n for card, n in buildings(steps, city.seat).items() if card in of_ages}
            assert Counter(city.buildings) == placed


def without_options(options: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


def is_play(step: Any, to: set[str]) -> bool:
    return step.kind == "play" and step.to in to


def coin_balance(steps: list[Any], seat: int) -> int:
    coins = [step for step in steps if step.kind == "coins"]
    brought: int = sum(step.n for step in coins if step.to == seat)
    taken: int = sum(step.n for step in coins if step.from_ == seat)
    return brought - taken


def buildings(steps: list[Any], seat: int) -> Counter[str]:
    placed = [s.card for s in steps if is_play(s, {"city"}) and s.seat == seat]
    dug = [s.card for s in steps if s.kind == "dig" and s.seat == seat]
    gone = [s.card for s in steps if s.kind == "destroy" and s.from_ == seat]
    return Counter(placed + dug) - Counter(gone)


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_steps_in_parts_equal_all_steps_at_once(options: dict[str, Any]) -> None:
    seat, bits, game = 1, Counter[tuple[int, int, Step]](), None
    for game, before in game_steps(**{"seed": 5} | options):
        bits.update(pieces(turns_after(game, seat, before)))
    assert game is not None
    # At the end everything is face up; earlier the viewer knew less.
    assert Counter(map(replace_card, bits.elements())) == Counter(
        map(replace_card, pieces(turns_after(game, seat)))
    )
    assert not steps_of(turns_after(game, seat, len(game.events)))


def pieces(turns: list[TurnSteps]) -> list[tuple[int, int, Step]]:
    return [(turn.age, turn.turn, step) for turn in turns for step in turn.steps]


def replace_card(piece: tuple[int, int, Any]) -> tuple[int, int, Step]:
    age, turn, step = piece
    is_face_down = is_play(step, {"stage", "discard", "kept"})
    return age, turn, replace(step, card=None) if is_face_down else step


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_turn_of_classic_in_its_order(seat: int | None) -> None:
    """The order is: own card, other cards by seat, coins, passing, wars, end of the age."""
    kinds, ways = Counter[str](), dict[int, set[str]]()
    for seed in range(4):
        for game, before in game_steps(seed, seats=4):
            for turn in turns_after(game, seat, before):
                kinds.update(step.kind for step in turn.steps)
                check_order(turn, seat)
                for step in turn.steps:
                    if step.kind == "pass":
                        ways.setdefault(turn.age, set()).add(step.facts()["way"])
    assert set(kinds) == CLASSIC_KINDS
    assert ways == {1: {"left"}, 2: {"right"}, 3: {"left"}}
    assert kinds["age"] == 4 * 2 and kinds["end"] == 4 and kinds["war"] == 4 * 3 * 4
    assert kinds["pass"] == 4 * 3 * 5


def check_order(turn: TurnSteps, seat: int | None) -> None:
    kinds = [step.kind for step in turn.steps]
    seats = [step.seat for step in turn.steps if step.kind == "play"]
    first_round = seats[: len(set(seats))]  # a seventh card comes later
    assert first_round == sorted(first_round, key=lambda one: (one != seat, one))
    after_play = [kind for kind in kinds if kind not in ("play", "coins", "dig")]
    ranks = ["pass", "war", "age", "end"]
    assert after_play == sorted(after_play, key=ranks.index)
    peaceful = kinds[: len(kinds) - len(after_play)]
    assert peaceful + after_play == kinds
    if "dig" not in peaceful and len(seats) == len(first_round):
        assert peaceful == sorted(peaceful, reverse=True)  # cards before coins


def test_steps_of_wars_have_shields_and_tokens() -> None:
    for game, before in game_steps(2, seats=3):
        wars = [event for event in game.events[before:] if isinstance(event, War)]
        steps: list[Any] = [
            step for step in steps_of(turns_after(game, 0, before)) if step.kind == "war"
        ]
        assert [(s.seat, s.other, s.shields, s.other_shields) for s in steps] == [
            (war.seat, war.other, war.shields, war.other_shields) for war in wars
        ]
        for step, war in zip(steps, wars, strict=True):
            won = (1, 3, 5)[war.age - 1]
            sides = {None: ((), ()), war.seat: ((won,), (-1,)), war.other: ((-1,), (won,))}
            assert step.tokens == sides[war.winner]


def test_leaders_are_kept_face_down_and_packs_go_right() -> None:
    game = hp.new("classic", seats=3, leaders=True, seed=4)
    for seat in range(3):
        game.submit(seat, game.legal_moves(seat)[0])
    kept = [event.leader for event in game.events if isinstance(event, Kept)]
    for viewer in (0, 1, 2, None):
        (turn,) = turns_after(game, viewer)
        assert (turn.age, turn.turn) == (0, 1)
        steps: list[Any] = list(turn.steps)
        order = sorted(range(3), key=lambda seat: (seat != viewer, seat))
        assert [step.kind for step in steps] == ["play", "play", "play", "pass"]
        assert [(step.seat, step.to) for step in steps[:3]] == [(seat, "kept") for seat in order]
        shown = [kept[seat] if seat == viewer else None for seat in order]
        assert [step.card for step in steps[:3]] == shown
        assert steps[3].way == "right"


def test_a_recruitment_passes_nothing() -> None:
    for game, before in game_steps(6, seats=3, leaders=True):
        for turn in turns_after(game, 0, before):
            assert turn.turn or "pass" not in [step.kind for step in turn.steps]
            is_last_round = (turn.age, turn.turn) == (0, 3)
            begins = [s.facts()["age"] for s in turn.steps if s.kind == "age"]
            assert begins == ([turn.age + 1] if is_last_round or ends_in_war(turn) else [])


def ends_in_war(turn: TurnSteps) -> bool:
    return turn.age < 3 and any(step.kind == "war" for step in turn.steps)


def test_the_free_citys_card_comes_from_its_controller() -> None:
    for game, before in game_steps(8, seats=2):
        for turn in turns_after(game, 0, before):
            plays: list[Any] = [step for step in turn.steps if step.kind == "play"]
            assert [step.by for step in plays if step.seat < 2] == [
                step.seat for step in plays if step.seat < 2
            ]
            ways = [step.facts()["way"] for step in turn.steps if step.kind == "pass"]
            assert ways == (["swap"] if turn.turn < 6 else [])
            assert len(plays) < 3 or plays[2].seat == 2  # the viewer's own card is the first
    controllers = {s.by for s in steps_of(turns_after(game, 0)) if s.kind == "play" and s.seat == 2}
    assert controllers == {0, 1}


def test_a_turn_of_duel_in_its_order() -> None:
    """The order is: card, coins, marker, loot, token, revealed cards."""
    ranks = ["play", "coins", "marker", "loot", "dig", "destroy", "token", "reveal", "age", "end"]
    kinds = Counter[str]()
    for seed in range(12):
        for game, _ in game_steps(seed, game="duel"):
            turn = turns_after(game, 0)[-1]
            of_turn = ["loot" if is_loot(step, turn) else step.kind for step in turn.steps]
            kinds.update(of_turn)
            assert of_turn == sorted(of_turn, key=ranks.index), turn
    assert set(kinds) == {*DUEL_KINDS, "loot"}


def is_loot(step: Any, turn: TurnSteps) -> bool:
    """Return whether a step takes coins of the seat by another player's move."""
    actor = next((one.by for one in turn.steps if isinstance(one, PlayStep)), None)
    return bool(step.kind == "coins" and step.to == "bank" and step.from_ != actor)


def test_revealed_cards_are_in_their_slots() -> None:
    for game, before in game_steps(3, game="duel"):
        for step in steps_of(turns_after(game, None, before)):
            if step.kind == "reveal" and not game.is_over:
                facts = step.facts()
                place = game.places[facts["slot"]]
                assert place.card == facts["card"] and place.is_face_up


def test_steps_are_plain_json() -> None:
    game, before = next(game_steps(1, seats=3))
    for turn in turns_after(game, 0, before):
        for facts in turn.facts()["steps"]:
            assert facts["kind"] in CLASSIC_KINDS and "seat" in facts
            if facts["kind"] == "coins":
                assert set(facts) == {"kind", "seat", "from", "to", "n"}
