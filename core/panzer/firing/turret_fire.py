"""Fire of turrets: where they face, on Overwatch as far as they can turn, and what that costs.

(na:4.4.3.1.1, or:7.8, or:7.8.4, min:8.2.1, min:8.2.1.2, min:8.4.2.9 to min:8.4.2.11, min:16.7.2.13 to min:16.7.2.15)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.hexes import Hex, in_front_arc, quadrant
from core.panzer.firing.aim import gun_facing, in_field_of_fire
from core.panzer.firing.events import TurretTurned
from core.panzer.ground.heights import facing_of, standing_in
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.turrets import Mount, OverwatchLine
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon
from core.panzer.sight.turrets import has_turret, in_front, traverse, turns
from core.panzer.state import PanzerState

_NAMES: Final = ("Front", "Side", "Rear")
_RULES: Final = ("min:8.4.2.9", "min:8.4.2.10", "min:8.4.2.11")
_GP_RULES: Final = ("min:16.7.2.13", "min:16.7.2.14", "min:16.7.2.15")


def in_the_turret(state: PanzerState, unit: Unit, field: FieldOfFire, *, indirect: bool = False) -> bool:
    """Whether a weapon fires where its turret faces; by the Optional Rule in Direct Fire only (or:7.8)."""
    if indirect and not state.edition.turrets_face:
        return False
    return field is FieldOfFire.ALL_ROUND and has_turret(state, unit)


def bears(
    state: PanzerState,
    unit: Unit,
    field: FieldOfFire,
    target: Hex,
    *,
    turning: bool = False,
    indirect: bool = False,
    mounted: MountedWeapon | None = None,
) -> bool:
    """Whether a weapon with this Field-of-Fire bears on a hex from where its unit stands (na:4.4.3.1).

    A turret fires ahead of itself (or:7.8, min:8.2.1.1). turning: it turns as it may on Overwatch, as far as on other
    occasions (or:7.8.4), a Slow one of four quarters not to the rear (min:8.4.2.11.5); mounted: the weapon, whose
    turret may stick and then fires where it looks (or:7.23.2).
    """
    if in_the_turret(state, unit, field, indirect=indirect):
        if turning:
            return away(state, unit, target) <= turns(state, unit)
        return unit.hex is None or state.turrets.holds(unit.hex, unit.facing, unit.turret, target)
    origin = standing_in(state, unit)
    facing = facing_of(state, unit) if mounted is None else gun_facing(state, unit, mounted)
    return origin is not None and in_field_of_fire(field, origin, facing, target, state.edition.arc_degrees)


def away(state: PanzerState, unit: Unit, target: Hex) -> int:
    """By how many positions a turret has to turn to have a hex in front, the least."""
    if unit.hex is None or unit.hex == target:
        return 0
    return state.turrets.apart(unit.turret, state.turrets.towards(unit.hex, unit.facing, unit.turret, target))


def refusal(state: PanzerState, unit: Unit, *, turning: bool) -> Refusal:
    """Why a turret cannot fire at what `bears` denies it."""
    turrets = state.turrets
    if turning and turrets.of_map:
        return Refusal(f"the turret turns by {turns(state, unit)} hexsides at most on Overwatch", turrets.fires)
    if turning:
        return Refusal("a Slow turret does not turn to the Rear for Overwatch Fire", "min:8.4.2.11.5")
    way = turrets.called(unit.facing, unit.turret)
    return Refusal(f"the turret faces {way}, where the target is not", turrets.fires)


def followed(state: PanzerState, unit: Unit, target: Hex | None) -> Iterator[TurretTurned]:
    """The turn of a turret that has fired on Overwatch: its target is in front of it then, and it stays so.

    (or:7.8.4, min:8.4.2.10.7, min:8.4.2.11.7)
    """
    if target is None or unit.hex is None or not unit.on_map or not has_turret(state, unit):
        return
    way = state.turrets.towards(unit.hex, unit.facing, unit.turret, target)
    if way != unit.turret:
        yield TurretTurned(unit=unit.id, turret=way)


# -- what Overwatch costs --------------------------------------------------------------------------


def ahead(state: PanzerState, unit: Unit, origin: Hex, target: Hex) -> bool:
    """Whether a hex is ahead of a gun that turns: of its turret, else of its vehicle (na:4.4.3.2.2g, or:7.8.4)."""
    if has_turret(state, unit):
        return in_front(state, unit, target)
    return in_front_arc(origin, facing_of(state, unit), target)


def mount(state: PanzerState, unit: Unit, field: FieldOfFire) -> Mount:
    """The line of the table that speaks of a gun (min:8.4.2.9)."""
    card = state.card(unit.id)
    if isinstance(card, LegCard):
        return Mount.LEG
    if isinstance(card, TowedCard):
        return Mount.TOWED
    if field is FieldOfFire.FRONT:
        return Mount.FIXED_FRONT
    if field is FieldOfFire.REAR:
        return Mount.FIXED_REAR
    return traverse(state, unit) if has_turret(state, unit) else Mount.PIVOT


def side_of(state: PanzerState, unit: Unit, target: Hex) -> int:
    """Where a hex lies, from the turret or else from the hull: 0 to the front, 1 to a side, 2 to the rear."""
    if has_turret(state, unit):
        return away(state, unit, target)
    origin = standing_in(state, unit)
    if origin is None or origin == target:
        return 0
    return (0, 1, 2, 1)[quadrant(origin, facing_of(state, unit), target)]


def overwatch_ap(state: PanzerState, unit: Unit, field: FieldOfFire, target: Hex) -> tuple[str, int, str]:
    """What Overwatch Fire of AP costs: where to, the modifier, its rule; 0 where it is not allowed."""
    side, line = _by_traverse(state, unit, field, target)
    return f"Overwatch {_NAMES[side]}", line.ap[side] or 0, _RULES[side]


def overwatch_gp(state: PanzerState, unit: Unit, field: FieldOfFire, target: Hex) -> tuple[str, int, str]:
    """The same of GP fire."""
    side, line = _by_traverse(state, unit, field, target)
    return f"Overwatch {_NAMES[side]}", line.gp[side] or 0, _GP_RULES[side]


def _by_traverse(state: PanzerState, unit: Unit, field: FieldOfFire, target: Hex) -> tuple[int, OverwatchLine]:
    """To which side of a gun a hex lies, and the line of the table that says what that costs."""
    return side_of(state, unit, target), state.tables.overwatch[mount(state, unit, field)]
