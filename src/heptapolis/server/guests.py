"""Identify guests without accounts, by a signed id in a cookie or a bearer token."""

import hashlib
import secrets
import time

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from heptapolis.server.errors import RequestError
from heptapolis.server.sanitizer import MAX_NAME_CHARS, clean, name_in
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, Store
from heptapolis.web.labels import GUEST

COOKIE = "hepta_guest"
SECURE_COOKIE = f"__Host-{COOKIE}"  # behind https: no other host or page without https can set it
SECURE_COOKIE_OF_PATH = (
    f"__Secure-{COOKIE}"  # the same below a path, where other sites share the host
)
COOKIE_LIFETIME_SECONDS = 365 * 86_400
CODE_LIFETIME_SECONDS = 900.0  # lifetime of a code for another device
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without similar letters
_CODE_SIZE = 12


class Guests:
    """Manage the identities of one server."""

    def __init__(self, store: Store, settings: Settings, key: str) -> None:
        self._store, self._settings = store, settings
        secure = SECURE_COOKIE_OF_PATH if settings.root else SECURE_COOKIE
        self._cookie = secure if settings.has_secure_cookies else COOKIE
        self._key = key.encode()
        self._identity = URLSafeSerializer(key, salt="guest")
        self._form = URLSafeSerializer(key, salt="form")

    async def new(self, name: str | None = None) -> Guest:
        """Create a guest, with a generated name if none is given."""
        clean_name = clean(name or "", MAX_NAME_CHARS) or GUEST.format(
            secrets.randbelow(9000) + 1000
        )
        guest = Guest(secrets.token_hex(8), clean_name)
        await self._store.add_guest(guest, time.time())
        return guest

    async def guest_of(self, request: Request) -> Guest | None:
        """Return the guest of a request by bearer token or cookie, or None."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            token = request.cookies.get(self._cookie, "") or request.cookies.get(COOKIE, "")
        try:
            id = self._identity.loads(token[:200])
        except BadSignature:
            return None
        return await self._store.guest(id) if isinstance(id, str) else None

    def has_old_cookie(self, request: Request) -> bool:
        """Return whether a browser still sends the cookie from before the server used https."""
        return self._cookie not in request.cookies and COOKIE in request.cookies

    async def rename(self, guest: Guest, name: str) -> Guest:
        renamed = Guest(guest.id, name_in(name))
        if renamed != guest:
            await self._store.rename(guest.id, renamed.name)
        return renamed

    def token(self, guest: Guest) -> str:
        return str(self._identity.dumps(guest.id))

    def is_set_by(self, response: Response) -> bool:
        """Return whether a response stores an identity, such as that of a claimed code."""
        stored = response.headers.getlist("set-cookie")
        return any(one.startswith(f"{self._cookie}=") for one in stored)

    def set_cookie(self, response: Response, guest: Guest) -> None:
        """Store a guest's identity in the browser, instead of an old cookie."""
        if self._cookie != COOKIE:
            response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")
        response.set_cookie(
            self._cookie,
            self.token(guest),
            max_age=COOKIE_LIFETIME_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._settings.has_secure_cookies,
            path="/",
        )

    def origin(self, address: str) -> str:
        """Return a keyed hash of an address, which is stored with a table."""
        return hashlib.blake2b(address.encode(), key=self._key[:64], digest_size=8).hexdigest()

    # ── another device ───────────────────────────────────────────────────────────────────────────

    async def code(self, guest: Guest) -> str:
        """Create a single-use code that makes another device the same guest."""
        letters = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_SIZE))
        now = time.time()
        await self._store.add_code(_digest(letters), guest.id, now, now + CODE_LIFETIME_SECONDS)
        return "-".join(letters[n : n + 4] for n in range(0, _CODE_SIZE, 4))

    async def claim(self, code: str) -> Guest:
        """Return the guest of a code, or raise 404."""
        letters = "".join(c for c in code.upper()[:40] if c in _LETTERS)
        id = await self._store.take_code(_digest(letters), time.time())
        guest = await self._store.guest(id) if id else None
        if guest is None:
            raise RequestError(404, "unknown_code", "this code is unknown, used or expired")
        return guest

    # ── forms ────────────────────────────────────────────────────────────────────────────────────

    def form_token(self, guest: Guest) -> str:
        """Return the token for the ``csrf`` field of a form."""
        return str(self._form.dumps(guest.id))

    def check_form_token(self, guest: Guest, token: object) -> None:
        try:
            if isinstance(token, str) and self._form.loads(token[:200]) == guest.id:
                return
        except BadSignature:
            pass
        raise RequestError(403, "csrf", "this form is out of date; load the page again")


def _digest(letters: str) -> str:
    """Return the stored digest of a code. Codes are long enough to resist guessing."""
    return hashlib.sha256(letters.encode()).hexdigest()
