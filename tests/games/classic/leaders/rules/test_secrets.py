"""C10 with leaders: the knowledge of drafted, unplayed, drawn and returned leaders."""

import re
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Discarded, Staged
from heptapolis.games.classic.leaders.events import Kept
from tests.games.classic.rules.table import (
    city,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)
from tests.kinds import classic_from

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
BOARDS = ["giza:A", "rhodes:A", "ephesus:A", "babylon:A"]


def game_in_draft(rounds: int = 0) -> hp.ClassicGame:
    """Return a game of four after some rounds of the draft, in which all keep their first leader."""
    game = hp.new("classic", seats=4, leaders=True, seed=5, wonders=BOARDS)
    for _ in range(rounds):
        for seat in range(4):
            game.submit(seat, texts(game, seat)[0])
    return game


def packs(
    game: hp.ClassicGame, viewer: int | None = None, *, is_open: bool = False
) -> list[list[str]]:
    """Return the packs of the draft, as a viewer knows them or as they are."""
    data = game.position() if is_open else game.view(viewer).position()
    return [[entry.split()[0] for entry in pack] for pack in data["draft"]["packs"]]


def known_leaders(game: hp.ClassicGame, viewer: int | None) -> list[str]:
    """Return the leaders of the draft that a viewer has seen."""
    return sorted(leader for pack in packs(game, viewer) for leader in pack)


def with_leaders_swapped(game: hp.ClassicGame, one: str, other: str) -> hp.ClassicGame:
    """Return the game with two leaders swapped."""
    names = {one: other, other: one}
    pattern = rf"\b({one}|{other})\b"
    text = re.sub(pattern, lambda m: names[m[0]], str(game.position()))
    return classic_from(text)


def bytes_of(game: hp.ClassicGame, viewer: int | None) -> bytes:
    """Return the bytes of the view."""
    return bytes(game.view(viewer)._states.tobytes())


def viewers_who_differ(game: hp.ClassicGame, one: str, other: str) -> list[int | None]:
    """Return the viewers whose views change when these two leaders are swapped."""
    again, changed = classic_from(game.position()), with_leaders_swapped(game, one, other)
    viewers = [*range(game.players), None]
    return [viewer for viewer in viewers if bytes_of(again, viewer) != bytes_of(changed, viewer)]


# ── the draft ────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_sees_its_own_pack_and_no_other() -> None:
    """A spectator sees no pack."""
    game = game_in_draft()
    deal = packs(game, is_open=True)
    for seat in range(4):
        assert sorted(deal[seat]) == game.view(seat).leader_pack
        assert known_leaders(game, seat) == sorted(deal[seat])
    assert (game.view(None).leader_pack, known_leaders(game, None)) == ([], [])


def test_two_leaders_in_packs_of_others_cannot_be_told_apart() -> None:
    """Only the views of the two seats that hold them differ."""
    game = game_in_draft()
    deal = packs(game, is_open=True)
    assert viewers_who_differ(game, deal[1][0], deal[2][3]) == [1, 2]
    assert viewers_who_differ(game, deal[1][0], deal[1][1]) == []


def test_a_drafted_leader_and_one_of_the_box_cannot_be_told_apart() -> None:
    """Only the seat that holds it can tell them apart."""
    game = game_in_draft()
    box = game.position()["draft"]["box"]
    assert viewers_who_differ(game, packs(game, is_open=True)[2][0], box[0]) == [2]
    assert viewers_who_differ(game, box[1], box[2]) == []


def test_a_seat_remembers_the_leaders_that_it_passed_on() -> None:
    """It knows its own pack and the next one, but not the leader kept from that one before."""
    game = game_in_draft(1)
    deal = packs(game, is_open=True)
    kept = [event.leader for event in game.events if isinstance(event, Kept)]
    first, second, *others = packs(game, 0)
    assert sorted(first) == sorted(deal[0])
    assert sorted(second) == sorted(set(deal[1]) - {kept[1]}) == game.view(0).leader_pack
    assert others == [[], []]


def test_a_kept_leader_is_known_only_to_its_seat() -> None:
    """Other seats see that it kept one."""
    game = game_in_draft(1)
    kept = [event.leader for event in game.events if isinstance(event, Kept)]
    for viewer in (0, 1, 2, 3, None):
        seen = [event.leader for event in game.view(viewer).events if isinstance(event, Kept)]
        assert seen == [leader if seat == viewer else None for seat, leader in enumerate(kept)]
    box = game.position()["draft"]["box"]
    assert viewers_who_differ(game, str(kept[2]), box[0]) == [2]


def test_a_seat_remembers_all_packs_that_it_saw_after_the_draft() -> None:
    """Four, three, two and one leaders of the four packs."""
    game = game_in_draft(3)
    assert game.phase == "recruit"
    assert [len(pack) for pack in packs(game, 0)] == [4, 3, 2, 1]
    assert set(game.view(0).leader_hand) < set(known_leaders(game, 0))
    assert packs(game, None) == [[], [], [], []]


def test_who_kept_a_leader_that_was_passed_on_is_not_known() -> None:
    """Seat 0 saw both in its first pack and cannot know which one seat 3 kept."""
    game = game_in_draft(2)
    kept = [event.leader for event in game.events if isinstance(event, Kept)]
    passed = str(kept[4 + 3])
    still = next(leader for leader in game.view(2).leader_pack if leader in packs(game, 0)[0])
    assert {passed, still} < set(packs(game, 0)[0])
    assert 0 not in viewers_who_differ(game, passed, still)


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_a_choice_of_the_draft_is_hidden_until_all_are_in(viewer: int | None) -> None:
    """The view is the same for every choice."""
    views = []
    for choice in (0, 3):
        game = game_in_draft()
        game.submit(0, texts(game, 0)[choice])
        views.append(bytes_of(game, viewer))
        assert game.view(viewer).position()["pending"] == {"0": "?"}
    assert views[0] == views[1]


# ── recruitments ─────────────────────────────────────────────────────────────────────────────────


def hands(**more: Any) -> hp.ClassicGame:
    """Return a recruitment with given hands."""
    return recruitment(
        city("giza:A", "stone_pit", leader_hand=["nero", "plato"]),
        city("rhodes:A", "lumber_yard", "timber_yard", leader_hand=["caesar", "hiram"]),
        city("ephesus:A", leader_hand=["midas", "sappho"]),
        **more,
    )


def test_unplayed_leaders_are_known_to_their_owner_only() -> None:
    """Only their number is public."""
    game = hands()
    assert [game.view(0).city(seat).n_leader_hand for seat in range(3)] == [2, 2, 2]
    assert game.view(None).leader_hand == []
    assert not re.search("caesar|hiram|midas|sappho", str(game.view(0).position()))
    assert viewers_who_differ(game, "caesar", "sappho") == [1, 2]
    assert viewers_who_differ(game, "caesar", "zenobia") == [1]


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_choice_of_a_recruitment_is_hidden_until_all_are_in(viewer: int | None) -> None:
    """Hidden are both the use and the leader."""
    views = []
    for move in ("recruit caesar", "discard hiram", "stage hiram"):
        game = hands()
        game.submit(1, move)
        views.append(bytes_of(game, viewer))
        assert game.view(viewer).position()["pending"] == {"1": "?"}
        assert game.view(viewer).events == []
    assert len(set(views)) == 1


def test_a_recruited_leader_is_public() -> None:
    """It is face up."""
    game = hands()
    play(game, "discard nero", "recruit caesar", "discard midas")
    for viewer in (0, 1, 2, None):
        assert game.view(viewer).city(1).leaders == ["caesar"]


def test_a_returned_leader_lies_face_down() -> None:
    """L5: its owner remembers it; other seats know only that a leader was returned."""
    game = hands()
    play(game, "recruit nero", "discard caesar", "recruit sappho")
    for viewer, card in ((0, None), (1, "caesar"), (2, None), (None, None)):
        seen = [event.card for event in game.view(viewer).events if isinstance(event, Discarded)]
        assert seen == [card]
    assert viewers_who_differ(game, "caesar", "zenobia") == [1]


def test_a_leader_under_a_stage_lies_face_down() -> None:
    """L6: its owner knows it."""
    game = hands()
    play(game, "recruit nero", "stage caesar", "recruit sappho")
    for viewer, card in ((0, None), (1, "caesar"), (2, None), (None, None)):
        assert game.view(viewer).city(1).markers == [card]
        seen = [event.card for event in game.view(viewer).events if isinstance(event, Staged)]
        assert seen == [card]
    assert viewers_who_differ(game, "caesar", "zenobia") == [1]


def test_the_leftover_of_age_three_stays_unseen() -> None:
    """L4: it goes back to the box face down."""
    game = hands(age=3)
    play(game, "recruit nero", "recruit hiram", "recruit sappho")
    for viewer in (0, 2, None):
        assert "caesar" not in str(game.view(viewer).position())
    assert viewers_who_differ(game, "caesar", "zenobia") == [1]


# ── the box and Rome ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_the_box_is_hidden_from_all_viewers(viewer: int | None) -> None:
    """Neither its contents nor its order are known."""
    game = game_in_draft(3)
    assert "box" not in game.view(viewer).position()["draft"]
    assert not set(known_leaders(game, viewer)) & set(game.position()["draft"]["box"])


def test_leaders_that_rome_drew_are_known_to_rome_only() -> None:
    """C10: other seats know only that there are four more."""
    mine = city("rome:B", "clay_pool", "lumber_yard", leader_hand=["nero"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    drawn = [leader for leader in game.view(0).leader_hand if leader != "nero"]
    box = game.position()["draft"]["box"]
    assert len(drawn) == 4
    for viewer in (1, 2, None):
        assert game.view(viewer).city(0).n_leader_hand == 5
        assert not set(drawn) & set(re.findall(r"\w+", str(game.view(viewer).position())))
    for leader in drawn:
        assert viewers_who_differ(game, leader, box[-1]) == [0]


def test_leaders_that_rome_will_draw_are_hidden_from_all_viewers() -> None:
    """The box is shuffled at the start, and hidden."""
    mine = city("rome:B", "clay_pool", "lumber_yard", leader_hand=["nero"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    box = game.position()["draft"]["box"]
    assert viewers_who_differ(game, box[0], box[-1]) == []


def test_an_extra_leader_that_was_declined_stays_hidden() -> None:
    """Other seats do not learn which leaders Rome could have recruited."""
    own = ["clay_pool", "stone_pit", "loom"]
    mine = city("rome:B", *own, stages=1, leader_hand=["nero", "plato"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    unseen = game.position()["draft"]["box"][-1]
    assert (game.phase, viewers_who_differ(game, "plato", unseen)) == ("extra_leader", [0])
    assert [game.view(viewer).legal_moves() for viewer in (1, 2, None)] == [[], [], []]
    game.submit(0, "pass")
    assert viewers_who_differ(game, "plato", unseen) == [0]


def test_after_the_end_all_leaders_are_open() -> None:
    """C10: packs, hands and box."""
    game = game_in_draft()
    play_on(game)
    for viewer in (0, None):
        assert game.view(viewer).position() == game.position()
        assert game.view(viewer).events == game.events
