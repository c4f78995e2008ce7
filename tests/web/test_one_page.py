"""One page a turn, however many choose meanwhile: who has chosen is told by the stream alone."""

import time

from playwright.sync_api import Route, expect

from tests.server.conftest import Running
from tests.web.conftest import Open, open_drawer
from tests.web.test_motion import Company


def test_choices_that_come_while_a_board_is_fetched_fetch_no_other(
    visit: Open, site: Running
) -> None:
    company = Company(site, 4)
    page = company.watch(visit())
    company.ann.choose(company.table).raise_for_status()
    page.locator(".chosen").wait_for()
    fetched: list[str] = []

    def dawdle(route: Route) -> None:
        """While the board of the next turn is on its way, others choose already."""
        fetched.append(route.request.url)
        answer = route.fetch()
        if len(fetched) == 1:
            for guest in company.people[1:3]:
                guest.choose(company.table).raise_for_status()
                time.sleep(0.3)  # the page hears of it
        route.fulfill(response=answer)

    page.route("**/live?*", dawdle)
    for guest in company.people[1:]:
        guest.choose(company.table).raise_for_status()
    for seat in (1, 2):
        expect(page.locator(f"#city-{seat} header .done")).to_be_visible()
    expect(page.locator("#city-3 header .thinking")).to_be_visible()
    open_drawer(page)
    company.people[3].post(f"/tables/{company.table}/messages", text="Quick!").raise_for_status()
    expect(page.locator("#dock")).to_contain_text("Quick!")
    assert len(fetched) == 2, "the turn, and what was said"
