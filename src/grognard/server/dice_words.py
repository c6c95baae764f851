"""What the players add to the fair dice.

The server commits to its secret when a match is made. Before the first roll every seat may add words, in two steps so
that nobody can choose theirs knowing the rest: first only a hash of them (the seal), and the words when no more seals
are taken. That is when every player has given one, or when the first roll is due; until the sealed words are open, no
die is rolled. So neither a player, nor the server, nor both together can steer a roll that one other has a word in.
"""

import hashlib
import re

from grognard.core import Draw, Fair, Refusal, Refused, Roll, Source
from grognard.server import messages as m
from grognard.server.chairs import Meta
from grognard.server.live import LiveMatch
from grognard.server.sockets import Socket
from grognard.server.worked_out import RefusalText

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


def shown(live: LiveMatch) -> m.Mix:
    """Where the words for this match's dice stand."""
    meta = live.meta
    if live.kind != "game" or live.dice or live.over or (meta.opening and not waiting(meta)):
        return m.Mix("mixed", meta.words)
    return m.Mix("opening" if meta.opening else "gathering", meta.words)


def source(live: LiveMatch) -> Source:
    """The match's dice, continued after the last roll on record: they never run backwards, also after a restart."""
    if pending(live.meta):
        return _unmixed
    return Fair(bytes.fromhex(live.secret), tuple(live.match.record.strings), live.dice)


def _unmixed(ask: Roll | Draw) -> int:
    raise Unmixed


def told(live: LiveMatch) -> RefusalText:
    """Whom the dice wait for."""
    names = live.side_names()
    late = sorted({names[seat] for words in pending(live.meta) for seat in words.seats})
    return RefusalText(f"The dice wait for the sealed words of {' and '.join(late)}.", "", "mixing")


def tell(live: LiveMatch) -> None:
    mix = shown(live)
    live.tell_all(m.MixTold(mix.state, mix.words))


async def close(live: LiveMatch) -> None:
    """The first roll is due: no more seals, and those that were given are to be opened."""
    if not live.meta.opening:
        live.meta.opening = True
        await live.write(live.count)
        tell(live)


async def seal(live: LiveMatch, socket: Socket, said: m.Seal) -> None:
    if not socket.seats:
        return socket.refuse(said.id, "Spectators add nothing to the dice.", "not_yours")
    if shown(live).state != "gathering":
        return socket.refuse(said.id, "It is too late to add words to these dice.", "mixed")
    if not SEAL.fullmatch(said.seal):
        return socket.refuse(said.id, "A seal is a SHA-256 in 64 hexadecimal digits.", "seal")
    mine = set(socket.seats)
    others = [words for words in live.meta.words if not mine & set(words.seats)]
    live.meta.words = sorted([*others, m.Words(list(socket.seats), said.seal)], key=lambda words: words.seats)
    covered = {seat for words in live.meta.words for seat in words.seats}
    live.meta.opening = covered >= set(live.humans())
    await live.write(live.count)
    socket.tell(m.Ack(said.id, live.count))
    tell(live)


async def unseal(live: LiveMatch, socket: Socket, said: m.OpenWords) -> None:
    """Open words that were sealed; the last ones make the dice ready."""
    if not live.meta.opening:
        return socket.refuse(said.id, "Words are opened when all seals are given.", "early")
    mine = [w for w in pending(live.meta) if set(w.seats) & set(socket.seats)]
    if not said.text or len(said.text) > LONGEST or not said.text.isprintable():
        return socket.refuse(said.id, f"Words are 1 to {LONGEST} printable characters.", "words")
    fitting = next((words for words in mine if words.seal == sealed(said.text)), None)
    if fitting is None:
        return socket.refuse(said.id, "These words do not fit a seal of yours.", "words")
    fitting.text = said.text
    await live.write(live.count)
    socket.tell(m.Ack(said.id, live.count))
    settle(live)


def drop(live: LiveMatch) -> None:
    """Words of seats that only the computer plays by now are not waited for. To be written by the caller."""
    humans = set(live.humans())
    for words in pending(live.meta):
        words.dropped = not humans & set(words.seats)


def settle(live: LiveMatch) -> None:
    """Let the dice be as the words in the store say, tell everybody, and see to whoever waited for them."""
    live.match.record.strings = strings_of(live.given, live.meta)
    tell(live)
    live.wake()
