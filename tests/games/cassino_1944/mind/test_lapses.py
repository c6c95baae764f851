"""What counts as a lapse."""

from grognard.games.cassino_1944.content import ALLIED, GERMAN, SPACE_NAMES, UNIT, SpaceId, UnitId
from grognard.games.cassino_1944.mind.lapses import lapses
from grognard.games.cassino_1944.rules.events import Fought, HalfBegan, Overstacked, SupplyLoss
from tests.games.cassino_1944.kit import attack, board


def test_attacks_on_poor_columns_count_for_the_attacker() -> None:
    even = board({"34/133": "1704", "44/134": "1604"})
    heard = attack(even, "1604", dice=[3]).heard(Fought)[0]
    assert heard.column == "1-2"
    fighting = attack(even, "1604", dice=[3]).s
    assert fighting.combat is not None and lapses(fighting, heard) == [("attacks at 1-1 or worse", ALLIED)]


def test_a_victory_hex_left_open_beside_the_enemy_counts_for_its_owner() -> None:
    s = board({"44/131": "1402", "34/133": "1706"}, allied=["1503", "1604"])
    assert lapses(s, HalfBegan(GERMAN)) == [("victory hexes left open beside the enemy", ALLIED)]
    assert lapses(s, HalfBegan(ALLIED)) == [("victory hexes left open beside the enemy", GERMAN)]  # 1606


def test_losses_for_want_of_room_or_supply() -> None:
    s = board({"34/133": "1706"})
    unit, hex = UnitId(UNIT["34/133"]), SpaceId(SPACE_NAMES.index("1706"))
    assert lapses(s, Overstacked(hex, unit)) == [("units lost by overstacking", ALLIED)]
    assert lapses(s, SupplyLoss(unit)) == [("points lost out of supply", ALLIED)]
