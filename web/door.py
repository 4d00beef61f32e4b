"""Who may change anything: the PIN of the house.

One PIN per house, and it is optional.  Without one, whoever opens the pages may change the scores;
the page that invites other phones says so loudly.  With one, a browser that was given the PIN once
is a host from then on, at every table; all others watch.  The buttons on the table need no PIN:
who can reach them sits at the table.

The PIN is set on the page ``/pin``, which without a PIN is open to everybody, or by ``paizhuo
pin`` on the computer itself, which also helps when it was forgotten.  Another PIN makes watchers
of all browsers until it is given to them.

Only its hash is kept (scrypt, salted), in a file that nobody else can read.  A host's cookie is a
signature under the key of this installation and that hash.  Wrong guesses make the next one wait,
from one address and from all together, so that ten thousand guesses take days; what was guessed is
forgotten when the program ends.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import logging
import math
import os
import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, Signer
from werkzeug.security import check_password_hash, generate_password_hash

from scoring.errors import ScoringError
from web.pages import json_body
from web.refusals import Refusal, Wait, as_json, headers_of, status_of

door = Blueprint("door", __name__)

SHORTEST, LONGEST = 4, 12
"""Digits of a PIN."""
FIELD = "house_pin"
"""The form field in which a page is given the PIN along with what it was to do."""
COOKIE = "host"
FREE, SLOWEST_S = 3, 300.0
"""From one address: so many wrong guesses cost nothing, the next ones wait up to that long."""
FREE_IN_ALL, SLOWEST_IN_ALL_S = 12, 60.0
"""The same from all addresses together."""
FORGOTTEN_S = 3600.0
"""After so long without a wrong guess those before count no more."""
ADDRESSES = 1000
"""So many addresses are remembered."""
_YEAR = 365 * 24 * 3600
_PIN_FILE, _KEY_FILE = "pin", "secret"
_KEY_BYTES = 32
_SAFE = {"GET", "HEAD", "OPTIONS"}
_OPEN = {"door.page", "door.give", "api.score"}
"""What anybody may send: the PIN itself, and a deal that is only calculated."""
_HOSTS_ONLY = {"dealing.deal", "dealing.edit", "health.diagnostics"}
"""What only hosts may open, besides the forms that are sent to the address they are at."""
_CAMERA = "camera"
"""A watcher does not see what the camera sees: it may see a player's hand."""


# ---- what is kept --------------------------------------------------------------------------------


def set_pin(folder: Path, pin: str) -> None:
    """Keeps a PIN, in the place of the one before.

    Args:
        folder: the data folder.
        pin: 4 to 12 digits.

    Raises:
        Refusal: ``bad_pin``, or ``cannot_write``.
    """
    digits = _digits(pin)
    if digits is None:
        raise Refusal("bad_pin", least=SHORTEST, most=LONGEST)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / _PIN_FILE, generate_password_hash(digits))
    except OSError as error:
        raise Refusal("cannot_write", 503, name=_PIN_FILE, why=error.strerror) from error


def remove_pin(folder: Path) -> None:
    """Lets everybody in again.

    Raises:
        Refusal: ``cannot_write``.
    """
    try:
        (folder / _PIN_FILE).unlink(missing_ok=True)
    except OSError as error:
        raise Refusal("cannot_write", 503, name=_PIN_FILE, why=error.strerror) from error


def secret_key(folder: Path) -> bytes:
    """The key that cookies are signed with; made when the program first starts.

    Where it cannot be kept, a new one is made at every start: the PIN must then be given again.
    """
    file = folder / _KEY_FILE
    try:
        key = _read_key(file)
        if key is None:
            file.unlink(missing_ok=True)  # it was cut short
            _write(file, secrets.token_hex(_KEY_BYTES), replace=False)
            key = _read_key(file)
        if key is not None:
            return key
    except OSError as error:
        logging.getLogger(__name__).warning("the signing key is not kept: %s", error.strerror)
    return secrets.token_bytes(_KEY_BYTES)


def _read_key(file: Path) -> bytes | None:
    """The key in a file; None: there is none, or not a whole one."""
    try:
        text = file.read_text("ascii")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    with suppress(ValueError):
        key = bytes.fromhex(text)
        if len(key) == _KEY_BYTES:
            file.chmod(0o600)
            return key
    return None


def _write(file: Path, text: str, *, replace: bool = True) -> None:
    """Writes a file that only its owner may read, whole or not at all.

    Without ``replace`` a file that another process has just written stays.
    """
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if replace:
            part.rename(file)
        else:
            with suppress(FileExistsError):
                os.link(part, file)
    finally:
        part.unlink(missing_ok=True)


def _digits(pin: str) -> str | None:
    """A PIN as it was meant, whatever the keyboard; None: it is none.

    >>> _digits(" 2580 "), _digits("２５８０"), _digits("258"), _digits("12a4")
    ('2580', '2580', None, None)
    """
    text = unicodedata.normalize("NFKC", pin[: 4 * LONGEST]).strip()
    fits = SHORTEST <= len(text) <= LONGEST and text.isascii() and text.isdecimal()
    return text if fits else None


# ---- guessing ------------------------------------------------------------------------------------


class Guesses:
    """Wrong guesses, and how long the next one has to wait.

    Args:
        clock: seconds that never jump.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._in_all = (0, 0.0)

    def wait(self, address: str) -> float:
        """Seconds until a guess from this address is heard; 0: now."""
        now = self._clock()
        alone = _due(self._of.get(address, (0, 0.0)), FREE, SLOWEST_S)
        together = _due(self._in_all, FREE_IN_ALL, SLOWEST_IN_ALL_S)
        return max(0.0, max(alone, together) - now)

    def wrong(self, address: str) -> None:
        """One more wrong guess."""
        now = self._clock()
        self._of[address] = _one_more(self._of.pop(address, (0, now)), now)
        self._in_all = _one_more(self._in_all, now)
        while len(self._of) > ADDRESSES:
            self._of.popitem(last=False)

    def right(self, address: str) -> None:
        """The address knows the PIN."""
        self._of.pop(address, None)


def _one_more(guesses: tuple[int, float], now: float) -> tuple[int, float]:
    count, last = guesses
    return (count + 1 if now - last < FORGOTTEN_S else 1), now


def _due(guesses: tuple[int, float], free: int, slowest: float) -> float:
    """When the next guess is heard: a wait that doubles with each guess beyond the free ones."""
    count, last = guesses
    return last + min(slowest, 2.0 ** min(count - free, 16)) if count > free else 0.0


def _address() -> str:
    """Where a request comes from; of IPv6 the network, since a device has any number in it."""
    text = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


# ---- the door ------------------------------------------------------------------------------------


class Door:
    """Whether there is a PIN, and who has given it.

    Args:
        folder: the data folder.
        guesses: counts wrong ones.
    """

    def __init__(self, folder: Path, guesses: Guesses | None = None) -> None:
        self.folder = folder
        self._key = secret_key(folder)
        self._guesses = guesses or Guesses()
        self._one_at_a_time = threading.Lock()  # a guess takes 32 MB for a moment

    @property
    def has_pin(self) -> bool:
        """Whether a PIN is needed to change anything."""
        return self._hash() is not None

    def give(self, pin: str, address: str) -> None:
        """Hears a PIN.

        Raises:
            Refusal: ``wrong_pin``, or ``pin_wait``: it was not even looked at.
        """
        with self._one_at_a_time:
            wait = self._guesses.wait(address)
            if wait > 0:
                raise Wait("pin_wait", math.ceil(wait))
            kept, digits = self._hash(), _digits(pin)
            if kept is None:
                return
            if digits is None or not _fits(kept, digits):
                self._guesses.wrong(address)
                raise Refusal("wrong_pin", 403)
            self._guesses.right(address)

    def token(self) -> str:
        """What a host's browser shows from now on."""
        return self._signer().sign(COOKIE).decode("ascii")

    def knows(self, token: str | None) -> bool:
        """Whether a browser that shows this is a host's."""
        kept = self._hash()
        if kept is None:
            return True
        try:
            return bool(kept and token) and self._signer().unsign(token or "") == COOKIE.encode()
        except BadSignature:
            return False

    def _signer(self) -> Signer:
        salt = hmac.digest(self._key, (self._hash() or "").encode(), "sha256")
        return Signer(self._key, salt=salt, digest_method=hashlib.sha256)

    def _hash(self) -> str | None:
        """The hash of the PIN; None: there is none.  Empty, which lets nobody in: unreadable."""
        try:
            return (self.folder / _PIN_FILE).read_text("ascii").strip()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            logging.getLogger(__name__).error("the PIN cannot be read: %s", type(error).__name__)
            return ""


def _fits(kept: str, digits: str) -> bool:
    try:
        return check_password_hash(kept, digits)
    except ValueError:  # the file holds something else
        return False


def the_door() -> Door:
    """The door of this application."""
    here: Door = current_app.extensions["door"]
    return here


def is_host() -> bool:
    """Whether the browser of this request may change anything."""
    return bool(g.get("let_in")) or the_door().knows(request.cookies.get(COOKIE))


def init_app(app: Flask) -> None:
    """Lets only hosts change anything, and tells the templates who is one."""
    app.extensions["door"] = Door(Path(app.instance_path))

    @app.before_request
    def ask() -> ResponseReturnValue | None:
        if not _needs_host() or is_host():
            return None
        given = request.form.get(FIELD) if request.method not in _SAFE else None
        refusal: ScoringError | None = None
        if given is not None:
            try:
                the_door().give(given, _address())
            except ScoringError as error:
                refusal = error
            else:
                g.let_in = True
                return None
        if request.path.startswith("/api/") or request.is_json:
            needed = refusal or Refusal("pin_needed", 401)
            return as_json(needed), status_of(needed), _challenge(needed)
        return _ask(refusal)

    @app.after_request
    def remember(response: Response) -> Response:
        if g.get("let_in") and the_door().has_pin:
            _set_cookie(response)
        return response

    @app.context_processor
    def offer() -> dict[str, object]:
        return {"is_host": is_host(), "has_pin": the_door().has_pin}


def _needs_host() -> bool:
    """Whether a request asks for something that only hosts do."""
    rule = request.url_rule
    if rule is None or rule.endpoint in _OPEN:
        return False
    if request.method not in _SAFE:
        return True
    form = "POST" in (rule.methods or ())
    return form or rule.endpoint in _HOSTS_ONLY or request.blueprint == _CAMERA


def _ask(refusal: ScoringError | None) -> ResponseReturnValue:
    """Asks for the PIN, and keeps what was to be done: a form goes on with its fields."""
    carried = [each for each in request.form.items(multi=True) if each[0] != FIELD]
    sent = request.method not in _SAFE and not request.files
    needed = refusal or Refusal("pin_needed", 401)
    page = render_template(
        "door.html",
        action=request.full_path.rstrip("?") if sent else url_for("door.page"),
        carried=carried if sent else [("next", _here())],
        file_again=bool(request.files),
        refusal=refusal,
        field=FIELD,
    )
    return page, status_of(needed), _challenge(needed)


def _here() -> str:
    """The page that is asked for, or where its form is."""
    rule = request.url_rule
    return (
        request.full_path.rstrip("?")
        if rule and "GET" in (rule.methods or ())
        else url_for("pages.home")
    )


def _challenge(refusal: ScoringError) -> dict[str, str]:
    scheme = {"WWW-Authenticate": "PIN"} if status_of(refusal) == 401 else {}
    return headers_of(refusal) | scheme


def _set_cookie(response: Response) -> None:
    response.set_cookie(
        COOKIE,
        the_door().token(),
        max_age=_YEAR,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _inside(target: str) -> str:
    """Where to go on: a page of this server, else the home page.

    >>> _inside("/start?lang=en"), _inside("//evil.example"), _inside("https://evil.example")
    ('/start?lang=en', '/', '/')
    >>> _inside("/\\\\evil.example"), _inside("/a\\nb"), _inside("")
    ('/', '/', '/')
    """
    plain = target.startswith("/") and not target.startswith("//") and target.isprintable()
    if not plain or "\\" in target:
        return "/"
    try:
        parts = urlsplit(target)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc else target


# ---- its page ------------------------------------------------------------------------------------


@door.route("/pin", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """Gives the PIN; hosts set another one, remove it, or stop being host."""
    refusal: ScoringError | None = None
    if request.method == "POST":
        try:
            return _acted(request.form.get("act", "give"))
        except ScoringError as error:
            refusal = error
    answer = render_template(
        "pin.html" if is_host() else "door.html",
        action=url_for("door.page"),
        carried=[("next", _inside(request.values.get("next", "")))],
        file_again=False,
        refusal=refusal,
        field=FIELD,
        least=SHORTEST,
        most=LONGEST,
    )
    return answer if refusal is None else (answer, status_of(refusal), headers_of(refusal))


def _acted(act: str) -> ResponseReturnValue:
    """Does what the form says and goes on."""
    onward = redirect(_inside(request.form.get("next", "")), 303)
    if act == "give":
        the_door().give(request.form.get(FIELD, ""), _address())
        g.let_in = True
        return onward
    if not is_host():
        raise Refusal("pin_needed", 401)
    match act:
        case "set":
            pin = request.form.get("new", "")
            if pin != request.form.get("again", ""):
                raise Refusal("pins_differ")
            set_pin(the_door().folder, pin)
            g.let_in = True
        case "remove":
            remove_pin(the_door().folder)
        case "leave":
            onward.delete_cookie(COOKIE, secure=request.is_secure, httponly=True, samesite="Lax")
        case _:
            raise Refusal("missing_key", 400, name="act")
    return onward


@door.get("/api/pin")
def state() -> Response:
    """Whether there is a PIN, and whether this browser was given it: ``{"set", "host"}``."""
    return jsonify({"set": the_door().has_pin, "host": is_host()})


@door.post("/api/pin")
def give() -> Response:
    """Takes ``{"pin"}`` and answers with a host's cookie, and with what ``GET`` answers then."""
    pin = json_body().get("pin")
    if not isinstance(pin, str):
        raise Refusal("missing_key", 400, name="pin")
    the_door().give(pin, _address())
    g.let_in = True
    return state()
