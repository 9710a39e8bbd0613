"""What movers see and meet on their way (pw:4.2.6, pw:6.7, pw:7.5, pw:7.10)."""

from __future__ import annotations

from typing import Any

import pytest

from core import secrecy
from core.codec import decode, encode
from core.event import SideId, UnitId
from core.panzerwar.infantry.events import ContactChecked
from core.panzerwar.movement.contact import on_the_way
from core.panzerwar.movement.events import HaltAsked, Met, Moved, MoveEnded, Stopped
from core.panzerwar.movement.orders import React
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Leg, Way
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting.events import CameInSight, OutOfSight
from core.panzerwar.state import WarState
from core.plane import gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, apply, carry_out, give, of, write

TANK = UnitId("b1")


def tank(id_: str, side: SideId, place: str, **changes: Any) -> Element:
    """A tank that goes 200; blue ones look south, red ones north."""
    heading = 24 if side == BLUE else 0
    return an_element(id_, "t34-43", side, place, **{"heading": heading, "turret": heading, **changes})


def ambush(contact: Contact = Contact.ASK) -> WarState:
    """A tank goes from J4 to J12, toward a gun in J15 that looks away, and sights it at once from 162 on."""
    state = a_state(tank("b1", BLUE, "J4"), an_element("r1", "zis3", RED, "J15", heading=24))
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J12", contact=contact))
    return state


def test_a_mover_sights_at_once_what_comes_in_its_way() -> None:
    """pw:6.7, pw:7.5: from the place where not to sight is impossible; its owner is asked there."""
    state = ambush()
    events = carry_out(state)
    found = of(CameInSight, events)
    assert [(one.side, one.element.id, one.by, one.rule) for one in found] == [(BLUE, "r1", ("b1",), "pw:7.5")]
    assert found[0].percent == 50
    assert [one.element for one in of(Met, events)] == ["b1"]
    assert of(HaltAsked, events)[0].side == BLUE
    assert (found[0].reach, found[0].range) == (162.5, 160)
    assert gsu_between(at("J4"), state.element("b1").where) == pytest.approx(110, abs=0.1)
    assert state.moves.met == {"b1": "r1"}
    assert state.moves.asking == {BLUE}


def test_who_goes_on_is_not_asked_again() -> None:
    """pw:6.7.1."""
    state = ambush()
    carry_out(state)
    give(state, React(element=TANK, go_on=True))
    events = carry_out(state, since=state.step)
    assert not of(Met, events)
    assert state.element("b1").where == at("J12")
    assert state.element("b1").travel.motion is not Motion.STATIONARY


@pytest.mark.parametrize("known", [True, False])
def test_who_goes_into_contact_rolls_once_whoever_is_asked_meanwhile(known: bool) -> None:
    """pw:12.2.3: an element that has passed its check goes on until it touches, also after the owner of another has
    said what that one does."""
    men = [an_element(id_, "ger-rifle-44", BLUE, place, heading=24) for id_, place in (("b1", "J5"), ("b2", "C3"))]
    foes = an_element("r1", "sov-rifle-43", RED, "J5+0,23"), tank("r2", RED, "C3+0,153")
    state = a_state(*men, *foes, see=["r2", *(["r1"] if known else [])])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J5+0,25", contact=Contact.GO_ON), a_plan("b2", "C4", contact=Contact.ASK))
    events = carry_out(state, [1])
    assert len(of(ContactChecked, events)) == 1
    assert of(HaltAsked, events)
    give(state, React(element=UnitId("b2"), go_on=True))
    assert not of(ContactChecked, carry_out(state, since=state.step))
    assert gsu_between(state.element("b1").where, foes[0].where) == pytest.approx(13, abs=0.1)


def test_who_halts_stands_where_it_met_the_enemy() -> None:
    """pw:4.2.6, pw:6.7.1."""
    state = ambush()
    carry_out(state)
    here = state.element("b1").where
    give(state, React(element=TANK))
    events = carry_out(state, since=state.step)
    assert state.element("b1").where == here
    assert of(MoveEnded, events)


def test_who_turns_aside_uses_what_it_has_left() -> None:
    """pw:6.7.1, pw:6.7.3."""
    state = ambush()
    carry_out(state)
    here = state.element("b1").where
    give(state, React(element=TANK, legs=(Leg(at("I10")),)))
    carry_out(state, since=state.step)
    assert state.element("b1").where == at("I10") != here


@pytest.mark.parametrize(("contact", "stops"), [(Contact.HALT, True), (Contact.GO_ON, False)])
def test_what_was_written_for_contact(contact: Contact, stops: bool) -> None:
    """pw:4.2.6: nobody is asked; the owner alone is told why it halts."""
    state = ambush(contact)
    events = carry_out(state)
    assert not of(HaltAsked, events)
    assert (state.element("b1").where != at("J12")) is stops
    ended = of(MoveEnded, events)[0]
    assert ended.halted == ("it meets r1" if stops else "")
    state.sighted = {**state.sighted, RED: frozenset({TANK})}
    told = secrecy.redact(state, ended, RED)
    assert told is not None
    assert told.halted == ""


def test_only_who_sees_it_himself_reacts() -> None:
    """pw:6.7.2: what another has sighted is not passed on while they move."""
    state = ambush(Contact.GO_ON)
    state.put(tank("b2", BLUE, "C3"))
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b2", "C11"))
    events = carry_out(state)
    assert of(CameInSight, events)
    assert not of(Met, events)


def test_an_enemy_within_150_of_its_front_that_is_known() -> None:
    """pw:4.2.6, pw:6.7.3: it meets him there, and no farther off; one that was so near when it set off it does not
    meet."""
    foe = tank("r1", RED, "J16")
    state = a_state(tank("b1", BLUE, "J4"), foe, see=["r1", "b1"])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J12"))
    carry_out(state)
    assert state.moves.met == {"b1": "r1"}
    assert gsu_between(state.element("b1").where, foe.where) == pytest.approx(150, abs=0.5)
    near = a_state(tank("b1", BLUE, "J11"), foe, see=["r1", "b1"])
    near.reorganise("blue-1", order=Tactical.ENGAGE)
    write(near, a_plan("b1", "J13"))
    assert not of(Met, carry_out(near))


def test_what_lies_behind_it_or_out_of_its_sight_it_does_not_meet() -> None:
    """pw:4.2.6: it must be seen, and to the front."""
    state = a_state(tank("b1", BLUE, "J4"), tank("r1", RED, "D4"), see=["r1", "b1"])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J10"))
    assert not of(Met, carry_out(state))
    hill = a_board(levels={"J10 I10 I11 K10 K11": 1})
    hidden = a_state(tank("b1", BLUE, "J4"), tank("r1", RED, "J14"), see=["r1", "b1"], board=hill)
    hidden.reorganise("blue-1", order=Tactical.ENGAGE)
    write(hidden, a_plan("b1", "J9"))
    assert not of(Met, carry_out(hidden))


def test_whom_it_is_to_ram_or_overrun_it_does_not_meet() -> None:
    """pw:6.8, pw:14.0."""
    foe = an_element("r1", "zis3", RED, "J9", heading=24)
    state = a_state(tank("b1", BLUE, "J2"), foe, see=["r1"])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J9", overrun=UnitId("r1")))
    assert not of(Met, carry_out(state))
    assert state.element("b1").where == at("J9")


def test_vehicles_stop_before_enemies_that_they_do_not_overrun() -> None:
    """pw:6.8."""
    foe = an_element("r1", "zis3", RED, "J9", heading=24)
    state = a_state(tank("b1", BLUE, "J4"), foe)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J12", contact=Contact.GO_ON))
    events = carry_out(state)
    assert of(MoveEnded, events)[0].halted == "r1 stands in its way"
    assert 10 <= gsu_between(state.element("b1").where, foe.where) <= 15
    away = a_state(tank("b1", BLUE, "J9+0,12"), foe)
    away.reorganise("blue-1", order=Tactical.ENGAGE)
    write(away, a_plan("b1", "J14", contact=Contact.GO_ON))
    carry_out(away)
    assert away.element("b1").where == at("J14")


def test_those_who_stand_sight_a_mover_at_once() -> None:
    """pw:7.5: its way is told them from there on alone."""
    state = a_state(tank("b1", BLUE, "E3", heading=0), tank("r1", RED, "K16"))
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "E7", contact=Contact.GO_ON, turret=0))
    events = carry_out(state)
    assert len(of(Moved, events)) == 2
    assert TANK in state.sighted[RED]
    assert [piece.seen for piece in state.trails[TANK]] == [frozenset(), frozenset({RED})]
    told = [one for one in events if secrecy.redact(state, one, RED) is not None and isinstance(one, CameInSight)]
    assert [one.element.where for one in told] == [at("E3+0,5")]


def test_who_moves_out_of_sight_is_not_followed() -> None:
    """pw:7.10, pw:7.10.1: from the hex on in which nobody sees him."""
    board = a_board(terrain={"J3 J4 J5 J6 J7 J8 K3 K4 K5 K6 K7 K8": "heavy-woods"})
    eye, mover = tank("b1", BLUE, "E7", heading=12, turret=12), tank("r1", RED, "P14")
    state = a_state(eye, mover, board=board, see=["r1"])
    state.reorganise("red-1", order=Tactical.ENGAGE)
    write(state, a_plan("r1", "P7", contact=Contact.GO_ON))
    events = carry_out(state)
    lost = [one for one in of(OutOfSight, events) if one.side == BLUE]
    assert [one.element for one in lost] == ["r1"]
    assert 0 < gsu_between(at("P14"), lost[0].at) < 175
    assert "r1" not in state.sighted[BLUE]
    assert state.glimpsed[BLUE] == {"r1": lost[0].at}
    assert [piece.seen for piece in state.trails[UnitId("r1")]] == [frozenset({BLUE}), frozenset()]
    view = secrecy.view(state, BLUE)
    assert "r1" not in view.elements
    assert len(view.trails[UnitId("r1")]) == 1
    assert secrecy.view(view, BLUE) == view


def test_a_side_that_knows_no_more_follows_what_moves() -> None:
    """pw:7.5, pw:7.10: its view is the same as if it were shown the state."""
    state = ambush(Contact.GO_ON)
    view = secrecy.view(state, BLUE)
    for event in carry_out(state):
        told = secrecy.redact(state, event, BLUE)
        if told is not None:
            apply(view, decode(encode(told)))
    assert view.elements == secrecy.view(state, BLUE).elements


@pytest.mark.parametrize(("dice", "legs"), [([2], False), ([1, 2], True)])
def test_halting_in_a_burst_strains_the_suspension(dice: list[int], legs: bool) -> None:
    """pw:6.7.4, pw:6.6.1."""
    state = a_state(tank("b1", BLUE, "J4", travel=Travel(last=Motion.BONUS)), tank("r1", RED, "J14+20,0"), see=["r1"])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J16", contact=Contact.HALT, way=Way.BURST))
    events = carry_out(state, dice)
    stopped = of(Stopped, events)
    assert len(stopped) == 1
    assert stopped[0].rule == "pw:6.6.1"
    assert bool(stopped[0].immobile) is legs
    assert gsu_between(state.element("b1").where, at("J14+20,0")) == pytest.approx(147.5, abs=2.5)


def test_who_is_asked_in_a_burst_may_but_halt_or_turn_aside() -> None:
    """pw:6.7.4: and risks its suspension."""
    state = a_state(tank("b1", BLUE, "J4", travel=Travel(last=Motion.BONUS)), tank("r1", RED, "J14+20,0"), see=["r1"])
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J16", way=Way.BURST))
    carry_out(state)
    assert state.moves.asking == {BLUE}
    events = give(state, React(element=TANK), [3])
    assert of(Stopped, events)[0].why == ""
    again = carry_out(state, since=state.step)
    assert not of(Stopped, again)


def test_who_moves_is_looked_at_as_he_moves() -> None:
    """pw:7.3.1, pw:6.16: by what his movement comes to, in no position; his turret looks where it is told to."""
    men = an_element("b1", "ger-rifle-44", BLUE, "J4", posture=Posture(hidden=True, hull_down=4))
    state = a_state(men, an_element("r1", "sov-smg", RED, "J6", heading=24), see=["r1"])
    state.reorganise("blue-1", order=Tactical.CHARGE)
    write(state, a_plan("b1", "J4+0,30", second=["J6"], way=Way.CHARGE))
    found = on_the_way(state, state.element("b1"))
    assert (found.travel.motion, found.travel.charged) == (Motion.FULL, 1)
    assert (found.posture.hidden, found.posture.hull_down) == (False, 0)
    still = an_element("b2", "pz4h", BLUE, "J9")
    assert on_the_way(state, still) == still


def test_who_comes_up_from_behind_is_not_met() -> None:
    """pw:4.2.6, pw:6.7.3: within 150 of its front, not of its turret; he meets it."""
    state = a_state(tank("b1", BLUE, "J10"), tank("r1", RED, "J3", heading=24, turret=24), see=["b1", "r1"])
    for side in ("blue-1", "red-1"):
        state.reorganise(side, order=Tactical.ENGAGE)
    write(state, a_plan("b1", "J12", turret=0), a_plan("r1", "J7"))
    carry_out(state)
    assert state.moves.met == {"r1": "b1"}
    assert state.moves.asking == {RED}


def test_who_walks_on_after_a_charge_charges_no_more() -> None:
    """pw:7.3.1, pw:12.1.3: he is made out as one who walks, though he charged at the end of the last turn."""
    for way, charged in ((Way.MARCH, 0), (Way.CHARGE, 2)):
        squad = an_element("b1", "ger-rifle-44", BLUE, "J4", travel=Travel(charged=1, last=Motion.HALF))
        state = a_state(squad, an_element("r1", "t34-43", RED, "J7"), see=["r1"])
        state.reorganise("blue-1", order=Tactical.CHARGE if charged else Tactical.ENGAGE)
        write(state, a_plan("b1", "J4+0,40" if charged else "J5", way=way))
        assert on_the_way(state, state.element("b1")).travel.charged == charged
