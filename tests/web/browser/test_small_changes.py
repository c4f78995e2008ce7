"""In a browser: a new board keeps what has not changed, and the state of the page with it."""

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Player, RunningServer
from tests.web.conftest import Open, sign_in

MAX_REPLACED_NODES = 1500
# Counts nodes of the board that were not there before.
COUNT = """() => {
  const board = document.querySelector("#live");
  const nodes = (root) => { let n = 1; for (const child of root.childNodes) n += nodes(child); return n; };
  const known = new WeakSet();
  const note = (root) => { known.add(root); root.childNodes.forEach(note); };
  note(board);
  window.replaced = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (!known.has(node)) { window.replaced += nodes(node); note(node); }
  }).observe(board, { childList: true, subtree: true });
  return nodes(board);
}"""

# The first difference of the board to the one that the server would send, apart from what scripts add.
DIFFERENCE = """() => {
  const plain = (root) => {
    const copy = root.cloneNode(true);
    for (const script of copy.querySelectorAll("script.steps")) script.remove();
    for (const one of copy.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
    copy.normalize();
    for (const one of [copy, ...copy.querySelectorAll("*")])
      for (const text of one.childNodes) if (text.nodeType === 3 && !text.data.trim()) text.data = " ";
    return copy;
  };
  const sent = new DOMParser().parseFromString(window.sent, "text/html").querySelector("#live");
  const differ = (one, other) => {
    if (one.isEqualNode(other)) return "";
    const pairs = [...one.childNodes].map((child, n) => [child, other.childNodes[n]]);
    const inner = pairs.filter(([a, b]) => b && a.nodeName === b.nodeName).map(([a, b]) => differ(a, b));
    const isHere = pairs.length === other.childNodes.length && inner.length === pairs.length;
    return (isHere && inner.find(Boolean)) || `${one.outerHTML ?? one.data} <> ${other.outerHTML ?? other.data}`;
  };
  const [shown, wanted] = [plain(document.querySelector("#live")), plain(sent)];
  for (const { name } of [...wanted.attributes]) shown.setAttribute(name, wanted.getAttribute(name));
  return differ(shown, wanted);
}"""

SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shift += value;
}).observe({ type: "layout-shift", buffered: true });
"""


def reach_age(player: Player, table: str, age: int) -> None:
    while (view := player.view(table))["age"] < age or not view["legal_moves"]:
        if view["legal_moves"]:
            player.choose(table).raise_for_status()


def test_a_turn_at_seven_seats_replaces_few_nodes(visit: Open, site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(seats=7, bots=["random"] * 6)
    reach_age(ann, table, 3)
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    total = page.evaluate(COUNT)
    for turn in (2, 3):
        page.evaluate("window.replaced = 0")
        moment = page.locator("#live").get_attribute("data-moment")
        ann.choose(table).raise_for_status()
        reach_age(ann, table, 3)
        shown = page.locator(f'#live:not([data-moment="{moment}"])[data-turn="mine"]')
        expect(shown).to_have_count(1)
        replaced = page.evaluate("window.replaced")
        assert total > 5000 and replaced <= MAX_REPLACED_NODES, (turn, replaced, total)
    fresh = page.context.request.get(f"{site.url}/tables/{table}/live").text()
    page.evaluate("(html) => { window.sent = html; }", fresh)
    assert page.evaluate(DIFFERENCE) == ""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["wide", "narrow"])
def test_a_table_of_seven_does_not_shift_while_it_opens(
    visit: Open, site: RunningServer, size: tuple[int, int]
) -> None:
    """A board that was shown before its end had arrived moved by half a screen."""
    ann = site.player("Ann")
    table = ann.open(seats=7, bots=["random"] * 6)
    reach_age(ann, table, 2)
    page = visit(*size)
    sign_in(page, ann)
    page.context.add_init_script(SHIFTS)
    page.goto(f"/tables/{table}")
    expect(page.locator("#dock")).to_be_attached()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")
    assert page.evaluate("window.shift") == 0
