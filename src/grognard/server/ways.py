"""Whole marches: every place some units could reach by their own answers, and the answers that bring them there.

Found by answering the questions of the game themselves, on a world in which the asker's view is true: what is offered,
what it leads to and where it must stop are the rules' own words. A march ends where dice, a reveal or another seat come
in; what lies beyond is asked anew when they have spoken.
"""

import heapq
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec.structs import replace

from grognard.core import Ask, Decision, Event, Game, Option, Refusal, SpaceId, State, clone, push, run
from grognard.core.text import noun_fields
from grognard.maps.paths import Reach
from grognard.server.in_hand import Quiet, grouped, holds, leads_to, opened

Told = Callable[[Any, int], Reach[Any] | None]
"""A title's own word on where a unit could march with all it has in hand (`Display.reach`)."""
MOST = 2500
"""Answers tried in one search."""
NEARBY = 60
"""Places on the way from which one that cannot be reached is looked at."""


class Goal(NamedTuple):
    """A place the units can come to."""

    space: int
    cost: int
    """Points spent where the rules count them, else places entered; 0: it is not told."""
    back: int
    """The place before it on the way; -1: where they stand."""
    stay: bool
    """Whether the march may end here."""
    halts: bool
    """Something else comes in here: dice, a reveal, another seat, or a question that is not about going on."""


class Plan(NamedTuple):
    """Answers for one plan, the places they lead through, and the units for whom no answer is in it yet."""

    options: list[Option]
    path: list[int]
    left: list[int]
    cost: int
    halts: bool


class _Node(NamedTuple):
    state: State
    asked: Ask
    space: int
    cost: int
    back: "_Node | None"
    said: Option | None
    halts: bool


def goals_of(
    game: Game[Any],
    view: State,
    seat: int,
    units: Sequence[int],
    via: Sequence[int] = (),
    told: Told | None = None,
    aims: Collection[str] = (),
) -> list[Goal]:
    """Where all of these units can go now: together where the game moves groups, else one after the other.

    Nowhere, if there is no place at which they may stay: a question that sends one of them only is a click of its own.
    `via`: places they go by first; ways begin at the last of them, costs are of the whole march. `told`: the
    movement rules of the title as its display tells them, for marches too long to be found by trying. `aims`: prompts
    that ask for a target (`Display.aims`).
    """
    world = game.resample(view, seat, random.Random(0))
    asked = run(world)
    parties = grouped(world, asked, seat, units, aims)
    alone = [_onward(world, asked, seat, party, via, told, aims) for party in parties]
    if len(alone) > 1 and opened(world, asked, seat, units, aims, anywhere=False) is not None:
        # One stack by the rules, with nowhere to go as such: its units march singly, but not one by one into a fight.
        alone = [[goal for goal in found if not goal.halts] for found in alone]
    if not alone or not all(alone):
        return []
    if len(alone) == 1:
        return _somewhere(alone[0])
    dear: dict[int, int] = {}
    often: Counter[int] = Counter()
    for goal in (goal for found in alone for goal in found if goal.stay):
        dear[goal.space] = max(dear.get(goal.space, 0), goal.cost)
        often[goal.space] += 1
    return _somewhere(
        [goal._replace(stay=often[goal.space] == len(alone), cost=dear.get(goal.space, goal.cost)) for goal in alone[0]]
    )


def _somewhere(goals: list[Goal]) -> list[Goal]:
    """These goals, if a march can end at one of them."""
    return goals if any(goal.stay for goal in goals) else []


def plan_to(
    game: Game[Any],
    view: State,
    seat: int,
    units: Sequence[int],
    spaces: Sequence[int],
    told: Told | None = None,
    aims: Collection[str] = (),
) -> Plan | None:
    """The answers that bring the units to the last of these places by way of the others; None: they cannot."""
    world = game.resample(view, seat, random.Random(0))
    asked = run(world)
    options: list[Option] = []
    first: _March | None = None
    parties = grouped(world, asked, seat, units, aims)
    for k, party in enumerate(parties):
        made = _march(world, asked, seat, party, spaces, told, aims)
        if made is None:
            return Plan(options, first.path, _all(parties[k:]), first.cost, first.halts) if first else None
        first = first or made
        options += made.options
        if made.halts:
            return Plan(options, first.path, _all(parties[k + 1 :]), first.cost, True)
        world, asked = made.state, made.asked
    return None if first is None else Plan(options, first.path, [], first.cost, first.halts)


def barred(
    game: Game[Any], view: State, seat: int, units: Sequence[int], space: int, aims: Collection[str] = ()
) -> Refusal | None:
    """What the rules say against this place where a march of these units comes next to it, the shortest first.

    None: they say nothing of it, or it is too far away.
    """
    world = game.resample(view, seat, random.Random(0))
    asked = run(world)
    for party in grouped(world, asked, seat, units, aims):
        begun = opened(world, asked, seat, party, aims)
        if begun is None:
            continue
        start = _Node(begun[0], begun[1], begun[0].where(party[0]), 0, None, None, halts=False)
        for node in chain((start,), islice(_walk(*begun, seat, party, asked), NEARBY)):
            refusal = _refused(node, seat, party, space)
            if refusal is not None and refusal.key != "not_adjacent":
                return refusal
    return None


def _refused(node: _Node, seat: int, units: Sequence[int], space: int) -> Refusal | None:
    """Why the next step may not be to this place, by an answer that does go to another."""
    if node.halts or not isinstance(node.asked, Decision) or not holds(node.asked, seat, set(units)):
        return None
    tried: set[type[Option]] = set()
    for option in node.asked.options:
        there = leads_to(option, set(units))
        if there is None or type(option) in tried:
            continue
        tried.add(type(option))
        following = clone(node.state)
        push(following, option, _deaf)
        run(following, _deaf)
        if following.where(units[0]) == there:
            other = _elsewhere(option, space)
            return None if other is None else node.state.stack[-1].why_not(node.state, other)
    return None


def _elsewhere(step: Option, space: int) -> Option | None:
    """The same answer with another place; None, if it names more than one."""
    hints = get_type_hints(type(step))
    fields = [name for name in step.__struct_fields__ if SpaceId in (hints[name], *get_args(hints[name]))]
    if len(fields) != 1:
        return None
    return replace(step, **{fields[0]: space if hints[fields[0]] is SpaceId else (space,)})


def _all(parties: Sequence[Sequence[int]]) -> list[int]:
    return [unit for party in parties for unit in party]


def _onward(
    s: State,
    asked: Ask,
    seat: int,
    units: Sequence[int],
    via: Sequence[int],
    told: Told | None,
    aims: Collection[str],
) -> list[Goal]:
    """Where one group can go from the last of the places it goes by."""
    root, spent = asked, 0
    if via:
        made = _march(s, asked, seat, units, via, told, aims, stay=False)
        if made is None:
            return []
        s, asked, spent = made.state, made.asked, made.cost
    started = opened(s, asked, seat, units, aims)
    if started is None:
        return []
    if listed := _listed(started[1], set(units)):
        return [Goal(space, 0, -1, True, False) for space in listed]
    reach = _reach(started[0], started[1], told)
    if reach is not None:
        return _told(reach, spent)
    if not via and (gates := _gates(*started, seat, units, told)):
        best: dict[int, Goal] = {}
        for gate in gates:
            for goal in (*_goals(iter((gate.node,)), seat), *_told(gate.reach, gate.node.cost)):
                if goal.space not in best or goal.cost < best[goal.space].cost:
                    best[goal.space] = goal
        return list(best.values())
    return [goal._replace(cost=spent + goal.cost) for goal in _goals(_walk(*started, seat, units, root), seat)]


def _told(reach: Reach[Any], spent: int) -> list[Goal]:
    """The goals of a march as the title tells them; what was spent before it comes on top."""
    ends, base = set(reach.ends()), reach.costs[reach.start]
    return [
        Goal(space, spent + cost - base, reach.parent(space), space in ends, False)
        for space, cost in reach.costs.items()
        if space != reach.start
    ]


class _Gate(NamedTuple):
    """A place by which units that are not on the map yet come onto it, and how far they march from there."""

    node: _Node
    reach: Reach[Any]


def _gates(
    s: State, asked: Decision, _: list[Option], seat: int, units: Sequence[int], told: Told | None
) -> list[_Gate]:
    """Where units could enter and go on at once; none, if the title does not tell how far."""
    found: list[_Gate] = []
    if told is None:
        return found
    wanted = set(units)
    start = _Node(s, asked, s.where(units[0]), 0, None, None, halts=False)
    for option in asked.options:
        space = leads_to(option, wanted)
        if space is None:
            continue
        following, quiet = clone(s), Quiet()
        push(following, option, quiet)
        then = run(following, quiet)
        if quiet.revealed or not isinstance(then, Decision) or not holds(then, seat, wanted):
            continue
        if (reach := told(following, then.units[0])) is not None and reach.start == space:
            spent = following.points_used(then.units[0]) or 0
            found.append(_Gate(_Node(following, then, space, spent, start, option, halts=False), reach))
    return found


def _listed(asked: Decision, wanted: set[int]) -> dict[int, Option]:
    """Far places the question itself offers to save answers (`Decision.extra`); what they cost it does not say."""
    heads = [(leads_to(option, wanted), option) for option in asked.options[: asked.extra]]
    return {space: option for space, option in heads if space is not None}


def _reach(s: State, asked: Decision, told: Told | None) -> Reach[Any] | None:
    """What the title says of the march of those in hand, the first of whom leads, with what they have left."""
    return told(s, asked.units[0]) if told is not None else None


class _March(NamedTuple):
    options: list[Option]
    path: list[int]
    cost: int
    halts: bool
    state: State
    asked: Ask


def _march(
    s: State,
    asked: Ask,
    seat: int,
    units: Sequence[int],
    spaces: Sequence[int],
    told: Told | None,
    aims: Collection[str],
    *,
    stay: bool = True,
) -> _March | None:
    """The answers of one group by way of `spaces`, to `stay` in the last; the state they leave."""
    root = asked
    options: list[Option] = []
    path: list[int] = []
    node: _Node | None = None
    spent = 0
    for k, space in enumerate(spaces):
        started = opened(s, asked, seat, units, aims)
        if started is None:
            return None
        last = stay and k == len(spaces) - 1
        head = _listed(started[1], set(units)).get(space)
        reach = None if head is not None else _reach(started[0], started[1], told)
        found = (
            _headed(*started, seat, units, root, head)
            if head is not None
            else _along(_Node(started[0], started[1], s.where(units[0]), 0, None, None, halts=False),
                        seat, units, root, reach.path_to(space)[1:])
            if reach is not None
            else _entering(_gates(*started, seat, units, told) if not k else [], seat, units, root, space)
            or _walk(*started, seat, units, root)
        )  # fmt: skip
        fit = (n for n in found if n.space == space and (_ends(n, seat) is not None if last else not n.halts))
        node = next(fit, None)
        if node is None:
            return None
        options += started[2]
        options += [step.said for step in _line(node) if step.said is not None]
        path += [step.space for step in _line(node) if step.said is not None]
        spent += node.cost if reach is None else reach.costs[space] - reach.costs[reach.start]
        s, asked = node.state, node.asked
    if node is None:
        return None
    end = (_ends(node, seat) or []) if stay else []
    if end:
        s = clone(s)
        push(s, end[0], _deaf)
        asked = run(s, _deaf)
    halts = node.halts or (bool(end) and isinstance(asked, Decision) and asked.seat != seat)
    return _March([*options, *end], path, spent, halts, s, asked)


def _goals(found: Iterator[_Node], seat: int) -> list[Goal]:
    """The cheapest way to each place, and the places it leads through."""
    best: dict[int, Goal] = {}
    for node in found:
        stay = _ends(node, seat) is not None
        known = best.get(node.space)
        if known is None or (stay and not known.stay):
            back = node.back.space if node.back is not None else -1
            best[node.space] = Goal(node.space, node.cost, back, stay, node.halts)
    return list(best.values())


def _line(node: _Node) -> list[_Node]:
    line = [node]
    while line[-1].back is not None:
        line.append(line[-1].back)
    return line[::-1]


# Going


def _walk(s: State, asked: Decision, _: list[Option], seat: int, units: Sequence[int], root: Ask) -> Iterator[_Node]:
    """Every place on the way, cheapest first. `root`: what was asked before the units were taken in hand."""
    usual = _usual(asked, root)
    lead, wanted = units[0], set(units)
    home = s.where(lead)
    start = _Node(s, asked, home, 0, None, None, halts=False)
    base = s.points_used(lead)
    heap: list[tuple[int, int, _Node]] = [(0, 0, start)]
    seen: set[tuple[Any, ...]] = set()
    tried = 0
    moving: set[type[Option]] = set()
    while heap and tried < MOST:
        cost, steps, node = heapq.heappop(heap)
        if node.said is not None:
            yield node
        if node.halts or not isinstance(node.asked, Decision) or not holds(node.asked, seat, wanted):
            continue
        steps = steps // MOST + 1
        for option in node.asked.options:
            space = leads_to(option, wanted)
            if space is None or space == home:
                continue
            tried += 1
            following, quiet = clone(node.state), Quiet()
            push(following, option, quiet)
            paid = following.points_used(lead)  # with the last of a party the move ends, and the rules forget it
            then = run(following, quiet)
            mine = isinstance(then, Decision) and then.seat == seat
            moved = following.where(lead) == space
            halts = quiet.revealed or not _goes_on(then, seat, wanted, usual)
            if moved:
                moving.add(type(option))
            elif not halts or (moving and type(option) not in moving):
                continue
            spent = following.points_used(lead) if mine else paid
            if base is None or spent is None or spent < base or (not mine and spent - base <= cost):
                price = steps
            else:
                price = max(spent - base, cost)
            key = (space, halts, price, following.stack[-1] if following.stack else None)
            if key in seen:
                continue
            seen.add(key)
            heapq.heappush(
                heap, (price, steps * MOST + tried, _Node(following, then, space, price, node, option, halts))
            )


def _headed(
    s: State, asked: Decision, _: list[Option], seat: int, units: Sequence[int], root: Ask, option: Option
) -> Iterator[_Node]:
    """Where one answer that names a far place leads."""
    wanted, usual = set(units), _usual(asked, root)
    following, quiet = clone(s), Quiet()
    push(following, option, quiet)
    then = run(following, quiet)
    start = _Node(s, asked, s.where(units[0]), 0, None, None, halts=False)
    halts = quiet.revealed or not _goes_on(then, seat, wanted, usual)
    yield _Node(following, then, leads_to(option, wanted) or 0, 0, start, option, halts)


def _entering(gates: list[_Gate], seat: int, units: Sequence[int], root: Ask, space: int) -> Iterator[_Node] | None:
    """Onto the map and to a place, by the gate from which that is cheapest; None: by none of them."""
    able = [gate for gate in gates if space == gate.node.space or space in gate.reach.costs]
    if not able:
        return None
    gate = min(able, key=lambda gate: gate.node.cost + gate.reach.costs.get(space, 0))
    if space == gate.node.space:
        return iter((gate.node,))
    return _along(gate.node, seat, units, root, gate.reach.path_to(space)[1:])


def _along(node: _Node, seat: int, units: Sequence[int], root: Ask, path: Sequence[int]) -> Iterator[_Node]:
    """The places of one path, as far as the answers lead; where something comes in, it counts as the end. Where the
    question itself offers the last place, the places between are its business."""
    lead, wanted = units[0], set(units)
    usual = _usual(node.asked, root)
    base, before = node.state.points_used(lead) or 0, node.cost
    for n, space in enumerate(path, 1):
        now = node.asked
        if not isinstance(now, Decision) or not holds(now, seat, wanted):
            return
        option = _listed(now, wanted).get(path[-1])
        if option is not None:
            space = path[-1]
        else:
            near = now.options[now.extra :]
            option = next((option for option in near if leads_to(option, wanted) == space), None)
        if option is None:
            return
        following, quiet = clone(node.state), Quiet()
        push(following, option, quiet)
        then = run(following, quiet)
        halts = quiet.revealed or not _goes_on(then, seat, wanted, usual)
        goal = path[-1] if halts else space
        spent = following.points_used(lead)
        node = _Node(following, then, goal, before + (n if not spent else max(spent - base, 0)), node, option, halts)
        yield node
        if halts or space == path[-1]:
            return


class _Usual(NamedTuple):
    """How a player is asked on when a march is over."""

    prompt: str
    """What he was asked before the units were taken in hand."""
    anything: bool
    """They were in hand already: then whatever names no unit and no place."""


def _usual(asked: Ask, root: Ask) -> _Usual:
    return _Usual(root.prompt if isinstance(root, Decision) else "", asked is root)


def _goes_on(then: Ask, seat: int, wanted: set[int], usual: _Usual) -> bool:
    """Whether the player is simply asked on: where these units go next, or what he is asked when they have gone."""
    if not isinstance(then, Decision) or then.seat != seat:
        return False
    over = then.prompt == usual.prompt or (usual.anything and not then.units and not then.spaces)
    return over or holds(then, seat, wanted)


def _ends(node: _Node, seat: int) -> list[Option] | None:
    """The answers that end the march here: none where it is over or may be left open; None where it must go on. Another
    seat that is asked about these very units (fire at who has moved) comes in because the march has ended."""
    asked = node.asked
    if node.halts or not isinstance(asked, Decision):
        return []
    if node.said is None:
        return None
    if not asked.units or all(leads_to(option, set(asked.units)) is None for option in asked.options):
        return []
    if asked.default < 0:
        return None
    quiet_one = asked.options[asked.default]
    if any(noun_fields(quiet_one).values()):
        return []
    following, quiet = clone(node.state), Quiet()
    push(following, quiet_one, quiet)
    then = run(following, quiet)
    if not isinstance(then, Decision) or quiet.revealed:
        return []
    about_them = bool(then.units) and set(then.units) <= set(asked.units)
    return [quiet_one] if then.seat == seat or about_them else []


def _deaf(event: Event) -> None:
    """Nobody listens. (Not `hush`, so that lone options run as they do at a table.)"""
