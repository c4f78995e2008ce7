"""Changes of a page, and who can have them."""

import json
import re
from random import Random
from typing import Any

import httpx
import pytest

from heptapolis.server.page_updates import PageUpdates
from tests.server.conftest import RunningServer

MAX_BYTES_OF_A_TURN = 30_000
FACT = re.compile(r'data-(version|turn|state)="(\w*)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')
DECISION = re.compile(r'name="decision" value="(\d+)"')


def applied(change: dict[str, Any], before: str) -> str:
    """Return what a client makes of a change."""
    old, new, parts = before.split("\n"), list[str](), iter(change["parts"])
    for part in parts:
        new += [part] if isinstance(part, str) else old[part : next(parts)]
    return "\n".join(new)


@pytest.mark.parametrize(
    "after",
    ["", "a", "a\nb\nc\nd", "c\nd\na\nb", "a\nx\nb\nc\nc\nd\n", "\n\n", "x\ny", "d", "aa\nb"],
)
def test_a_change_gives_the_new_text(after: str) -> None:
    updates = PageUpdates()
    first = updates.update("a\nb\nc\nd", "ann", "")
    assert (first.body, first.is_change) == ("a\nb\nc\nd", False)
    second = updates.update(after, "ann", first.id)
    assert second.is_change and applied(json.loads(second.body), "a\nb\nc\nd") == after


def test_random_texts_survive() -> None:
    rng, updates, id, before = Random(5), PageUpdates(), "", ""
    for _ in range(300):
        text = "\n".join(rng.choices("abcdefgh\u2028é", k=rng.randrange(12)))
        update = updates.update(text, "ann", id)
        if update.is_change:
            assert applied(json.loads(update.body), before) == text
        before, id = text, update.id


def test_a_change_is_for_the_one_who_has_the_base() -> None:
    updates = PageUpdates()
    first = updates.update("a\nb", "ann", "")
    assert not updates.update("a\nc", "eve", first.id).is_change
    assert not updates.update("a\nc", "ann", first.id + "x").is_change


def test_old_bases_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heptapolis.server.page_updates.MAX_BASES", 2)
    updates = PageUpdates()
    first = updates.update("a", "ann", "")
    second = updates.update("a", "ann", "")
    updates.update("a", "bob", "")
    assert not updates.update("b", "ann", first.id).is_change
    assert not updates.update("b", "ann", second.id).is_change


def test_a_turn_at_seven_seats_transfers_little(server: RunningServer) -> None:
    """A whole table of age III has 40 KB compressed; its changes have a quarter."""
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=180) as http:
        form = {"variant": "classic", "seats": "7", "level": "easy"}
        opened = http.post("/quick", data=form, follow_redirects=True)
        page, path, base, rng = opened.text, opened.url.path, "", Random(2)
        sizes: list[int] = []
        while dict(FACT.findall(page))["state"] == "playing":
            headers = {"x-base": base, "x-fragment": "1", "accept-encoding": "gzip"}
            headers["x-since"] = dict(FACT.findall(page))["version"]
            if moves := MOVE.findall(page):
                (token,) = set(re.findall(r'name="csrf" value="([^"]+)"', page))
                data = {"move": rng.choice(moves), "csrf": token}
                data["decision"] = DECISION.findall(page)[0]
                request = http.build_request("POST", f"{path}/move", data=data, headers=headers)
            else:
                request = http.build_request("GET", f"{path}/live", headers=headers)
            answer = http.send(request)
            if answer.headers["content-type"] == "application/json":
                page = applied(answer.json(), page)
                sizes.append(answer.num_bytes_downloaded)
            else:
                page = answer.text
            base = answer.headers["x-page"]
            whole = http.get(f"{path}/live").text if len(sizes) in (2, 15) else ""
            assert not whole or re.sub("<script.*?</script>", "", page) == whole
        assert len(sizes) >= 15 and max(sizes[:-1]) <= MAX_BYTES_OF_A_TURN
