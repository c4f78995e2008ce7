"""Answer HEAD wherever GET works: the same headers without a body."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Pass HEAD requests on as GET, and end each response after its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        get = {**scope, "method": "GET"}
        answered, is_received = asyncio.Event(), False

        async def receive_once() -> Message:
            """Receive the request, and a disconnection once the headers are sent: it ends a
            stream."""
            nonlocal is_received
            if is_received:
                await answered.wait()
                return {"type": "http.disconnect"}
            is_received = True
            return await receive()

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope.update({"route": get["route"]} if "route" in get else {})  # for metrics
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                answered.set()

        await self._app(get, receive_once, send_headers)
