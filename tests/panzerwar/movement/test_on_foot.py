"""Infantry on the move: its two segments, charges, hiding, smoke, contact, routing (pw:6.1, pw:12.1, pw:12.2,
pw:12.9.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import SideId, UnitId
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.infantry.events import ContactChecked, Froze, IgnoresSuppression, Surrendered
from core.panzerwar.infantry.reports import TELL
from core.panzerwar.movement import choices, planning, pricing, routing
from core.panzerwar.movement.events import MoveEnded, Planned
from core.panzerwar.movement.turning import between
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Way
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import Path, bearing, gsu_between, offset
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, of, priced, refusal, write

MEN = UnitId("b1")
BROKEN = Nerve(broken=1)
FIRED = Gunnery(lately=True)


def squad(id_: str, side: SideId, place: str, **changes: Any) -> Element:
    card = "ger-rifle-44" if side == BLUE else "sov-rifle-43"
    return an_element(id_, card, side, place, **{"heading": 24, **changes})


def alone(*others: Element, order: Tactical = Tactical.ENGAGE, **changes: Any) -> WarState:
    """A squad in J5 and others. changes: of the engagement."""
    state = a_state(squad("b1", BLUE, "J5"), *others, see=["r1"], step="plan", **changes)
    state.reorganise("blue-1", order=order)
    return state


# -- segments and rates ----------------------------------------------------------------------------------


def test_half_in_c1_and_half_in_c6() -> None:
    """pw:6.1, pw:6.1.1: 25 in each."""
    state = alone()
    assert priced(state, a_plan("b1", "J6", second=["J7"])).motion is Motion.FULL
    assert priced(state, a_plan("b1", "J6")).motion is Motion.HALF
    write(state, a_plan("b1", "J6", second=["J7"]))
    carry_out(state, until="c5")
    assert state.element("b1").where == at("J6")
    carry_out(state, since="c6")
    assert state.element("b1").where == at("J7")
    assert state.element("b1").travel.segments == ("c1", "c6")
    assert state.element("b1").travel.motion is Motion.FULL


@pytest.mark.parametrize(
    ("terrain", "gsu", "may"),
    [("clear", 25, True), ("clear", 26, False), ("light-woods", 20, True), ("light-woods", 21, False)],
)
def test_rates(terrain: str, gsu: float, may: bool) -> None:
    """pw:6.1.1: 25, in rough ground and woods 20."""
    state = alone(board=a_board(terrain={"J5 J6": terrain}))
    plan = a_plan("b1", f"J5+0,{gsu}")
    if may:
        assert priced(state, plan).spent == gsu
    else:
        assert refusal(state, plan)[0] == "pw:6.1.1"


def test_smoke_slows_men() -> None:
    """pw:11.2.6: 20 a segment."""
    state = alone()
    cloud = clouds.new(state, Source.POT, (at("J6"),), 0)
    state.smoke = evolve(state.smoke, clouds={"1": evolve(cloud, id="1", begun=1, fed=1)})
    assert priced(state, a_plan("b1", "J5+0,20")).spent == 20
    assert refusal(state, a_plan("b1", "J5+0,21"))[0] == "pw:6.1.1"
    whole = Path(at("J5"), (at("J5+0,20"),))
    for way in (Way.MARCH, Way.CHARGE):
        most = pricing.most_on_foot(state, state.element("b1"), a_plan("b1", way=way), whole)
        assert isinstance(most, pricing.Most)
        assert most.each == 20, "40 a turn at most, charging too"


def test_at_night_15_a_segment() -> None:
    """pw:6.10.1, pw:6.10."""
    state = alone(moonlight=100)
    assert priced(state, a_plan("b1", "J5+0,15")).spent == 15
    assert refusal(state, a_plan("b1", "J5+0,16"))[0] == "pw:6.1.1"


@pytest.mark.parametrize(
    ("terrain", "moonlight", "each"), [("clear", None, 25), ("light-woods", None, 20), ("light-woods", 100, 15)]
)
def test_what_is_half_and_what_is_whole(terrain: str, moonlight: int | None, each: float) -> None:
    """pw:6.1.1, pw:6.10.1, pw:8.5.6: by what ground and light allow; who makes more than that in one has moved full."""
    state = alone(board=a_board(terrain={"J5 J6 J7": terrain}), moonlight=moonlight)
    for gsu, motion in ((each, Motion.HALF), (each + 1, Motion.FULL), (2 * each, Motion.FULL)):
        found = priced(state, a_plan("b1", second=[f"J5+0,{gsu}"]))
        assert (found.motion, found.spent) == (motion, gsu)
    both = priced(state, a_plan("b1", f"J5+0,{each}", second=[f"J5+0,{2 * each}"]))
    assert (both.motion, both.spent, both.allowance) == (Motion.FULL, 2 * each, 2 * each)


def test_half_of_a_bound_by_what_the_ground_allows() -> None:
    """pw:4.5, pw:6.1.1: in woods that is 20 of 40."""
    state = alone(board=a_board(terrain={"J5 J6 J7": "light-woods"}), order=Tactical.BOUND)
    state.reorganise("blue-1", moving=frozenset({MEN}), given=state.turn)
    assert priced(state, a_plan("b1", "J5+0,20")).motion is Motion.HALF


def test_far_from_the_enemy_all_of_it_in_c6() -> None:
    """pw:6.1, pw:12.2, pw:12.1.1, pw:12.1.2: with no enemy in sight within 250 of its way."""
    whole = a_plan("b1", second=["J7"])
    state = alone()
    assert priced(state, whole).motion is Motion.FULL
    assert refusal(state, a_plan("b1", second=["J7+0,1"]))[0] == "pw:6.1.1"
    assert refusal(state, a_plan("b1", "J7"))[0] == "pw:6.1.1"
    assert refusal(alone(squad("r1", RED, "J17")), whole)[0] == "pw:6.1.1"
    assert priced(alone(squad("r1", RED, "J18")), whole).spent == 50
    write(state, whole)
    carry_out(state)
    assert state.element("b1").travel.motion is Motion.FULL
    assert choices.read(state, state.element("b1"), ("late", "J10")).plan.second[0].to == at("J9")


def test_all_of_it_in_any_segment() -> None:
    """pw:SC.1: with the optional rule."""
    state = alone(switches=[Switch.ONE_SEGMENT])
    assert priced(state, a_plan("b1", "J7")).motion is Motion.FULL
    assert refusal(state, a_plan("b1", "J7", second=["J8"]))[0] == "pw:6.1.1"
    write(state, a_plan("b1", "J7"))
    carry_out(state, until="c1")
    assert state.element("b1").travel.motion is Motion.FULL


# -- cavalry ---------------------------------------------------------------------------------------------


def cavalry(**travel: Any) -> WarState:
    state = alone(squad("r1", RED, "J12"))
    state.put(evolve(state.element("b1"), role="cavalry", travel=Travel(**travel)))
    return state


def test_cavalry_goes_twice_as_far() -> None:
    """pw:6.1.5, pw:6.1.6a: 50 a segment, as squads."""
    state = cavalry()
    assert priced(state, a_plan("b1", "J7", second=["J9"])).spent == 100
    assert refusal(state, a_plan("b1", "J7+0,1"))[0] == "pw:6.1.5"
    assert state.element("b1").foot


@pytest.mark.parametrize(("charged", "gsu", "may"), [(0, 125, True), (0, 126, False), (2, 75, True), (2, 76, False)])
def test_cavalry_charges(charged: int, gsu: float, may: bool) -> None:
    """pw:6.1.5: 250 for one turn, 150 in each of four."""
    state, plan = cavalry(charged=charged), a_plan("b1", f"J5+0,{gsu}", way=Way.CHARGE)
    if may:
        assert priced(state, plan).spent == gsu
    else:
        assert refusal(state, plan)[0] == "pw:6.1.5"


def test_cavalry_goes_250_in_its_two_segments() -> None:
    """pw:6.1.5: 125 in each, the second too."""
    state = cavalry()
    write(state, a_plan("b1", "J5+125,0", second=["J5+250,0"], way=Way.CHARGE, contact=Contact.GO_ON))
    carry_out(state)
    assert gsu_between(state.element("b1").where, at("J5")) == 250


@pytest.mark.parametrize(
    ("travel", "rest"),
    [
        ({"charged": 8, "spent": 150.0, "segments": ("c1", "c6")}, 4),
        ({"charged": 2, "spent": 250.0, "segments": ("c1", "c6")}, 4),
        ({"charged": 2, "spent": 150.0, "segments": ("c1", "c6")}, 0),
        ({"charged": 1, "spent": 75.0, "segments": ("c1",)}, 4),
        ({"charged": 1, "spent": 75.0, "segments": ("c6",)}, 0),
        ({"charged": 1, "spent": 76.0, "segments": ("c6",)}, 4),
        ({"rest": 4}, 3),
    ],
)
def test_horses_rest_after_a_charge(travel: dict[str, Any], rest: int) -> None:
    """pw:6.1.5: for four turns."""
    state = cavalry(**travel)
    happen(state, [TurnBegun(turn=3)])
    assert state.element("b1").travel.rest == rest
    if rest:
        assert refusal(state, a_plan("b1", "J6", way=Way.CHARGE))[0] == "pw:6.1.5"


def test_cavalry_that_stops_charging_rests() -> None:
    """pw:6.1.5: and never charges for more than four turns in a row."""
    state = cavalry(charged=2)
    write(state, a_plan("b1", "J6", contact=Contact.GO_ON))
    carry_out(state, until="c1")
    assert state.element("b1").travel.rest == 4
    assert refusal(cavalry(charged=8), a_plan("b1", "J6", way=Way.CHARGE))[0] == "pw:6.1.5"


# -- charging --------------------------------------------------------------------------------------------


def test_a_charge_goes_40_at_an_enemy_within_80() -> None:
    """pw:6.1.2, pw:12.1.3."""
    near = alone(squad("r1", RED, "J8"))
    assert priced(near, a_plan("b1", "J5+0,40", way=Way.CHARGE)).spent == 40
    assert refusal(near, a_plan("b1", "J5+0,41", way=Way.CHARGE))[0] == "pw:6.1.1"
    far = alone(squad("r1", RED, "J9"))
    assert refusal(far, a_plan("b1", "J5+0,40", way=Way.CHARGE))[0] == "pw:6.1.2"


@pytest.mark.parametrize(("moonlight", "may"), [(50, True), (49, False)])
def test_no_charge_in_the_dark(moonlight: int, may: bool) -> None:
    """pw:6.10.1: with less than half of the moonlight."""
    state = alone(squad("r1", RED, "J8"), moonlight=moonlight)
    plan = a_plan("b1", "J5+0,40", way=Way.CHARGE)
    if may:
        assert priced(state, plan).spent == 40
    else:
        assert refusal(state, plan)[0] == "pw:6.10.1"


def test_two_charges_in_a_row_then_a_rest() -> None:
    """pw:6.1.2, pw:12.1.3."""
    state = alone(squad("r1", RED, "J8"))
    state.put(state.element("b1").with_travel(charged=2))
    assert refusal(state, a_plan("b1", "J6", way=Way.CHARGE))[0] == "pw:12.1.3"
    state.put(state.element("b1").with_travel(charged=0, rest=1))
    assert refusal(state, a_plan("b1", "J6", way=Way.CHARGE))[0] == "pw:12.1.3"


@pytest.mark.parametrize("order", list(Tactical))
def test_a_charge_is_part_of_the_orders(order: Tactical) -> None:
    """pw:6.1.2: not of those to cover, regroup, bound and withdraw; Advance has its own rule."""
    state = alone(squad("r1", RED, "J8"), order=order)
    plan = a_plan("b1", "J5+0,20", second=["J5+0,40"], way=Way.CHARGE)
    if order in (Tactical.CHARGE, Tactical.ENGAGE, Tactical.RUSH):
        assert priced(state, plan).spent == 40
    else:
        assert refusal(state, plan)[0] == ("pw:4.3" if order is Tactical.ADVANCE else "pw:6.1.2")


def test_after_two_charges_it_halts_for_one_turn() -> None:
    """pw:12.1.3, pw:6.1.2: it does not move at all in the next, whatever its order, and is itself in the one after."""
    state = alone(squad("r1", RED, "J8"), order=Tactical.CHARGE)
    write(state, a_plan("b1", "J5+0,20", second=["J5+0,40"], way=Way.CHARGE, contact=Contact.GO_ON))
    carry_out(state)
    assert state.element("b1").travel.charged == 2
    happen(state, [TurnBegun(turn=3)])
    state.step = "plan"
    assert refusal(state, a_plan("b1", "J5+0,20"))[0] == "pw:12.1.3"
    assert MEN not in planning.bound_to_move(state, BLUE)
    happen(state, [TurnBegun(turn=4)])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    assert (state.element("b1").travel.charged, state.element("b1").travel.rest) == (0, 0)
    assert priced(state, a_plan("b1", "J5+0,30")).spent == pytest.approx(10)


def test_a_charge_goes_through_suppression() -> None:
    """pw:12.9.3.2, pw:12.9.3.3: under Charge and at its speed alone; for that turn it is as if it were not suppressed,
    but for the killpower of all attacks on it."""
    pinned = Nerve(suppressed=2)
    charge = a_plan("b1", "J5+0,20", second=["J5+0,40"], way=Way.CHARGE, contact=Contact.GO_ON)
    for order, plan, rule in (
        (Tactical.ENGAGE, charge, "pw:12.9.3.3"),
        (Tactical.CHARGE, a_plan("b1", "J5+0,20"), "pw:12.9.3.2"),
    ):
        state = alone(squad("r1", RED, "J8"), order=order)
        state.put(evolve(state.element("b1"), nerve=pinned))
        assert refusal(state, plan)[0] == rule
    assert "way:charge" in {c.pick for c in choices.go_on(state, BLUE, ("plan:b1",)).options}
    (line,) = (c for c in choices.menu(state, BLUE, ()).options if c.pick == "plan:b1")
    assert line.refusal is None
    state.change(UnitId("r1"), at=at("J10"))
    (line,) = (c for c in choices.menu(state, BLUE, ()).options if c.pick == "plan:b1")
    assert line.refusal is not None
    assert line.refusal.reason == "it is suppressed; a charge needs an enemy within 80"
    state.change(UnitId("r1"), at=at("J8"))
    write(state, charge)
    events = carry_out(state)
    assert len(of(IgnoresSuppression, events)) == 1
    men = state.element("b1")
    assert (men.travel.charged, men.nerve.ignoring, men.nerve.pinned(2)) == (2, True, False)
    happen(state, [TurnBegun(turn=3)])
    assert not state.element("b1").nerve.ignoring


# -- hiding ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "dug", "may"),
    [("light-woods", Digging.NONE, True), ("clear", Digging.NONE, False), ("clear", Digging.FOXHOLES, True)],
)
def test_hiding(terrain: str, dug: Digging, may: bool) -> None:
    """pw:6.1.4: in cover, without moving."""
    state = alone(board=a_board(terrain={"J5": terrain}))
    state.put(state.element("b1").with_posture(dug=dug))
    if may:
        priced(state, a_plan("b1", hide=True))
    else:
        assert refusal(state, a_plan("b1", hide=True))[0] == "pw:6.1.4"
    assert refusal(state, a_plan("b1", "J5+0,20", hide=True))[0] == "pw:6.1.4"


# -- going into contact ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "gap"), [(1, (10, 13.5)), (10, (17, 23.5))])
def test_going_into_contact(die: int, gap: tuple[float, float]) -> None:
    """pw:12.2.3: up to its fire factor at 30 it goes on until it touches; else it halts 10 off."""
    foe = squad("r1", RED, "J8")
    state = alone(foe)
    write(state, a_plan("b1", "J5+0,40", second=["J8"], way=Way.CHARGE, contact=Contact.GO_ON))
    events = carry_out(state, [die])
    found = of(ContactChecked, events)
    assert len(found) == 1
    assert found[0].goes is (die == 1)
    assert gap[0] <= gsu_between(state.element("b1").where, foe.where) <= gap[1]
    halted = [one.halted for one in of(MoveEnded, events) if one.segment == "c6"]
    assert halted == ["it is in contact with the enemy" if die == 1 else "it does not go into contact"]


def test_who_leaves_contact_does_not_roll() -> None:
    """pw:12.2.3: he goes neither over the enemy nor into contact."""
    state = alone(squad("r1", RED, "J5+0,-1"))
    state.put(evolve(state.element("b1"), at=at("J5+0,-11")))
    write(state, a_plan("b1", "J5+0,-23", contact=Contact.GO_ON))
    assert not of(ContactChecked, carry_out(state))
    assert state.element("b1").where == at("J5+0,-23")


def test_who_passes_by_does_not_roll() -> None:
    """pw:12.2.3: only who would touch him."""
    state = alone(squad("r1", RED, "J6+22,0"))
    write(state, a_plan("b1", "J6", second=["J7"], contact=Contact.GO_ON))
    assert not of(ContactChecked, carry_out(state))
    assert state.element("b1").where == at("J7")


# -- routing ---------------------------------------------------------------------------------------------


def routed(*others: Element, place: str = "J10", **changes: Any) -> WarState:
    """A broken squad and others."""
    mine = {"nerve": BROKEN, **{key: changes.pop(key) for key in ("posture",) if key in changes}}
    return a_state(squad("b1", BLUE, place, **mine), *others, step="plan", **changes)


def test_broken_men_rout_away_from_who_fires() -> None:
    """pw:6.1.3, pw:12.9, pw:12.9.2: 25 in C1, 50 in C6."""
    foe = squad("r1", RED, "J16", gunnery=FIRED)
    state = routed(foe)
    carry_out(state, until="c1")
    first = state.element("b1").where
    assert gsu_between(first, at("J10")) == pytest.approx(25, abs=0.1)
    carry_out(state, since="c2")
    last = state.element("b1").where
    assert gsu_between(last, first) == pytest.approx(50, abs=0.1)
    assert gsu_between(last, foe.where) == pytest.approx(150 + 75, abs=0.5)
    assert state.element("b1").travel.motion is Motion.FULL


@pytest.mark.parametrize("place", ["J16", "L15", "O12", "M6"])
def test_they_rout_straight_away(place: str) -> None:
    """pw:6.1.3, pw:12.9.2: on the exact bearing from who fires, to the rounding of a point."""
    foe = squad("r1", RED, place, gunnery=FIRED)
    state = routed(foe)
    back = bearing(foe.where, at("J10"))
    first = routing.way_out(state, state.element("b1"), at("J10"), 25)
    assert first is not None
    assert gsu_between(first, offset(at("J10"), back, 25)) < 0.15


def test_they_steer_round_what_bars_the_way() -> None:
    """pw:12.9.2: by as little as that takes."""
    river = a_board(terrain={"J9": "river"})
    state = routed(squad("r1", RED, "J14", gunnery=FIRED), board=river)
    end = routing.way_out(state, state.element("b1"), at("J10"), 25)
    assert end is not None
    off = between(bearing(at("J10"), end), 0.0)
    assert 30 <= off <= 60


@pytest.mark.parametrize(
    ("place", "gunnery", "goes"), [("J18", FIRED, True), ("J19", FIRED, False), ("J12", Gunnery(), False)]
)
def test_only_from_who_fires_within_200(place: str, gunnery: Gunnery, goes: bool) -> None:
    """pw:12.9.2."""
    state = routed(squad("r1", RED, place, gunnery=gunnery))
    assert bool(of(Planned, carry_out(state))) is goes


def test_in_hard_cover_they_may_stay() -> None:
    """pw:12.9.2.2: with the firing enemy within 100."""
    near = routed(squad("r1", RED, "J14", gunnery=FIRED), posture=Posture(dug=Digging.TRENCH))
    events = carry_out(near)
    (froze,) = of(Froze, events)
    said = TELL[Froze](near, froze)
    assert said is not None
    assert (said.text, said.rule) == ("b1 stays in its cover", "pw:12.9.2.2")
    assert near.element("b1").where == at("J10")
    far = routed(squad("r1", RED, "J15", gunnery=FIRED), posture=Posture(dug=Digging.TRENCH))
    assert of(Planned, carry_out(far))


RIVER = {"H9 H10 H11 I9 I10 I11 I12 J8 J9 J11 J12 K9 K10 K11 K12 L9 L10 L11": "river"}


def test_who_cannot_get_away_from_an_enemy_beside_him_gives_up() -> None:
    """pw:12.9.2.1: within 19."""
    board = a_board(terrain=RIVER)
    beside = routed(squad("r1", RED, "J10+10,0", gunnery=FIRED), place="J10+-6,0", board=board)
    assert of(Surrendered, carry_out(beside))
    assert beside.element("b1").presence is Presence.SURRENDERED
    farther = routed(squad("r1", RED, "J14", gunnery=FIRED), board=board)
    (froze,) = of(Froze, carry_out(farther))
    said = TELL[Froze](farther, froze)
    assert said is not None
    assert (said.text, said.rule) == ("b1 stays: no way leads away from who fires", "pw:12.9.2")


def test_a_rout_keeps_19_off_every_enemy() -> None:
    """pw:12.9.2.1."""
    behind = squad("r2", RED, "J7")
    state = routed(squad("r1", RED, "J16", gunnery=FIRED), behind)
    carry_out(state)
    for piece in state.trails[MEN]:
        assert all(gsu_between(point, behind.where) >= 19 for point in piece.points)
    assert state.element("b1").where != at("J10")


def test_a_rout_that_leads_nowhere_further() -> None:
    """pw:6.1.3: only its first half, if the second is barred."""
    board = a_board(terrain={"H3 H4 I4 I5 J3 K4 K5 L3 L4 I3 J2 K3 H5 L5 I2 K2 H6 L6 I6 K6": "river"})
    state = routed(squad("r1", RED, "J10", gunnery=FIRED), place="J5", board=board)
    carry_out(state)
    assert state.element("b1").where.y < at("J4+0,12").y
    assert state.element("b1").travel.motion is Motion.HALF


def test_a_rout_stays_on_the_table() -> None:
    """pw:12.9.2: as far as it leads away."""
    state = routed(squad("r1", RED, "J5", gunnery=FIRED), place="J2")
    end = routing.way_out(state, state.element("b1"), at("J2"), 50)
    assert end is not None
    assert gsu_between(end, at("J5")) > 75


def test_nobody_plans_for_broken_men() -> None:
    """pw:6.1.3: they rout by themselves, or stay."""
    assert refusal(routed(), a_plan("b1", "J11"))[0] == "pw:6.1.3"


def test_pinned_men_stay() -> None:
    """pw:12.9.3.3."""
    state = alone()
    state.put(state.element("b1").with_nerve(suppressed=2))
    assert refusal(state, a_plan("b1", "J6"))[0] == "pw:12.9.3.3"
    assert state.element("b1").travel == Travel()


def test_who_is_broken_is_said_to_rout_by_himself() -> None:
    """pw:6.1.3, pw:12.9.2: not that he rests from his charges, nor that something may be written for him."""
    for changes in ({}, {"rest": 1}):
        men = an_element("b1", "ger-rifle-44", BLUE, "J10").with_nerve(broken=2).with_travel(**changes)
        state = a_state(men, step="plan")
        (line,) = (c for c in choices.menu(state, BLUE, ()).options if c.pick == "plan:b1")
        assert line.refusal is not None
        assert line.refusal.reason.startswith("it is broken")
