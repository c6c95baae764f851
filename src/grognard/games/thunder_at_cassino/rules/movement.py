"""8.2, 10 and 13: moving the units of one Area or Zone, in parties and in any order, with rubble on the way."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core import (
    ALL,
    DONE,
    Add,
    All,
    Ask,
    Decision,
    Done,
    Note,
    Option,
    Refusal,
    Roll,
    SpaceId,
    Step,
    Steps,
    UnitId,
    rule,
)
from grognard.games.thunder_at_cassino.content import (
    AREAS,
    BOARD,
    ENTRANCE,
    LINKS,
    SIDE,
    TROOPS,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.rules.crossing import (
    Traits,
    arrive,
    cost,
    has_way,
    joint,
    likeness,
    objection,
    traits,
    ways,
)
from grognard.games.thunder_at_cassino.rules.events import Cleared, Moved, RubbleTried, Stood, TurnedBack
from grognard.games.thunder_at_cassino.rules.limits import Limits
from grognard.games.thunder_at_cassino.rules.state import (
    WEIGHT,
    Thunder,
    excess,
    flip,
    place,
    room_for,
    seat,
)


class Enter(Option, frozen=True):
    """The party moves to the next Area or Zone."""

    space: SpaceId


class Stay(Option, frozen=True):
    """The party moves within its Area and becomes Committed (8.11)."""


ENTER = tuple(Enter(SpaceId(k)) for k in range(BOARD))
ADD = tuple(Add(UnitId(u)) for u in range(TROOPS))
STAY = Stay()


@rule("8.11.inplace", "8.13", "8.2.split", "8.2.interleave", "13.11.many", "7.1.transit")
class MoveImpulse(Step, frozen=True):
    """8.2 Parties of units that began in one space move, stop, and move on, until the player ends the impulse."""

    rule = "8.2"
    side: Side
    origin: SpaceId
    party: tuple[UnitId, ...] = ()
    fresh: bool = True
    """The party has not moved since it was formed: it must act before another is formed."""
    out: tuple[UnitId, ...] = ()
    """Units that have moved in this impulse."""
    acted: bool = False
    route: tuple[SpaceId, ...] = ()
    """Where the party came from while it passes through over-full Areas: last legal place first (7.1)."""

    def ask(self, s: Thunder) -> Ask:
        party = [u for u in self.party if not s.committed[u]]
        if not party:
            return self._pick(s)
        at, t = s.loc[party[0]], traits(s, party)
        onward = ways(s, self.side, self.origin, t, at)
        if self.passing(s, at):
            options: list[Option] = [ENTER[n] for n in onward]
            return Decision(seat(s, self.side), "move.party", "7.1", tuple(options), units=tuple(party), spaces=(at,))
        same, last = self._joining(s, party, at, t, onward), party[-1]
        stay = self._may_stay(at, t)
        options = [ADD[u] for u in same if u < last]
        if len(same) > 1 and (not stay or len([u for u in same if not s.spent[u]]) > 1):
            options.append(ALL)
        extra = len(options)
        options += [ADD[u] for u in same if u > last]
        if not self.fresh:
            options += [ADD[u] for u in self._apart(s, party, same, onward)]
        options += [ENTER[n] for n in onward]
        if stay:
            options.append(STAY)
        if self.acted:
            options.append(DONE)
        return Decision(
            seat(s, self.side),
            "move.party",
            "8.2",
            tuple(options),
            default=len(options) - 1 if self.acted else -1,
            extra=extra,
            units=tuple(party),
            spaces=(at,),
        )

    def _pick(self, s: Thunder) -> Ask:
        """Who moves next; nothing to ask when nobody is left who could."""
        able = self._able(s)
        if not able and self.acted:
            return None
        options: list[Option] = [ALL] if len(able) > 1 else []
        extra = len(options)
        options += [ADD[u] for u in able]
        if self.acted:
            options.append(DONE)
        return Decision(
            seat(s, self.side),
            "move.pick",
            "8.2",
            tuple(options),
            default=len(options) - 1 if self.acted else -1,
            extra=extra,
            spaces=(self.origin,),
            numbers=(int(self.acted),),
        )

    def passing(self, s: Thunder, at: int) -> bool:
        """Whether the party stands in an over-full Area and must go on.

        Asked of the position, not remembered: a vehicle that failed in rubble may have left room for the others.
        """
        return bool(self.route) and excess(s.tally[self.side * BOARD + at], at)

    def auto(self, s: Thunder, note: Note) -> Steps:
        return self._finish(s)

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        party = tuple([u for u in self.party if not s.committed[u]])
        if type(answer) is Add:
            if self._joins(s, party, answer.unit):
                return (replace(self, party=tuple(sorted((*party, answer.unit)))),)
            return (replace(self, party=(answer.unit,), fresh=True, route=()),)
        if type(answer) is All:
            return (replace(self, party=self._everybody(s, party), fresh=self.fresh or not party, route=()),)
        if type(answer) is Stay:
            return self._stay(s, party, note)
        if type(answer) is Done:
            return self._finish(s)
        assert isinstance(answer, Enter)
        return self._enter(s, party, answer.space, note)

    def _apart(self, s: Thunder, party: Sequence[int], same: Sequence[int], onward: list[int]) -> list[int]:
        """Units with which another party begins: anywhere else, here without a step in common, or out of this party.

        Where the party has a way, so has each of its members.
        """
        if len(party) == 1:
            return self._able(s, but=(*same, *party))
        return self._able(s, sure=party if onward else (), but=same)

    def _joins(self, s: Thunder, party: tuple[UnitId, ...], unit: UnitId) -> bool:
        """Whether a unit that is named joins the party, or begins another."""
        if not party or unit in party or s.loc[unit] != s.loc[party[0]]:
            return False
        if self.fresh:
            return True
        at, t = s.loc[party[0]], traits(s, party)
        return unit in self._joining(s, party, at, t, ways(s, self.side, self.origin, t, at))

    def _able(self, s: Thunder, sure: Sequence[int] = (), but: Sequence[int] = ()) -> list[int]:
        """Units that can still do something in this impulse, `but` some; who is `sure` to is not looked at."""
        side, origin, committed = self.side, self.origin, s.committed
        found = [u for u in s.here[side * BOARD + origin] if not committed[u]]
        if not self.out and origin < AREAS:
            return found
        loc, spent = s.loc, s.spent
        home, found = found, []
        known: dict[tuple[int, ...], bool] = {}
        for u in (*home, *[u for u in self.out if not committed[u] and loc[u] != origin]):
            if u in but:
                continue
            if u in sure or (origin < AREAS and loc[u] == origin and not spent[u]):
                found.append(u)
                continue
            like = likeness(s, u)
            if like not in known:
                known[like] = has_way(s, side, origin, u)
            if known[like]:
                found.append(u)
        return found

    def _joining(self, s: Thunder, party: Sequence[int], at: int, t: Traits, onward: list[int]) -> list[int]:
        """Units beside the party that could act together with it."""
        if at == self.origin:
            near = [u for u in s.here[self.side * BOARD + at] if not s.committed[u] and u not in party]
        else:
            near = [u for u in self.out if s.loc[u] == at and not s.committed[u] and u not in party]
        if not near:
            return near
        stay = self._may_stay(at, t)
        whites: dict[int, bool] = dict(LINKS[at])
        known: dict[tuple[int, ...], bool] = {}
        found = []
        for u in near:
            if stay and not s.spent[u]:
                found.append(u)
                continue
            if (like := likeness(s, u)) not in known:
                both = joint(t, traits(s, (u,)))
                known[like] = any(objection(s, self.side, self.origin, both, at, n, whites[n]) is None for n in onward)
            if known[like]:
                found.append(u)
        return found

    def _may_stay(self, at: int, t: Traits) -> bool:
        return at == self.origin and at < AREAS and not t.moved

    def _everybody(self, s: Thunder, party: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """The party and everybody beside it who can act together with those before.

        A party that may stay takes along those who may stay with it; who has come back is added by name.
        """
        chosen: list[UnitId] = list(party) or [UnitId(self._able(s)[0])]
        at = s.loc[chosen[0]]
        t = traits(s, chosen)
        onward = ways(s, self.side, self.origin, t, at)
        whites: dict[int, bool] = dict(LINKS[at])
        stay = self._may_stay(at, t)
        for u in self._joining(s, chosen, at, t, onward):
            both = joint(t, traits(s, (u,)))
            still = [n for n in onward if objection(s, self.side, self.origin, both, at, n, whites[n]) is None]
            if self._may_stay(at, both) if stay else still:
                chosen.append(UnitId(u))
                t, onward = both, still
        return tuple(sorted(chosen))

    def _stay(self, s: Thunder, party: tuple[UnitId, ...], note: Note) -> Steps:
        for u in party:
            flip(s, u, 1)
        note(Stood(party, self.origin))
        return (replace(self, party=(), acted=True),)

    def _enter(self, s: Thunder, party: tuple[UnitId, ...], space: SpaceId, note: Note) -> Steps:
        """Whoever need not test for rubble goes at once; each vehicle then rolls for itself."""
        side, at = self.side, SpaceId(s.loc[party[0]])
        price = cost(s, side, space)
        fits = room_for(s, side, space, sum([WEIGHT[u] for u in party]))
        rubble = s.rubble[space]
        walkers = tuple([u for u in party if not (rubble and VEHICLE[u])])
        route = self.route if self.passing(s, at) else ()
        for u in walkers:
            arrive(s, side, self.origin, u, space, price)
        if walkers:
            note(Moved(walkers, at, space, price))
        following: list[Step] = [RubbleEntry(side, self.origin, u, space, price) for u in party if u not in walkers]
        if following and route:
            following.append(TurnBack(tuple([u for u in party if u not in walkers]), at, route[0]))
        following.append(
            MoveImpulse(
                side,
                self.origin,
                party,
                False,
                tuple(sorted({*self.out, *party})),
                True,
                () if fits else (*route, at),
            )
        )
        return tuple(following)

    def _finish(self, s: Thunder) -> Steps:
        for u in self.out:
            flip(s, u, 1)
            s.spent[u] = 0
        return (Limits(),)

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        party = [u for u in self.party if not s.committed[u]]
        if isinstance(option, Add):
            return self._why_not_add(s, option.unit, party)
        if type(option) is All:
            asked = self.ask(s)
            assert isinstance(asked, Decision)
            return None if ALL in asked.options else Refusal("8.2", "nobody_else")
        if isinstance(option, Enter):
            if not party:
                return Refusal("8.2", "choose_units_first")
            at = s.loc[party[0]]
            white = dict(LINKS[at]).get(option.space)
            if white is None:
                return Refusal("8.2", "not_adjacent", (at, option.space))
            return objection(s, self.side, self.origin, traits(s, party), at, option.space, white)
        if type(option) is Stay:
            if not party:
                return Refusal("8.2", "choose_units_first")
            if self.origin >= AREAS:
                return Refusal("8.11.inplace", "stay_in_zone", (self.origin,))
            return None if self._may_stay(s.loc[party[0]], traits(s, party)) else Refusal("8.11.inplace", "has_moved")
        if type(option) is Done:
            if party and self.passing(s, s.loc[party[0]]):
                return Refusal("7.1", "must_go_on", (s.loc[party[0]],))
            return None if self.acted else Refusal("8.11", "nothing_done")
        return Refusal("8.11", "one_kind")

    def _why_not_add(self, s: Thunder, unit: UnitId, party: list[UnitId]) -> Refusal | None:
        if unit >= TROOPS or SIDE[unit] != self.side:
            return Refusal("8.11", "not_yours", (unit,))
        if s.committed[unit]:
            return Refusal("8.13", "committed", (unit,))
        if s.loc[unit] != self.origin and unit not in self.out:
            return Refusal("8.11", "other_place", (unit, self.origin))
        if party and self.passing(s, s.loc[party[0]]):
            return Refusal("7.1", "must_go_on", (s.loc[party[0]],))
        if unit in party and (self.fresh or len(party) == 1):
            return Refusal("8.2", "already_chosen", (unit,))
        if not party or not self.fresh:
            return None if unit in self._able(s) else Refusal("8.2", "no_way", (unit,))
        at, t = s.loc[party[0]], traits(s, party)
        if s.loc[unit] != at:
            return Refusal("8.2", "act_first", (unit,))
        joining = self._joining(s, party, at, t, ways(s, self.side, self.origin, t, at))
        return None if unit in joining else Refusal("8.2", "no_common_way", (unit,))


@rule("13.1", "13.12", "12.5.rubble")
class RubbleEntry(Step, frozen=True):
    """13.11 A vehicle tries to move into rubble; failure leaves it Committed where it is."""

    rule = "13.11"
    side: Side
    origin: SpaceId
    unit: UnitId
    space: SpaceId
    price: int

    def points_due(self, unit: int) -> int:
        return self.price if unit == self.unit else 0

    def ask(self, s: Thunder) -> Ask:
        return Roll((6, 6), "rubble", "13.11", matters=((1, 1),))

    def take(self, s: Thunder, answer: tuple[int, ...], note: Note) -> Steps:
        total, needed = sum(answer), ENTRANCE[s.rubble[self.space]]
        passed = total >= needed
        note(RubbleTried(self.unit, self.space, total, needed, passed))
        if passed:
            arrive(s, self.side, self.origin, self.unit, self.space, self.price)
        else:
            flip(s, self.unit, 1)
        return ()


class TurnBack(Step, frozen=True):
    """13.12 Vehicles that failed in an over-full Area go back to their last legal place, without another roll."""

    rule = "13.12.back"
    units: tuple[UnitId, ...]
    area: SpaceId
    back: SpaceId

    def auto(self, s: Thunder, note: Note) -> Steps:
        for u in self.units:
            if s.loc[u] == self.area and excess(s.tally[SIDE[u] * BOARD + self.area], self.area):
                place(s, u, self.back)
                note(TurnedBack(u, self.back))
        return ()


@rule("13.2", "13.2.german", "13.3")
def can_clear(s: Thunder, unit: UnitId) -> bool:
    """Whether a Construction unit can take away a level of rubble now; only the Allied side has any."""
    at = s.loc[unit]
    return at < BOARD and not s.committed[unit] and s.rubble[at] > 0


@rule("13.2")
def clear(s: Thunder, unit: UnitId, note: Note) -> None:
    """One level of rubble goes, and the Construction unit is Committed."""
    at = SpaceId(s.loc[unit])
    s.rubble[at] -= 1
    flip(s, unit, 1)
    note(Cleared(unit, at, s.rubble[at]))
