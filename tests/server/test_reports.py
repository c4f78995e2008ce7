"""Reports of players to the host of the site."""

from pathlib import Path

from heptapolis.server.admin_socket import run_admin
from heptapolis.server.settings import LIMITS
from tests.server.conftest import NO_LIMITS, RunningServer, settings_for


def test_a_player_reports_and_the_host_reads_it(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    server = RunningServer(settings)
    try:
        ann, bob = server.player("Ann"), server.player("Bob")
        table = ann.open(seats=3)
        bob.post(f"/tables/{table}/seats")
        ann.post(f"/tables/{table}/messages", text="rude words")
        page = bob.http.get(f"/tables/{table}").text
        assert f'action="/tables/{table}/report"' in page
        assert bob.post(f"/tables/{table}/report", text="Ann is rude").status_code == 204
        (report,) = run_admin(settings, "reports", {})
        assert (report["guest"], report["table_id"]) == (bob.id, table)
        assert report["text"] == "Ann is rude" and "rude words" in str(report["context"])
        assert bob.post(f"/tables/{table}/report", text="  ").status_code == 422
        run_admin(settings, "close-report", {"report": report["id"]})
        assert run_admin(settings, "reports", {}) == []
    finally:
        server.stop()


def test_reports_are_limited_and_for_those_who_may_watch(tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path, limits={**NO_LIMITS, "report": LIMITS["report"]}))
    try:
        ann, bob = server.player("Ann"), server.player("Bob")
        table = ann.open(seats=3, spectators=False, bots=["easy", "easy"])
        assert bob.post(f"/tables/{table}/report", text="x").status_code == 403
        answers = [ann.post(f"/tables/{table}/report", text="x").status_code for _ in range(7)]
        assert answers == [204] * 5 + [429] * 2
    finally:
        server.stop()
