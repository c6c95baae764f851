"""Letters that must be answered before an address is used: for notices of a match, for an account, for a lost password.

A letter holds a link with a token; the store knows its hash. What it is for happens when the link is confirmed.
"""

import asyncio
import re
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from grognard.server import mail
from grognard.server.http_types import BadRequest
from grognard.server.quotas import spend
from grognard.server.schema import accounts, contacts, letters
from grognard.server.services import Services
from grognard.server.store import now
from grognard.server.tokens import hashed, token

EMAIL = re.compile(r"[^@\s\x00-\x1f<>,;\"]{1,64}@[^@\s\x00-\x1f<>,;\"]{1,180}")
LASTS = 2 * 86400.0
"""Seconds for which a letter can be answered."""
HOURLY = 5.0
"""Letters to one address in an hour."""
SAYS = {
    "notice": (
        "Confirm your address",
        "Somebody, we hope you, wants to be told here when it is their turn.",
    ),
    "account": ("Confirm your address", "Somebody, we hope you, gave this address for their account."),
    "recover": ("A new password", "Somebody, we hope you, has lost the password of their account."),
}


async def write(services: Services, kind: str, email: str, **about: Any) -> None:
    """Send a letter to an address. Raises BadRequest where it is none, or has been sent too many."""
    if not EMAIL.fullmatch(email):
        raise BadRequest("this is not an address for mail", "email")
    if not services.settings.notices:
        raise BadRequest("this server sends no mail: its operator has set up none", "notices")
    opened = token()
    row = {"hash": hashed(opened), "kind": kind, "email": email, "created": now(), **about}

    def keep(connection: Connection) -> bool:
        if not spend(connection, "letter", hashed(email.lower()), HOURLY):
            return False
        connection.execute(insert(letters), row)
        return True

    if not await services.store.do(keep):
        raise BadRequest("this address was sent enough letters; please wait", "rate")
    url = f"{services.settings.public}/letters/{opened}"
    subject, says = SAYS[kind]
    text = f"{says}\nIf it was you, open this page; if not, do nothing.\n\n{url}\n"

    def deliver() -> None:
        mail.post(services.settings, {"kind": kind, "email": email, "url": url})
        mail.send(services.settings, email, f"Grognard: {subject.lower()}", text)

    async def sending() -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(None, deliver)
        except Exception as error:
            services.complain(f"a letter could not be sent: {error}")

    services.keep(asyncio.create_task(sending()))


async def find(services: Services, opened: str) -> Any:
    """The letter whose link this is, if it still can be answered."""
    query = select(letters).where(letters.c.hash == hashed(opened), letters.c.created > now() - LASTS)
    return await services.store.read(lambda c: c.execute(query).first())


async def confirm(services: Services, opened: str) -> Any:
    """The address is its owner's: use it. The letter is used up; None: there is no such letter."""
    letter = await find(services, opened)
    if letter is None:
        return None

    def use(connection: Connection) -> None:
        connection.execute(delete(letters).where(letters.c.hash == letter.hash))
        if letter.kind == "notice":
            mine = (contacts.c.match == letter.match, contacts.c.seat == letter.seat, contacts.c.email == letter.email)
            connection.execute(update(contacts).where(*mine).values(confirmed=True))
        elif letter.kind == "account":
            connection.execute(update(accounts).where(accounts.c.id == letter.account).values(email=letter.email))

    await services.store.do(use)
    return letter
