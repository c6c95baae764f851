"""Web Push: a browser tells its player that it is their turn, also where no page is open (RFC 8030, 8291, 8292).

`python -m grognard.server.push` makes a key for `GROGNARD_PUSH_KEY`. Needs `pip install 'grognard[push]'`.
"""

import base64
import json
import logging
import os
import time
from functools import lru_cache
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from grognard.server.settings import Settings

log = logging.getLogger("grognard.server")
PATIENCE = 15
LASTS = 12 * 3600
"""Seconds for which the server vouches for a message, and for which it may wait for its browser."""
RECORD = 4096


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key, as the settings hold it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return unpadded(number.to_bytes(32, "big"))


def _private(key: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    raw = padded(key)
    if len(raw) != 32:
        raise ValueError("a key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())


def _point(private: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def public_key(settings: Settings) -> str:
    """What browsers are told of the server's key; empty where there is none, or nothing to use it with."""
    return _public(settings.push_key) if settings.push_key else ""


@lru_cache(maxsize=4)
def _public(key: str) -> str:
    try:
        return unpadded(_point(_private(key)))
    except ImportError:
        log.warning("GROGNARD_PUSH_KEY is set, but grognard[push] is not installed: no browser is told of its turn")
    except ValueError:
        log.warning("GROGNARD_PUSH_KEY is no key: `python -m grognard.server.push` makes one")
    return ""


def sealed(plain: bytes, p256dh: str, auth: str, sender: str = "", salt: bytes = b"") -> bytes:
    """A message that only the browser with these keys can read; `sender` and `salt` are made anew for each."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    mine, salt = _private(sender or new_key()), salt or os.urandom(16)
    theirs = padded(p256dh)
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = derived(padded(auth), shared, b"WebPush: info\0" + theirs + _point(mine), 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(_point(mine))]) + _point(mine)
    return head + AESGCM(key).encrypt(nonce, plain + b"\x02", None)


def voucher(endpoint: str, settings: Settings, now: float) -> str:
    """What shows the push service whose message this is."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    split = urlsplit(endpoint)
    claims = {
        "aud": f"{split.scheme}://{split.netloc}",
        "exp": int(now) + LASTS,
        "sub": settings.public or "mailto:nobody@localhost",
    }
    parts = [unpadded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    private = _private(settings.push_key)
    r, s = decode_dss_signature(private.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256())))
    signature = unpadded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={'.'.join(parts)}.{signature}, k={unpadded(_point(private))}"


def acceptable(endpoint: str, settings: Settings) -> bool:
    """Whether an address is one of a push service: nobody makes this server call at other doors."""
    split = urlsplit(endpoint)
    host = split.hostname or ""
    known = [name.strip() for name in settings.push_hosts.split(",") if name.strip()]
    ours = any(host == name or (name.startswith(".") and host.endswith(name)) for name in known)
    return ours and (split.scheme == "https" or host == "127.0.0.1") and len(endpoint) <= 1000


def send(settings: Settings, row: Any, told: dict[str, Any]) -> bool:
    """Tell one browser; whether it is still there. Raises OSError where its service cannot be reached."""
    body = sealed(json.dumps(told).encode(), row.p256dh, row.auth)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Authorization": voucher(row.endpoint, settings, time.time()),
    }
    try:
        with urlopen(Request(row.endpoint, data=body, headers=headers, method="POST"), timeout=PATIENCE) as answer:
            answer.read(1024)
    except HTTPError as error:
        if error.code in (404, 410):
            return False
        raise
    return True


if __name__ == "__main__":
    print(new_key())
