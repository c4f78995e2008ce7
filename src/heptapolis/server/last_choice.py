"""The last choice on the front page, kept by the browser for the next visit.

The cookies hold the fields of a form, in the clear. What comes back is read as a form is: who
changes one chooses for themselves and for nobody else.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from fastapi import Request, Response

from heptapolis.server.guests import YEAR
from heptapolis.server.page_context import MOST_FIELDS, Form

COOKIES: Mapping[str, str] = {"/quick": "hepta_quick", "/tables": "hepta_table"}  # by form
LONGEST = 3500  # characters that every browser keeps
PASSING = ("csrf", "name")  # what is of this time alone, or kept with the guest


def remember(response: Response, path: str, form: Form, *, is_secure: bool) -> None:
    """Let the browser keep what was chosen."""
    kept = urlencode({name: value for name, value in form.items() if name not in PASSING})
    text = urlsafe_b64encode(kept.encode()).decode().rstrip("=")
    if len(text) <= LONGEST:
        response.set_cookie(
            COOKIES[path], text, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure
        )


def recall(request: Request, path: str) -> Form | None:
    """What was chosen before, as a form says it; None if nothing is known of it."""
    text = request.cookies.get(COOKIES[path], "")
    if not text or len(text) > LONGEST:
        return None
    try:
        kept = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
        return dict(parse_qsl(kept, max_num_fields=MOST_FIELDS))
    except ValueError:  # nothing that we wrote
        return None
