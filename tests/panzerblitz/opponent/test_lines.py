"""What the computer player makes of lines and lanes: who holds one by fire, and who must open one (pb:PB-WIN-1)."""

from __future__ import annotations

from core.hexes import Hex, distance
from core.panzerblitz.course.deployment import deploy
from core.panzerblitz.course.events import Placed
from core.panzerblitz.course.evolve import APPLY
from core.panzerblitz.course.lines import lines_held
from core.panzerblitz.course.set_up import place_refusal, to_place
from core.panzerblitz.course.victory import has_fire_line, level_of
from core.panzerblitz.opponent.moves import LINE
from core.panzerblitz.opponent.reasons import why
from core.panzerblitz.pieces.situation import Goal, Level, Measure
from core.panzerblitz.state import BlitzState
from core.panzerblitz.temper import Temper
from tests.panzerblitz.field import GERMAN, RUSSIAN, before, position
from tests.panzerblitz.opponent.test_judgement import all_ordered

#: A field of 13 columns: the line of fire runs from its upper to its lower edge, the lane from left to right.
EDGES = {
    "top": frozenset(Hex(c, 1) for c in range(1, 14)),
    "bottom": frozenset(Hex(c, 9) for c in range(1, 14)),
    "left": frozenset(Hex(1, r) for r in range(1, 10)),
    "right": frozenset(Hex(13, r) for r in range(1, 10)),
}
FIRE_LINE = Goal(GERMAN, Measure.FIRE_LINE, {Level.DECISIVE: 1}, "line", area="top", out="bottom")
LANE = Goal(RUSSIAN, Measure.CORRIDOR, {Level.DECISIVE: 1}, "lane", area="left", out="right", width=3)
KEEPS = Temper(line=0.7)


def field(counters: dict[str, str], step: str, temper: Temper = KEEPS, goals: tuple[Goal, ...] = ()) -> BlitzState:
    """A position in which the German holds a line of fire and shuts a lane."""
    state = position(counters, step=step, goals=goals or (FIRE_LINE, LANE), areas=EDGES, turns=10)
    state.temper = temper
    return state


def open_hexes(state: BlitzState) -> int:
    """Hexes in which the lines of the German are open."""
    return sum(len(one.holes) for one in lines_held(state, GERMAN))


def test_a_line_lacks_what_nothing_closes() -> None:
    """Two rifle companies close nine rows of a column, but for those between them; the lane needs less."""
    whole = field({"a": "g-submachinegun E4", "b": "g-submachinegun E8", "foe": "r-rifle M5"}, "first-others")
    assert open_hexes(whole) == 0
    assert has_fire_line(whole, GERMAN, "top", "bottom")
    broken = field({"a": "g-submachinegun E3", "foe": "r-rifle M5"}, "first-others")
    assert [len(one.holes) for one in lines_held(broken, GERMAN)] == [3, 1]
    assert level_of(broken, RUSSIAN) is Level.DECISIVE
    shut = field({"a": "g-submachinegun E4", "foe": "r-rifle M5"}, "first-others")
    assert [len(one.holes) for one in lines_held(shut, GERMAN)] == [2, 0]
    assert level_of(shut, RUSSIAN) is Level.NONE


def test_who_holds_a_line_alone_does_not_leave_it_for_an_enemy() -> None:
    """Without a word on lines in its temper it goes for the gun."""
    counters = {"a": "g-submachinegun E4", "b": "g-submachinegun E8", "foe": "r-76mm-howitzer G7"}
    stays, goes = field(counters, "first-others"), field(counters, "first-others", Temper())
    for state in (stays, goes):
        all_ordered(state)
    assert open_hexes(stays) == 0
    assert open_hexes(goes) > 0


def test_who_closes_nothing_goes_where_the_line_is_open_and_says_so() -> None:
    """A halftrack that stands where others fire already."""
    state = field({"a": "g-submachinegun E3", "b": "g-halftrack C1", "foe": "r-rifle M1"}, "first-vehicles")
    assert open_hexes(state) > 0
    before_ = state.copy()
    orders = all_ordered(state)
    assert open_hexes(state) == 0
    told = [row.text for order in orders for row in why(before_, GERMAN, order)]
    assert LINE[0].upper() + LINE[1:] in told


def test_the_set_up_holds_the_line_of_fire_and_shuts_the_lane() -> None:
    """Vyazma and the relief of the 1st Panzer Army, as the computer sets them up."""
    for number in (3, 11):
        state = before(number)
        for event in deploy(state, RUSSIAN, to_place(state, RUSSIAN), place_refusal):
            if isinstance(event, Placed):
                APPLY[Placed](state, event)
        assert [one.holes for one in lines_held(state, RUSSIAN)] == [frozenset()] * (2 if number == 3 else 1)
        assert level_of(state, RUSSIAN) is Level.DECISIVE
        assert level_of(state, GERMAN) is Level.NONE


def test_a_line_is_no_worse_for_one_gun_more() -> None:
    """What a gun is thought to gain is never less than nothing, nor more than the line lacks."""
    state = field({"a": "g-submachinegun E4", "b": "g-rifle I7", "foe": "r-rifle M5"}, "first-others")
    for one in lines_held(state, GERMAN):
        for hex_ in state.board.cells:
            near = frozenset(h for h in state.board.cells if distance(h, hex_) <= 3)
            assert 0 <= one.gain(near) <= one.lacks + 1e-9
