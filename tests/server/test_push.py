"""Web Push: sealed as the standard says, vouched for by the server's key, sent once to the browsers of who is away."""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from grognard.server import push
from grognard.server.settings import Settings
from tests.server.kit import serving

BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_a_message_is_sealed_as_in_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    made = push.sealed(
        b"When I grow up, I want to be a watermelon",
        PUBLIC,
        AUTH,
        "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
        push.padded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.unpadded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def opened(body: bytes) -> bytes:
    """Read a message as the browser of the example would."""
    salt, point, rest = body[:16], body[21:86], body[86:]
    mine = ec.derive_private_key(int.from_bytes(push.padded(BROWSER), "big"), ec.SECP256R1())
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    info = b"WebPush: info\0" + push.padded(PUBLIC) + point
    secret = HKDF(hashes.SHA256(), 32, push.padded(AUTH), info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    return AESGCM(key).decrypt(nonce, rest, None).removesuffix(b"\x02")


@contextmanager
def push_service(status: list[int]) -> Iterator[tuple[str, Queue[tuple[str, bytes]]]]:
    """Takes messages for browsers, and answers by the statuses given, the last for ever."""
    heard: Queue[tuple[str, bytes]] = Queue()

    class Post(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put((self.headers["Authorization"], self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status.pop(0) if len(status) > 1 else status[0])
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Post) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_address[1]}/to/me", heard
        service.shutdown()


def vouched(header: str, address: str, key: str) -> None:
    """The message is vouched for by this key, to that service."""
    token, _, shown = header.removeprefix("vapid t=").partition(", k=")
    assert shown == push.public_key(Settings(push_key=key))
    said, _, signature = token.rpartition(".")
    raw = push.padded(signature)
    r, s = (int.from_bytes(part, "big") for part in (raw[:32], raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.padded(shown))
    public.verify(encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(push.padded(said.partition(".")[2]))
    assert claims["sub"] == "https://table.example" and address.startswith(claims["aud"] + "/")


def test_browsers_of_who_is_away_are_told_and_forgotten_when_they_are_gone(tmp_path: Path) -> None:
    key = push.new_key()
    with push_service([201, 410]) as (address, heard):
        told = {"push_key": key, "push_hosts": "127.0.0.1", "notice_after": 0.1, "public": "https://table.example"}
        with serving(tmp_path, **told) as server:
            host, friend = server.browser(), server.browser()
            assert host.get("/api/me")["push"] == push.public_key(Settings(push_key=key))
            made = host.create("me", "friend", game="cassino_1944")
            seat = host.open(made["match"])
            friend.join(made["links"][0]["url"])
            mine = {"endpoint": address, "p256dh": PUBLIC, "auth": AUTH}
            for bad in ({"endpoint": "http://10.0.0.1/x"}, {"endpoint": "https://inside.example"}, {"auth": "short"}):
                assert friend.post("/api/me/push", {**mine, **bad}, status=400)["key"] == "push"
            friend.post("/api/me/push", mine)
            for _ in range(2):
                while seat.asked():
                    seat.answer(max(0, seat.question["default"]))
                header, body = heard.get(timeout=20)
                vouched(header, address, key)
                shown = json.loads(opened(body))
                assert shown["match"] == made["match"] and shown["title"] == "Cassino (1944): your move"
                other = friend.open(made["match"])
                while other.asked():
                    other.answer(max(0, other.question["default"]))
                other.close()
                while not seat.asked():
                    seat.until("update")
            with sqlite3.connect(tmp_path / "table.sqlite3") as base:
                while base.execute("SELECT count(*) FROM pushes").fetchone() != (0,):
                    time.sleep(0.05)


def test_without_a_key_nobody_is_asked(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = server.browser()
        assert browser.get("/api/me")["push"] == ""
        mine = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": PUBLIC, "auth": AUTH}
        assert browser.post("/api/me/push", mine, status=400)["key"] == "push"
    assert push.public_key(Settings(push_key="nonsense")) == ""
