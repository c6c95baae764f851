"""17 and 18: arrivals, returning observers, the die of turn 9, and the Allied reserves of turn 10."""

from grognard.core import Ask, Decision, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    ARMOR,
    BOARD,
    BOX,
    BY_DIE,
    FROM_TURN,
    GERMAN,
    GONE,
    HOME_ZONES,
    KIND,
    LEAVING,
    LOST,
    NINTH,
    ORGANIZATION,
    POOL,
    RESERVE,
    SIDE,
    TO_TURN,
    TROOPS,
    Side,
)
from grognard.games.thunder_at_cassino.rules.events import (
    Arrived,
    NinthRolled,
    ObserverReturned,
    Removed,
    ToReserve,
)
from grognard.games.thunder_at_cassino.rules.state import RESERVE_TURN, Thunder, field_of, flip, place, seat

DIE_TURN = 9
"""When the die for those who may come earlier or later is thrown."""


class Arrive(Option, frozen=True):
    """A unit, and with it its Company, arrives in this Zone."""

    unit: UnitId
    space: SpaceId


ARRIVE = tuple(tuple(Arrive(UnitId(u), SpaceId(k)) for k in range(AREAS, BOARD)) for u in range(TROOPS))


@rule("17.3", "18.1", "18.1.obs", "17.1", "14.34.return", "11.4.final")
class Reinforcement(Step, frozen=True):
    """6.1 The Reinforcement Phase: the die of turn 9, reserves of turn 10, then arrivals, Allied first."""

    rule = "6.1"

    def ask(self, s: Thunder) -> Ask:
        if s.turn == DIE_TURN:
            return Roll((6,), "ninth", "17.3")
        return None

    def take(self, s: Thunder, answer: tuple[int, ...], note: Note) -> Steps:
        coming = NINTH[answer[0] - 1]
        note(NinthRolled(answer[0], len(coming)))
        units = [u for u in BY_DIE if ORGANIZATION[u] in coming]
        return self._arrivals(s, sorted(units))

    def auto(self, s: Thunder, note: Note) -> Steps:
        if s.turn == RESERVE_TURN:
            self._to_reserve(s, note)
        return self._arrivals(s, [])

    def _to_reserve(self, s: Thunder, note: Note) -> None:
        """Battalions go into reserve; two brigade observers leave, and with them their Artillery (R48)."""
        note(ToReserve(sum(RESERVE[u] and s.loc[u] < BOARD for u in range(TROOPS))))
        for u in LEAVING:
            if s.loc[u] != GONE:
                place(s, u, GONE)
                note(Removed(u))
        for gun in range(TROOPS, len(s.loc)):
            if TO_TURN[gun] == 9 and s.loc[gun] != GONE:
                place(s, gun, GONE)
                note(Removed(UnitId(gun)))

    def _arrivals(self, s: Thunder, drawn: list[int]) -> Steps:
        """Artillery goes to its box; units that are due, and observers lost before this turn, are placed.

        Observers lost at set-up miss the first turn.
        """
        for gun in range(TROOPS, len(s.loc)):
            if s.loc[gun] == POOL and FROM_TURN[gun] <= s.turn:
                place(s, gun, BOX[SIDE[gun]])
        field = field_of(s)
        due = [u for u, a in field.arrivals.items() if a.turn == s.turn and s.loc[u] == POOL] + drawn
        if s.turn > field.first:
            due += returning(s, s.turn)
        return tuple(
            Arrivals(side, tuple(UnitId(u) for u in due if SIDE[u] == side))
            for side in (ALLIED, GERMAN)
            if any(SIDE[u] == side for u in due)
        )


@rule("14.34.return", "17.2")
def zones_for(s: Thunder, unit: int) -> list[SpaceId]:
    """The Zones a unit may arrive in: those of its order of battle; for a returning observer all of its side."""
    field = field_of(s)
    if s.loc[unit] == LOST:
        return [z for z in HOME_ZONES[SIDE[unit]] if field.spaces >> z & 1]
    return list(field.arrivals[unit].places)


@rule("14.34.return", "18.1.obs")
def returning(s: Thunder, turn: int) -> list[int]:
    """Lost observers who come back if it becomes this turn: not those who leave the battle before."""
    lost = [u for u in range(TROOPS) if s.loc[u] == LOST and zones_for(s, u)]
    return [u for u in lost if turn < RESERVE_TURN or u not in LEAVING]


@rule("17.1", "17.1.rubble", "14.34.return")
class Arrivals(Step, frozen=True):
    """17.2 Each Company comes in together, Armor unit by unit; the owner chooses among its Zones."""

    rule = "17.2"
    side: Side
    due: tuple[UnitId, ...]

    def ask(self, s: Thunder) -> Ask:
        zones = zones_for(s, self.due[0]) if self.due else []
        if len(zones) < 2:
            return None
        options = tuple([ARRIVE[self.due[0]][z - AREAS] for z in zones])
        return Decision(seat(s, self.side), "arrive", "17.2", options, units=self._company(s))

    def _company(self, s: Thunder) -> tuple[UnitId, ...]:
        """The next unit and all Infantry of its Organization that arrive with it."""
        unit = self.due[0]
        if KIND[unit] == ARMOR or s.loc[unit] == LOST:
            return (unit,)
        return tuple([u for u in self.due if ORGANIZATION[u] == ORGANIZATION[unit] and s.loc[u] == s.loc[unit]])

    def take(self, s: Thunder, answer: Arrive, note: Note) -> Steps:
        return self._place(s, answer.space, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        """Everybody is in, or the next Company has only one Zone to come in."""
        return self._place(s, zones_for(s, self.due[0])[0], note) if self.due else ()

    def _place(self, s: Thunder, zone: SpaceId, note: Note) -> Steps:
        company = self._company(s)
        if s.loc[company[0]] == LOST:
            note(ObserverReturned(company[0], zone))
        else:
            note(Arrived(company, zone))
        for u in company:
            flip(s, u, 0)
            place(s, u, zone)
        return (Arrivals(self.side, tuple([u for u in self.due if u not in company])),)

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Arrive):
            if option.unit != self.due[0]:
                return Refusal("17.1", "not_next", (option.unit, self.due[0]))
            if option.space not in zones_for(s, option.unit):
                return Refusal("17.2", "wrong_zone", (option.unit, option.space))
            return None
        return Refusal("17.1", "not_offered")
