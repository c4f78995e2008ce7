"""A page fetches one board a turn: the stream alone reports who has chosen in the meantime."""

from playwright.sync_api import Route, expect

from tests.server.conftest import RunningServer
from tests.web.browser.test_motion import Company
from tests.web.conftest import Open, open_drawer

LISTENER_SCRIPT = """
window.heard = 0;
window.EventSource = class extends EventSource {
  constructor(...how) {
    super(...how);
    this.addEventListener("change", (event) => (window.heard = JSON.parse(event.data).version));
  }
};
"""


def test_choices_during_a_fetch_cause_no_further_fetch(visit: Open, site: RunningServer) -> None:
    company = Company(site, 4)
    page = company.watch(visit(), LISTENER_SCRIPT)
    company.ann.choose(company.table).raise_for_status()
    page.locator(".chosen").wait_for()
    fetched: list[str] = []

    def delay_board(route: Route) -> None:
        """Let other players choose while the board of the next turn is being fetched."""
        fetched.append(route.request.url)
        answer = route.fetch()
        if len(fetched) == 1:
            for guest in company.people[1:3]:
                version = guest.choose(company.table).raise_for_status().json()["version"]
                page.wait_for_function("version => heard >= version", arg=version)
        route.fulfill(response=answer)

    page.route("**/live?*", delay_board)
    for guest in company.people[1:]:
        guest.choose(company.table).raise_for_status()
    for seat in (1, 2):
        expect(page.locator(f"#city-{seat} header .done")).to_be_visible()
    expect(page.locator("#city-3 header .thinking")).to_be_visible()
    open_drawer(page)
    company.people[3].post(f"/tables/{company.table}/messages", text="Quick!").raise_for_status()
    expect(page.locator("#dock")).to_contain_text("Quick!")
    assert len(fetched) == 2, "one fetch for the turn, one for the message"
