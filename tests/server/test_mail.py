"""Letters leave only to a mail server that proves its name; who cannot is told nothing, no address and no password."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard.server.mail import send
from grognard.server.settings import Settings

OWN = Path(__file__).parent / "mail" / "nobody_vouches.pem"
"""A certificate for `localhost` that its owner made alone, with the key, for these tests only."""


@contextmanager
def post_office() -> Iterator[tuple[int, list[str]]]:
    """A mail server that speaks TLS with that certificate; its port, and every line it is sent."""
    heard: list[str] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(OWN)

    def serve(listening: socket.socket) -> None:
        while True:
            try:
                made, _ = listening.accept()
            except OSError:
                return
            try:
                _talk(made, context, heard)
            except (OSError, ssl.SSLError):
                made.close()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, args=(listening,), daemon=True).start()
        yield listening.getsockname()[1], heard
        listening.shutdown(socket.SHUT_RDWR)


def _talk(made: socket.socket, context: ssl.SSLContext, heard: list[str]) -> None:
    lines = made.makefile("rb")
    made.sendall(b"220 here\r\n")
    while line := lines.readline():
        word = line.split()[0].upper()
        heard.append(line.decode().strip())
        if word == b"STARTTLS":
            made.sendall(b"220 go on\r\n")
            made = context.wrap_socket(made, server_side=True)
            lines = made.makefile("rb")
        elif word == b"EHLO":
            made.sendall(b"250-here\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n")
        elif word == b"AUTH":
            made.sendall(b"235 welcome\r\n")
        elif word == b"DATA":
            made.sendall(b"354 go on\r\n")
            while (part := lines.readline()) != b".\r\n":
                heard.append(part.decode().strip())
            made.sendall(b"250 fine\r\n")
        elif word == b"QUIT":
            made.sendall(b"221 bye\r\n")
            made.close()
            return
        else:
            made.sendall(b"250 fine\r\n")


def letter(host: str, port: int) -> None:
    settings = Settings(smtp=f"{host}:{port}", smtp_user="operator", smtp_password="secret words")
    send(settings, "player@mail.example", "It is your turn", "The enemy has moved.")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_certificate_nobody_vouches_for_is_sent_nothing(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with post_office() as (port, heard):
        with pytest.raises(ssl.SSLCertVerificationError):
            letter(host, port)
        assert [line.split()[0].upper() for line in heard] == ["EHLO", "STARTTLS"]


def test_a_good_certificate_of_another_name_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(OWN))
    with post_office() as (port, heard):
        with pytest.raises(ssl.SSLCertVerificationError, match=r"127\.0\.0\.1"):
            letter("127.0.0.1", port)
        assert [line.split()[0].upper() for line in heard] == ["EHLO", "STARTTLS"]


def test_a_good_certificate_is_sent_the_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is the certificate that made the difference."""
    monkeypatch.setenv("SSL_CERT_FILE", str(OWN))
    with post_office() as (port, heard):
        letter("localhost", port)
        assert "The enemy has moved." in heard and any(line.startswith("AUTH PLAIN") for line in heard)
