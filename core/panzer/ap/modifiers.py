"""The AP Hit Modifiers Table, line by line, for the Basic and the Advanced Game alike (na:4.4.3.2.2, na:6.5.2.4).

The miniatures edition has the same lines with amounts of its own (min:8.4.2, min:8.4.2.6, min:8.4.2.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex, distance
from core.panzer.armament import armament
from core.panzer.firing import smoke_screens, turret_fire
from core.panzer.firing.aim import known_moving, stuck
from core.panzer.firing.hindrances import ap_hindrances
from core.panzer.ground.cover import combat_cover_of
from core.panzer.ground.heights import standing_in
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.conditions import blinded
from core.panzer.pieces.firing import DualFire, Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Collateral, Command, Presence, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon, RangeFactor
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed


@frozen(eq=False, repr=False)
class Aimed(Alike):
    """A shot as its modifiers see it.

    origin, at: the hexes of shooter and target; factor: its AP Range Factor, None out of range; short: failed ammo
    limit checks (na:5.16.2.2); moving: whether its target counts as moving; cover: of the target.
    """

    state: PanzerState
    shot: Shot
    shooter: Unit
    target: Unit
    origin: Hex
    at: Hex
    mounted: MountedWeapon
    factor: RangeFactor | None
    overwatch: bool
    short: int
    moving: bool
    cover: Cover

    @property
    def carried(self) -> bool:
        """Whether the shooter is a passenger (na:6.6.7.2)."""
        return self.shooter.presence is Presence.CARRIED

    @property
    def by_traverse(self) -> bool:
        """Whether Overwatch Fire costs what its gun takes to turn (min:8.4.2.10)."""
        return bool(self.state.tables.overwatch)

    @property
    def ahead(self) -> bool:
        """Whether Overwatch Fire needs no adjustment."""
        return _ahead(self.state, self.shooter, self.mounted, self.origin, self.at)


def _ahead(state: PanzerState, shooter: Unit, mounted: MountedWeapon, origin: Hex, at: Hex) -> bool:
    """Whether Overwatch Fire at a hex needs no adjustment: only what turns on a vehicle is ever to one side, no turret
    that sticks.

    (na:4.4.3.2.2g, na:4.4.3.2.2h, na:5.1, or:7.8.4, or:7.23.2)
    """
    if stuck(shooter, mounted):
        return True
    if mounted.field_of_fire is not FieldOfFire.ALL_ROUND or not isinstance(state.card(shooter.id), VehicleCard):
        return True
    return turret_fire.ahead(state, shooter, origin, at)


def _past_the_front(shot: Aimed) -> Iterable[Reason]:
    """Overwatch Fire by the traverse of its gun, where tables say that.

    (min:8.4.2.9 to min:8.4.2.11, min:8.4.2.11.3 to min:8.4.2.11.6)
    """
    if shot.overwatch and shot.by_traverse:
        yield Reason(*turret_fire.overwatch_ap(shot.state, shot.shooter, shot.mounted.field_of_fire, shot.at))


def _watches(shot: Aimed) -> bool:
    """Whether it is Overwatch Fire to which no traverse speeds apply."""
    return shot.overwatch and not shot.by_traverse


def _covered(cover: Cover) -> Callable[[Aimed], bool]:
    return lambda shot: shot.cover is cover


def _fires_dual(dual: DualFire) -> Callable[[Aimed], bool]:
    return lambda shot: shot.shot.dual is dual


def _size(shot: Aimed) -> Iterable[Reason]:
    yield Reason("target size", shot.state.vehicle(shot.target.id).size, "na:4.4.3.2.2a")


def _met(shot: Aimed) -> Iterable[Reason]:
    return ap_hindrances(shot.state, shot.origin, shot.at).reasons


def _in_haze(shot: Aimed) -> bool:
    """All vehicles count as V-sized (na:6.5.2.4h, min:16.2.1.1)."""
    return distance(shot.origin, shot.at) >= shot.state.advanced.heat_haze["V"]


def _into_the_sun(shot: Aimed) -> Iterable[Reason]:
    sun = shot.state.scenario.sun
    if sun is not None and blinded(shot.state.board, sun, shot.origin, shot.at):
        yield Reason("Sun Blinding", sun.ap, "na:6.5.2.4i")


def _grade(shot: Aimed) -> Iterable[Reason]:
    if shot.factor is not None:
        grade = shot.state.scenario.by_id[shot.shooter.id].grade
        yield Reason(f"Unit Grade {grade.value}", _of_grade(shot.state, shot.shooter, shot.factor), "na:6.5.2.4m")


def _of_grade(state: PanzerState, shooter: Unit, factor: RangeFactor) -> int:
    return state.advanced.ap_grade[state.scenario.by_id[shooter.id].grade][factor]


def _own_smoke(shot: Aimed) -> Iterable[Reason]:
    amount = shot.state.tables.ap_hit_modifiers[smoke_screens.LIKE]
    return smoke_screens.reasons(shot.state, shot.shooter, shot.target, amount)


#: What is wrong with the shooter itself: damage to the hull does not hinder its fire (na:6.5.2.2.4).
_CONDITION: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("shooter-damaged", "shooter damaged", "na:4.4.3.2.2e", lambda unit: unit.damaged or unit.turret_damaged),
    Modifier("shooter-suppressed", "shooter suppressed", "na:6.5.2.4a", lambda unit: unit.suppressed),
    Modifier("shooter-hesitating", "shooter Hesitating", "na:6.5.2.4k", lambda unit: unit.hesitating),
    Modifier("shooter-broken", "shooter Broken", "na:6.5.2.4l", lambda unit: unit.broken),
    Modifier("optics", "optics damaged", "or:7.23.1", lambda unit: Collateral.OPTICS in unit.collateral),
)


def condition_tally(state: PanzerState, shooter: Unit) -> Tally:
    """What the condition of a shooter adds to every shot of it (na:4.4.3.2.2e, na:6.5.2.2.4, na:6.5.2.4a)."""
    tables = state.tables
    return summed(_CONDITION, shooter, tables.ap_hit_modifiers, state.scenario.switches, tables.ap_hit_rules)


def own_modifiers(state: PanzerState, shooter: Unit, mounted: MountedWeapon, at: Hex, factor: RangeFactor) -> int:
    """What the shooter itself brings to a shot at a hex, whoever stands there: its condition, command and Unit Grade.

    (na:4.4.3.2.2d, na:4.4.3.2.2e, na:4.4.3.2.2g, na:4.4.3.2.2h, na:6.5.2.4m)
    """
    amounts, origin = state.tables.ap_hit_modifiers, standing_in(state, shooter)
    total = condition_tally(state, shooter).total
    if shooter.command is Command.SHORT_HALT:
        total += amounts["short-halt"]
    if shooter.command is Command.OVERWATCH and origin is not None:
        if state.tables.overwatch:
            total += turret_fire.overwatch_ap(state, shooter, mounted.field_of_fire, at)[1]
        else:
            ahead = _ahead(state, shooter, mounted, origin, at)
            total += amounts["overwatch-front" if ahead else "overwatch-adjust"]
    return total + (_of_grade(state, shooter, factor) if state.has(Switch.GRADES) else 0)


#: The lines of the table in the order in which they are told. What a counter does that lies on the map, or on a unit,
#: it does whoever has put it there: only what holds by itself hangs on a switch.
AP_HIT: Final[tuple[Line[Aimed], ...]] = (
    Varying(_size),
    Modifier("target-moving", "target moving", "na:4.4.3.2.2b", lambda shot: shot.moving),
    Modifier("cover-light", "target in Light Cover", "na:4.4.3.2.2c", _covered(Cover.LIGHT)),
    Modifier("cover-medium", "target in Medium Cover", "na:4.4.3.2.2c", _covered(Cover.MEDIUM)),
    Modifier("cover-heavy", "target in Heavy Cover", "na:4.4.3.2.2c", _covered(Cover.HEAVY)),
    # A passenger has no SHORT HALT, whatever its vehicle has (na:6.6.7.2); a vehicle with a Track hit keeps the
    # modifier of its command (na:6.5.2.2.1a).
    Modifier(
        "short-halt",
        "SHORT HALT",
        "na:4.4.3.2.2d",
        lambda shot: shot.shooter.command is Command.SHORT_HALT and not shot.carried,
    ),
    Varying(lambda shot: condition_tally(shot.state, shot.shooter).reasons),
    Modifier("transported-fire", "Transported Fire", "na:6.5.2.4g", lambda shot: shot.carried, Switch.TRANSPORT),
    Varying(_met),
    Varying(_own_smoke, Switch.SMOKE_DISCHARGERS),
    Modifier("overwatch-front", "Overwatch", "na:4.4.3.2.2g", lambda shot: _watches(shot) and shot.ahead),
    Modifier("overwatch-adjust", "Overwatch Adjust", "na:4.4.3.2.2h", lambda shot: _watches(shot) and not shot.ahead),
    Varying(_past_the_front),
    Modifier("ammo-limit", "Ammo Limit", "na:6.5.2.4f", lambda shot: shot.short == 1, Switch.AMMO_LIMITS),
    Modifier("ammo-limit-double", "Ammo Limit", "na:6.5.2.4f", lambda shot: shot.short > 1, Switch.AMMO_LIMITS),
    Modifier("heat-haze", "Heat Haze", "na:6.5.2.4h", _in_haze, Switch.HEAT_HAZE),
    Varying(_into_the_sun, Switch.SUN_BLINDING),
    Modifier("dual-fire-same", "Dual Fire, same target", "na:6.5.2.4j", _fires_dual(DualFire.SAME), Switch.DUAL_FIRE),
    Modifier(
        "dual-fire-different",
        "Dual Fire, different target",
        "na:6.5.2.4j",
        _fires_dual(DualFire.DIFFERENT),
        Switch.DUAL_FIRE,
    ),
    Varying(_grade, Switch.GRADES),
)


def ap_tally(
    state: PanzerState,
    shot: Shot,
    factor: RangeFactor | None,
    *,
    overwatch: bool,
    short: int = 0,
    moving: bool | None = None,
) -> Tally:
    """The AP Hit Modifiers of a shot, summed: all are cumulative (na:3.7a, na:4.4.3.2.2, na:6.5.2.4,
    min:16.2.1.8).

    short: failed ammo limit checks; moving: assume that of the target instead of what is known.
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    aimed = Aimed(
        state=state,
        shot=shot,
        shooter=shooter,
        target=target,
        origin=origin,
        at=target.hex,
        mounted=armament(state, shot.shooter)[shot.weapon],
        factor=factor,
        overwatch=overwatch,
        short=short,
        moving=known_moving(state, target) if moving is None else moving,
        cover=combat_cover_of(state, target),
    )
    tables = state.tables
    return summed(AP_HIT, aimed, tables.ap_hit_modifiers, state.scenario.switches, tables.ap_hit_rules)


def net_modifier(tally: Tally) -> int:
    """The Net Modifier: the sum, held to the rows of the AP Hit Table (na:4.4.3.2.3)."""
    return max(-10, min(5, tally.total))
