"""Remember the last choice on the front page in a cookie.

The cookie contains form fields in plain text. They are validated like a form, so a client that
changes them affects only itself.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from fastapi import Request, Response

from heptapolis.server.guests import COOKIE_LIFETIME_SECONDS
from heptapolis.server.page_context import MAX_FORM_FIELDS, Form

COOKIES: Mapping[str, str] = {"/quick": "hepta_quick", "/tables": "hepta_table"}  # by form
MAX_COOKIE_CHARS = 3500  # limit that every browser supports
UNSAVED_FIELDS = ("csrf", "name")  # fields that are temporary or stored with the guest


def remember(response: Response, path: str, form: Form, *, is_secure: bool) -> None:
    """Store the chosen fields in a cookie."""
    fields = urlencode({name: value for name, value in form.items() if name not in UNSAVED_FIELDS})
    text = urlsafe_b64encode(fields.encode()).decode().rstrip("=")
    if len(text) <= MAX_COOKIE_CHARS:
        response.set_cookie(
            COOKIES[path],
            text,
            max_age=COOKIE_LIFETIME_SECONDS,
            httponly=True,
            samesite="lax",
            secure=is_secure,
        )


def recall(request: Request, path: str) -> Form | None:
    """Return the fields chosen before, or None."""
    text = request.cookies.get(COOKIES[path], "")
    if not text or len(text) > MAX_COOKIE_CHARS:
        return None
    try:
        fields = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
        return dict(parse_qsl(fields, max_num_fields=MAX_FORM_FIELDS))
    except ValueError:  # not a cookie of this server
        return None
