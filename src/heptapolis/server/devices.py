"""Serve the page that links another device to the same guest."""

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.server.dependencies import OptionalGuest, guests_of, limits_of
from heptapolis.server.guard import address
from heptapolis.server.guests import CODE_LIFETIME_SECONDS
from heptapolis.server.invitation import site_of
from heptapolis.server.moderation import check_may_write
from heptapolis.server.page_context import (
    GuestOrNew,
    PageRoute,
    TheForm,
    current_guest,
    fields_of,
    message_of,
    reason,
    redirect,
    respond,
    submitted_fields,
)
from heptapolis.server.store import Guest


class DeviceRoute(PageRoute):
    """Show a refused code again in its field."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        return await _device(
            request,
            await current_guest(request),
            status=status,
            error=message_of(request, code),
            typed=submitted_fields(request).get("code", "")[:40],
        )


router = APIRouter(
    include_in_schema=False, route_class=DeviceRoute, default_response_class=HTMLResponse
)


@router.get("/device")
async def device(request: Request, guest: OptionalGuest, code: str = "") -> Response:
    """Show the forms to create a code for another device and to enter one."""
    return await _device(request, guest, typed=code[:40])


@dataclass(frozen=True)
class DevicePage:
    """The forms to create a code for another device and to enter one."""

    site: str
    code: str
    typed: str
    error: str
    minutes: int = int(CODE_LIFETIME_SECONDS) // 60


async def _device(
    request: Request,
    guest: Guest | None,
    *,
    code: str = "",
    typed: str = "",
    error: str = "",
    status: int = 200,
) -> Response:
    page = DevicePage(site_of(request).url, code, typed, error)
    return await respond(request, "device.html", guest, page, status=status, is_kept=False)


@router.post("/device/code")
async def device_code(request: Request, guest: GuestOrNew, form: TheForm) -> Response:
    return await _device(request, guest, code=await guests_of(request).code(guest))


@router.post("/device/claim")
async def device_claim(request: Request, guest: OptionalGuest) -> Response:
    """Become the guest of a code. No identity is needed before."""
    limits_of(request).take("claim", address(request))
    check_may_write(request)
    guests, fields = guests_of(request), await fields_of(request)
    if guest:
        guests.check_form_token(guest, fields.get("csrf"))
    guest_there = await guests.claim(fields.get("code", ""))
    response = redirect("/")
    guests.set_cookie(response, guest_there)
    return response
