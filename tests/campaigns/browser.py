"""A simulated browser that costs little: plain HTTP/1.1 over asyncio, with the changes of pages.

It does what `web/static/updates.js` does: it names the text that it has (`X-Base`), and puts together
the lines of a response that brings changes only.
"""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

BROWSER_HEADERS = {
    "accept": "text/html",
    "accept-encoding": "gzip",
    "accept-language": "en",
    "sec-fetch-site": "same-origin",
    "user-agent": "Mozilla/5.0 (a simulated browser)",
}
MAX_LINE_BYTES = 2**22


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    def checked(self) -> "Answer":
        """Return the response, or raise RuntimeError if it is not a success."""
        if self.status >= 400:
            raise RuntimeError(f"{self.path}: {self.status} {self.body[:200]!r}")
        return self


class Browser:
    """One browser: a connection for requests, one for a stream, and its cookies."""

    def __init__(self, port: int) -> None:
        self._port, self._cookies = port, dict[str, str]()
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._base, self._lines = "", list[str]()
        self.received_bytes = 0  # compressed, with headers

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return await self._request("GET", path, b"", headers or {})

    async def post(
        self, path: str, form: Mapping[str, str], headers: Mapping[str, str] | None = None
    ) -> Answer:
        kind = {"content-type": "application/x-www-form-urlencoded"}
        return await self._request(
            "POST", path, urlencode(form).encode(), kind | {**(headers or {})}
        )

    async def text(self, answer: Answer) -> str:
        """Return the text of a response, put together if it brings changes."""
        text = answer.checked().body.decode()
        id = answer.headers.get("x-page", "")
        self._base = id  # none on a new page
        if id:
            is_change = answer.headers["content-type"].startswith("application/json")
            self._lines = self._changed(json.loads(text)) if is_change else text.split("\n")
            text = "\n".join(self._lines)
        return text

    def base(self) -> dict[str, str]:
        """Return the header that names the latest text."""
        return {"x-base": self._base}

    async def events(self, path: str) -> AsyncIterator[str]:
        """Yield the data of a stream, on a connection of its own."""
        reader, writer = await self._connect()
        try:
            writer.write(self._head("GET", path, {}))
            await reader.readuntil(b"\r\n\r\n")
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    yield line[6:].decode()
        finally:
            writer.close()

    def close(self) -> None:
        if self._line:
            self._line[1].close()

    def _changed(self, change: dict[str, list[int | str]]) -> list[str]:
        lines, parts = list[str](), iter(change["parts"])
        for part in parts:
            if isinstance(part, str):
                lines.append(part)
            else:
                lines += self._lines[part : int(next(parts))]
        return lines

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, limit=MAX_LINE_BYTES)

    def _head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        own = {"host": f"127.0.0.1:{self._port}", **BROWSER_HEADERS, **headers}
        if self._cookies:
            own["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {one}" for name, one in own.items())]
        return "\r\n".join([*lines, "", ""]).encode()

    async def _request(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        self._line = self._line or await self._connect()
        reader, writer = self._line
        length = {"content-length": str(len(body))} if method == "POST" else {}
        writer.write(self._head(method, path, {**headers, **length}) + body)
        status, found = self._parse(await reader.readuntil(b"\r\n\r\n"))
        content = await reader.readexactly(int(found.get("content-length", 0)))
        self.received_bytes += len(content)
        if found.get("content-encoding") == "gzip":
            content = zlib.decompress(content, zlib.MAX_WBITS | 16)
        if found.get("connection") == "close":
            writer.close()
            self._line = None
        if status == 303:
            return await self.get(found["location"])
        return Answer(path, status, found, content)

    def _parse(self, head: bytes) -> tuple[int, dict[str, str]]:
        self.received_bytes += len(head)
        first, *lines = head.decode().rstrip().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.partition(";")[0]
        return int(first.split()[1]), headers
