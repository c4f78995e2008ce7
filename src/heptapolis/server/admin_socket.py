"""Let `hepta admin` reach a running server: a Unix socket beside its SQLite file.

Where no server runs, or several share a PostgreSQL database, the command works on the database.
"""

import asyncio
import getpass
import json
import logging
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from heptapolis.server.admin import Admin, check_arguments
from heptapolis.server.errors import RequestError
from heptapolis.server.moderation import Moderation
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store

LOG = logging.getLogger("heptapolis.server")
SUFFIX = "-admin"  # of the socket, after the name of the SQLite file
MAX_BYTES = 2**26
REQUEST_SECONDS = 30.0


def socket_path(settings: Settings) -> Path | None:
    """Return where a server with SQLite listens for admins."""
    file = None if settings.is_shared else sa.make_url(settings.database_url).database
    return Path(f"{file}{SUFFIX}") if file and file != ":memory:" else None


@asynccontextmanager
async def admin_socket(settings: Settings, admin: Admin) -> AsyncIterator[None]:
    """Answer `hepta admin` while the server runs. Its user alone can connect."""
    path = socket_path(settings)
    listener = _listen(path) if path else None
    if path is None or listener is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _answer(admin, reader, writer)

    server = await asyncio.start_unix_server(answer, sock=listener, limit=MAX_BYTES)
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


def _listen(path: Path) -> socket.socket | None:
    """Return a listening socket; the lock of the database says that no other server uses it."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        path.unlink(missing_ok=True)
        listener.bind(str(path))
    except OSError as error:
        listener.close()
        LOG.warning("no socket for admins at %s: %s", path, error)
        return None
    finally:
        os.umask(before)
    return listener


async def _answer(admin: Admin, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Do one action and send its result or its refusal."""
    reply: dict[str, Any]
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            request = json.loads(await reader.readline())
        result = await admin.run(request["action"], request["arguments"], str(request["actor"]))
        reply = {"result": result}
    except RequestError as error:
        reply = {"error": str(error)}
    except (ValueError, KeyError, TypeError, TimeoutError):
        reply = {"error": "not a request of `hepta admin`"}
    except Exception:
        LOG.exception("an action of an admin failed")
        reply = {"error": "something went wrong on the server; its log has the details"}
    with suppress(ConnectionError):
        writer.write(json.dumps(reply).encode() + b"\n")
        await writer.drain()
        writer.close()
        await writer.wait_closed()


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def run_admin(settings: Settings, action: str, arguments: Mapping[str, str]) -> Any:
    """Do an action on a running server, or on the database, and return its result.

    Raise ValueError or OSError in one line.
    """
    check_arguments(action, arguments)
    path, actor = socket_path(settings), _user()
    if path and path.exists():
        with suppress(ConnectionRefusedError, FileNotFoundError):  # of a server that was killed
            return _ask(path, {"action": action, "arguments": dict(arguments), "actor": actor})
    file = None if settings.is_shared else sa.make_url(settings.database_url).database
    if file and not Path(file).exists():
        raise OSError(f"{file}: no such database")
    return asyncio.run(_run_on_database(settings, action, arguments, actor))


def _ask(path: Path, request: Mapping[str, object]) -> Any:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2 * REQUEST_SECONDS)
        connection.connect(str(path))
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile("rb") as file:
            line = file.readline()
    reply = json.loads(line) if line else {"error": "the server has stopped"}
    if "error" in reply:
        raise ValueError(reply["error"])
    return reply["result"]


async def _run_on_database(
    settings: Settings, action: str, arguments: Mapping[str, str], actor: str
) -> Any:
    async with Store.open(settings.database_url) as store:
        return await Admin(store, Moderation(store)).run(action, arguments, actor)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container without a list of users
        return f"user {os.getuid()}"
