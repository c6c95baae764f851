"""Letters to people who gave an address: by the mail server, or by the operator's webhook."""

import smtplib
import ssl
from email.message import EmailMessage
from typing import Any
from urllib.request import Request, urlopen

from grognard.server.messages import encode
from grognard.server.settings import Settings

PATIENCE = 15


def post(settings: Settings, told: dict[str, Any]) -> None:
    """Tell the operator's webhook, if there is one."""
    if settings.webhook:
        headers = {"Content-Type": "application/json"}
        request = Request(settings.webhook, data=encode(told), headers=headers, method="POST")
        with urlopen(request, timeout=PATIENCE) as answer:
            answer.read(1024)


def send(settings: Settings, email: str, subject: str, text: str) -> None:
    """Send a letter, if there is a mail server. Over TLS its certificate must be good, and fit its name."""
    if not settings.smtp:
        return
    host, _, port = settings.smtp.partition(":")
    letter = EmailMessage()
    letter["From"] = settings.mail_from or f"grognard@{host}"
    letter["To"] = email
    letter["Subject"] = subject
    letter.set_content(text)
    with smtplib.SMTP(host, int(port or 25), timeout=PATIENCE) as server:
        if settings.smtp_tls:
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(letter)
