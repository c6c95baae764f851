"""5.0 Preparation fire: bombardment by artillery and air points, and the mortars of the headquarters."""

from msgspec.structs import replace

from grognard.core import (
    Ask,
    Choice,
    Decision,
    Note,
    Option,
    Refusal,
    Roll,
    Selection,
    SpaceId,
    Step,
    Steps,
    UnitId,
    or_done,
    rule,
)
from grognard.games.battle_for_cassino.content import (
    AIR,
    ARTILLERY,
    HEXES,
    HQ_LIST,
    HQS,
    LOADS,
    MORTARS,
    ROSTER,
    SIDE,
    SLOPE,
    Side,
    disc,
)
from grognard.games.battle_for_cassino.rules.collateral import Collateral, Ruin, Secondary
from grognard.games.battle_for_cassino.rules.events import AirLost, Bombarded, MortarsFired, PinsLifted, PointsReceived
from grognard.games.battle_for_cassino.rules.sight import observed_by
from grognard.games.battle_for_cassino.rules.state import Battle, flags, night
from grognard.games.battle_for_cassino.rules.strikes import column, face, strike, struck
from grognard.games.battle_for_cassino.rules.supply import mortars_paid, spend
from grognard.maps import BIT, EVERY, Set, mask, members

WATCHERS = tuple(tuple(u for u in row if LOADS >> u & 1) for row in ROSTER)
"""Headquarters and observation posts by side: who can observe fire (5.31)."""
MOST = 10
"""Points on one hex beyond which more have the same column (5.8)."""
TOO_CLOSE = 2
"""Mortars need a target farther than this (5.72)."""


class Bombard(Option, frozen=True):
    """Bombard a hex with air and artillery points."""

    hex: SpaceId


class Mortar(Option, frozen=True):
    """Fire mortars at a hex."""

    hex: SpaceId


class Shell(Option, frozen=True):
    """So many points of each kind."""

    air: int
    artillery: int


class Pay(Option, frozen=True):
    """This headquarters spends the increment for the mortars."""

    hq: UnitId


BOMBARD = tuple(Bombard(SpaceId(h)) for h in range(HEXES))
MORTAR = tuple(Mortar(SpaceId(h)) for h in range(HEXES))


@rule("5.31", "5.33", "5.0.unobserved")
def observed(s: Battle, side: Side, hexes: Set) -> Set:
    """Those of these hexes that a headquarters or observation post of the side sees."""
    found = 0
    for unit in WATCHERS[side]:
        unseen = hexes & ~found
        if unseen and s.loc[unit] < HEXES:
            found |= observed_by(s, unit, unseen)
    return found


@rule("5.34", "13.12")
def in_reach(s: Battle, side: Side, hexes: Set) -> Set:
    """Those of these hexes that shells reach: at night, and from 50 m upwards by day, only what is observed."""
    doubtful = hexes if night(s) else hexes & SLOPE
    return hexes & ~doubtful | observed(s, side, doubtful)


@rule("5.34", "13.12", "5.13", "5.15")
def points_for(s: Battle, side: Side, target: int) -> tuple[int, int]:
    """Air and artillery points that may be used on a hex: where no shells reach, only air does (ruling 25), and at
    night nothing."""
    if in_reach(s, side, BIT[target]):
        return s.air, s.artillery[side]
    return 0 if night(s) else s.air, 0


def bombardable(s: Battle, side: Side, hexes: Set) -> Set:
    """Those of these hexes on which points may be used."""
    if s.air and not night(s):
        return hexes
    return in_reach(s, side, hexes) if s.air or s.artillery[side] else 0


@rule("5.0.occupied", "5.0.once", "5.12")
def refuse_bombardment(s: Battle, side: Side, target: int) -> Refusal | None:
    """Why a hex cannot be bombarded now."""
    if not s.held[1 - side] & BIT[target]:
        return Refusal("5.0.occupied", "no_enemy", (target,))
    if target in s.bombarded:
        return Refusal("5.0.once", "bombarded", (target,))
    if not s.air and not s.artillery[side]:
        return Refusal("5.11", "no_points")
    return None if bombardable(s, side, BIT[target]) else _unobserved(s, target)


def _unobserved(s: Battle, target: int) -> Refusal:
    if night(s):
        return Refusal("13.12", "unobserved_night", (target,))
    return Refusal("5.34", "unobserved_high", (target,))


@rule("5.71", "5.0.mortarpoint", "14.3")
def loaded(s: Battle, side: Side) -> list[UnitId]:
    """Headquarters whose mortars have not fired yet, pinned or not."""
    return [hq for hq in HQ_LIST[side] if s.loc[hq] < HEXES and not s.fired >> hq & 1]


@rule("5.72")
def tubes(s: Battle, side: Side, target: int) -> list[UnitId]:
    """Headquarters whose mortars may fire at a hex: farther away than two hexes."""
    return [hq for hq in loaded(s, side) if not disc(s.loc[hq], TOO_CLOSE) & BIT[target]]


def mortarable(s: Battle, side: Side, hexes: Set) -> Set:
    """Those of these hexes at which some mortars may fire."""
    close = EVERY
    for hq in loaded(s, side):
        close &= disc(s.loc[hq], TOO_CLOSE)
    return in_reach(s, side, hexes & ~close)


@rule("5.0.once", "5.74", "5.34", "13.12", "5.7")
def refuse_mortars(s: Battle, side: Side, target: int) -> Refusal | None:
    """Why mortars cannot fire at a hex now."""
    if not s.held[1 - side] & BIT[target]:
        return Refusal("5.0.occupied", "no_enemy", (target,))
    if target in s.mortared:
        return Refusal("5.0.once", "mortared", (target,))
    if not loaded(s, side):
        return Refusal("5.71", "no_mortars_left")
    if not tubes(s, side, target):
        return Refusal("5.72", "no_mortars", (target,))
    return None if in_reach(s, side, BIT[target]) else _unobserved(s, target)


@rule("4.1.A.pins", "14.0.markers", "5.11", "5.14")
class StartPreparation(Step, frozen=True):
    """4.1.A Pins of this player's last Player-Turn come off; points are received."""

    rule = "4.1.A"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        side = self.side
        lifted = flags(s.pins[side])
        if lifted:
            note(PinsLifted(lifted))
        s.pins[side] = 0
        s.artillery[side] += ARTILLERY[side][s.turn]
        s.air = AIR[side][s.turn]
        s.bombarded = s.mortared = s.scarred = ()
        s.fired = 0
        note(PointsReceived(side, ARTILLERY[side][s.turn], s.artillery[side], s.air))
        return (Missions(side), EndPreparation(side))


class Missions(Choice, frozen=True):
    """5.0 One mission after the other, each resolved before the next, until the player is done."""

    rule = "5.0"
    kinds = (Bombard, Mortar)
    side: Side

    def ask(self, s: Battle) -> Ask:
        side = self.side
        options: list[Option] = []
        enemy = s.held[1 - side]
        bombs = bombardable(s, side, enemy & ~mask(s.bombarded))
        shells = mortarable(s, side, enemy & ~mask(s.mortared))
        for hex in members(bombs | shells):
            if bombs & BIT[hex]:
                options.append(BOMBARD[hex])
            if shells & BIT[hex]:
                options.append(MORTAR[hex])
        return or_done(s.seats[side], "missions", "5.0", options, numbers=(s.air, s.artillery[side]))

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is Bombard:
            return (Bombardment(self.side, answer.hex), self)
        if type(answer) is Mortar:
            return (PickMortars(self.side, answer.hex), self)
        return ()

    def refuse(self, s: Battle, option: Bombard | Mortar) -> Refusal | None:
        refusal = refuse_bombardment if type(option) is Bombard else refuse_mortars
        return refusal(s, self.side, option.hex)


@rule("5.12", "5.13", "5.14", "5.5")
class Bombardment(Step, frozen=True):
    """5.1 The points of one bombardment: announced by kind, then one die."""

    rule = "5.12"
    side: Side
    hex: SpaceId
    air: int = -1
    artillery: int = 0
    seen: bool = False

    def ask(self, s: Battle) -> Ask:
        if self.air >= 0:
            return Roll((6,), "bombardment", "5.8")
        air, artillery = points_for(s, self.side, self.hex)
        options = tuple(
            [
                Shell(a, points - a)
                for points in range(MOST, 0, -1)
                for a in range(min(points, air), max(0, points - artillery) - 1, -1)
            ]
        )
        return Decision(
            s.seats[self.side], "shell", "5.12", options, spaces=(self.hex,), numbers=(air, artillery), confirm=True
        )

    def take(self, s: Battle, answer: Option | tuple[int, ...], note: Note) -> Steps:
        side, hex = self.side, self.hex
        if isinstance(answer, Shell):
            seen = bool(observed(s, side, BIT[hex]))
            s.air -= answer.air
            s.artillery[side] -= answer.artillery
            s.bombarded = tuple(sorted((*s.bombarded, hex)))
            return (replace(self, air=answer.air, artillery=answer.artillery, seen=seen),)
        assert isinstance(answer, tuple)
        points = self.air + self.artillery
        result = strike(points, answer[0], self.seen)
        die = answer[0]
        note(Bombarded(hex, column(points), self.seen, die, face(die, self.seen), result.text, side, self.air,
                       self.artillery))  # fmt: skip
        steps = struck(s, hex, result, note)
        if not result.collateral:
            return steps
        hit = Collateral(hex, points, self.seen, 6 if self.air else 3)
        return (*steps, Ruin(hit), Secondary(side, hit), Secondary(Side(1 - side), hit))

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Shell:
            return Refusal("5.12", "not_offered")
        air, artillery = points_for(s, self.side, self.hex)
        if option.air < 0 or option.artillery < 0 or not option.air + option.artillery:
            return Refusal("5.12", "one_at_least")
        if option.artillery > artillery and option.artillery <= s.artillery[self.side]:
            return Refusal("5.34", "unobserved_high", (self.hex,))
        if option.air > air or option.artillery > artillery:
            return Refusal("5.11", "not_so_many", (air, artillery))
        return None if option.air + option.artillery <= MOST else Refusal("5.8.cap", "ten_are_enough")


@rule("5.71", "5.73", "5.75")
class PickMortars(Selection, frozen=True):
    """5.7 Which headquarters fire together at a hex."""

    rule = "5.73"
    side: Side
    hex: SpaceId
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Battle) -> list[UnitId]:
        return tubes(s, self.side, self.hex)

    def refuse_unit(self, s: Battle, unit: UnitId) -> Refusal | None:
        if SIDE[unit] != self.side or not HQS >> unit & 1 or s.loc[unit] >= HEXES:
            return Refusal("5.71", "headquarters_only", (unit,))
        if s.fired >> unit & 1:
            return Refusal("5.71", "fired", (unit,))
        return None if unit in tubes(s, self.side, self.hex) else Refusal("5.72", "too_close", (unit, self.hex))

    def lacking(self, s: Battle) -> Refusal | None:
        return None if self.picked else Refusal("5.73", "nobody_picked")

    def question(self, s: Battle) -> Decision:
        return Decision(s.seats[self.side], "mortars", "5.73", (), units=self.picked, spaces=(self.hex,))

    def chosen(self, s: Battle, note: Note) -> Steps:
        roll = MortarRoll(self.side, self.hex, self.picked, bool(observed(s, self.side, BIT[self.hex])))
        return (MortarSupply(self.side, self.hex), roll)


class MortarSupply(Step, frozen=True):
    """10.41 One increment of any headquarters enables all mortars of the side for the phase."""

    rule = "10.41"
    side: Side
    hex: SpaceId

    def ask(self, s: Battle) -> Ask:
        if mortars_paid(s):
            return None
        options = tuple([Pay(hq) for hq in HQ_LIST[self.side] if s.loc[hq] < HEXES])
        return Decision(s.seats[self.side], "mortar_supply", "10.41", options, spaces=(self.hex,))

    def take(self, s: Battle, answer: Pay, note: Note) -> Steps:
        spend(s, answer.hq, MORTARS, note)
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Pay:
            return Refusal("10.41", "not_offered")
        able = option.hq in HQ_LIST[self.side] and s.loc[option.hq] < HEXES
        return None if able else Refusal("10.41", "headquarters_only", (option.hq,))


@rule("5.8", "5.8.paren", "5.32")
class MortarRoll(Step, frozen=True):
    """5.7 The column is the number of headquarters; there is no collateral damage."""

    rule = "5.71"
    side: Side
    hex: SpaceId
    hqs: tuple[UnitId, ...]
    seen: bool

    def ask(self, s: Battle) -> Ask:
        return Roll((6,), "mortars", "5.8")

    def take(self, s: Battle, answer: tuple[int, ...], note: Note) -> Steps:
        for hq in self.hqs:
            s.fired |= 1 << hq
        s.mortared = tuple(sorted((*s.mortared, self.hex)))
        result = strike(len(self.hqs), answer[0], self.seen)
        hqs, die = self.hqs, answer[0]
        told = replace(result, collateral=False).text
        note(MortarsFired(self.hex, column(len(hqs)), self.seen, die, face(die, self.seen), told, self.side, hqs))
        return struck(s, self.hex, result, note)


@rule("5.14")
class EndPreparation(Step, frozen=True):
    """5.15 Air points that were not used are lost; artillery points stay in store."""

    rule = "5.15"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        if s.air:
            note(AirLost(self.side, s.air))
        s.air = 0
        s.bombarded = s.mortared = ()
        s.fired = 0
        s.supplied = ()
        return ()
