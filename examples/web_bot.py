"""Play a whole game over the web API, with Python's standard library only.

    python examples/web_bot.py http://localhost:8707              # a game against two bots
    python examples/web_bot.py http://localhost:8707 a1B2c3D4e5F6 # take a seat at this table

The bot builds if it can, and otherwise chooses the first move.
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """Calls the API as one guest."""

    def __init__(self, server: str) -> None:
        self.api, self.headers = f"{server.rstrip('/')}/api", {"Content-Type": "application/json"}
        self.headers["Authorization"] = f"Bearer {self.call('/guests', name='A bot')['token']}"

    def call(self, path: str, post: bool = False, **body: Any) -> Any:
        """Send a request: GET, or POST with a body."""
        data = json.dumps(body).encode() if body or post else None
        with urlopen(Request(self.api + path, data=data, headers=self.headers)) as answer:
            return json.load(answer)

    def changes(self, table: str) -> Any:
        """Yield all changes of the table so far, then new ones as they happen."""
        path = f"{self.api}/tables/{table}/events?after=0"
        with urlopen(Request(path, headers=self.headers)) as stream:
            yield from (json.loads(line[6:]) for line in stream if line.startswith(b"data: "))


def choose(view: dict[str, Any]) -> str:
    """Return a move: build if possible, discard only if nothing else is."""
    order = {"build": 0, "wonder": 1, "stage": 1, "recruit": 1, "discard": 3}
    return str(min(view["legal_moves"], key=lambda move: order.get(move["verb"], 2))["text"])


def main(server: str, table: str = "") -> None:
    client, known = Client(server), 0
    if table:
        client.call(f"/tables/{table}/seats", post=True)
    else:
        table = client.call("/tables", seats=3, bots=["easy", "easy"], pause=0)["id"]
    for change in client.changes(table):
        if change["version"] <= known or client.call(f"/tables/{table}")["state"] == "open":
            continue
        view = client.call(f"/tables/{table}/view")
        known = view["version"]
        if view["is_over"]:
            break
        if view["seat"] in view["to_move"]:
            client.call(f"/tables/{table}/moves", move=choose(view), decision=view["decision"])
    print("points:", client.call(f"/tables/{table}")["totals"])


if __name__ == "__main__":
    main(*sys.argv[1:])
