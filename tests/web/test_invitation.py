"""Names, invitations, remembered choices and chat, over HTTP without scripts."""

import re
from base64 import urlsafe_b64encode
from html import unescape
from types import SimpleNamespace

import pytest
from fastapi import Request

from heptapolis.i18n import LANGUAGES, translator
from heptapolis.server import invitation
from heptapolis.server.last_choice import COOKIES
from heptapolis.server.settings import Settings
from heptapolis.variants import ruleset
from heptapolis.web.labels import number_duplicates
from heptapolis.web.qr import QUIET_ZONE, qr_code
from tests.server.conftest import RunningServer
from tests.web.conftest import Visitor, VisitorFactory
from tests.web.qr_reader import decode, read_modules


def chairs(visitor: Visitor, table: str) -> list[str]:
    return [chair["name"] for chair in visitor.http.get(f"/api{table}").json()["chairs"]]


def field_value(text: str, id: str) -> str:
    """Return the value of an input field."""
    (tag,) = re.findall(rf'<input id="{id}"[^>]*>', text)
    (value,) = re.findall(r' value="([^"]*)"', tag)
    return unescape(value)


def checked_values(text: str, name: str) -> list[str]:
    """Return the values of the checked radio buttons with this name, in both forms."""
    return re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"[^>]* checked', text)


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def test_an_invited_guest_sees_the_host_and_enters_a_name(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="duel", name="Anna")
    table = ann.path
    assert "Anna invites you to a game of Duel" in bob.look(table)
    assert field_value(bob.text, "name") == "" and "required" in bob.text
    for name, why in (
        ("", "A name needs at least one letter."),
        ("  ", "A name needs at least one letter."),
        ("ANNA", "Another player here has this name."),
    ):
        bob.send(f"{table}/sit", name=name)
        assert bob.page.status_code in (409, 422) and why in bob.text
        assert field_value(bob.text, "name") == name and 'data-state="open"' in bob.text
    bob.send(f"{table}/sit", name="Bob")
    assert 'data-state="playing"' in bob.text and chairs(ann, table) == ["Anna", "Bob"]
    ann.look("/")
    ann.send("/tables", variant="duel", name="Anna")
    assert field_value(bob.look(ann.path), "name") == "Bob", "the name must be remembered"
    bob.look("/")
    assert field_value(bob.text, "name") == field_value(bob.text, "host-name") == "Bob"


def test_a_host_without_a_name_is_asked_again(ann: Visitor) -> None:
    ann.send("/tables", variant="duel", clock="300", name=" ")
    assert ann.page.status_code == 422 and "A name needs at least one letter." in ann.text
    assert '<option value="300" selected>' in ann.text and ann.path == "/tables"


def test_a_solo_player_can_enter_a_name(ann: Visitor) -> None:
    ann.send("/quick", variant="duel", level="beginner", name="")
    assert chairs(ann, ann.path)[0].startswith("Guest")
    ann.look("/")
    assert field_value(ann.text, "name") == "", "a number is not accepted as a name"
    ann.send("/quick", variant="duel", level="beginner", name="Ann")
    assert chairs(ann, ann.path)[0] == "Ann"
    assert field_value(ann.look("/"), "name") == "Ann"


def test_names_of_people_at_one_device_are_remembered(ann: Visitor) -> None:
    wanted = {"variant": "classic", "seats": "4", "people": "3", "level": "beginner"}
    ann.send("/quick", **wanted, name="Anna", **{"person-2": "Béla", "person-3": ""})
    assert chairs(ann, ann.path)[:3] == ["Anna", "Béla", "Player 3"]
    assert "Pass the device to Anna" in ann.text
    ann.look("/")
    assert field_value(ann.text, "name") == "Anna" and field_value(ann.text, "person-2") == "Béla"
    assert field_value(ann.text, "person-3") == "" and 'placeholder="Player 3"' in ann.text
    before = len(re.findall("<li>", ann.look("/mine")))
    ann.look("/")
    ann.send("/quick", **wanted, name="Anna", **{"person-2": "anna"})
    assert ann.page.status_code == 409 and "Another player here has this name." in ann.text
    assert field_value(ann.text, "person-2") == "anna" and checked_values(ann.text, "people") == [
        "3"
    ]
    assert len(re.findall("<li>", ann.look("/mine"))) == before, "no table may be created"


def test_similar_names_are_marked(site: RunningServer, bob: Visitor) -> None:
    assert number_duplicates(["Ann", "", "ann", "Bob", "", "ANN"]) == [
        "Ann",
        "",
        "ann (2)",
        "Bob",
        "",
        "ANN (3)",
    ]
    table = site.player("Ann").open(seats=3)
    site.player("Ann").make(f"/tables/{table}/seats")
    assert ">Ann</b>" in bob.look(f"/tables/{table}") and ">Ann (2)</b>" in bob.text


def test_a_name_is_changed_in_the_lobby(ann: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="4", name="Ann")
    table = ann.path
    ann.send(f"{table}/sit", person="Béla")
    ann.send(f"{table}/sit", person="BÉLA")
    assert ann.page.status_code == 409 and field_value(ann.text, "person") == "BÉLA"
    ann.send(f"{table}/name", seat="1", name="ann")
    assert ann.page.status_code == 409, "another player has this name"
    ann.send(f"{table}/name", seat="1", name="Zoë")
    ann.send(f"{table}/name", seat="0", name="ANN")
    assert chairs(ann, table) == ["ANN", "Zoë", "", ""]
    assert field_value(ann.look("/"), "name") == "ANN", "only the guest's own name is remembered"
    ann.look(table)
    ann.send(f"{table}/name", seat="3", name="Cy")
    assert ann.page.status_code == 403
    ann.send(f"{table}/bots", level="beginner", count="all")
    ann.send(f"{table}/name", seat="0", name="Late")
    assert ann.page.status_code == 409 and "Late" not in chairs(ann, table)


@pytest.mark.parametrize("seat", [None, "", "one", "-1", "100"])
def test_a_form_to_leave_without_a_seat_empties_none(ann: Visitor, seat: str | None) -> None:
    ann.send("/tables", variant="classic", name="Anna")
    table = ann.path
    ann.send(f"{table}/leave", **({} if seat is None else {"seat": seat}))
    assert ann.page.status_code == 422 and "It is not clear which seat is meant." in ann.text
    assert chairs(ann, table)[0] == "Anna"
    ann.send(f"{table}/leave", seat="0")
    assert chairs(ann, table)[0] == ""


@pytest.mark.parametrize("action", ["sit", "name"])
def test_a_form_with_an_unreadable_seat_changes_nothing(
    ann: Visitor, bob: Visitor, action: str
) -> None:
    ann.send("/tables", variant="classic", name="Anna")
    table = ann.path
    before = chairs(ann, table)
    for visitor in (ann, bob):
        visitor.look(table)
        visitor.send(f"{table}/{action}", name="Boris", seat="first")
        assert visitor.page.status_code == 422
        assert visitor.http.get("/api/me").json()["name"] != "Boris"
    assert chairs(ann, table) == before


# ── what is remembered ───────────────────────────────────────────────────────────────────────────


def test_forms_remember_the_last_choices(ann: Visitor) -> None:
    assert set(checked_values(ann.text, "variant")) == {"classic"} and set(
        checked_values(ann.text, "level")
    ) == {"easy"}
    ann.send("/quick", variant="leaders", seats="5", people="2", level="hard")
    ann.look("/")
    assert (
        checked_values(ann.text, "variant") == ["classic+leaders"]
        and checked_values(ann.text, "level") == ["hard"] * 2
    )
    assert checked_values(ann.text, "seats")[1] == "5" and checked_values(ann.text, "people") == [
        "2"
    ]
    options = {"classic-sides": "B", "classic-wonders-2": "giza:B", "clock": "300", "closed": "1"}
    ann.send("/tables", variant="classic", seats="6", name="Ann", **options)
    ann.look("/")
    assert checked_values(ann.text, "seats") == ["6", "5"], "each form remembers its own choice"
    for value in ("classic", "B", "giza:B", "300"):
        assert re.search(rf'<option value="{value}"[^>]* selected>', ann.text)
    assert 'name="closed" value="1" checked' in ann.text
    assert 'name="hints" value="1" checked' not in ann.text, (
        "an unchecked option must stay unchecked"
    )
    assert '<details id="more">' in ann.text, "the form must be closed"


def encoded_cookie(fields: str) -> str:
    return urlsafe_b64encode(fields.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "%",
        "x" * 4000,
        "é",
        encoded_cookie("\udcff".encode("utf-8", "surrogatepass").decode("latin-1")),
        encoded_cookie(
            "variant=%3Cscript%3E&seats=99&people=-1&level=god&person-2=%3Cb%3Enobody%3C%2Fb%3E"
        ),
        encoded_cookie("variant=duel&seats=7&people=7&classic-wonders-1=%22%3E%3Cscript%3E"),
        encoded_cookie("&".join(f"a{n}=1" for n in range(200))),
        encoded_cookie("seats=٣&variant=no_such_game"),
    ],
)
def test_a_forged_cookie_does_no_harm(ann: Visitor, cookie: str) -> None:
    cookies = "; ".join(f"{name}={cookie}" for name in COOKIES.values())
    ann.page = ann.http.get("/", headers=[(b"cookie", cookies.encode())])
    assert ann.page.status_code == 200
    assert (
        len(checked_values(ann.text, "variant")) == len(set(checked_values(ann.text, "level"))) == 1
    )
    assert (
        len(checked_values(ann.text, "seats")) == 2 and len(checked_values(ann.text, "people")) == 1
    )
    assert "<script>" not in ann.text and "<b>nobody" not in ann.text
    assert ann.send("/quick", variant="duel").status_code == 200


# ── the invitation ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("host", ["10.0.0.1", "192.168.178.21:8707", "games.club.example.org:8443"])
def test_the_qr_code_is_the_link_with_a_quiet_zone(host: str) -> None:
    link = f"http://{host}/tables/AbCdEfGhIjKl"
    drawing = str(qr_code(link, '"scan" me'))
    assert 'role="img" aria-label="&#34;scan&#34; me"' in drawing and " style=" not in drawing
    assert 'fill="#fff"' in drawing, "the quiet zone must be drawn, for dark pages"
    shown = read_modules(drawing)
    assert not any(any(row) for row in shown[:QUIET_ZONE] + shown[-QUIET_ZONE:])
    assert not any(any(row[:QUIET_ZONE] + row[-QUIET_ZONE:]) for row in shown)
    assert decode([row[QUIET_ZONE:-QUIET_ZONE] for row in shown[QUIET_ZONE:-QUIET_ZONE]]) == link


def test_the_lobby_and_the_television_show_the_code_of_the_link(ann: Visitor) -> None:
    ann.send("/tables", variant="duel", name="Ann")
    table, link = ann.path, str(ann.page.url)
    code = str(qr_code(link, "QR code of the invitation link"))
    assert code in ann.text and f'data-copy="{link}"' in ann.text
    assert "Only this computer can open this link." in ann.text
    assert code in ann.look(f"{table}/tv")
    ann.look("/device")
    ann.send("/device/code")
    assert str(qr_code(field_value(ann.text, "link"), "QR code of this link")) in ann.text


def request_at(host: str, listens_at: str) -> Request:
    settings = Settings(host=listens_at)
    state = SimpleNamespace(registry=SimpleNamespace(settings=settings))
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "app": SimpleNamespace(state=state),
        "server": ("127.0.0.1", 8707),
    }
    return Request(scope)


@pytest.mark.parametrize(
    ("host", "listens_at", "url", "is_local"),
    [
        ("localhost:8707", "0.0.0.0", "http://192.168.1.7:8707/", False),
        ("127.0.0.1:8707", "::", "http://192.168.1.7:8707/", False),
        ("localhost:8707", "127.0.0.1", "http://localhost:8707/", True),
        ("[::1]:8707", "127.0.0.1", "http://[::1]:8707/", True),
        ("games.example", "0.0.0.0", "http://games.example/", False),
        ("192.168.1.9:80", "0.0.0.0", "http://192.168.1.9:80/", False),
    ],
)
def test_the_link_has_an_address_that_others_can_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, listens_at: str, url: str, is_local: bool
) -> None:
    monkeypatch.setattr(invitation, "network_address", lambda: "192.168.1.7")
    assert invitation.site_of(request_at(host, listens_at)) == invitation.SiteAddress(url, is_local)


def test_a_machine_without_a_network_has_no_other_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = invitation.network_address()
    assert found is None or not found.startswith("127.")
    monkeypatch.setattr(invitation, "_UNROUTED_ADDRESS", ("127.0.0.1", 9))
    assert invitation.network_address() is None
    assert invitation.site_of(request_at("localhost", "0.0.0.0")).is_local


# ── talk ─────────────────────────────────────────────────────────────────────────────────────────


def chat_bubbles(text: str) -> list[tuple[set[str], str]]:
    """Return the classes and texts of the chat bubbles of a page."""
    found = re.findall(r'<li class="bubble([^"]*)">.*?<span class="words">(.*?)</span>', text)
    return [(set(classes.split()), words) for classes, words in found]


def test_messages_are_shown_in_bubbles(
    ann: Visitor, bob: Visitor, make_visitor: VisitorFactory
) -> None:
    ann.send("/tables", variant="classic", seats="3", name="Ann")
    table = ann.path
    bob.look(table)
    bob.send(f"{table}/sit", name="Bob")
    eve = make_visitor()
    eve.look(table)
    for visitor, words in ((ann, "good day"), (ann, "<b>you</b>"), (bob, "hi"), (eve, "I watch")):
        visitor.look(table)
        visitor.send(f"{table}/say", text=words)
    bob.look(table)
    bob.send(f"{table}/react", reaction="wow")
    expected = [
        ({"seat-0", "is-mine", "is-first"}, "good day"),
        ({"seat-0", "is-mine"}, "&lt;b&gt;you&lt;/b&gt;"),
        ({"seat-1", "is-first"}, "hi"),
        ({"is-first"}, "I watch"),
        ({"seat-1", "is-first", "is-reaction"}, "Wow!"),
    ]
    assert chat_bubbles(ann.look(table)) == expected
    mine = [("is-mine" in classes) for classes, _ in chat_bubbles(bob.look(table))]
    assert mine == [False, False, True, False, True]
    assert 'role="log"' in bob.text and re.search(
        r'<time datetime="20[^"]*\+00:00">\d\d:\d\d<', bob.text
    )
    people = re.findall(
        r'<button type="button" class="speaker player" popovertarget="([^"]+)"', bob.text
    )
    assert len(people) == 2 and all(f'id="{id}" popover' in bob.text for id in people)
    other = people[0].removeprefix("person-")
    bob.send(f"{table}/mute", guest=other, muted="yes")
    assert "good day" not in bob.text and "Ann · muted" in bob.text and "Unmute Ann" in bob.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_is_in_the_language_of_the_visitor(
    make_visitor: VisitorFactory, language: str
) -> None:
    host, guest = make_visitor(), make_visitor(**{"accept-language": language})
    host.send("/tables", variant="duel", name="Олена")
    title = ruleset("duel").title(language)
    words = "%(name)s invites you to a game of %(game)s"
    sentence = translator(language).gettext(words, name="Олена", game=title)
    assert f'<h1 id="welcome">{sentence}</h1>' in guest.look(host.path)
