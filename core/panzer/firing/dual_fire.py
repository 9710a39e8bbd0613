"""Dual Fire: several weapons of one unit in the same combat (na:5.14)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from core.choice import Refusal
from core.event import UnitId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.armament import armament
from core.panzer.pieces.cards import LegStep, VehicleCard
from core.panzer.pieces.firing import DualFire, Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState


def refusal(state: PanzerState, unit_id: UnitId) -> Refusal | None:
    """Why a unit fires one weapon only; None if it may fire any or all of its weapons.

    Vehicles, squads and half-squads may; sections and Suppressed units may not.

    (na:5.14a, na:5.1.1, na:5.1.2, min:12.2.1, min:12.2.3)
    """
    name = state.name(unit_id)
    if not state.has(Switch.DUAL_FIRE) or len(armament(state, unit_id)) < 2:
        return Refusal("each unit fires once in a turn", "na:4.4.1c")
    unit = state.units[unit_id]
    if unit.suppressed:
        return Refusal(f"{name} is Suppressed and fires one weapon only", "na:5.14a")
    if unit.size is LegStep.SECTION:
        return Refusal(f"{name} is a section, which fires one weapon only", "na:5.1.2")
    if unit.size is None and not isinstance(state.card(unit_id), VehicleCard):
        return Refusal(f"{name} fires one weapon only", "na:5.14a")
    return None


def after_smoke(state: PanzerState, unit: UnitId, mounted: MountedWeapon) -> Refusal | None:
    """Why a unit does not fire a weapon because it has made smoke; None if it may: attached ones alone (or:7.22.1)."""
    if not state.units[unit].made_smoke:
        return None
    if mounted.mount != "attached":
        return Refusal(f"{state.name(unit)} has made smoke in place of its Small Arms fire", "or:7.22.1")
    return refusal(state, unit)


def check(state: PanzerState, target: UnitId, shots: Sequence[Shot]) -> None:
    """Shots of an order: one for each unit, or several of one that may use Dual Fire (na:5.14a, na:5.14b).

    All are at the order's target, but for the other weapons of units that fire at it, and for those who join these.
    """
    by_unit: dict[UnitId, list[Shot]] = {}
    for shot in shots:
        by_unit.setdefault(shot.shooter, []).append(shot)
    for unit, mine in by_unit.items():
        if len(mine) > 1:
            refuse(refusal(state, unit))
            if len({s.weapon for s in mine}) != len(mine):
                raise IllegalOrder("each weapon fires once in a turn", "na:5.14a")
    first = {s.shooter for s in shots if s.target == target}
    beside = {target, *(s.target for s in shots if s.shooter in first)}
    if any(s.target not in beside for s in shots):
        raise IllegalOrder("all shots of one order must be at its target", "na:4.4.1e")


def completed(state: PanzerState, shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """The announced shots, each with the Dual Fire modifier that it has (na:5.14b)."""
    return tuple(evolve(shot, dual=_modifier(state, shot, shots)) for shot in shots)


def _modifier(state: PanzerState, shot: Shot, shots: Sequence[Shot]) -> DualFire | None:
    """Only the weapon in reverse image and attached ones have it, and only if another weapon fires too (na:5.14b)."""
    others = [s for s in shots if s.shooter == shot.shooter and s.weapon != shot.weapon]
    weapons = armament(state, shot.shooter)
    smoked = state.units[shot.shooter].made_smoke
    if not (others or smoked) or not weapons[shot.weapon].dual_fire:
        return None
    if smoked:
        return DualFire.DIFFERENT  # its smoke was at no target (or:7.22.1)
    main = [s for s in others if not weapons[s.weapon].dual_fire] or others
    return DualFire.SAME if any(s.target == shot.target for s in main) else DualFire.DIFFERENT
