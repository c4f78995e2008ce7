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
        assert f'<option value="{ann.id}">Ann</option>' in page
        stranger = server.player("Cid").id
        about = {"text": "Ann is rude", "guest": stranger}
        assert bob.post(f"/tables/{table}/report", **about).status_code == 404
        about["guest"] = ann.id
        assert bob.post(f"/tables/{table}/report", **about).status_code == 204
        (report,) = run_admin(settings, "reports", {})
        assert report["reported"] == ann.id
        assert (report["guest"], report["table_id"]) == (bob.id, table)
        assert report["text"] == "Ann is rude" and "rude words" in str(report["context"])
        assert bob.post(f"/tables/{table}/report", text="  ").status_code == 422
        run_admin(settings, "close-report", {"report": report["id"]})
        assert run_admin(settings, "reports", {}) == []
    finally:
        server.stop()


def test_players_who_may_not_speak_can_report(tmp_path: Path) -> None:
    """A table without spectators has no chat for a visitor who has no seat yet."""
    server = RunningServer(settings_for(tmp_path))
    try:
        ann, bob = server.player("Ann"), server.player("Bob")
        table = ann.open(seats=3, spectators=False)
        page = bob.http.get(f"/tables/{table}").text
        assert f'action="/tables/{table}/say"' not in page
        form = page[page.index(f'action="/tables/{table}/report"') :]
        token = form.split('name="csrf" value="')[1].split('"')[0]
        fields = {"csrf": token, "text": "a rude name", "guest": ann.id}
        headers = {"sec-fetch-site": "same-origin"}
        sent = bob.http.post(f"/tables/{table}/report", data=fields, headers=headers)
        assert sent.status_code == 200 and "Thank you" in sent.text
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
