"""What penetrations destroy, row by row of the Location Damage Chart (pw:9.5 to pw:9.12)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.evolve import APPLY
from core.panzerwar.damage.location_damage import columns, commander, guns, needs, troubling
from core.panzerwar.damage.locations import Struck
from core.panzerwar.damage.targets import Target, large_action, target_of
from core.panzerwar.pieces.cards import GunMount
from core.panzerwar.pieces.charts.damage import DamageColumn, DamageRow
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Aspect, Part
from core.panzerwar.pieces.switches import Switch
from tests.panzerwar.damage.hits import CARDS, CHARTS, a_strike, a_target, he, rolled_for, struck
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle

FRONT, TURRET, REAR = DamageColumn.FRONT_HULL, DamageColumn.TURRET, DamageColumn.REAR_HULL
FIRE, MOBILITY, GUN = DamageRow.FIRE, DamageRow.MOBILITY, DamageRow.GUN
TC, HG, PAS = DamageRow.COMMANDER, DamageRow.HULL_GUN, DamageRow.PASSENGERS
AP = a_strike()


def hull(aspect: Aspect, **fields: object) -> Struck:
    """A hit on the hull."""
    return Struck(Part.HULL, aspect, 5, **fields)  # type: ignore[arg-type]


def numbers(target: Target, struck_: Struck, column: DamageColumn) -> dict[DamageRow, int]:
    """The D10 from which each row happens at D 6."""
    return {need.row: need.number for need in needs(CHARTS, target, struck_, column, 6)}


def test_numbers_by_column() -> None:
    """pw:9.5, pw:9.5.1, pw:9.5.2: D+1 is harder, D-1 easier; one die for each damage that is listed."""
    target = a_target("t34-85", hull_gunner=True)
    assert numbers(target, hull(Aspect.FRONT), FRONT) == {FIRE: 7, MOBILITY: 6, HG: 6}
    assert numbers(target, hull(Aspect.REAR), REAR) == {FIRE: 5, MOBILITY: 5}
    turret = Struck(Part.TURRET, Aspect.FRONT, 8)
    assert numbers(target, turret, TURRET) == {FIRE: 6, GUN: 6, TC: 6}
    assert numbers(target, turret, DamageColumn.TOP_TURRET) == {FIRE: 7, GUN: 6, TC: 5}
    assert numbers(target, turret, DamageColumn.TOP_DECK) == {FIRE: 5, MOBILITY: 5}


def test_which_column() -> None:
    """pw:9.5.3: front, rear and turret their own; the side of a hull by a D6."""
    target = a_target("t34-85")
    assert columns(target, hull(Aspect.FRONT)) == (FRONT,)
    assert columns(target, hull(Aspect.REAR)) == (REAR,)
    assert columns(target, hull(Aspect.SIDE)) == (FRONT, FRONT, TURRET, TURRET, REAR, REAR)
    for part in (Part.TURRET, Part.SUPERSTRUCTURE):
        for aspect in (Aspect.FRONT, Aspect.SIDE, Aspect.REAR):
            assert columns(target, Struck(part, aspect, 8)) == (TURRET,)
    assert columns(target, Struck(Part.TRACK, Aspect.SIDE, 4)) == (FRONT, FRONT, TURRET, TURRET, REAR, REAR)


def test_engine_first() -> None:
    """pw:9.5.4: with the engine in front the fighting compartment is behind it, and behind the rear of the hull."""
    hummel = a_target("hummel")
    assert columns(hummel, hull(Aspect.SIDE)) == (FRONT, FRONT, REAR, REAR, TURRET, TURRET)
    assert columns(hummel, hull(Aspect.REAR)) == (TURRET,)
    assert columns(hummel, hull(Aspect.FRONT)) == (FRONT,)


@pytest.mark.parametrize(("rolled", "burns", "explodes"), [(5, False, False), (6, True, False), (7, False, True)])
def test_fire(rolled: int, burns: bool, explodes: bool) -> None:
    """pw:9.6: over the number it explodes, at the number it burns."""
    effect = struck(a_target("t34-85"), a_strike(penetration=20.0), 8, 5, rolled)
    assert effect.destroyed is explodes
    assert (Damage.FIRE in effect.damage) is burns
    assert effect.trials[-1].what == ("fire" if explodes else "stun")


def test_an_explosion_leaves_nothing_to_roll_for() -> None:
    """pw:9.6: it is eliminated at once, with who is inside."""
    passenger = UnitId("squad")
    effect = struck(a_target("sdk251-1", carried=(passenger,)), a_strike(penetration=20.0), 5, 5, 10, 6)
    assert effect.destroyed
    assert effect.passengers == (passenger,)
    assert not effect.damage
    assert not effect.stunned


def test_what_is_hard_to_set_on_fire() -> None:
    """pw:9.6.2: a vehicle with -1 needs one more."""
    wet = a_target("m4a3-76")
    assert wet.card.fire_modifier == -1
    dry = evolve(wet, card=evolve(wet.card, fire_modifier=0))
    turret = Struck(Part.TURRET, Aspect.FRONT, 8)
    assert numbers(wet, turret, TURRET)[FIRE] == numbers(dry, turret, TURRET)[FIRE] + 1
    assert struck(wet, a_strike(penetration=20.0), 8, 5, 7).damage == {Damage.FIRE}


@pytest.mark.parametrize(("rolled", "breaks"), [(3, False), (4, True)])
def test_a_track_breaks_at_two_less(rolled: int, breaks: bool) -> None:
    """pw:9.3.2: at D - 2; pw:9.7: odd is the left."""
    left = struck(a_target("t34-85"), AP, 1, 5, rolled, 3)
    assert left.damage == ({Damage.LEFT_TRACK} if breaks else set())
    right = struck(a_target("t34-85"), AP, 1, 5, rolled, 4)
    assert right.damage == ({Damage.RIGHT_TRACK} if breaks else set())
    assert left.gear
    assert not left.pierced


def test_track_and_hull_are_damaged_independently() -> None:
    """pw:9.3.2, DN.track: of the 3^8 side of a T34/85."""
    effect = struck(a_target("t34-85"), a_strike(bearing=90.0), 4, 5, 4, 3, 6, 2, 5)
    assert effect.damage == {Damage.LEFT_TRACK, Damage.MOBILITY}
    assert (effect.gear, effect.pierced) == (True, True)
    low = struck(a_target("t34-85"), a_strike(bearing=90.0, penetration=7.0), 4, 5, 4, 3)
    assert low.damage == {Damage.LEFT_TRACK}
    assert (low.gear, low.pierced) == (True, False)


def test_the_same_track_again() -> None:
    """pw:9.7.2: nothing further."""
    again = struck(a_target("t34-85", damage=frozenset({Damage.LEFT_TRACK})), AP, 1, 5, 9, 3)
    assert not again.damage


def test_damage_that_is_new_to_a_crew() -> None:
    """pw:9.7.1, pw:9.7.2, pw:9.14.3, pw:9.14.5: two tracks are mobility, which is suffered once."""
    left, right, mobility = Damage.LEFT_TRACK, Damage.RIGHT_TRACK, Damage.MOBILITY
    none: frozenset[Damage] = frozenset()
    assert troubling(none, frozenset({left})) == {left}
    assert troubling(frozenset({left}), frozenset({left})) == none
    assert troubling(frozenset({left}), frozenset({right})) == {right}
    assert troubling(frozenset({left}), frozenset({mobility})) == {mobility}
    assert troubling(frozenset({mobility}), frozenset({left})) == none
    assert troubling(frozenset({left, right}), frozenset({mobility})) == none
    assert troubling(frozenset({Damage.GUN}), frozenset({Damage.GUN, Damage.COMMANDER})) == {Damage.COMMANDER}


@pytest.mark.parametrize(("bearing", "engine"), [(0.0, False), (180.0, True)])
def test_with_which_hull_the_engine_is_lost(bearing: float, engine: bool) -> None:
    """pw:6.16.3.5, pw:9.8: with the rear of it; behind the front sit the drivers. Both lose their mobility."""
    state = a_state(a_vehicle("tank", "pz4h", BLUE, "E5"))
    effect = struck(a_target("pz4h"), a_strike(bearing=bearing, penetration=20.0), 5, 5, 2, 6)
    assert (Damage.MOBILITY in effect.damage, effect.engine) == (True, engine)
    told = VehicleStruck(side=RED, element=UnitId("tank"), by="shot", effect=effect)
    APPLY[VehicleStruck](state, told)
    assert state.element("tank").harm.engine is engine


def test_mobility() -> None:
    """pw:9.8: of the hull, front and rear."""
    assert struck(a_target("t34-85"), a_strike(penetration=20.0), 5, 5, 2, 6).damage == {Damage.MOBILITY}
    rear = struck(a_target("t34-85"), a_strike(bearing=180.0), 5, 5, 2, 5)
    assert rear.damage == {Damage.MOBILITY}


def test_in_a_large_action_the_driver_takes_the_hull_gun_along() -> None:
    """pw:9.8: with more than a dozen tanks on a side, from a penetration of the front hull."""
    large = a_target("t34-85", large=True)
    assert struck(large, a_strike(penetration=20.0), 5, 5, 2, 6).damage == {Damage.MOBILITY, Damage.HULL_GUNNER}
    assert struck(large, a_strike(bearing=180.0), 5, 5, 2, 5).damage == {Damage.MOBILITY}
    for number in (12, 13):
        tanks = [a_vehicle(f"t{i}", "t34-85", RED, "F8") for i in range(number)]
        trucks = [a_vehicle(f"z{i}", "zis5", RED, "F8") for i in range(9)]
        assert large_action(a_state(*tanks, *trucks)) is (number > 12)


def test_the_main_gun() -> None:
    """pw:9.9: turret damage, and of the sides of the hull the gun of the turret behind it."""
    assert struck(a_target("t34-85"), a_strike(penetration=20.0), 8, 5, 2, 6).damage == {Damage.GUN}
    assert struck(a_target("t34-85"), a_strike(bearing=90.0), 5, 5, 3, 2, 6).damage == {Damage.GUN}


def test_the_sponson_gun() -> None:
    """pw:9.9: through the side of the hull it is the sponson gun; pw:9.9.2: through Sp by the white die."""
    lee = a_target("lee")
    assert guns(lee, hull(Aspect.SIDE), TURRET) == (Damage.SPONSON_GUN,)
    assert guns(lee, Struck(Part.TURRET, Aspect.SIDE, 8), TURRET) == (Damage.GUN,)
    assert struck(lee, AP, 5, 5, 2, 2, 6).damage == {Damage.SPONSON_GUN}
    assert rolled_for(struck(lee, AP, 3, 5)) == ["location", "penetration", "fire", "mobility", "stun"]


def test_a_secondary_turret() -> None:
    """pw:9.9.1: of turret damage through the side one time in three."""
    card = evolve(CARDS.vehicles["t26"], second_gun=GunMount("37L45", "tank", 8))
    found = guns(a_target(card), hull(Aspect.SIDE), TURRET)
    assert [found.count(gun) for gun in (Damage.SECOND_GUN, Damage.GUN)] == [2, 4]
    assert struck(a_target(card), a_strike(bearing=90.0), 5, 5, 3, 2, 6, 2).damage == {Damage.SECOND_GUN}
    assert struck(a_target(card), a_strike(bearing=90.0), 5, 5, 3, 2, 6, 3).damage == {Damage.GUN}
    assert guns(a_target(card), Struck(Part.SECOND_TURRET, Aspect.FRONT, 6), TURRET) == (Damage.SECOND_GUN,)


def test_the_commander() -> None:
    """pw:9.10: by the white die of a turret."""
    assert struck(a_target("t34-85"), a_strike(penetration=20.0), 8, 5, 2, 2, 6).damage == {Damage.COMMANDER}


def test_the_commander_of_a_turret_of_one() -> None:
    """pw:9.10.3: its gun is lost with him if there are only machine guns besides."""
    alone = a_target("t70")
    assert alone.card.turret_crew == 1
    assert commander(alone) == {Damage.COMMANDER, Damage.GUN}
    assert commander(a_target("ba64")) == {Damage.COMMANDER, Damage.GUN}  # a machine gun alone
    assert commander(a_target("t34-85")) == {Damage.COMMANDER}
    other = evolve(alone.card, sponson_gun=GunMount("75L31", "tank", 8))
    assert commander(a_target(other)) == {Damage.COMMANDER}


def test_a_cupola_kills_the_commander() -> None:
    """pw:9.1.8: a cupola that is pierced, and nothing else of the vehicle."""
    effect = struck(a_target("t34-85"), a_strike(penetration=20.0), 10, 8, 5)
    assert effect.damage == {Damage.COMMANDER}
    assert rolled_for(effect) == ["location", "cupola", "penetration", "stun"]


@pytest.mark.parametrize(
    ("shell", "location", "killed"),
    [("AP", 10, True), ("AP", 9, False), ("HE", 8, True), ("HE", 9, True), ("HE", 7, False), ("HE", 10, True)],
)
def test_an_exposed_commander(shell: str, location: int, killed: bool) -> None:
    """pw:9.10.4: any direct hit on 10; pw:9.10.5: HE on 8, 9 and 10; of who is open or looks out."""
    weak = he(penetration=0.5) if shell == "HE" else a_strike(penetration=0.5)
    for open_ in (True, False):
        effect = struck(a_target("pz4h", open=open_), weak, location)
        assert (Damage.COMMANDER in effect.damage) is (killed and open_)


def test_who_is_open_is_told_by_card_and_hatch() -> None:
    """pw:9.10.4: an open top is, whatever its hatches; a closed one unless it is buttoned."""
    for card, buttoned, open_ in (("pz4h", True, False), ("pz4h", False, True), ("hummel", True, True)):
        tank = a_vehicle("a", card, BLUE, "F8", buttoned=buttoned)
        assert target_of(a_state(tank), tank).open is open_


def test_the_hull_gunner() -> None:
    """pw:9.11: an optional rule, by the white die of the front hull."""
    strong = a_strike(penetration=20.0)
    assert struck(a_target("t34-85", hull_gunner=True), strong, 5, 5, 2, 2, 6).damage == {Damage.HULL_GUNNER}
    assert not struck(a_target("t34-85"), strong, 5, 5, 2, 2, 6).damage
    assert HG not in numbers(a_target("m10", hull_gunner=True), hull(Aspect.FRONT), FRONT)


def test_switches_reach_the_target() -> None:
    """pw:9.11, pw:9.5.5: as they are switched on."""
    tank = a_vehicle("a", "pz4h", BLUE, "F8")
    off = target_of(a_state(tank), tank)
    on = target_of(a_state(tank, switches=(Switch.HULL_GUNNER, Switch.SIDE_LOCATIONS)), tank)
    assert (off.hull_gunner, off.side_locations, on.hull_gunner, on.side_locations) == (False, False, True, True)


def test_passengers() -> None:
    """pw:9.12: each who is inside has a die; a carrier's compartment is easier hit from side and rear."""
    one, two = UnitId("one"), UnitId("two")
    carrier = a_target("sdk251-1", carried=(one, two))
    assert numbers(carrier, hull(Aspect.FRONT), FRONT)[PAS] == 7
    assert numbers(carrier, hull(Aspect.SIDE), FRONT)[PAS] == 5
    assert numbers(carrier, Struck(Part.SUPERSTRUCTURE, Aspect.REAR, 8), TURRET)[PAS] == 5
    effect = struck(carrier, a_strike(penetration=20.0), 5, 5, 2, 2, 6, 7)
    assert effect.passengers == (two,)
    assert not effect.destroyed
    assert PAS not in numbers(a_target("sdk251-1"), hull(Aspect.FRONT), FRONT)


def test_who_is_inside() -> None:
    """pw:9.12, pw:6.9.5: riders on the outside are none, nor is a gun in tow."""
    track = a_vehicle("t", "sdk251-1", BLUE, "F8")
    squad = a_vehicle("s", "ger-pzgren", BLUE, "F8", aboard=track.id)
    rider = a_vehicle("r", "ger-pzgren", BLUE, "F8", aboard=track.id, outside=True)
    gun = a_vehicle("g", "pak40", BLUE, "F8", aboard=track.id)
    assert target_of(a_state(track, squad, rider, gun), track).carried == (squad.id,)


def test_only_what_is_new_is_told() -> None:
    """pw:9.14.5: a gun that is destroyed is not destroyed again."""
    dead = a_target("t34-85", damage=frozenset({Damage.GUN, Damage.FIRE}))
    assert not struck(dead, a_strike(penetration=20.0), 8, 5, 6, 6).damage
