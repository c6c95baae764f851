"""Taking units in hand: the answers that lead to the question where exactly these units go."""

from collections.abc import Collection, Sequence

from grognard.core import Ask, Decision, Event, Option, State, clone, push, run
from grognard.core.text import noun_fields

OPENING = 60
"""Answers tried to take the units in hand."""


class Quiet:
    """Listens only for whether something hidden came to light."""

    def __init__(self) -> None:
        self.revealed = False

    def __call__(self, event: Event) -> None:
        self.revealed = self.revealed or event.reveals


def grouped(s: State, asked: Ask, seat: int, units: Sequence[int], aims: Collection[str]) -> list[list[int]]:
    """Who goes with whom: all together where the game moves groups; else one after the other, and those who cannot set
    out by themselves with the first who takes them along. None at all, if somebody has to be left behind."""
    if opened(s, asked, seat, units, aims) is not None:
        return [list(units)]
    movers = [unit for unit in units if opened(s, asked, seat, [unit], aims) is not None]
    riders = [unit for unit in units if unit not in movers]
    if not riders:
        return [[unit] for unit in movers]
    for lead in movers:
        if opened(s, asked, seat, [lead, *riders], aims) is not None:
            return [[lead, *riders], *([unit] for unit in movers if unit != lead)]
    return []


def opened(
    s: State, asked: Ask, seat: int, units: Sequence[int], aims: Collection[str], *, anywhere: bool = True
) -> tuple[State, Decision, list[Option]] | None:
    """The answers after which the question is where exactly these units go; the state and the question they lead to.

    A question what they fire at (`aims`) is none of these: its places are targets. Without `anywhere` a question about
    them that leads nowhere will do.
    """
    wanted = set(units)
    queue: list[tuple[State, Ask, list[Option]]] = [(s, asked, [])]
    complete: list[tuple[State, Ask, list[Option]]] = []
    for _ in range(OPENING):
        if not queue:
            queue, complete = complete, []
        if not queue:
            return None
        at, now, said = queue.pop(0)
        if not isinstance(now, Decision) or now.seat != seat or now.prompt in aims:
            continue
        leads = not anywhere or any(leads_to(option, wanted) is not None for option in now.options)
        if set(now.units) == wanted and leads:
            return at, now, said
        if len(said) > len(units) + 1:
            continue
        for option in _taking(at, now, wanted):
            following = clone(at)
            quiet = Quiet()
            push(following, option, quiet)
            then = run(following, quiet)
            if not quiet.revealed:
                queue.append((following, then, [*said, option]))
        if len(wanted) > 1 and set(now.units) == wanted and (last := _all_of_them(now)) is not None:
            following, quiet = clone(at), Quiet()
            push(following, last, quiet)
            complete.append((following, run(following, quiet), [*said, last]))
    return None


def _all_of_them(asked: Decision) -> Option | None:
    """The quiet answer to a question about the units in hand, if it names nothing: these are all."""
    option = asked.options[asked.default] if asked.default >= 0 else None
    return None if option is None or any(noun_fields(option).values()) else option


def _taking(s: State, asked: Decision, wanted: set[int]) -> list[Option]:
    """Answers that take one more of the units in hand, or begin something where they stand."""
    held = wanted & set(asked.units)
    if set(asked.units) - wanted:
        return []
    stand = {s.where(unit) for unit in wanted}
    by_unit, by_place = [], []
    for option in asked.options:
        nouns = noun_fields(option)
        named, there = set(nouns.get("UnitId", ())), set(nouns.get("SpaceId", ()))
        if named and not there and named <= wanted - held:
            by_unit.append(option)
        elif there and not named and there <= stand and len(stand) == 1 and not held:
            by_place.append(option)
    return [*by_unit[:3], *by_place]


def holds(asked: Decision, seat: int, wanted: set[int]) -> bool:
    """Whether a question of this seat is about these units, or some of them."""
    return asked.seat == seat and bool(asked.units) and set(asked.units) <= wanted


def leads_to(option: Option, wanted: set[int]) -> int | None:
    """The one place this answer leads the units to; None where it is about something else."""
    nouns = noun_fields(option)
    there = nouns.get("SpaceId", ())
    return there[0] if len(there) == 1 and set(nouns.get("UnitId", ())) <= wanted else None
