"""Every message of a client that changes something, and who carries it out."""

from collections.abc import Awaitable, Callable
from typing import Any

from grognard.server import agreements, answers, dice_words, talk
from grognard.server import messages as m
from grognard.server.advice import SetPace
from grognard.server.following import persistently
from grognard.server.live import LiveMatch
from grognard.server.sockets import Socket

Handler = Callable[[LiveMatch, Socket, Any], Awaitable[None]]
COMMANDS: dict[type, Handler] = {
    m.Answer: answers.answer,
    m.Undo: answers.undo,
    m.TurnPage: answers.page,
    m.Orders: answers.orders,
    m.Resign: agreements.resign,
    m.MakeOffer: agreements.offer,
    m.Accept: agreements.accept,
    m.Decline: agreements.decline,
    m.TakeSeat: agreements.take,
    m.ChatText: talk.chat,
    m.SeenTo: talk.seen,
    SetPace: talk.pace,
    m.Seal: dice_words.seal,
    m.OpenWords: dice_words.unseal,
}


async def obey(live: LiveMatch, socket: Socket, said: Any) -> None:
    """Carry out a command in the owner task."""
    if not await persistently(live, lambda: COMMANDS[type(said)](live, socket, said)):
        socket.refuse(said.id, "The table is too busy; please try again.", "busy")
