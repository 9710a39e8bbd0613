"""What the computer player does in the fire segments: groups, aims, areas, smoke; and who looks together."""

from __future__ import annotations

from core.event import UnitId
from core.panzerwar.combat.orders import Discharge, Fire, FireSmoke, Suppress
from core.panzerwar.opponent import shots, smoke, watching
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.strike import Aim
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting.orders import Mark, SightTogether
from core.plane import gsu_between
from core.step_end import FinishStep
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle, an_element, at
from tests.panzerwar.opponent.test_judgement import a_fight, all_ordered, ordered


def test_a_machine_gun_sweeps_all_under_its_circle() -> None:
    """Men beside each other are named together (pw:12.8.1)."""
    gun = an_element("gun", "mg-team", BLUE, "C10", heading=12, weapon="MG42-HMG")
    one, two = an_element("foe", "sov-rifle-43", RED, "H12"), an_element("other", "sov-rifle-43", RED, "H12+8,0")
    orders = [o for o in all_ordered(a_fight(gun, one, two, see=("foe", "other"))) if isinstance(o, Fire)]
    assert any({o.target, *o.others} == {"foe", "other"} for o in orders)


def test_fire_is_shared_out() -> None:
    """What is as good as lost is left to the first who fires at it (pw:8.4.2)."""
    tanks = [a_vehicle(f"t{n}", "panther-g", BLUE, f"C{9 + n}", heading=12) for n in range(3)]
    foes = [a_vehicle(id_, "t34-43", RED, where, heading=24) for id_, where in (("foe", "K10"), ("other", "K12"))]
    orders = all_ordered(a_fight(*tanks, *foes, see=("foe", "other")))
    assert {o.target for o in orders if isinstance(o, Fire) and o.arm == "gun"} == {"foe", "other"}


def test_a_gun_is_not_slowed_by_the_machine_gun_beside_it() -> None:
    """The co-axial machine gun would cost the main gun more than it does to men; that of the hull costs it nothing
    (pw:8.17.3)."""
    tank = a_vehicle("tank", "cromwell4", BLUE, "C10", heading=12)
    gun, men = an_element("foe", "pak40", RED, "J12", heading=36), an_element("other", "sov-rifle-43", RED, "L12")
    orders = all_ordered(a_fight(tank, gun, men, see=("foe", "other")))
    assert {o.arm for o in orders if isinstance(o, Fire | Suppress)} == {"gun", "hull"}


def test_aim_is_taken_where_it_pays() -> None:
    """At the turret of a tank whose hull nothing pierces; never without the rule (pw:9.20.2)."""
    tank, foe = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12), a_vehicle("foe", "tiger2", RED, "H12", heading=36)
    plain, aimed = (ordered(a_fight(tank, foe, switches=on)) for on in ((), (Switch.AIMED_FIRE,)))
    assert isinstance(plain, Fire)
    assert isinstance(aimed, Fire)
    assert (plain.aim, aimed.aim) == (Aim.NORMAL, Aim.HIGH)


def test_dug_in_men_are_kept_down() -> None:
    """Where aimed bursts promise less (pw:8.12)."""
    squad = an_element("squad", "ger-rifle-44", BLUE, "C10", heading=12)
    gun = an_element("gun", "mg-team", BLUE, "C11", heading=12, weapon="MG42-HMG")
    foes = [an_element(id_, "sov-rifle-43", RED, where) for id_, where in (("foe", "I12"), ("other", "I12+9,0"))]
    able = [one for e in (squad, gun) for one in shots.shots(a_fight(squad, gun, *foes, see=("foe", "other")), e.id)]
    assert any(isinstance(one.order, Suppress) for one in able)
    pinned = [an_element(f.id, f.card, RED, f.where, nerve=Nerve(suppressed=9)) for f in foes]
    able = list(shots.shots(a_fight(squad, gun, *pinned, see=("foe", "other")), gun.id))
    assert not any(isinstance(one.order, Suppress) for one in able)


# -- smoke -----------------------------------------------------------------------------------------


def test_who_can_fight_no_more_hides_behind_its_dischargers() -> None:
    """Toward the gun that it sees, once (pw:11.8)."""
    hurt = a_vehicle("hurt", "stug3g", BLUE, "C10", heading=12, harm=Harm(damage=frozenset({Damage.GUN})))
    whole = a_vehicle("whole", "stug3g", BLUE, "C12", heading=12)
    state = a_fight(hurt, whole, a_vehicle("foe", "t34-43", RED, "M12", heading=36))
    found = [o for o in all_ordered(state) if isinstance(o, Discharge)]
    assert [(o.element, o.puffs) for o in found] == [("hurt", 2)]


def crossing(order: Tactical = Tactical.ADVANCE):  # type: ignore[no-untyped-def]
    """A tank that has nothing to fire at, men that go forward before a gun."""
    tank = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12, organisation="p", turret=12)
    men = an_element("men", "ger-rifle-44", BLUE, "F12", organisation="q")
    foe = a_vehicle("foe", "t34-43", RED, "R12", heading=36, organisation="foe")
    units = (a_unit("p", tank), a_unit("q", men, order=order, since=2, mechanised=False), a_unit("foe", foe))
    return a_state(tank, men, foe, see=("foe",), step="e1", turn=5, organisations=units)


def test_guns_that_command_a_crossing_are_screened() -> None:
    """A point a little before the gun, on the side of those who cross; nothing while nobody crosses (pw:11.3)."""
    state = crossing()
    (point,) = smoke.wanted(state, BLUE)
    assert gsu_between(point, at("R12")) == smoke.BEFORE or abs(gsu_between(point, at("R12")) - smoke.BEFORE) < 1
    assert gsu_between(point, at("F12")) < gsu_between(at("R12"), at("F12"))
    found = smoke.screen(state, BLUE)
    assert isinstance(found, FireSmoke)
    assert found.element == "tank"
    assert not list(smoke.wanted(crossing(Tactical.COVER), BLUE))


# -- looking out -----------------------------------------------------------------------------------


def test_large_groups_look_together() -> None:
    """Four tanks of a platoon do; of three each does better alone (pw:7.4.5)."""
    four = [a_vehicle(f"t{n}", "pz4j", BLUE, f"C{8 + n}", heading=12) for n in range(4)]
    orders = all_ordered(a_state(*four, step="sighting"))
    assert [set(o.members) for o in orders if isinstance(o, SightTogether)] == [{e.id for e in four}]
    assert isinstance(ordered(a_state(*four[:3], step="sighting")), FinishStep)


def test_who_covers_overwatches_where_the_enemy_comes() -> None:
    """With the rule, once each (pw:7.9)."""
    tank = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12)
    travel = Travel(motion=Motion.HALF, last=Motion.HALF)
    foe = a_vehicle("foe", "t34-43", RED, "M12", heading=36, travel=travel)
    state = a_state(tank, foe, see=("foe",), step="communications", turn=5, switches=(Switch.OVERWATCH,))
    orders = all_ordered(state)
    assert orders == [Mark(element=UnitId("tank"), at=at("M12"))]
    without = a_state(tank, foe, see=("foe",), step="communications", turn=5)
    assert watching.marks(without, BLUE) is None
