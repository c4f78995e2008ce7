"""One game between bots."""

from dataclasses import asdict, replace

import pytest

import heptapolis as hp
from heptapolis.arena import play as arena_play
from heptapolis.arena.play import GameResult, play, seat_bots
from tests.arena.fake_tournaments import make_plan, make_result
from tests.kinds import classic

VARIANTS = [("classic", "2"), ("classic", "4"), ("leaders", "3"), ("duel", None)]


def without_times(result: GameResult) -> GameResult:
    """Return a result without its times."""
    return replace(result, seconds=(), wall_seconds=())


@pytest.mark.parametrize(("games", "seats"), VARIANTS)
def test_a_fixture_is_always_the_same_game(games: str, seats: str | None) -> None:
    fixture = make_plan("greedy", "random", games=games, seats=seats).contests[0].deal(3)[-1]
    first, again = play(fixture), play(fixture)
    assert first.record == again.record
    assert without_times(first.result) == without_times(again.result)


@pytest.mark.parametrize(("games", "seats"), VARIANTS)
def test_the_record_is_the_game_of_the_result(games: str, seats: str | None) -> None:
    for fixture in make_plan("greedy", "random", games=games, seats=seats).contests[0].deal(0):
        result, record, _ = play(fixture)
        game = hp.replay(record)
        assert game.is_over and game.outcome == result.outcome
        assert tuple(game.scores()) == result.scores
        assert game.names[: game.players] == fixture.line_up == result.line_up
        assert [seat for seat, place in enumerate(result.places) if place == 1] == game.ranking()[0]
        assert sum(result.moves) == len(hp.Record.parse(record).lines)


def test_a_result_comes_back_from_json() -> None:
    result = play(make_plan("greedy", "random", games="duel").contests[0].deal(0)[0]).result
    assert GameResult.from_json(asdict(result) | {"line_up": list(result.line_up)}) == result


def test_rotations_share_the_deal() -> None:
    fixtures = make_plan("greedy", "random").contests[0].deal(0)
    games = [classic(hp.replay(play(fixture).record)) for fixture in fixtures]
    assert len({tuple(city.board for city in game.cities) for game in games}) == 1


def test_a_shared_victory_is_split() -> None:
    (contest,) = make_plan("a", "b", seats="4").contests
    fixture = contest.deal(0)[0]
    assert make_result(fixture, (1, 3, 1, 4)).shares == [0.5, 0, 0.5, 0]
    assert make_result(fixture, (2, 1, 3, 4)).shares == [0, 1, 0, 0]


def test_every_seat_has_a_bot_of_its_own_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_play, "_process_bots", {})
    view = hp.new("classic", seed=1).view(0)
    first, second, third = seat_bots(("random", "greedy", "random"), view)
    assert first is not third
    assert seat_bots(("greedy", "random", "random"), view) == [second, first, third]
