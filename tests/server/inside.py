"""The application without a socket, for tests that inspect its tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI

from heptapolis.server.app import create_app
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import Settings
from heptapolis.server.table import Table


class LocalServer:
    """An application that runs on the test's own event loop."""

    def __init__(self, app: FastAPI, http: httpx.AsyncClient) -> None:
        self.app, self.http = app, http
        self.registry: TableRegistry = app.state.registry

    async def guest(self, name: str) -> dict[str, str]:
        """Create a guest and return the headers of its requests."""
        answer = await self.http.post("/api/guests", json={"name": name})
        self.http.cookies.clear()
        return {"Authorization": f"Bearer {answer.raise_for_status().json()['token']}"}

    async def table(self, guests: list[dict[str, str]], **options: Any) -> Table:
        """Open a table and seat the guests in this order; the first one is the host."""
        made = await self.post("/tables", guests[0], **options)
        for guest in guests[1:]:
            await self.post(f"/tables/{made['id']}/seats", guest)
        return await self.registry.table(made["id"])

    async def post(self, path: str, guest: dict[str, str], **body: Any) -> Any:
        answer = await self.http.post(f"/api{path}", headers=guest, json=body)
        return answer.raise_for_status().json()

    async def get(self, path: str, guest: dict[str, str] | None = None) -> bytes:
        answer = await self.http.get(f"/api{path}", headers=guest)
        return answer.raise_for_status().content


@asynccontextmanager
async def local_server(settings: Settings) -> AsyncIterator[LocalServer]:
    app = create_app(settings)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        yield LocalServer(app, http)
