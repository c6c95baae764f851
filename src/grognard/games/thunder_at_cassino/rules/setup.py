"""5: set-up. Free placement within the circles, rubble, and what the bombardment left."""

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    ABBEY,
    ALLIED,
    BOARD,
    BOX,
    CASTLE,
    COMBAT,
    FIELDS,
    FINAL,
    FROM_TURN,
    GARDENS,
    GERMAN,
    GONE,
    LINKS,
    POINTS,
    POOL,
    SIDE,
    TEM,
    TOWN,
    TROOPS,
    UNIT_NAMES,
    VEHICLE,
    VP,
    Arrival,
    Side,
    space,
)
from grognard.games.thunder_at_cassino.rules.bidding import EVEN, Agreed, Bidding
from grognard.games.thunder_at_cassino.rules.events import (
    Bombarded,
    Deployed,
    DeployedRest,
    Eliminated,
    Rubbled,
    Shaken,
    StreetCleared,
)
from grognard.games.thunder_at_cassino.rules.limits import eliminate, fits_in
from grognard.games.thunder_at_cassino.rules.losses import KILL, Kill
from grognard.games.thunder_at_cassino.rules.sequence import Turn
from grognard.games.thunder_at_cassino.rules.state import (
    FIGHTERS_AT,
    Rules,
    Thunder,
    field_of,
    flip,
    fresh,
    place,
    seat,
)
from grognard.maps import members

UNBROKEN = (CASTLE, GARDENS)
"""Town Areas for which no rubble die is rolled."""
CLEARED = tuple(space(name) for name in ("1", "2", "3", "4", "6", "11"))
"""Streets the engineers have opened by the time of The Final Days."""
GURKHAS_ON_THE_HILL = 6
HANGMAN, BELOW = space("57"), space("56")


class Station(Option, frozen=True):
    """Set a unit up in this place."""

    unit: UnitId
    space: SpaceId


class Take(Option, frozen=True):
    """Set this unit up next."""

    unit: UnitId


class Suggested(Option, frozen=True):
    """Set up everything that is left as suggested."""


class Shake(Option, frozen=True):
    """Turn a bombarded unit to its Committed side for one point."""

    unit: UnitId


STATION = tuple(tuple(Station(UnitId(u), SpaceId(k)) for k in range(BOARD)) for u in range(TROOPS))
TAKE = tuple(Take(UnitId(u)) for u in range(TROOPS))
SHAKE = tuple(Shake(UnitId(u)) for u in range(TROOPS))
SUGGESTED = Suggested()


@rule("1", "4.1", "4.3", "5.1", "5.2", "5.4", "1.intro", "16.1", "14.1", "11.2")
def setup(scenario: str, options: dict[str, object]) -> Thunder:
    """A fresh game: Artillery in its boxes, markers laid out, everybody else still to be placed."""
    rules = Rules(
        scenario,
        str(options["resolution"]),
        bool(options["bidding"]),
    )
    s = fresh(rules)
    field = FIELDS[scenario]
    for u in range(TROOPS):
        if u not in field.arrivals:
            place(s, u, GONE)
    for gun in range(TROOPS, len(UNIT_NAMES)):
        ready = gun in field.guns and FROM_TURN[gun] <= field.first
        place(s, gun, BOX[SIDE[gun]] if ready else POOL if gun in field.guns else GONE)
    for area in field.control:
        s.control[area] = 1
    for area in field.quisling:
        s.quisling[area] = 1
    s.vp = sum(VP[a] for a in field.control) + len(field.quisling)
    if not rules.bidding:
        s.bid = agreed_bid(options)
    steps: list[Step] = [Bidding()] if rules.bidding else [Agreed()] if s.bid else []
    steps += [Deploy(GERMAN), Rubble(), Bombardment(), Deploy(ALLIED), Turn()]
    s.stack = tuple(reversed(steps))
    return s


@rule("20.2")
def agreed_bid(options: dict[str, object]) -> int:
    """The bid the players have agreed on before play: a number of their own, else that of an even game, else none."""
    return int(str(options["bid"])) or (EVEN if options["even_game"] else 0)


@rule("5.3.limit", "5.3.exc20", "3.6", "3.24", "7.1")
class Deploy(Step, frozen=True):
    """5.3 The units of a side that start on the map are placed one by one, openly."""

    rule = "5.3.free"
    side: Side
    unit: int = -1
    """The unit taken up out of order; -1: the next in order."""

    def waiting(self, s: Thunder) -> list[int]:
        """Units of this side still to be set up, observers that follow Combat units last."""
        arrivals = field_of(s).arrivals
        units = [u for u, a in arrivals.items() if a.turn == 0 and SIDE[u] == self.side and s.loc[u] == POOL]
        return sorted(units, key=lambda u: arrivals[u].own)

    def ask(self, s: Thunder) -> Ask:
        waiting = self.waiting(s)
        if self._settled(s, waiting):
            return None
        unit = self.unit if self.unit >= 0 else waiting[0]
        head: list[Option] = []
        if self.unit < 0:
            head = [TAKE[u] for u in waiting[1:]]
        spots: list[Option] = [SUGGESTED] if self.unit < 0 else []
        spots += [STATION[unit][k] for k in self._spots(s, unit)]
        return Decision(
            seat(s, self.side),
            "deploy",
            "5.3.limit",
            (*head, *spots),
            default=len(head) if self.unit < 0 else -1,
            extra=len(head),
            confirm=True,
            units=(unit,),
            numbers=(len(waiting),),
        )

    def _settled(self, s: Thunder, waiting: list[int]) -> bool:
        """Whether everybody left, if anybody is, has only one place to go."""
        arrivals = field_of(s).arrivals
        return all(len(arrivals[u].places) == 1 and not arrivals[u].own for u in waiting)

    def auto(self, s: Thunder, note: Note) -> Steps:
        return self._as_suggested(s, note) if self.waiting(s) else ()

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if isinstance(answer, Take):
            return (replace(self, unit=answer.unit),)
        if isinstance(answer, Suggested):
            return self._as_suggested(s, note)
        assert isinstance(answer, Station)
        place(s, answer.unit, answer.space)
        note(Deployed(answer.unit, answer.space))
        return (Deploy(self.side),)

    def _as_suggested(self, s: Thunder, note: Note) -> Steps:
        """Everybody left goes to the suggested place, or to the first one that is still open."""
        plan = field_of(s).suggested
        waiting = self.waiting(s)
        for u in waiting:
            spots = self._spots(s, u)
            place(s, u, plan[u] if plan.get(u) in spots else spots[0])
        note(DeployedRest(self.side, len(waiting)))
        return ()

    def _spots(self, s: Thunder, unit: int) -> list[int]:
        arrival = field_of(s).arrivals[unit]
        return [k for k in self._candidates(s, arrival) if self.refuse(s, arrival, unit, k) is None]

    def _candidates(self, s: Thunder, arrival: Arrival) -> list[int]:
        if not arrival.own:
            return list(arrival.places)
        return sorted({*arrival.places, *members(s.mask[FIGHTERS_AT + self.side])})

    def refuse(self, s: Thunder, arrival: Arrival, unit: int, spot: int) -> Refusal | None:
        """Why a unit may not be set up in one of its places: four there already, no room, no vehicles in Area 20."""
        row = self.side * BOARD + spot
        limit = field_of(s).limit
        if self.side == GERMAN and limit and len(s.here[row]) >= limit:
            return Refusal("5.3.limit", "four_there", (spot,))
        if not fits_in(s, unit, spot):
            return Refusal("7.1", "no_room", (spot,))
        if VEHICLE[unit] and not any(white for _, white in LINKS[spot]):
            return Refusal("5.3.exc20" if spot == GARDENS else "8.22", "no_vehicles", (spot,))
        if spot == BELOW and HANGMAN in arrival.places and s.rules.scenario == FINAL:
            return self._too_many_below(s)
        return None

    def _too_many_below(self, s: Thunder) -> Refusal | None:
        """The Final Days: at least six Gurkha platoons start on Hangman's Hill."""
        field = field_of(s)
        gurkhas = [u for u, a in field.arrivals.items() if a.places == (BELOW, HANGMAN)]
        below = sum(s.loc[u] == BELOW for u in gurkhas)
        if below >= len(gurkhas) - GURKHAS_ON_THE_HILL:
            return Refusal("11.4.final", "six_on_the_hill", (HANGMAN,))
        return None

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        waiting = self.waiting(s)
        if isinstance(option, Station):
            unit = self.unit if self.unit >= 0 else waiting[0]
            if option.unit not in waiting:
                return Refusal("5.3.sort", "not_waiting", (option.unit,))
            if option.unit != unit:
                return Refusal("5.3.free", "take_it_first", (option.unit, unit))
            arrival = field_of(s).arrivals[unit]
            if option.space not in self._candidates(s, arrival):
                return Refusal("3.6", "wrong_circle", (unit, option.space))
            return self.refuse(s, arrival, unit, option.space)
        if isinstance(option, Take) and self.unit < 0:
            return None if option.unit in waiting[1:] else Refusal("5.3.sort", "not_waiting", (option.unit,))
        if isinstance(option, Suggested) and self.unit < 0:
            return None
        return Refusal("5.3.free", "not_offered")


@rule("5.5.hi", "5.5.mid", "5.5.lo", "2.2.dr", "2.2.drm", "3.23", "5.5.fixed")
class Rubble(Step, frozen=True):
    """5.5 A die for each town Area except 9 and 20 decides how much rubble there is."""

    rule = "5.5"
    at: int = 0

    def ask(self, s: Thunder) -> Ask:
        rolling = self._rolling(s)
        return Roll((6,), "rubble_setup", "5.5") if self.at < len(rolling) else None

    def _rolling(self, s: Thunder) -> list[SpaceId]:
        if field_of(s).rubble == "none":
            return []
        return [a for a in TOWN if a not in UNBROKEN]

    def take(self, s: Thunder, answer: tuple[int, ...], note: Note) -> Steps:
        area = self._rolling(s)[self.at]
        total = answer[0] + TEM[area]
        s.rubble[area] = 2 if total >= 7 else 1 if total >= 4 else 0
        note(Rubbled(area, answer[0], TEM[area], s.rubble[area]))
        return (Rubble(self.at + 1),)

    def auto(self, s: Thunder, note: Note) -> Steps:
        """The Abbey is always rubble; Zone E if the scenario has it; The Final Days find some streets cleared."""
        field = field_of(s)
        s.rubble[ABBEY] = 2
        s.rubble[space("E")] = field.zone_e
        if field.rubble == "cleared":
            for area in CLEARED:
                if s.rubble[area]:
                    s.rubble[area] -= 1
                    note(StreetCleared(area, s.rubble[area]))
        return ()


@rule("5.6.order", "5.6.short", "3.23", "5.6.flip", "5.6.noncombat", "5.6.choice")
class Bombardment(Step, frozen=True):
    """5.6 Each occupied town Area in turn takes casualties from the bombardment."""

    rule = "5.6"
    at: int = 0
    """Index of the town Area, in the order of their numbers."""
    owed: int = -1
    """Points still to be paid in this Area; -1: not rolled yet."""
    shaken: tuple[UnitId, ...] = ()

    def ask(self, s: Thunder) -> Ask:
        area = self._area(s)
        if area is None:
            return None
        units = s.here[GERMAN * BOARD + area]
        if self.owed < 0:
            count = (len(units) + 1) // 2
            return Roll((6,) * count, "bombardment", "5.6", matters=((1,) * count,))
        if self.owed == 0 or self.owed >= self._worth(s, area):
            return None
        options: list[Option] = [KILL[u] for u in units if u not in self.shaken]
        options += [SHAKE[u] for u in units if self.refuse_shake(s, area, u) is None]
        return Decision(
            seat(s, GERMAN), "bombardment", "5.6.choice", tuple(options), spaces=(area,), numbers=(self.owed,)
        )

    def _area(self, s: Thunder) -> SpaceId | None:
        """The next occupied town Area from `at` on, if the scenario has a bombardment."""
        if not field_of(s).bombardment:
            return None
        for area in TOWN[self.at :]:
            if s.here[GERMAN * BOARD + area]:
                return area
        return None

    def _worth(self, s: Thunder, area: SpaceId) -> int:
        return sum([POINTS[u] for u in s.here[GERMAN * BOARD + area] if u not in self.shaken])

    def take(self, s: Thunder, answer: Option | tuple[int, ...], note: Note) -> Steps:
        area = self._area(s)
        assert area is not None
        if isinstance(answer, tuple):
            points = max(0, sum(answer) - TEM[area])
            note(Bombarded(area, sum(answer), TEM[area], points))
            return (Bombardment(TOWN.index(area), points),)
        if isinstance(answer, Shake):
            flip(s, answer.unit, 1)
            note(Shaken(answer.unit, area))
            return (replace(self, owed=self.owed - 1, shaken=(*self.shaken, answer.unit)),)
        assert isinstance(answer, Kill)
        eliminate(s, answer.unit)
        note(Eliminated(answer.unit, area, POINTS[answer.unit]))
        return (replace(self, owed=max(0, self.owed - POINTS[answer.unit])),)

    def auto(self, s: Thunder, note: Note) -> Steps:
        area = self._area(s)
        if area is None:
            return ()
        if self.owed > 0:
            for u in s.here[GERMAN * BOARD + area]:
                if u not in self.shaken:
                    eliminate(s, u)
                    note(Eliminated(UnitId(u), area, POINTS[u]))
        return (Bombardment(TOWN.index(area) + 1),)

    def refuse_shake(self, s: Thunder, area: SpaceId, unit: int) -> Refusal | None:
        """A flip pays one point, once a unit, and only for Combat units; the rest must still be able to pay."""
        if unit not in s.here[GERMAN * BOARD + area] or unit in self.shaken:
            return Refusal("5.6.flip", "shaken_already", (unit,))
        if not COMBAT[unit]:
            return Refusal("5.6.noncombat", "flip_is_nothing", (unit,))
        if self.owed - 1 > self._worth(s, area) - POINTS[unit]:
            return Refusal("5.6", "must_pay_more", (unit, self.owed))
        return None

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        area = self._area(s)
        if area is not None and isinstance(option, Shake):
            return self.refuse_shake(s, area, option.unit)
        if area is not None and isinstance(option, Kill):
            fits = option.unit in s.here[GERMAN * BOARD + area] and option.unit not in self.shaken
            return None if fits else Refusal("5.6", "not_in_group", (option.unit,))
        return Refusal("5.6", "not_offered")
