"""The page that makes another device the same player."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.server.api import Anyone, guests_of, limits_of
from heptapolis.server.guard import address
from heptapolis.server.guests import CODE_LIFE
from heptapolis.server.invitation import site_of
from heptapolis.server.page_context import (
    Entrant,
    PageRoute,
    TheForm,
    fields_of,
    message_of,
    reason,
    respond,
    to,
    typed,
    whoever,
)
from heptapolis.server.store import Guest


class DeviceRoute(PageRoute):
    """A refused code stays in its field."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        return await _device(
            request, await whoever(request), status=status, error=message_of(request, code),
            typed=typed(request).get("code", "")[:40],
        )  # fmt: skip


router = APIRouter(
    include_in_schema=False, route_class=DeviceRoute, default_response_class=HTMLResponse
)


@router.get("/device")
async def device(request: Request, guest: Anyone, code: str = "") -> Response:
    """A code for another device, or from one."""
    return await _device(request, guest, typed=code[:40])


async def _device(request: Request, guest: Guest | None, **values: Any) -> Response:
    defaults: dict[str, Any] = {
        "code": "",
        "typed": "",
        "error": "",
        "minutes": int(CODE_LIFE) // 60,
    }
    values = {**defaults, **values, "site": site_of(request).url}
    return await respond(request, "device.html", guest, is_kept=False, **values)


@router.post("/device/code")
async def device_code(request: Request, guest: Entrant, form: TheForm) -> Response:
    return await _device(request, guest, code=await guests_of(request).code(guest))


@router.post("/device/claim")
async def device_claim(request: Request, guest: Anyone) -> Response:
    """Become who has the code; nobody has to be a guest before."""
    limits_of(request).take("claim", address(request))
    guests, fields = guests_of(request), await fields_of(request)
    if guest:
        guests.check_form_token(guest, fields.get("csrf"))
    guest_there = await guests.claim(fields.get("code", ""))
    response = to("/")
    guests.set_cookie(response, guest_there)
    return response
