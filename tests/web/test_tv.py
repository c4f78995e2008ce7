"""The television page over HTTP."""

import pytest

from tests.server.conftest import RunningServer
from tests.web.conftest import Visitor


@pytest.mark.parametrize("variant", ["classic", "leaders", "duel"])
def test_the_television_shows_players_only_public_facts(
    ann: Visitor, bob: Visitor, variant: str
) -> None:
    ann.send(
        "/quick", variant=variant, seats="4", people="4"
    )  # without bots, so that nothing changes between two requests
    table = ann.path
    own, other = ann.look(f"{table}/tv"), bob.look(f"{table}/tv")
    assert not ann.moves() and 'name="csrf"' not in own and 'name="card"' not in own
    assert own == other
    assert ann.look(f"{table}/tv/live") == bob.look(f"{table}/tv/live")
    assert f"{ann.page.url.netloc.decode()}{table}" in other, "the invitation link"


def test_before_the_game_the_television_shows_the_invitation(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3", **{"classic-wonders-2": "giza:B"})
    table = ann.path
    assert f"{table}/tv" in ann.text
    seen = bob.look(f"{table}/tv")
    assert 'class="tv-lobby"' in seen and "Giza B" in seen and "free" in seen


def test_the_television_is_closed_to_strangers_at_a_table_without_spectators(
    ann: Visitor, bob: Visitor
) -> None:
    ann.send("/tables", variant="duel", closed="1")
    table = ann.path
    assert bob.look(f"{table}/tv") and bob.page.status_code == 200, (
        "before the game, all can see the invitation"
    )
    ann.send(f"{table}/sit", person="Zoë")
    assert ann.look(f"{table}/tv") and ann.page.status_code == 200
    for path in ("", "/live", "/tv", "/tv/live", "/replay", "/review"):
        told = bob.look(f"{table}{path}")
        assert bob.page.status_code == 403 and "Zoë" not in told
    for path in ("/view", "/events", "/messages", "/record"):
        assert bob.http.get(f"/api{table}{path}").status_code == 403


def test_the_television_shows_the_final_score(ann: Visitor, site: RunningServer) -> None:
    player = site.player("Ann")
    table = player.open(game="duel", others=["Bob"])
    player.make(f"/tables/{table}/abandon")
    seen = ann.look(f"/tables/{table}/tv")
    assert 'class="end tv-end' in seen and "The game was abandoned" in seen
