"""What the players add to the fair dice.

The server commits to its secret when a match is made. Before the first roll every seat may add words, in two steps so
that nobody can choose theirs knowing the rest: first only a hash of them (the seal), and the words when no more seals
are taken. That is when every player has given one, or when the first roll is due; until the sealed words are open, no
die is rolled. So neither a player, nor the server, nor both together can steer a roll that one other has a word in.
"""

import hashlib
import re
from typing import TYPE_CHECKING

from grognard.core import Draw, Fair, Refusal, Refused, Roll, Source
from grognard.server import messages as m
from grognard.server.chairs import Meta
from grognard.server.sockets import Socket

if TYPE_CHECKING:
    from grognard.server.table import Table

LONGEST = 200
SEAL = re.compile(r"[0-9a-f]{64}")


class Unmixed(Refused):
    """A roll is due, and sealed words are not open yet."""

    def __init__(self) -> None:
        super().__init__(Refusal("", "mixing"))


def sealed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def pending(meta: Meta) -> list[m.Words]:
    """Words that are sealed and not open."""
    return [words for words in meta.words if not words.text and not words.dropped]


def waiting(meta: Meta) -> bool:
    """Whether everything that rolls dice stands still until somebody opens their words."""
    return meta.opening and bool(pending(meta))


def strings_of(given: list[str], meta: Meta) -> list[str]:
    """What is mixed into every roll; nothing of the words before all are open. `given`: from the start."""
    texts = [words.text for words in meta.words if words.text]
    return given if pending(meta) else [*given, *texts]


def shown(table: "Table") -> m.Mix:
    """Where the words for this match's dice stand."""
    meta = table.meta
    if table.kind != "game" or table.dice or table.over or (meta.opening and not waiting(meta)):
        return m.Mix("mixed", meta.words)
    return m.Mix("opening" if meta.opening else "gathering", meta.words)


def source(table: "Table") -> Source:
    """The match's dice, continued after the last roll on record: they never run backwards, also after a restart."""
    if pending(table.meta):
        return _unmixed
    return Fair(bytes.fromhex(table.secret), tuple(table.match.record.strings), table.dice)


def _unmixed(ask: Roll | Draw) -> int:
    raise Unmixed


def told(table: "Table") -> m.RefusalText:
    """Whom the dice wait for."""
    names = table.side_names()
    late = sorted({names[seat] for words in pending(table.meta) for seat in words.seats})
    return m.RefusalText(f"The dice wait for the sealed words of {' and '.join(late)}.", "", "mixing")


def tell(table: "Table") -> None:
    mix = shown(table)
    table.tell_all(m.MixTold(mix.state, mix.words))


async def close(table: "Table") -> None:
    """The first roll is due: no more seals, and those that were given are to be opened."""
    if not table.meta.opening:
        table.meta.opening = True
        await table.write(table.count)
        tell(table)


async def seal(table: "Table", socket: Socket, said: m.Seal) -> None:
    if not socket.seats:
        return socket.refuse(said.id, "Spectators add nothing to the dice.", "not_yours")
    if shown(table).state != "gathering":
        return socket.refuse(said.id, "It is too late to add words to these dice.", "mixed")
    if not SEAL.fullmatch(said.seal):
        return socket.refuse(said.id, "A seal is a SHA-256 in 64 hexadecimal digits.", "seal")
    mine = set(socket.seats)
    others = [words for words in table.meta.words if not mine & set(words.seats)]
    table.meta.words = sorted([*others, m.Words(list(socket.seats), said.seal)], key=lambda words: words.seats)
    covered = {seat for words in table.meta.words for seat in words.seats}
    table.meta.opening = covered >= set(table.humans())
    await table.write(table.count)
    socket.tell(m.Ack(said.id, table.count))
    tell(table)


async def unseal(table: "Table", socket: Socket, said: m.OpenWords) -> None:
    """Open words that were sealed; the last ones make the dice ready."""
    if not table.meta.opening:
        return socket.refuse(said.id, "Words are opened when all seals are given.", "early")
    mine = [w for w in pending(table.meta) if set(w.seats) & set(socket.seats)]
    if not said.text or len(said.text) > LONGEST or not said.text.isprintable():
        return socket.refuse(said.id, f"Words are 1 to {LONGEST} printable characters.", "words")
    fitting = next((words for words in mine if words.seal == sealed(said.text)), None)
    if fitting is None:
        return socket.refuse(said.id, "These words do not fit a seal of yours.", "words")
    fitting.text = said.text
    await table.write(table.count)
    socket.tell(m.Ack(said.id, table.count))
    settle(table)


def drop(table: "Table") -> None:
    """Words of seats that only the computer plays by now are not waited for. To be written by the caller."""
    humans = set(table.humans())
    for words in pending(table.meta):
        words.dropped = not humans & set(words.seats)


def settle(table: "Table") -> None:
    """Let the dice be as the words in the store say, tell everybody, and see to whoever waited for them."""
    table.match.record.strings = strings_of(table.given, table.meta)
    tell(table)
    table.wake()
