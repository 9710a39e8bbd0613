"""Ends of every level of every Situation: at the limit, just short of it, and compared (pb:PB-WIN-1, pb:PB-GEN-1).

The limits are those of the Situation Cards, written out as a player would check them.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.event import UnitId
from core.panzerblitz.course.victory import level_of, standings, value, verdict
from core.panzerblitz.pieces.situation import Level
from core.panzerblitz.pieces.unit import Presence
from tests.panzerblitz.field import GERMAN, RUSSIAN, before, end

#: By Situation: how the game went (see `end`) | level of the Russians | of the Germans | who has won, and how.
ENDS: Mapping[int, str] = {
    # Germans destroyed, each command post counting 5: 8, 12, 16. German units lost at most: 7, 5, 2.
    1: """
        german lost 0                       | none     | decisive | german decisive
        german lost 2                       | none     | decisive | german decisive
        german lost 3                       | none     | tactical | german tactical
        german lost 5                       | none     | tactical | german tactical
        german lost 6                       | none     | marginal | german marginal
        german lost 7                       | none     | marginal | german marginal
        german lost 8                       | marginal | none     | russian marginal
        german lost 11                      | marginal | none     | russian marginal
        german lost 12                      | tactical | none     | russian tactical
        german lost 10; german posts lost 1 | tactical | none     | russian tactical
        german lost 11; german posts lost 1 | decisive | none     | russian decisive
        german lost 14; german posts lost 3 | decisive | none     | russian decisive
        german lost 2; german posts lost 1  | none     | tactical | german tactical
        german lost 3; german posts lost 1  | marginal | tactical | german marginal
        german lost 1; german posts lost 2  | marginal | tactical | german marginal
        german lost 2; german posts lost 2  | tactical | tactical | draw
        german posts lost 2                 | marginal | decisive | german tactical
        german posts lost 3                 | tactical | tactical | draw
        german lost 1; german posts lost 3  | decisive | tactical | russian marginal
    """,
    # Furthest advance to the south in rows: 8, 12, 18. Russians destroyed: 10, 20, 30.
    2: """
        russian row 0                   | none     | none     | draw
        russian row 7; russian lost 9   | none     | none     | draw
        russian row 8; russian lost 9   | marginal | none     | russian marginal
        russian row 11                  | marginal | none     | russian marginal
        russian row 12                  | tactical | none     | russian tactical
        russian row 17                  | tactical | none     | russian tactical
        russian row 18                  | decisive | none     | russian decisive
        russian row 32                  | decisive | none     | russian decisive
        russian row 7; russian lost 10  | none     | marginal | german marginal
        russian row 7; russian lost 19  | none     | marginal | german marginal
        russian row 7; russian lost 20  | none     | tactical | german tactical
        russian lost 29                 | none     | tactical | german tactical
        russian lost 30                 | none     | decisive | german decisive
        russian row 8; russian lost 10  | marginal | marginal | draw
        russian row 12; russian lost 20 | tactical | tactical | draw
        russian row 18; russian lost 10 | decisive | marginal | russian tactical
    """,
    # Germans destroyed: 5, 10, 15. Russians on board 3 at most: 30, 20, 10.
    4: """
        russian at board-3 0                   | none     | decisive | german decisive
        russian at board-3 10; german lost 4   | none     | decisive | german decisive
        russian at board-3 11                  | none     | tactical | german tactical
        russian at board-3 20                  | none     | tactical | german tactical
        russian at board-3 21                  | none     | marginal | german marginal
        russian at board-3 30                  | none     | marginal | german marginal
        russian at board-3 31                  | none     | none     | draw
        russian at board-3 31; german lost 4   | none     | none     | draw
        russian at board-3 31; german lost 5   | marginal | none     | russian marginal
        russian at board-3 31; german lost 9   | marginal | none     | russian marginal
        russian at board-3 31; german lost 10  | tactical | none     | russian tactical
        russian at board-3 31; german lost 14  | tactical | none     | russian tactical
        russian at board-3 31; german lost 15  | decisive | none     | russian decisive
        russian at board-3 51; german lost 17  | decisive | none     | russian decisive
        russian at board-3 23; german lost 10  | tactical | marginal | russian marginal
        russian at board-3 10; german lost 15  | decisive | decisive | draw
        russian at board-3 20; german lost 5   | marginal | tactical | german marginal
        russian lost 41; russian at board-3 10 | none     | decisive | german decisive
    """,
    # German units that went out in the east and home in the west: 7, 14, 20. The Russians prevent it.
    5: """
        german off east west 0                     | decisive | none     | russian decisive
        german off east west 6                     | decisive | none     | russian decisive
        german off east west 7                     | none     | marginal | german marginal
        german off east west 13                    | none     | marginal | german marginal
        german off east west 14                    | none     | tactical | german tactical
        german off east west 19                    | none     | tactical | german tactical
        german off east west 20                    | none     | decisive | german decisive
        german off east west 24                    | none     | decisive | german decisive
        german off east 24                         | decisive | none     | russian decisive
        german off west 24                         | decisive | none     | russian decisive
        german off west east 24                    | decisive | none     | russian decisive
        german off east west 6; german off west 18 | decisive | none     | russian decisive
        german off east west 7; german lost 17     | none     | marginal | german marginal
    """,
    # Russians on board 3: 10, 20, 30. Russian losses by German losses, rounded down: 1, 2, 3.
    6: """
        russian at board-2 40                                 | none     | none     | draw
        russian at board-3 9                                  | none     | none     | draw
        russian at board-3 10                                 | marginal | none     | russian marginal
        russian at board-3 19                                 | marginal | none     | russian marginal
        russian at board-3 20                                 | tactical | none     | russian tactical
        russian at board-3 29                                 | tactical | none     | russian tactical
        russian at board-3 30                                 | decisive | none     | russian decisive
        german lost 3                                         | none     | none     | draw
        russian lost 2; german lost 3                         | none     | none     | draw
        russian lost 3; german lost 3                         | none     | marginal | german marginal
        russian lost 5; german lost 3                         | none     | marginal | german marginal
        russian lost 6; german lost 3                         | none     | tactical | german tactical
        russian lost 8; german lost 3                         | none     | tactical | german tactical
        russian lost 9; german lost 3                         | none     | decisive | german decisive
        russian lost 1                                        | none     | decisive | german decisive
        russian at board-3 10; russian lost 5; german lost 5  | marginal | marginal | draw
        russian at board-3 20; russian lost 12; german lost 4 | tactical | decisive | german marginal
        russian at board-3 30; russian lost 9; german lost 9  | decisive | marginal | russian tactical
    """,
    # Units on board 2, own by enemy ones, rounded down: 1, 2, 3 for either side.
    7: """
        russian at board-1 50; german at board-3 32 | none     | none     | draw
        russian at board-2 9; german at board-2 10  | none     | marginal | german marginal
        russian at board-2 10; german at board-2 10 | marginal | marginal | draw
        russian at board-2 10; german at board-2 9  | marginal | none     | russian marginal
        russian at board-2 19; german at board-2 10 | marginal | none     | russian marginal
        russian at board-2 20; german at board-2 10 | tactical | none     | russian tactical
        russian at board-2 29; german at board-2 10 | tactical | none     | russian tactical
        russian at board-2 30; german at board-2 10 | decisive | none     | russian decisive
        russian at board-2 46; german at board-2 17 | tactical | none     | russian tactical
        russian at board-2 10; german at board-2 19 | none     | marginal | german marginal
        russian at board-2 10; german at board-2 20 | none     | tactical | german tactical
        russian at board-2 10; german at board-2 29 | none     | tactical | german tactical
        russian at board-2 10; german at board-2 30 | none     | decisive | german decisive
        russian at board-2 1                        | decisive | none     | russian decisive
        german at board-2 1                         | none     | decisive | german decisive
    """,
    # Germans destroyed: 10, 20, 30. Germans out in the west: 30, 40, 50.
    8: """
        german lost 9; german off west 29  | none     | none     | draw
        german lost 10                     | marginal | none     | russian marginal
        german lost 19                     | marginal | none     | russian marginal
        german lost 20                     | tactical | none     | russian tactical
        german lost 29; german off west 29 | tactical | none     | russian tactical
        german lost 30                     | decisive | none     | russian decisive
        german off west 30; german lost 9  | none     | marginal | german marginal
        german off west 39                 | none     | marginal | german marginal
        german off west 40                 | none     | tactical | german tactical
        german off west 49; german lost 9  | none     | tactical | german tactical
        german off west 50; german lost 8  | none     | decisive | german decisive
        german off west 30; german lost 10 | marginal | marginal | draw
        german off west 40; german lost 10 | marginal | tactical | german marginal
        german off west 38; german lost 20 | tactical | marginal | russian marginal
        german at board-3 58               | none     | none     | draw
    """,
    # Germans destroyed: 10, 20, 25. Russians destroyed, or alive and not out in the west: 10, 20, 40.
    9: """
        russian off west 60                                         | none     | none     | draw
        russian off west 51; russian at east 9; german lost 9       | none     | none     | draw
        russian off west 51; german lost 10                         | marginal | none     | russian marginal
        russian off west 51; german lost 19                         | marginal | none     | russian marginal
        russian off west 51; german lost 20                         | tactical | none     | russian tactical
        russian off west 51; german lost 24                         | tactical | none     | russian tactical
        russian off west 51; german lost 25                         | decisive | none     | russian decisive
        russian off west 50; russian at board-1 10                  | none     | marginal | german marginal
        russian off west 50; russian lost 10                        | none     | marginal | german marginal
        russian off west 41; russian lost 10; russian at board-3 9  | none     | marginal | german marginal
        russian off west 40; russian lost 10; russian at board-3 10 | none     | tactical | german tactical
        russian off west 21                                         | none     | tactical | german tactical
        russian off west 20                                         | none     | decisive | german decisive
        russian at board-2 60; german lost 25                       | decisive | decisive | draw
        russian lost 13; russian off west 34; german lost 18        | marginal | tactical | german marginal
    """,
    # Russians on board 3: 10, 15, 30. Russians destroyed: 15, 20, 40.
    10: """
        russian at board-3 9; russian lost 14  | none     | none     | draw
        russian at board-3 10                  | marginal | none     | russian marginal
        russian at board-3 14                  | marginal | none     | russian marginal
        russian at board-3 15                  | tactical | none     | russian tactical
        russian at board-3 29                  | tactical | none     | russian tactical
        russian at board-3 30                  | decisive | none     | russian decisive
        russian lost 12                        | none     | none     | draw
        russian lost 15                        | none     | marginal | german marginal
        russian lost 19                        | none     | marginal | german marginal
        russian lost 20                        | none     | tactical | german tactical
        russian lost 39                        | none     | tactical | german tactical
        russian lost 40                        | none     | decisive | german decisive
        russian at board-3 10; russian lost 15 | marginal | marginal | draw
        russian at board-3 15; russian lost 40 | tactical | decisive | german marginal
        russian at board-3 30; russian lost 15 | decisive | marginal | russian tactical
    """,
    # Russians on board 1: 10, 20, 40. Russians destroyed: 20, 40, 60.
    12: """
        russian at board-1 9; russian lost 19  | none     | none     | draw
        russian at board-1 10                  | marginal | none     | russian marginal
        russian at board-1 19                  | marginal | none     | russian marginal
        russian at board-1 20                  | tactical | none     | russian tactical
        russian at board-1 39                  | tactical | none     | russian tactical
        russian at board-1 40                  | decisive | none     | russian decisive
        russian at board-2 50; russian lost 20 | none     | marginal | german marginal
        russian lost 39                        | none     | marginal | german marginal
        russian lost 40                        | none     | tactical | german tactical
        russian lost 59                        | none     | tactical | german tactical
        russian lost 60                        | none     | decisive | german decisive
        russian at board-1 10; russian lost 20 | marginal | marginal | draw
        russian at board-1 10; russian lost 60 | marginal | decisive | german tactical
        russian at board-1 40; russian lost 20 | decisive | marginal | russian tactical
    """,
}
ROWS = [
    (number, *(cell.strip() for cell in line.split("|")))
    for number, text in ENDS.items()
    for line in text.split("\n")[1:-1]
]


@pytest.mark.parametrize(("number", "course", "russian", "german", "won"), ROWS)
def test_ends(number: int, course: str, russian: str, german: str, won: str) -> None:
    """The level of each side, and what comes of the two: the higher wins by the difference."""
    state = end(number, course)
    assert level_of(state, RUSSIAN).name.lower() == russian
    assert level_of(state, GERMAN).name.lower() == german
    found = verdict(state)
    assert (f"{found.winner} {found.level}" if found.winner else found.level) == (
        won if won == "draw" else f"{won} victory"
    )
    assert found.rule == "pb:PB-WIN-1"


@pytest.mark.parametrize("number", sorted(ENDS))
def test_every_level_of_both_sides_is_among_the_ends(number: int) -> None:
    """The table above leaves no level out; a side that only prevents has one."""
    rows = [row for row in ROWS if row[0] == number]
    every = {"none", "marginal", "tactical", "decisive"}
    assert {row[3] for row in rows} == every
    assert {row[2] for row in rows} == (every if number != 5 else {"none", "decisive"})


@pytest.mark.parametrize(
    ("number", "side", "boards", "other"),
    [
        (4, "russian", "3", GERMAN),
        (6, "russian", "3", RUSSIAN),
        (10, "russian", "3", RUSSIAN),
        (12, "russian", "1", RUSSIAN),
    ],
)
def test_half_hexes_between_boards_are_on_neither(number: int, side: str, boards: str, other: object) -> None:
    """pb:PB-TERR-4: ten units in half hexes that two boards share change nothing; on the board they do."""
    state = end(number, f"{side} at board-{boards} 0")
    goal = next(g for g in state.situation.goals if g.side == other)
    seams = [h for h, cell in state.situation.board.cells.items() if "seam" in cell.marks]
    units = [u.id for u in state.units.values() if u.side == side][:10]
    for unit, hex_ in zip(units, seams, strict=False):
        state.change(unit, presence=Presence.ON_MAP, hex=hex_)
    assert value(state, goal) == 0
    inside = sorted(state.situation.hexes(f"board-{boards}"))[0]
    state.change(units[0], hex=inside)
    assert value(state, goal) == 1


def test_transport_and_what_it_carries_both_count() -> None:
    """pb:PB-WIN-1: a truck and its gun on board 3 are two units."""
    state = before(10)
    (hex_, *_) = sorted(state.situation.hexes("board-3"))
    state.change(UnitId("r-truck-1"), presence=Presence.ON_MAP, hex=hex_)
    state.change(UnitId("r-76mm-at-1"), presence=Presence.ON_MAP, hex=hex_, carrier=UnitId("r-truck-1"))
    goal = next(g for g in state.situation.goals if g.side == RUSSIAN)
    assert value(state, goal) == 2


def test_minefields_blocks_and_fortifications_never_count() -> None:
    """pb:PB-WIN-1: neither as losses nor for those who are spared them."""
    for number in (1, 5, 8, 9, 12):
        state = before(number)
        levels = {side: level_of(state, side) for side in (GERMAN, RUSSIAN)}
        markers = [u.id for u in state.units.values() if not state.type(u.id).manned]
        assert markers
        for unit in markers:
            state.change(unit, presence=Presence.ELIMINATED)
        assert {side: level_of(state, side) for side in (GERMAN, RUSSIAN)} == levels


def test_what_stands_at_the_moment() -> None:
    """A ratio without a divisor and goals that are met or not are told in words."""
    found = {s.side: s for s in standings(end(6, "russian lost 1"))}
    assert found["german"].parts[0].text == "no own losses"
    assert found["german"].level == "decisive"
    assert found["russian"].level == "no level"
    found = {s.side: s for s in standings(end(7, "german at board-2 4"))}
    assert [found[side].parts[0].text for side in ("german", "russian")] == ["no enemy there", "0"]
    found = {s.side: s for s in standings(end(5, ""))}
    assert [found[side].parts[0].text for side in ("german", "russian")] == ["0", "met"]
    assert found["russian"].parts[0].cells == ("Prevent any German victory.", "decisive if met", "decisive reached")


def test_levels_are_in_order() -> None:
    """pb:PB-WIN-1: what a victory is worth is the difference of the levels."""
    assert [level.name for level in sorted(Level)] == ["NONE", "MARGINAL", "TACTICAL", "DECISIVE"]
    assert verdict(end(4, "russian at board-3 23; german lost 10")).text == (
        "marginal victory of Russian (German: marginal; Russian: tactical)"
    )
