"""What holds for all aimed fire, AP and GP: who may fire at whom, Fields-of-Fire, targets that move.

(na:4.4.1, na:4.4.2, na:4.4.3.1, na:4.4.3.2.2b)
"""

from __future__ import annotations

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, in_front_arc, in_rear_arc
from core.panzer.firing.transported_fire import fire_refusal, vehicle_of
from core.panzer.ground.cover import over_stacked
from core.panzer.ground.heights import facing_of
from core.panzer.ground.terrain import best_cover, terrain_in
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import MOVING, CommandFace, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState
from core.remembered import remembered


def in_field_of_fire(field: FieldOfFire, origin: Hex, facing: int, target: Hex, degrees: int) -> bool:
    """Whether a hex lies in a Field-of-Fire of so many degrees; only all-round fire reaches the own hex.

    Turrets and pivot mounts fire all round (na:4.4.3.1.1, na:4.4.3.1.2), fixed guns ahead or astern (na:4.4.3.1.3,
    min:8.2.1.4, min:8.2.1.5).
    """
    if field is FieldOfFire.ALL_ROUND:
        return True
    return (in_front_arc if field is FieldOfFire.FRONT else in_rear_arc)(origin, facing, target, degrees)


def stuck(unit: Unit, mounted: MountedWeapon) -> bool:
    """Whether a weapon is in a turret that does not turn any more (or:7.23.2)."""
    return unit.turret_turned is not None and mounted.field_of_fire is FieldOfFire.ALL_ROUND


def gun_facing(state: PanzerState, unit: Unit, mounted: MountedWeapon) -> int:
    """The hexside that a weapon faces: that of its unit, or of a turret that sticks (or:7.23.2)."""
    facing = facing_of(state, unit)
    return (facing + (unit.turret_turned or 0)) % 6 if stuck(unit, mounted) else facing


def target_refusal(state: PanzerState, shooter: Unit, target: Unit, *, overwatch: bool) -> Refusal | None:
    """Why a unit may not fire at a target now, whatever its weapons; None if it may.

    Direct fire needs a target that the shooter itself spotted in this turn's Spotting Phase (na:4.4.1b),
    Overwatch one that it spots at this moment (na:4.4.2b, min:8.1.2.2): from its announcement to its resolution
    nothing changes what is spotted.
    """
    carried = vehicle_of(state, shooter) is not None
    if not (shooter.on_map or carried) or not target.on_map:
        return Refusal("shooter and target must be on the map", "na:4.4.3")
    if carried and (refused := fire_refusal(state, shooter, overwatch=overwatch)):
        return refused
    if shooter.bailed_out or target.bailed_out:
        crew = state.name(shooter.id if shooter.bailed_out else target.id)
        return Refusal(f"the crew of {crew} has bailed out", "na:5.15c")
    if shooter.side == target.side:
        return Refusal("the target is of the same side", "na:4.4.3")
    if not state.card(shooter.id).armed:
        return Refusal(f"{state.name(shooter.id)} is unarmed", "na:4.2.1e")
    if shooter.fired:
        return Refusal(f"{state.name(shooter.id)} has fired this turn", "na:4.4.1c")
    if overwatch:
        if not spots(state, shooter.id, target.id):
            return Refusal(f"{state.name(shooter.id)} does not spot {state.name(target.id)} now", "na:4.4.2b")
    elif target.id not in state.sighted.get(shooter.id, frozenset()):
        return Refusal(
            f"{state.name(shooter.id)} did not spot {state.name(target.id)} in this turn's Spotting Phase", "na:4.4.1b"
        )
    return None


@remembered
def target_refused(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> Refusal | None:
    """As `target_refusal`, for those who ask again with every weapon."""
    return target_refusal(state, state.units[shooter], state.units[target], overwatch=overwatch)


def known_moving(state: PanzerState, unit: Unit) -> bool:
    """Whether the Target Moving modifier applies: a MOVE or SHORT HALT that has been shown (na:4.4.3.2.2b)."""
    return unit.command in MOVING and unit.command_face is not CommandFace.DOWN and not stopped(state, unit)


def hidden_moving(state: PanzerState, unit: Unit) -> bool:
    """Whether the owner could show a hidden MOVE or SHORT HALT for the modifier (na:4.4.3.2.2b)."""
    return unit.command in MOVING and unit.command_face is CommandFace.DOWN and not stopped(state, unit)


def may_be_moving(state: PanzerState, unit: Unit) -> bool:
    """Whether its owner may yet show that a target is moving, as far as is known (na:4.4.3.2.2b, na:6.5.4.3a)."""
    return hidden_moving(state, unit) or (unit.command is None and not stopped(state, unit))


def stopped(state: PanzerState, unit: Unit) -> bool:
    """Whether a Track hit of an earlier step makes a vehicle stationary, whatever its command (min:8.4.5.3.1).

    For the rest of the step in which it came, and by the hex edition for good, its command counts (na:6.5.2.2.1a).
    """
    return unit.track_hit and state.edition.tracked_are_stationary and unit.id not in state.fire.tracked


def combat_cover(state: PanzerState, hex_: Hex) -> Cover:
    """Cover that a hex gives vehicles against AP fire; none if it is over-stacked (na:4.4.3.2.2c)."""
    cover = best_cover(effect.cover_combat for effect in terrain_in(state.tables, state.cell(hex_)))
    return Cover.NONE if cover is not Cover.NONE and over_stacked(state, hex_) else cover
