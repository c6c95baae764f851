"""What was tried on a planning board, played in the match it was branched off. In the owner tasks of the two."""

from grognard.core import Option, Refused
from grognard.server import answers
from grognard.server.http_types import BadRequest
from grognard.server.live import LiveMatch
from grognard.server.publish import publish


async def tried(board: LiveMatch) -> list[Option]:
    """The answers the player's own side gave first on a board, up to the first dice."""
    if board.kind != "branch" or not board.meta.origin:
        raise BadRequest("this is no planning board", "board")
    found: list[Option] = []
    for entry in board.match.record.entries:
        if entry.who != board.meta.origin_seat:
            break
        found.append(entry.answer)
        if entry.barrier:
            break
    if not found:
        raise BadRequest("nothing has been tried here yet that your side could play", "board")
    return found


async def play(live: LiveMatch, board: LiveMatch, plan: list[Option]) -> None:
    """Give these answers, if the match still stands where the board began. Raises BadRequest."""
    seat = board.meta.origin_seat
    if live.over or live.count != board.meta.origin_entry:
        raise BadRequest("the game has gone on since this board was made", "stale")
    if live.asked != seat or live.chairs[seat].kind == "bot":
        raise BadRequest("it is not your turn to answer there", "not_asked")
    try:
        await answers.give(live, seat, plan)
    except Refused as refused:
        raise BadRequest(answers.told(live, refused).text, "refused") from None
    except answers.RulesFault:
        raise BadRequest("the rules could not carry this out; nothing has changed", "fault") from None
    publish(live)
