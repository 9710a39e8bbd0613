"""Bonus and burst movement, and backing, by hatches, ground and way (pw:6.2.4, pw:6.5, pw:6.5.1, pw:6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzerwar.combat import when
from core.panzerwar.face.odds import odds_report
from core.panzerwar.movement import choices
from core.panzerwar.movement.events import Stopped
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.movement.pricing import Price
from core.panzerwar.movement.reports import TELL
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.harm import TRACKS, Damage, Harm
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.state import WarState
from core.plane import gsu_between, hex_at, offset
from tests.panzerwar.kit import BLUE, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, of, priced, refusal, write

FAST = Travel(last=Motion.BONUS, last_straight=True)


def tank(card: str = "t34-43", *, heading: int = 24, **changes: Any) -> WarState:
    """A tank of 200 in J3 that looks south and moved straight, with bonus, last turn."""
    engagement = {key: changes.pop(key) for key in ("board", "ground", "switches") if key in changes}
    mine = an_element("b1", card, BLUE, "J3", **{"heading": heading, "turret": heading, "travel": FAST, **changes})
    state = a_state(mine, step="plan", **engagement)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def on(heading: float, gsu: float) -> str:
    """A place some GSU from J3 on a bearing."""
    end, start = offset(at("J3"), heading, gsu), at("J3")
    return f"J3+{(end.x - start.x) / 10},{(end.y - start.y) / 10}"


# -- hatches ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [Way.BONUS, Way.BURST])
def test_it_is_the_hatches_of_the_turn_that_count(way: Way) -> None:
    """pw:6.5, pw:6.6, pw:7.1.1: they are closed and opened in C2, before vehicles move."""
    opens, closes = tank(buttoned=True), tank()
    assert isinstance(priced(opens, a_plan("b1", "J13", way=way, buttoned=False)), Price)
    assert "unbuttoned" in refusal(closes, a_plan("b1", "J13", way=way, buttoned=True))[1]


@pytest.mark.parametrize(("before", "after", "most"), [(True, False, 50), (False, True, 30)])
def test_how_far_one_backs_by_the_hatches_of_the_turn(before: bool, after: bool, most: float) -> None:
    """pw:6.2.4, pw:7.1.1."""
    state = tank(heading=0, buttoned=before)
    assert priced(state, a_plan("b1", f"J3+0,{most}", way=Way.REVERSE, buttoned=after)).allowance == most
    assert refusal(state, a_plan("b1", f"J3+0,{most + 1}", way=Way.REVERSE, buttoned=after))[0] == "pw:6.2.4"


def test_haste_is_offered_with_hatches_that_are_opened() -> None:
    """pw:6.5."""
    state = tank(buttoned=True)
    for picks, may in ((("plan:b1",), False), (("plan:b1", "open"), True)):
        found = {one.pick: one.refusal for one in choices.go_on(state, BLUE, picks).options}
        assert (found["way:bonus"] is None) is may


@pytest.mark.parametrize(("way", "far", "off"), [("bonus", 15, False), ("burst", 17, True)])
def test_haste_is_picked_hex_by_hex(way: str, far: int, off: bool) -> None:
    """pw:6.5, pw:6.6: the hexes ahead, as far as it goes in haste; then no more than what is left."""
    state = tank()
    state.reorganise("blue-1", order=Tactical.RUSH)
    picks = ("plan:b1", f"way:{way}")
    hexes = {one.pick for one in choices.go_on(state, BLUE, picks).options if one.kind == "hex"}
    assert {f"J{row}" for row in range(4, far)} <= hexes
    assert ("K12" in hexes) is off
    assert "J2" not in hexes
    assert f"J{far + 7}" not in hexes
    asked = choices.go_on(state, BLUE, picks)
    assert asked.elsewhere is not None
    assert asked.elsewhere.reason == f"in haste it goes straight ahead, {300 if way == 'bonus' else 350} GSU at most"
    whole = choices.go_on(state, BLUE, (*picks, "J14"))
    assert whole.complete
    assert not any(one.pick == "J2" for one in whole.options)
    order = choices.order(state, BLUE, (*picks, "J14"))
    assert isinstance(order, WritePlan)
    assert (order.plan.way.value, priced(state, order.plan).motion.value) == (way, way)


def test_in_haste_no_leg_goes_on_into_ground_that_is_not_clear() -> None:
    """pw:6.5, pw:6.6: where woods end a way, nothing beyond them is offered, and what is pointed at does not become a
    leg."""
    for way in ("bonus", "burst"):
        state = tank(board=a_board(terrain={"I8 J8 K8 I9 K9": "light-woods"}))
        state.reorganise("blue-1", order=Tactical.RUSH)
        found = choices.go_on(state, BLUE, ("plan:b1", f"way:{way}", "J12"))
        assert found.complete
        assert found.prompt.endswith("; it comes as far as J7, not to J12")
        assert not [one.pick for one in found.options if one.kind == "hex" and one.pick == "J12"]


def test_no_leg_is_offered_whose_turn_cannot_be_paid() -> None:
    """pw:6.2.4, pw:6.4: to go back to what lies ahead takes a turn of 50, which is all that there is."""
    state = tank(heading=0)
    ahead, behind = "J2", "J4"
    for hatches, may in (((), {behind}), (("button",), {behind})):
        found = choices.go_on(state, BLUE, ("plan:b1", "way:reverse", *hatches)).options
        assert {one.pick for one in found if one.pick in (ahead, behind)} == may


def test_a_way_that_is_cut_by_its_ground_says_where_it_ends() -> None:
    """pw:6.2: hexes are offered by what open ground would cost; the plan ends where the movement does."""
    state = tank(board=a_board(terrain={"J5 J6 J7": "light-woods"}))
    asked = choices.go_on(state, BLUE, ("plan:b1", "J9"))
    order = choices.order(state, BLUE, ("plan:b1", "J9"))
    assert isinstance(order, WritePlan)
    ends = hex_at(order.plan.legs[-1].to)
    assert ends != hex_from_id("J9")
    assert asked.complete
    assert asked.prompt.endswith(f"; it comes as far as {ends}, not to J9")
    assert "it comes as far" not in choices.go_on(state, BLUE, ("plan:b1", str(ends))).prompt


def test_why_no_leg_leads_farther() -> None:
    """pw:6.2, pw:6.2.1: what is left is told; at road speed hexes with a road are offered."""
    state = tank(board=a_board(routes={"road": ["J2 J3 J4 J5"]}))
    asked = choices.go_on(state, BLUE, ("plan:b1", "J8"))
    assert asked.elsewhere is not None
    assert asked.elsewhere.reason == "it is there, or no leg leads so far: 75 GSU are left"
    by_road = choices.go_on(state, BLUE, ("plan:b1", "road"))
    assert [one.pick for one in by_road.options if one.kind == "hex"] == ["J2", "J4", "J5"]
    assert by_road.elsewhere is not None
    assert by_road.elsewhere.rule == "pw:6.2.1"
    spent = choices.go_on(state, BLUE, ("plan:b1", "J11"))
    assert spent.elsewhere is not None
    assert spent.elsewhere.reason == "no movement is left for a leg there"


def test_who_backs_nowhere_pivots() -> None:
    """pw:6.3.3: it turns, which is a shift."""
    state = tank()
    plan = a_plan("b1", heading=36, way=Way.REVERSE)
    assert priced(state, plan).motion is Motion.SHIFT
    write(state, plan)
    carry_out(state)
    assert state.element("b1").heading == 36


# -- straight ahead --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("degrees", "may"), [(180, True), (183.5, True), (176.5, True), (184.5, False)])
def test_ahead_is_along_its_heading(degrees: float, may: bool) -> None:
    """pw:6.5: who came on another bearing than one of the 48 goes on along it; the next heading is a turn."""
    state, plan = tank(), a_plan("b1", on(degrees, 250), way=Way.BONUS)
    if may:
        assert priced(state, plan).straight
    else:
        assert refusal(state, plan)[0] == "pw:6.5"
    assert priced(state, a_plan("b1", on(degrees, 150))).straight is may


def test_it_goes_on_straight_turn_after_turn() -> None:
    """pw:6.5: on any bearing."""
    state = tank(heading=21, travel=Travel())
    write(state, a_plan("b1", on(160, 150)))
    carry_out(state)
    assert state.element("b1").travel.straight


@pytest.mark.parametrize(
    ("way", "heading", "may"),
    [(Way.BONUS, 24, True), (Way.BONUS, 25, False), (Way.BURST, 27, True), (Way.BURST, 28, False)],
)
def test_it_does_not_turn_at_the_end_either(way: Way, heading: int, may: bool) -> None:
    """pw:6.5, pw:6.6: with bonus not at all, in a burst by no more than 22.5 degrees."""
    state, plan = tank(), a_plan("b1", "J11", way=way, heading=heading)
    if may:
        assert priced(state, plan).turns == (25 if heading == 27 else 0)
    else:
        assert refusal(state, plan)[0] in ("pw:6.5", "pw:6.6")


# -- the ground ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [Way.BONUS, Way.BURST])
@pytest.mark.parametrize(
    "changes",
    [
        {"board": a_board(routes={"shallow-stream": ["I6 J6 K6"]})},
        {"board": a_board(terrain={"J6": "rocky-ground"})},
        {"ground": "mud"},
        {"ground": "deep-snow"},
    ],
)
def test_haste_needs_clear_open_ground(changes: dict[str, Any], way: Way) -> None:
    """pw:6.5, pw:6.6: a stream, broken ground, mud and deep snow are not."""
    assert refusal(tank(**changes), a_plan("b1", "J7", way=way))[0] in ("pw:6.5", "pw:6.6")
    assert priced(tank(**changes), a_plan("b1", "J5+0,5")).motion is not Motion.BONUS


@pytest.mark.parametrize(("die", "halts"), [(1, True), (2, False)])
def test_a_bonus_over_a_hedge_risks_the_suspension(die: int, halts: bool) -> None:
    """pw:6.5.1, pw:6.5: linear obstacles stand on open ground; a 1 halts it half-way for four turns."""
    state = tank(board=a_board(sides={"J5-J6": "hedge"}))
    plan = a_plan("b1", "J11", way=Way.BONUS)
    assert (priced(state, plan).spent, priced(state, plan).straight) == (250, False)
    write(state, plan)
    (stopped,) = of(Stopped, carry_out(state, [die]))
    assert (stopped.rule, bool(stopped.until), stopped.immobile) == ("pw:6.5.1", halts, False)
    gone = gsu_between(at("J3"), state.element("b1").where)
    assert gone == pytest.approx(100 if halts else 200, abs=0.1)


@pytest.mark.parametrize("place", ["J11", "J3+3,150", "J3+0,333"])
def test_a_suspension_breaks_exactly_half_way(place: str) -> None:
    """pw:6.6.1."""
    state = tank()
    write(state, a_plan("b1", place, way=Way.BURST))
    carry_out(state, [1, 6])
    half = gsu_between(at("J3"), at(place)) / 2
    assert gsu_between(at("J3"), state.element("b1").where) == pytest.approx(half, abs=0.1)


@pytest.mark.parametrize(
    ("way", "ground", "told"),
    [
        (
            Way.BURST,
            {},
            {"pw:6.6.1": "on a 1 of a D6 it stops half-way: for 4 turns, or on 1 to 3 of another for good"},
        ),
        (Way.BONUS, {"sides": {"J5-J6": "hedge"}}, {"pw:6.5.1": "on a 1 of a D6 it stops half-way for 4 turns"}),
        (Way.BONUS, {}, {}),
        (Way.MARCH, {}, {}),
        (Way.MARCH, {"terrain": {"J6": "light-woods"}}, {"pw:6.14.3": "on 1 or less of a D6, light woods"}),
    ],
)
def test_the_panel_tells_what_a_way_risks(way: Way, ground: dict[str, Any], told: dict[str, str]) -> None:
    """pw:6.5.1, pw:6.6.1, pw:6.14.3: before it is written down."""
    state = tank(board=a_board(**ground))
    state.reorganise("blue-1", order=Tactical.RUSH if way is not Way.MARCH else Tactical.ENGAGE)
    report = odds_report(state, BLUE, ("plan:b1", *(() if way is Way.MARCH else (f"way:{way.value}",)), "J8"))
    assert report is not None
    assert {row.rule: row.text for row in report.rows if row.tone == "warn"} == told


def test_what_is_broken_for_good_is_not_waited_for() -> None:
    """pw:6.6.1: the log says one of the two."""
    damaged = "its suspension is damaged on a 1"
    for dice, said in (
        ([1, 3], f"and is immobile for good (1; {damaged}; then 3, for good on 3 or less)"),
        ([1, 4], f"and may not move until turn 7 (1; {damaged}; then 4, for good on 3 or less)"),
    ):
        state = tank()
        write(state, a_plan("b1", "J11", way=Way.BURST))
        (stopped,) = of(Stopped, carry_out(state, dice))
        report = TELL[Stopped](state, stopped)
        assert report is not None
        assert report.text == f"b1 damages its suspension {said}"


def test_a_bonus_over_open_ground_risks_nothing() -> None:
    """pw:6.5.1."""
    state = tank()
    write(state, a_plan("b1", "J11", way=Way.BONUS))
    assert not of(Stopped, carry_out(state))


def test_a_broken_suspension_is_no_broken_engine() -> None:
    """pw:6.6.1, pw:6.16.3.5, pw:9.8: it moves and pivots no more, and its turret turns as before."""
    state = tank("panther-g", switches=[Switch.TURRETS])
    write(state, a_plan("b1", "J11", way=Way.BURST))
    carry_out(state, [1, 1])
    b1 = state.element("b1")
    assert b1.harm.mobility
    state.turn, state.step, state.plans = 9, "plan", {}
    state.put(b1.with_gunnery(turned=9))
    assert when.turret_penalty(state, state.element("b1")) == 0
    assert refusal(state, a_plan("b1", heading=0))[0] == "pw:9.8"


# -- who cannot move -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("harm", "turn", "loading", "rule"),
    [
        (Harm(damage=frozenset({Damage.LEFT_TRACK})), 0, 0.0, None),
        (Harm(damage=TRACKS), 0, 0.0, "pw:9.8"),
        (Harm(damage=frozenset({Damage.MOBILITY})), 0, 0.0, "pw:9.8"),
        (Harm(stunned=True), 0, 0.0, "pw:9.15.2"),
        (Harm(), 4, 0.0, "pw:6.5.1"),
        (Harm(), 0, 1.0, "pw:6.11.3"),
    ],
)
def test_who_cannot_move_does_not_pivot(harm: Harm, turn: int, loading: float, rule: str | None) -> None:
    """pw:6.3.3, pw:9.7: but with one track broken it does."""
    state = tank("marder3m", turret=None, harm=harm, travel=Travel(halted_until=turn, loading=loading))
    line = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "plan:b1")
    facings = [one for one in choices.go_on(state, BLUE, ("plan:b1",)).options if one.pick.startswith("face:")]
    if rule is None:
        assert priced(state, a_plan("b1", heading=0)).motion is Motion.SHIFT
    else:
        assert refusal(state, a_plan("b1", heading=0))[0] == rule
    assert bool(facings) is (rule is None)
    assert (line.refusal is None) is (rule is None)
    assert UnitId("b1") in state.elements


@pytest.mark.parametrize("harm", [Harm(damage=frozenset({Damage.MOBILITY})), Harm(stunned=True)])
def test_who_cannot_move_has_hatches_and_passengers(harm: Harm) -> None:
    """pw:7.1.1, pw:12.3.2: the menu of plans has what may be written for him, with nothing that he cannot do."""
    state = tank("su85", turret=None, harm=harm)
    line = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "plan:b1")
    assert line.refusal is None
    picks = {one.pick for one in choices.go_on(state, BLUE, ("plan:b1",)).legal}
    assert "button" in picks
    assert not [pick for pick in picks if pick.startswith("face:")]
    state = tank("sdk251-1", turret=None, harm=harm)
    line = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "plan:b1")
    assert line.refusal is not None, "nobody is aboard"
    here = state.element("b1").where
    state.put(an_element("men", "ger-pzgren", BLUE, here, presence=Presence.ABOARD, aboard=UnitId("b1")))
    line = next(one for one in choices.menu(state, BLUE, ()).options if one.pick == "plan:b1")
    assert line.refusal is None
    assert "unload:men" in {one.pick for one in choices.go_on(state, BLUE, ("plan:b1",)).legal}
    assert choices.go_on(state, BLUE, ("plan:b1", "unload:men")).complete


def test_a_leg_may_end_where_half_of_the_movement_does() -> None:
    """pw:6.3.2, pw:4.3: who advances need not find a hex whose centre lies just as far as he may go."""
    state = tank(board=a_board(terrain={"J5 J6 J7 J8 J9": "light-woods"}))
    state.reorganise("blue-1", order=Tactical.ADVANCE)
    far = choices.go_on(state, BLUE, ("plan:b1", "J8"))
    assert not far.complete
    assert far.rule == "pw:4.3"
    assert "half" in [one.pick for one in far.legal]
    half = choices.go_on(state, BLUE, ("plan:b1", "J8", "half"))
    assert half.complete
    assert half.prompt.endswith("not to J8")
    assert "half" not in [one.pick for one in half.options]
    order = choices.order(state, BLUE, ("plan:b1", "J8", "half"))
    assert isinstance(order, WritePlan)
    found = priced(state, order.plan)
    assert found.motion is Motion.HALF
    assert found.allowance / 2 - 1 <= found.spent <= found.allowance / 2
    near = choices.go_on(state, BLUE, ("plan:b1", "J4"))
    assert near.complete or "half" not in [one.pick for one in near.options]
