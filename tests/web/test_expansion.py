"""Tables with the toy expansions of the tests, over the API and in a browser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

import heptapolis as hp
from heptapolis import variants
from heptapolis.server.guests import COOKIE
from heptapolis.variants import rulesets
from heptapolis.web.boards import board_of, explainer_of
from heptapolis.web.encyclopaedia import volumes
from tests.server.conftest import Player, RunningServer, wait_for
from tests.toys import couriers, omens
from tests.web.browser.test_whole_games import fits, play
from tests.web.conftest import Open, Visitor, VisitorFactory, photograph, sign_in
from tests.web.test_boards import html

GAME, CLASSIC, BOTH = "duel+omens", "classic+couriers", "classic+couriers+leaders"
DESKTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
CHOOSE = """(select, game) => {
    select.value = game;
    select.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.fixture(autouse=True)
def registered_expansions() -> Iterator[None]:
    variants.register_expansion(omens.EXPANSION)
    variants.register_expansion(couriers.EXPANSION)
    yield
    variants.unregister("couriers")
    variants.unregister("omens")


def view_at_phase(ann: Player, table: str, phase: str) -> Any:
    """Play until the player is to decide in this phase, with wonders first; return the view."""
    while (view := ann.view(table))["phase"] != phase or view["seat"] not in view["to_move"]:
        if view["seat"] in view["to_move"]:
            wonders = [m["text"] for m in view["legal_moves"] if m["verb"] == "wonder"]
            ann.choose(table, (wonders or [None])[0]).raise_for_status()
    return view


def test_a_whole_game_is_played_over_the_api(site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(game=GAME, bots=["random"])
    options = ann.get(f"/tables/{table}")["options"]
    assert (options["game"], options["expansions"]) == ("duel", ["omens"])
    verbs = set()
    while not (view := ann.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            verbs.add(view["legal_moves"][0]["verb"])
            wonders = [m["text"] for m in view["legal_moves"] if m["verb"] == "wonder"]
            ann.choose(table, (wonders or [None])[0]).raise_for_status()
    assert "foresee" in verbs and "omens" in view["cities"][0]["score"]


def test_an_omen_is_chosen_in_a_browser(visit: Open, site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(game=GAME, bots=["random"])
    view = view_at_phase(ann, table, "foresee")
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    assert page.locator("#question").inner_text() == "Keep one of these omens"
    sky = page.locator(".sky")
    assert sky.inner_text() == "omens left: 4"  # from the template of the expansion
    night = sky.evaluate("one => getComputedStyle(one).backgroundColor")
    assert night == "rgb(27, 42, 74)"  # from the style sheet of the expansion
    choice = view["legal_moves"][1]
    page.locator(f'label[for="card-{choice["card"]}"]').click()
    for name, size in (("omens", DESKTOP), ("omens-narrow", PHONE)):
        page.set_viewport_size(size)
        photograph(page, name, full_page=True)
        assert fits(page)
    page.set_viewport_size(DESKTOP)
    page.locator(f'button[value="{choice["text"]}"]').click()
    wait_for(lambda: ann.view(table)["phase"] != "foresee")
    page.wait_for_selector(f'.shelf [data-vt="{choice["card"]}"]')


def test_a_whole_game_with_couriers_is_played_over_the_api(site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(game=CLASSIC, bots=["random", "random"])
    assert ann.get(f"/tables/{table}")["options"]["expansions"] == ["couriers"]
    held = ann.view(table)["expansions"]["couriers"]["held"]
    sent = set()
    while not (view := ann.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            first = view["legal_moves"][0]
            sent |= {first["card"]} if first["verb"] == "send" else set()
            ann.choose(table).raise_for_status()
    assert sent == {*held[view["seat"]]} and "couriers" in view["cities"][0]["score"]


def test_hidden_things_are_told_to_their_seat_alone(site: RunningServer) -> None:
    ann, eve = site.player("Ann"), site.player("Eve")
    table = ann.open(game=BOTH, bots=["random", "random"])
    own, seen = (one.view(table)["expansions"]["couriers"]["held"] for one in (ann, eve))
    assert "?" not in own[0] and own[1:] == [["?", "?"]] * 2
    assert seen == [["?", "?"]] * 3
    assert ann.view(ann.open(game="classic", bots=["random"] * 2))["expansions"] == {}


@pytest.mark.parametrize("asked", [{"game": GAME}, {"game": "duel", "expansions": ["omens"]}])
def test_its_option_is_one_of_a_table(site: RunningServer, asked: dict[str, Any]) -> None:
    ann = site.player("Ann")
    table = ann.open(**asked, looks=2, bots=["random"])
    told = ann.get(f"/tables/{table}")["options"]
    assert (told["game"], told["expansions"], told["looks"]) == ("duel", ["omens"], 2)
    assert ann.view(table)["expansions"]["omens"]["most"] == 2


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"game": GAME, "looks": 7}, "looks: Input should be less than or equal to 4"),
        ({"game": GAME, "looks": "many"}, "looks: Input should be a valid integer"),
        ({"game": GAME, "look": 2}, "no option 'look'; did you mean 'looks'?"),
        ({"game": "duel+omen"}, "duel has no expansion 'omen'; it has omens; did you mean"),
        ({"game": "duel", "expansions": ["couriers"]}, "no expansion 'couriers'; it has omens"),
        ({"game": GAME, "expansions": "omens"}, "a list of names, of omens; got 'omens'"),
        ({"game": CLASSIC + "+couriers"}, "an expansion is named twice"),
    ],
)
def test_wrong_options_are_refused_over_the_api_in_a_line(
    site: RunningServer, options: dict[str, Any], complaint: str
) -> None:
    answer = site.player("Ann").post("/tables", **options)
    message = answer.json()["error"]["message"]
    assert answer.status_code == 422 and complaint in message and "\n" not in message


# ── pages without script ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
def ann_with_forms(make_visitor: VisitorFactory, site: RunningServer) -> tuple[Player, Visitor]:
    """A player, and the same person with pages that have no script."""
    ann, visitor = site.player("Ann"), make_visitor()
    visitor.http.cookies.set(COOKIE, ann.token)
    return ann, visitor


@pytest.mark.parametrize(
    ("rules", "verb", "told", "column"),
    [
        (GAME, "foresee", "omen kept: ", "Omens"),
        (CLASSIC, "send", "sends a courier: ", "Couriers"),
        (BOTH, "send", "sends a courier: ", "Couriers"),
    ],
)
def test_a_whole_game_is_played_by_forms_alone(
    ann_with_forms: tuple[Player, Visitor], rules: str, verb: str, told: str, column: str
) -> None:
    """Table, television and replay show it, from the first decision to the end."""
    ann, page = ann_with_forms
    table = ann.open(game=rules, bots=["random"] * (1 if rules == GAME else 2))
    sent = list[str]()
    while not (view := ann.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            page.look(f"/tables/{table}")
            moves = page.moves()
            liked = [
                m for word in (verb, "wonder", "discard", "") for m in moves if m.startswith(word)
            ]
            sent.append(liked[0])  # those who sell cards can pay for a wonder
            page.send(f"/tables/{table}/move", move=sent[-1])
            assert page.page.status_code == 200
    assert any(move.startswith(verb) for move in sent)
    assert 'id="verdict"' in page.look(f"/tables/{table}") and told in page.text
    assert f">{column}<" in page.text and page.page.status_code == 200
    assert 'class="end tv-end' in page.look(f"/tables/{table}/tv")
    assert told in page.look(f"/tables/{table}/replay?step=999")


def test_it_brings_a_lesson(ann_with_forms: tuple[Player, Visitor]) -> None:
    """The coach explains its decision; without the expansion the lesson is not offered."""
    ann, page = ann_with_forms
    assert "Your first omens" in page.look("/learn") and "Duel with omens" in page.text
    page.send("/learn/omens")
    table = page.path.rpartition("/")[2]
    view = view_at_phase(ann, table, "foresee")
    assert "Keep the omen that is worth most." in page.look(f"/tables/{table}")
    names = {move["card"] for move in view["legal_moves"]}
    assert len(names) == 2 and "Keep one of these omens" in page.text
    variants.unregister("omens")
    assert "Your first omens" not in page.look("/learn")
    variants.register_expansion(omens.EXPANSION)


# ── the encyclopaedia ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "texts"),
    [
        ("/cards?kind=omen", ["Comet", "Eclipse", "Duel with omens"]),
        ("/cards?game=classic%2Bcouriers&kind=courier", ["Red courier to the left"]),
        (
            "/cards?game=classic+couriers",
            ["Red courier to the left"],
        ),  # a plus sign may arrive decoded
        ("/cards/duel+omens/omen/comet", ["Comet", "2 points at the end."]),
        ("/cards/omens/omen/comet", ["/cards/duel+omens/omen/rainbow"]),  # an earlier address
        ("/cards/classic+couriers/courier/red_left", ["in the cities visited: the left"]),
        ("/cards/duel+omens/card/zodiac", ["Take 3 coins for each omen", "Duel with omens"]),
        ("/cards/leaders/leader/plato", ["/cards/classic+leaders/leader/"]),
        ("/cards?game=leaders&kind=leader", ["Plato"]),
    ],
)
def test_the_encyclopaedia_has_what_an_expansion_brings(
    site: RunningServer, address: str, texts: list[str]
) -> None:
    answer = site.ask("GET", address, follow_redirects=True)
    assert answer.status_code == 200
    for text in texts:
        assert text in answer.text


def test_volumes_of_one_expansion_and_of_several_have_different_names() -> None:
    names = [volume.game for volume in volumes("en")]
    assert {"classic+leaders", "classic+couriers", "classic+couriers+leaders"} <= {*names}
    assert len({*names}) == len(names) == len(rulesets())
    assert not any(
        volume.find("omen:comet") for volume in volumes("en") if "omens" not in volume.game
    )


def test_sheets_explain_things_and_show_owners_only_to_players_who_know_them() -> None:
    game: Any = hp.new(CLASSIC, seats=3, seed=1)
    held = game.position()["couriers"]["held"][0][0]
    own, other = (explainer_of(game.view(seat), "en") for seat in (0, 1))
    mine, theirs = (one.sheet(f"courier:{held}") for one in (own, other))
    assert mine and theirs and mine.words == theirs.words and mine.kind == "Couriers"
    assert [fact.label for fact in mine.facts] == ["Who has it"] and not theirs.facts
    column = own.sheet("column:couriers")
    assert column and column.words == ("Points from the couriers sent.",)
    assert "Couriers" in [group.heading for group in own.groups()]
    assert own.sheet("courier:altar") and own.sheet("courier:comet") is None
    duel = explainer_of(hp.new(GAME, seed=1).view(0), "en")
    sheet = duel.sheet("omen:comet")
    assert sheet and sheet.words == ("2 points at the end.",) and "omen" in sheet.picture


def test_templates_style_sheets_and_rules_of_an_expansion_are_found(site: RunningServer) -> None:
    game: Any = hp.new(GAME, seed=1)
    assert board_of(game.view(0), "en").template == "omens/board.html"
    assert "omens left: 6" in html(game.view(0))
    (sheet,) = re.findall(r'href="(/static/[^"]*omens.css)"', site.ask("GET", "/").text)
    answer = site.ask("GET", sheet)
    assert answer.status_code == 200 and ".h-omen" in answer.text
    rules = site.ask("GET", "/rules/omens")
    assert rules.status_code == 200 and 'id="O2"' in rules.text and "Crow" in rules.text
    assert "Omens" in site.ask("GET", "/rules").text
    assert site.ask("GET", "/rules/O1").headers["location"] == "/rules/omens#O1"
    variants.unregister("omens")  # its resources go with it
    assert "omens.css" not in site.ask("GET", "/").text
    assert site.ask("GET", "/rules/omens").status_code == 404
    variants.register_expansion(omens.EXPANSION)


# ── a page in a browser ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "verb"), [(GAME, "foresee"), (CLASSIC, "send")], ids=["omens", "couriers"]
)
def test_its_decision_is_made_by_clicks_without_script(
    visit: Open, site: RunningServer, rules: str, verb: str
) -> None:
    ann = site.player("Ann")
    table = ann.open(game=rules, bots=["random"] * (2 if rules == CLASSIC else 1))
    view = view_at_phase(ann, table, verb)
    page = visit(java_script_enabled=False)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    choice = view["legal_moves"][0]
    page.locator(f'label[for="card-{choice["card"]}"]').click()
    with page.expect_navigation():
        page.locator(f'button[value="{choice["text"]}"]').click()
    assert ann.view(table)["decision"] != view["decision"]
    assert page.locator(f'.shelf [data-vt="{choice["card"]}"]').count()


def test_a_courier_is_sent_in_a_browser(visit: Open, site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(game=CLASSIC, seats=5, bots=["random"] * 4)
    view = view_at_phase(ann, table, "send")
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    assert page.locator("#question").inner_text() == "Send one of your couriers, or pass"
    choice = view["legal_moves"][0]
    page.locator(f'label[for="card-{choice["card"]}"]').click()
    for name, size in (("couriers", DESKTOP), ("couriers-narrow", PHONE)):
        page.set_viewport_size(size)
        photograph(page, name, full_page=True)
        assert fits(page)
    page.set_viewport_size(DESKTOP)
    page.locator(f'button[value="{choice["text"]}"]').click()
    wait_for(lambda: ann.view(table)["phase"] != "send")
    page.wait_for_selector(f'.is-mine .shelf [data-vt="{choice["card"]}"]')


def test_the_option_of_an_expansion_is_offered_only_with_it(
    visit: Open, site: RunningServer
) -> None:
    ann = site.player("Ann")
    page = visit()
    sign_in(page, ann)
    page.goto("/")
    form = page.locator('form[action="/tables"]')
    field, games = form.locator('[name="omens-looks"]'), form.locator('[name="variant"]')
    for game, is_offered in (("duel", False), (GAME, True), ("classic", False)):
        games.evaluate(CHOOSE, game)
        assert field.is_enabled() == is_offered
    games.evaluate(CHOOSE, GAME)
    field.evaluate("(select) => { select.value = '2'; }")
    form.evaluate("(form) => form.requestSubmit()")
    page.wait_for_url("**/tables/*")
    table = page.url.rpartition("/")[2].partition("?")[0]
    assert ann.get(f"/tables/{table}")["options"]["looks"] == 2


@pytest.mark.long
@pytest.mark.parametrize("rules", [GAME, CLASSIC, BOTH])
def test_a_whole_game_is_played_by_clicking(visit: Open, site: RunningServer, rules: str) -> None:
    ann = site.player("Ann")
    table = ann.open(game=rules, bots=["random"] * (1 if rules == GAME else 2))
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    play(page)
    column = {GAME: "Omens"}.get(rules, "Couriers")
    assert page.locator(f'.end .sheet th:has-text("{column}")').count()
