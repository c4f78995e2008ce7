"""Simulated players of a fault campaign, who keep a ledger of their requests and the responses.

Every request has its own connection. So the campaign knows which requests were sent but unanswered
when a server was killed, and a client can disconnect before the response.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

ANSWER_TIMEOUT_SECONDS = 120.0  # longer than any response takes, even during faults
POLL_SECONDS = 0.05  # between requests while other players are to move
RETRY_SECONDS = 0.1  # before a failed request is repeated

Choice = tuple[str, str]  # kind and text, as in a log


class NoAnswer(Exception):
    """No response says whether a request was carried out."""


@dataclass(eq=False)
class Request:
    """A request under way."""

    port: int
    changes: bool  # is no GET request
    outcome: str = ""
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Answer:
    status: int
    body: Any


class RequestTracker:
    """Sends all requests of a campaign and knows their outcomes and those under way."""

    def __init__(self) -> None:
        self.under_way: set[Request] = set()
        self.outcomes: Counter[str] = Counter()
        self._sent: asyncio.Future[int] | None = None
        self._acknowledged: asyncio.Future[int] | None = None

    async def wait_until_sent(self) -> int:
        """Wait until the next changing request is sent; return the port of its server."""
        self._sent = self._sent or asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._sent)

    async def wait_until_acknowledged(self) -> int:
        """Wait until the next changing request is acknowledged; return the port of its server."""
        self._acknowledged = self._acknowledged or asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._acknowledged)

    async def ask(
        self,
        port: int,
        method: str,
        path: str,
        body: Any = None,
        token: str = "",
        *,
        hang_up: bool = False,
    ) -> Answer:
        """Send a request and return the response, or raise NoAnswer."""
        request = Request(port, method != "GET")
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                answer = await self._carry(request, method, path, body, token, hang_up)
            request.outcome = str(answer.status)
            if request.changes and answer.status < 300 and self._acknowledged:
                self._acknowledged.set_result(port)
                self._acknowledged = None
            return answer
        except TimeoutError:
            request.outcome = "no answer in time"
            raise NoAnswer from None
        except (OSError, asyncio.IncompleteReadError, ValueError):
            request.outcome = request.outcome or "cut off"
            raise NoAnswer from None
        finally:
            self.under_way.discard(request)
            self.outcomes[request.outcome or "given up"] += 1
            request.ended.set()

    async def _carry(
        self, request: Request, method: str, path: str, body: Any, token: str, hang_up: bool
    ) -> Answer:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", request.port)
        except OSError:
            request.outcome = "connection refused"
            raise
        try:
            writer.write(_message(request.port, method, path, body, token))
            await writer.drain()
            self.under_way.add(request)
            if request.changes and self._sent:
                self._sent.set_result(request.port)
                self._sent = None
            if hang_up:
                request.outcome = "disconnected by the client"
                raise ConnectionError
            return await _read_answer(reader)
        finally:
            writer.close()


def _message(port: int, method: str, path: str, body: Any, token: str) -> bytes:
    text = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{method} /api{path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: close",
        f"Content-Length: {len(text)}",
        "Content-Type: application/json",
    ]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + text


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    """Read a complete response; raise IncompleteReadError for a partial one."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    length = [int(line[15:]) for line in head if line.lower().startswith("content-length:")]
    text = await reader.readexactly(length[0]) if length else b""
    is_json = text[:1] in (b"{", b"[")
    return Answer(int(head[0].split()[1]), json.loads(text) if is_json else text.decode())


@dataclass
class Ledger:
    """Requests of one player at a table, and the responses."""

    sent: dict[int, set[Choice]] = field(default_factory=dict)  # by decision
    acknowledged: dict[int, Choice] = field(default_factory=dict)
    said: dict[str, bool] = field(
        default_factory=dict
    )  # messages, and whether they were acknowledged
    kept_unheard: int = 0  # choices that were stored although their response was lost
    lost_unheard: int = 0  # choices that were not stored and whose response was lost
    made_by_bots: int = 0  # choices that a bot had already made after a timeout
    open_question: int | None = None  # decision of a choice without a response

    def next_decision(self) -> int:
        """Return the lowest decision that the next view may show."""
        return max(self.acknowledged, default=-1) + 1

    def resolve(self, decision: int) -> None:
        """Find out from the decision in a view whether a choice without a response was stored."""
        question, self.open_question = self.open_question, None
        if question is not None and question not in self.acknowledged:
            if decision > question:
                self.kept_unheard += 1
            else:
                self.lost_unheard += 1


class Person:
    """A guest who plays at one table after another."""

    def __init__(
        self, name: str, tracker: RequestTracker, ports: Callable[[], list[int]], rng: Random
    ) -> None:
        self.name, self.tracker, self._ports, self.rng = name, tracker, ports, rng
        self.id = self.token = ""
        self.ledgers: dict[str, Ledger] = {}  # by table
        self.manners: Counter[str] = Counter()  # number of choices by the way they were sent
        self.faults: list[str] = []
        self.records: dict[str, str] = {}  # records of finished games
        self.moves = 0  # acknowledged choices

    async def ask(self, method: str, path: str, body: Any = None, **how: bool) -> Answer:
        """Send a request to any server; status 500 and above, except 503, is a fault."""
        port = self.rng.choice(self._ports())
        answer = await self.tracker.ask(port, method, path, body, self.token, **how)
        if answer.status >= 500 and answer.status != 503:
            self.faults.append(f"{method} {path} answered {answer.status}")
        return answer

    async def ask_until_answered(self, method: str, path: str, body: Any = None) -> Answer:
        """Repeat a request until a server answers; it is a fault if none does in time."""
        end = time.monotonic() + ANSWER_TIMEOUT_SECONDS
        while True:
            try:
                answer = await self.ask(method, path, body)
                if answer.status != 503:
                    return answer
            except NoAnswer:
                pass
            if time.monotonic() > end:
                self.faults.append(f"no server answers {method} {path}")
                raise NoAnswer
            await asyncio.sleep(RETRY_SECONDS)

    async def create_guest(self) -> None:
        made = (await self._create("/guests", {"name": self.name})).body
        self.id, self.token = made["id"], made["token"]

    async def open(self, options: dict[str, Any]) -> str:
        return str((await self._create("/tables", options)).body["id"])

    async def _create(self, path: str, body: Any) -> Answer:
        answer = await self.ask_until_answered("POST", path, body)
        if answer.status != 201:
            self.faults.append(f"POST {path} answered {answer.status}: {answer.body}")
            raise NoAnswer
        return answer

    async def play(self, table: str, is_calm: Callable[[], bool], must_stop: asyncio.Event) -> bool:
        """Play a game; return whether it ended. When ``is_calm`` returns true, choices are sent
        without disturbances."""
        ledger = self.ledgers.setdefault(table, Ledger())
        while not must_stop.is_set():
            answer = await self.ask_until_answered("GET", f"/tables/{table}/view")
            if answer.status == 409:
                if (await self.ask_until_answered("GET", f"/tables/{table}")).body[
                    "state"
                ] == "over":
                    return True  # closed before the start, because all players were absent
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if answer.status != 200:
                self.faults.append(f"the view of {table} answered {answer.status}: {answer.body}")
                return False
            view = answer.body
            decision = view["decision"]
            if decision is not None:
                self._compare(table, ledger, decision)
            if not view["to_move"]:
                return True
            if view["seat"] in view["to_move"]:
                await self._act(table, ledger, view, is_calm())
            else:
                await asyncio.sleep(POLL_SECONDS)
        return False

    def _compare(self, table: str, ledger: Ledger, decision: int) -> None:
        if decision < ledger.next_decision():
            told = f"{table}: {self.name} is asked for decision {decision}"
            self.faults.append(f"{told}, though {ledger.next_decision() - 1} was acknowledged")
        ledger.resolve(decision)

    # ── ways to send a choice ────────────────────────────────────────────────────────────────────

    async def _act(self, table: str, ledger: Ledger, view: Any, is_calm: bool) -> None:
        manners = {
            self._plainly: 60,
            self._twice_at_once: 10,
            self._and_hang_up: 8,
            self._after_old: 10,
            self._and_take_back: 5,
            self._and_talk: 5,
        }
        manner = self.rng.choices(list(manners), list(manners.values()))[0]
        if is_calm:
            manner = self._plainly
        self.manners[manner.__name__.strip("_")] += 1
        move = self.rng.choice(view["legal_moves"])["text"]
        with suppress(NoAnswer):
            await manner(table, ledger, view["decision"], move)

    async def _choose(
        self, table: str, ledger: Ledger, decision: int, choice: Choice, **how: bool
    ) -> int:
        """Send a choice, note it and its response in the ledger, and return the status."""
        kind, text = choice
        ledger.sent.setdefault(decision, set()).add(choice)
        body = {"decision": decision} | ({"move": text} if kind == "move" else {})
        path = f"/tables/{table}/{'moves' if kind == 'move' else 'undo'}"
        try:
            answer = await self.ask("POST", path, body, **how)
        except NoAnswer:
            ledger.open_question = decision
            raise
        if answer.status == 200:
            if ledger.acknowledged.setdefault(decision, choice) != choice:
                self.faults.append(f"{table}: two choices were acknowledged for one decision")
            self.moves += 1
        elif answer.status not in (409, 503):
            self.faults.append(f"a choice at {table} answered {answer.status}: {answer.body}")
        return answer.status

    async def _plainly(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        await self._choose(table, ledger, decision, ("move", move))

    async def _twice_at_once(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        """Send the same choice on two connections, possibly to two servers."""
        asked = [self._choose(table, ledger, decision, ("move", move)) for _ in range(2)]
        ended = await asyncio.gather(*asked, return_exceptions=True)
        for one in ended:
            if isinstance(one, BaseException):
                raise one

    async def _and_hang_up(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        await self._choose(table, ledger, decision, ("move", move), hang_up=True)

    async def _after_old(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        """Before the choice, send an earlier one again, a different one for that decision, and one
        for a future decision."""
        if ledger.acknowledged:
            old = self.rng.choice(list(ledger.acknowledged))
            kind, text = ledger.acknowledged[old]
            if kind == "move":
                body = {"move": text, "decision": old}
                again = await self.ask("POST", f"/tables/{table}/moves", body)
                if again.status not in (200, 503):
                    self.faults.append(f"{table}: a repeated choice answered {again.status}")
            if (kind, text) != ("move", move):
                late = {"move": move, "decision": old}
                other = await self.ask("POST", f"/tables/{table}/moves", late)
                if other.status not in (409, 503):
                    self.faults.append(f"{table}: an old decision answered {other.status}")
        soon = {"move": move, "decision": decision + 3}
        early = await self.ask("POST", f"/tables/{table}/moves", soon)
        if early.status not in (409, 503):
            self.faults.append(f"{table}: a decision to come answered {early.status}")
        await self._plainly(table, ledger, decision, move)

    async def _and_take_back(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        if await self._choose(table, ledger, decision, ("move", move)) == 200:
            await self._choose(table, ledger, decision + 1, ("undo", ""))

    async def _and_talk(self, table: str, ledger: Ledger, decision: int, move: str) -> None:
        words = f"{self.name} says {len(ledger.said)}"
        ledger.said[words] = False
        answer = await self.ask("POST", f"/tables/{table}/messages", {"text": words})
        if answer.status == 204:
            ledger.said[words] = True
        await self._plainly(table, ledger, decision, move)
