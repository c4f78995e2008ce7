"""In several browsers: people at one table see the actions of others, and never their hands."""

from playwright.sync_api import Page, expect

from tests.web.browser.test_whole_games import click_something, decision, wait_after, wait_for_turn
from tests.web.conftest import Open, join, open_drawer, open_table


def gather(visit: Open, variant: str) -> tuple[Page, Page]:
    """Let Ann open a table and Bob join by its link."""
    ann, bob = visit(), visit(width=1000)
    open_table(ann, variant)
    join(bob, ann.locator("#invite").input_value(), "Bob")
    return ann, bob


def test_a_turn_at_a_table_of_two_people_a_bot_and_a_spectator(visit: Open) -> None:
    ann, bob = gather(visit, "classic")
    ann.locator(".chair", has_text="Bob").wait_for()
    ann.get_by_role("button", name="Add a bot").click()
    carl = visit(width=800)
    carl.goto(ann.url)
    for page in (ann, bob):
        assert wait_for_turn(page)
    expect(carl.locator(".seat-state .done")).to_have_count(1)  # only the bot has chosen
    click_something(ann, 0)
    for page in (bob, carl):
        expect(page.locator('.seat[href="#city-0"] .done')).to_have_count(1)
    ann.get_by_role("button", name="Take back").click()
    for page in (bob, carl):
        expect(page.locator('.seat[href="#city-0"] .thinking')).to_have_count(1)
    for page in (bob, carl):
        open_drawer(page)
    wow = carl.get_by_role("button", name="Wow!")
    place = wow.bounding_box()
    bob.locator("#say").fill("Well?")
    bob.locator("#say").press("Enter")
    expect(carl.locator("#said")).to_contain_text("Well?")
    assert wow.bounding_box() == place, "a message must not move buttons"
    wow.click()
    for page in (ann, bob, carl):
        expect(page.locator("#said")).to_contain_text("Well?")
        expect(page.locator("#said")).to_contain_text("Wow!")
    assert not carl.locator('input[name="card"], .hand').count(), "spectators must see no hand"
    bob.keyboard.press("Escape")
    for page in (ann, bob):
        wait_for_turn(page)
        before = decision(page)
        click_something(page, 1)
        wait_after(page, before)
    for page in (ann, bob, carl):
        expect(page.locator(".status h1")).to_have_text("Age I, turn 2")


def test_a_rematch_brings_both_to_one_table(visit: Open) -> None:
    ann, bob = gather(visit, "duel")
    for page in (ann, bob):
        page.wait_for_selector("#live.is-duel")
    open_drawer(ann)
    ann.locator("#leave summary").click()
    ann.get_by_role("button", name="Resign").click()
    for page in (ann, bob):
        page.wait_for_selector("#verdict")
    old = ann.url
    for page, words in ((ann, "Play again"), (bob, "Go to the next game")):
        page.get_by_role("button", name=words).click()
        page.wait_for_url(lambda url: url != old)
    assert ann.url == bob.url
    for page in (ann, bob):
        page.wait_for_selector('#live.is-duel[data-state="playing"]')
