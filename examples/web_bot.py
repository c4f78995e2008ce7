"""A bot that plays a whole game over the web API, with nothing but Python's standard library.

    python examples/web_bot.py http://localhost:8707              # a game against two bots
    python examples/web_bot.py http://localhost:8707 a1B2c3D4e5F6 # take a seat at this table

It builds where it can, and else does whatever comes first.
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """The API, as one guest."""

    def __init__(self, server: str) -> None:
        self.api, self.headers = f"{server.rstrip('/')}/api", {"Content-Type": "application/json"}
        token = self.post("/guests", name="Example bot")["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Any:
        with urlopen(Request(self.api + path, headers=self.headers)) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode()
        with urlopen(Request(self.api + path, data=data, headers=self.headers)) as answer:
            return json.load(answer)

    def changes(self, table: str) -> Any:
        """Everything that happened at the table, then everything that happens."""
        path = f"{self.api}/tables/{table}/events?after=0"
        with urlopen(Request(path, headers=self.headers)) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))


def choose(view: dict[str, Any]) -> str:
    """Build if that is possible; discard only if nothing else is."""
    order = {"build": 0, "wonder": 1, "stage": 1, "recruit": 1, "discard": 3}
    moves = sorted(view["legal_moves"], key=lambda move: order.get(move["verb"], 2))
    return str(moves[0]["text"])


def main(server: str, table: str | None = None) -> None:
    client, seen = Client(server), 0
    if table is None:
        table = client.post("/tables", seats=3, bots=["easy", "easy"])["id"]
    else:
        client.post(f"/tables/{table}/seats")
    for change in client.changes(table):
        if change["version"] <= seen or client.get(f"/tables/{table}")["state"] == "open":
            continue
        view = client.get(f"/tables/{table}/view")
        seen = view["version"]
        if view["is_over"]:
            break
        if view["seat"] in view["to_move"]:
            move = {"move": choose(view), "decision": view["decision"]}
            client.post(f"/tables/{table}/moves", **move)
    print("points:", client.get(f"/tables/{table}")["totals"])


if __name__ == "__main__":
    main(*sys.argv[1:])
