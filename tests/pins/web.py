"""Responses of the HTTP API, cookies and the database."""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import httpx

import heptapolis as hp
from heptapolis.server.app import create_app
from heptapolis.server.guests import SECURE_COOKIE
from heptapolis.server.settings import LIMITS, Settings
from tests.pins import RULESETS, join_lines
from tests.pins.rulesets import CATALOGS

NO_LIMITS = {kind: (1e9, 1e9) for kind in LIMITS}
SEED = 5  # paths of every table
FRIENDS = {"classic": ["Bob", "Cid"], "classic+leaders": ["Bob", "Cid"], "duel": ["Bob"]}


def settings_in(folder: str) -> Settings:
    return Settings(
        database=f"sqlite:///{Path(folder) / 'games.sqlite'}",
        limits=NO_LIMITS,
        warm_up=False,
        bot_threads=1,
        pause_seconds=0.0,
    )


def settings() -> str:
    """Return the settings of a server with their defaults, and its kinds of limits."""
    lines = [
        f"{field.name} = {'…' if field.name == 'bot_threads' else getattr(Settings(), field.name)!r}"
        for field in fields(Settings)
    ]
    return join_lines(lines)


# ── the API in use ───────────────────────────────────────────────────────────────────────────────


@dataclass
class Answers:
    """Responses of a server to one table of each ruleset, and the stored data."""

    status: Any = None
    options: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, set[str]] = field(default_factory=dict)  # key paths, like the following
    views: dict[str, set[str]] = field(default_factory=dict)
    refusals: dict[str, list[Any]] = field(default_factory=dict)
    catalogs: dict[str, set[str]] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, list[str]] = field(default_factory=dict)
    schema: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)


@cache
def answers() -> Answers:
    """Play one game of each ruleset over the API, with all seats at one device."""
    result = Answers()
    with (
        TemporaryDirectory() as folder,
        mock.patch.object(secrets, "randbits", lambda bits: SEED),
    ):
        asyncio.run(_visit(result, settings_in(folder)))
        with closing(sqlite3.connect(Path(folder) / "games.sqlite")) as database:
            result.schema = list(_schema(database))
            result.stored = list(_stored(database))
    return result


@asynccontextmanager
async def _client(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        yield http


async def _visit(result: Answers, settings: Settings) -> None:
    async with _client(settings) as http:
        result.status = (await http.get("/api/status")).raise_for_status().json()
        entered = await http.post("/api/guests", json={"name": "Ann"})
        result.cookies["POST /api/guests"] = _cookies(entered)
        http.cookies.clear()
        http.headers["Authorization"] = f"Bearer {entered.raise_for_status().json()['token']}"
        for name in RULESETS:
            await _play(result, http, name)
            catalog = (await http.get(f"/api/catalog/{name}")).raise_for_status().json()
            result.catalogs[name] = set(key_paths(catalog, name))
        del http.headers["Authorization"]
        forms = {
            "/language": {"language": "hu"},
            "/quick": {"variant": "duel", "seats": "2", "people": "2"},
            "/tables": {"variant": "classic", "seats": "3"},
        }
        for path, form in forms.items():
            http.cookies.clear()
            result.cookies[f"POST {path}"] = _cookies(await http.post(path, data=form))


def _cookies(answer: httpx.Response) -> list[str]:
    """Return the names of a response's cookies with their attributes."""
    assert answer.status_code < 400, answer.text
    texts = []
    for line in answer.headers.get_list("set-cookie"):
        pair, *attributes = line.split("; ")
        texts.append("; ".join([pair.partition("=")[0], *sorted(attributes)]))
    return sorted(texts)


async def _play(result: Answers, http: httpx.AsyncClient, name: str) -> None:
    body: dict[str, Any] = {"game": name, "others": FRIENDS[name]}
    if name != "duel":
        body["seats"] = 1 + len(FRIENDS[name])
    made = (await http.post("/api/tables", json=body)).raise_for_status().json()
    address, rng = f"/api/tables/{made['id']}", Random(SEED)
    result.options[name] = made["options"]
    result.tables[name] = set(key_paths(made, name))
    paths = result.views.setdefault(name, set())
    view = (await http.get(f"{address}/view?seat=0")).raise_for_status().json()
    await _mistakes(result, http, name, address, view)
    while not view["is_over"]:
        seat = view["to_move"][0]
        if view["seat"] != seat:
            view = (await http.get(f"{address}/view?seat={seat}")).raise_for_status().json()
        paths.update(key_paths(view, name))
        move = rng.choice(view["legal_moves"])["text"]
        sent = {"move": move, "decision": view["decision"], "seat": seat}
        (await http.post(f"{address}/moves", json=sent)).raise_for_status()
        view = (await http.get(f"{address}/view?seat={seat}")).raise_for_status().json()
    paths.update(key_paths((await http.get(f"{address}/view?since=0")).json(), name))
    result.tables[name] |= set(key_paths((await http.get(address)).json(), name))
    result.records[name] = (await http.get(f"{address}/record")).text


async def _mistakes(
    result: Answers, http: httpx.AsyncClient, name: str, address: str, view: dict[str, Any]
) -> None:
    """Send requests that are refused."""
    decision = view["decision"]
    for move in ("build palace", "build palce", "fly palace"):
        sent = {"move": move, "decision": decision, "seat": 0}
        answer = await http.post(f"{address}/moves", json=sent)
        facts = answer.json()["error"]
        text = f"{move}: {answer.status_code} {facts['code']} {json.dumps(facts.get('refusal'))}"
        result.refusals.setdefault(name, []).append(f"{text} ({', '.join(sorted(facts))})")


def key_paths(value: Any, name: str, path: str = "") -> Iterator[str]:
    """Yield the key paths of a JSON document: ``cities[].coins``; ``*`` is an id or a number.

    At the top level every key is a field: Duel has a field and a card named ``library``.
    """
    if isinstance(value, dict):
        kind = value.get("type") or value.get("kind")
        where = f"{path}<{kind}>" if path.endswith("[]") and isinstance(kind, str) else path
        for key, one in value.items():
            is_data = path and (key.isdecimal() or key in _item_ids(name))
            yield from key_paths(one, name, f"{where}.{'*' if is_data else key}".lstrip("."))
        if not value:
            yield path
    elif isinstance(value, list):
        yield f"{path}[]"
        for one in value:
            yield from key_paths(one, name, f"{path}[]")
    else:
        yield path


@cache
def _item_ids(name: str) -> frozenset[str]:
    """Return the ids of all cards and the like: as keys they are data, not names of fields."""
    catalog: Any = hp.catalog(CATALOGS[name])
    found = [getattr(catalog, kind, ()) for kind in ("cards", "leaders", "wonders", "tokens")]
    return frozenset(one.id for things in found for one in things)


# ── the database ─────────────────────────────────────────────────────────────────────────────────


def _schema(database: sqlite3.Connection) -> Iterator[str]:
    query = "SELECT name FROM sqlite_master WHERE type = ? ORDER BY name"
    for (table,) in database.execute(query, ["table"]).fetchall():
        yield f"{table}:"
        for _, name, kind, is_required, _, key in database.execute(f"PRAGMA table_info({table})"):
            notes = [f"key {key}"] if key else []
            notes += ["not null"] if is_required else []
            yield " ".join(["   ", name, kind, *notes])
    for (index,) in database.execute(query, ["index"]).fetchall():
        if not index.startswith("sqlite_"):
            columns = [row[2] for row in database.execute(f"PRAGMA index_info({index})")]
            yield f"index {index}: {', '.join(columns)}"


def _stored(database: sqlite3.Connection) -> Iterator[str]:
    """Return the stored form of tables."""
    query = "SELECT options, rules, catalog, summary, state FROM tables WHERE state = 'over'"
    for options, rules, catalog, summary, state in sorted(database.execute(query)):
        yield f"options {json.dumps(json.loads(options), sort_keys=True)}"
        yield f"    rules {rules}, catalog {catalog}, {state}"
        yield f"    summary {', '.join(sorted(json.loads(summary)))}"
    kinds = database.execute("SELECT DISTINCT kind FROM log ORDER BY kind")
    yield f"kinds of log entries: {', '.join(kind for (kind,) in kinds)}"
    facts = database.execute("SELECT name FROM facts ORDER BY name")
    yield f"facts: {', '.join(name for (name,) in facts)}"


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


def api() -> str:
    """Return the responses of the API."""
    return join_lines(_api(answers()))


def _api(told: Answers) -> Iterator[str]:
    for name in RULESETS:
        facts = told.status["games"][name]
        yield f"# {name}"
        yield f"status {json.dumps(facts, sort_keys=True)}"
        yield f"options {json.dumps(told.options[name], sort_keys=True)}"
        yield f"first lines of the record: {' | '.join(told.records[name].splitlines()[:6])}"
        yield from (f"refused {text}" for text in told.refusals[name])
        yield f"table: {', '.join(sorted(told.tables[name]))}"
        yield ""
    for where, names in told.cookies.items():
        yield from (f"cookie of {where}: {name}" for name in names)
    yield f"cookie of a guest behind https: {SECURE_COOKIE}"


def views() -> str:
    """Return the key paths of views."""
    return join_lines(_paths(answers().views))


def catalogs() -> str:
    """Return the key paths of catalogues."""
    return join_lines(_paths(answers().catalogs))


def _paths(found: dict[str, set[str]]) -> Iterator[str]:
    for name in RULESETS:
        yield f"# {name}"
        yield from sorted(found[name])
        yield ""


def database() -> str:
    """Return tables, columns and indexes, and the stored form of a finished table."""
    told = answers()
    return join_lines([*told.schema, "", *told.stored])
