"""Supply by lines: enemies cut them, and their zones except where a friend stands."""

from grognard.maps import EVEN, HexGrid, Masks, Numbering, Supply, Zones, mask

GRID = HexGrid(Numbering(flat=True, shifted=EVEN), [f"{c:02}{r:02}" for c in range(1, 6) for r in range(1, 4)])
WEST = mask(GRID.edge("W"))
PATHS = Masks(GRID.neighbours)
ALL = (1 << len(GRID)) - 1


def at(*names: str) -> int:
    return mask(GRID.ids(names))


def test_without_enemies_everything_on_the_map_is_fed() -> None:
    assert Supply(PATHS, (WEST, 0)).fed(0, 0, 0) == ALL
    assert Supply(PATHS, (WEST, 0)).fed(1, 0, 0) == 0, "who has no source has no supply"


def test_without_zones_only_the_enemy_himself_cuts() -> None:
    lines = Supply(PATHS, (WEST, 0))
    wall = at("0301", "0302", "0303")
    assert lines.fed(0, 0, wall) == at("0101", "0102", "0103", "0201", "0202", "0203")
    assert lines.fed(0, 0, at("0301", "0302")) == ALL & ~at("0301", "0302")


def test_a_friend_opens_a_zone_but_not_the_enemy_hex() -> None:
    lines = Supply(PATHS, (WEST, 0), Zones(GRID))
    enemy = at("0302")
    watched = mask(GRID.neighbours[GRID.id("0302")])
    assert lines.open_to(0, enemy) == ALL & ~(enemy | watched)
    assert not lines.fed(0, 0, enemy) & at("0501"), "the zone reaches from edge to edge"
    friend, cut = at("0303"), at("0301")
    assert lines.fed(0, friend, enemy) & at("0303", "0403", "0501") == at("0303", "0403", "0501")
    assert not lines.fed(0, cut, enemy) & cut, "the hexes next to him are still watched"
    assert not lines.fed(0, enemy, enemy) & enemy


def test_a_source_under_the_enemy_feeds_nobody() -> None:
    assert Supply(PATHS, (at("0101"),)).fed(0, 0, at("0101")) == 0
