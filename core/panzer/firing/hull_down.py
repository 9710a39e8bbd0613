"""Hull Down and Partial Hull Down: what of a vehicle is masked against AP Direct Fire (na:6.1.4.1, min:8.4.5.5).

It has no effect on being seen or hit; it turns hits on what is masked into misses (na:6.5.2.2.3). The miniatures
edition has one Hull Down alone, the Basic Game as well, and from all angles.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.hexes import Hex, distance, line, opposite
from core.panzer.firing.hit_angles import hit_angles
from core.panzer.ground.heights import height_of, standing_in
from core.panzer.ground.positions import improved
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import HullDown, Unit
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState

#: Where a position that was searched for does not protect: behind, or ahead if the vehicle backed into it (na:6.6.9).
_OPEN: Final = {
    False: frozenset({HitAngle.REAR_SIDE, HitAngle.REAR}),
    True: frozenset({HitAngle.FRONT_SIDE, HitAngle.FRONT}),
}
#: Buildings in which a vehicle is Hull Down; a wooden one does not make it so (na:6.1.4.3.1b).
SOLID: Final = frozenset({"brick-building", "stone-building"})


@frozen(eq=False, repr=False)
class Masking(Alike):
    """What is masked of a vehicle against one shot, why, and by which rule; kind None = nothing."""

    kind: HullDown | None = None
    reason: str = ""
    rule: str = ""


def masking(state: PanzerState, target: Unit, shooter: Unit, angle: HitAngle) -> Masking:
    """The best masking of a target against a shot that arrives at a Hit Angle (na:6.1.4.1.1, na:6.1.4.1.2a)."""
    origin = standing_in(state, shooter)
    if not (state.has(Switch.HULL_DOWN) or state.edition.one_hull_down) or target.hex is None or origin is None:
        return Masking()
    found = [
        _found(target, angle),
        _fortified(state, target, angle, origin),
        _inside(state, target),
        _behind(state, target.hex, origin),
    ]
    best = next((m for m in found if m.kind is HullDown.FULL), None)
    if best is None:
        best = next((m for m in (*found, _above(state, target, shooter, origin)) if m.kind is not None), Masking())
    return best


def _found(target: Unit, angle: HitAngle) -> Masking:
    """A position that the vehicle has searched for and found: from all sides but one end (na:6.6.9)."""
    if target.hull_down is None or angle in _OPEN[target.backed_in]:
        return Masking()
    return Masking(target.hull_down, f"in a {target.hull_down.value} position", "na:6.1.4.1")


def _fortified(state: PanzerState, target: Unit, angle: HitAngle, origin: Hex) -> Masking:
    """In an Improved Position: from all angles but the one that it had behind it when it came in, or ahead in reverse.

    That side stays where it is on the map when the vehicle pivots (na:6.1.4.3.7b); declared Partial, it is Partially
    Hull Down there (na:6.1.4.1.2b).
    """
    work = improved(state, target)
    if work is None:
        return Masking()
    if state.edition.one_hull_down:
        return Masking(HullDown.FULL, "in an Improved Position", "min:8.4.5.5")
    if work.open is not None:
        away = evolve(target, facing=opposite(work.open))
        unturned = {away.facing: HitAngle.REAR, work.open: HitAngle.FRONT}.get(target.facing)
        struck = (angle,) if unturned is not None else hit_angles(away, origin, state.edition.hit_angle_sections)
        if struck == (unturned or HitAngle.REAR,):
            return Masking()
    kind = HullDown.PARTIAL if target.hull_down is HullDown.PARTIAL else HullDown.FULL
    return Masking(kind, "in an Improved Position", "na:6.1.4.3.7b")


def _inside(state: PanzerState, target: Unit) -> Masking:
    """Inside a Brick or Stone building a vehicle is Hull Down from all angles (na:6.1.4.3.1b)."""
    if target.inside and target.hex is not None and state.cell(target.hex).terrain in SOLID:
        return Masking(HullDown.FULL, "inside the building", "na:6.1.4.3.1b")
    return Masking()


def _behind(state: PanzerState, hex_: Hex, origin: Hex) -> Masking:
    """Behind a Wall hexside that the line crosses, or a Defilade hexside of the vehicle's own hex.

    A line into a corner crosses both hexsides that meet there, and may have run along a third. Vehicles on both
    sides of a Wall are Hull Down to one another (na:6.1.4.3.2a); Defilade protects only whom it was built for, in its
    overlay's hex (na:6.1.4.3.2b).
    """
    for side in hexsides_crossed(hex_, origin):
        if "wall" in state.board.side(hex_, side):
            return Masking(HullDown.FULL, "behind a Wall", "na:6.1.4.3.2a")
        if "defilade" in state.cell(hex_).sides[side]:
            return Masking(HullDown.FULL, "in Defilade", "na:6.1.4.3.2b")
    steps = line(origin, hex_)
    if len(steps) > 1 and len(steps[-2].hexes) > 1:
        along, side = steps[-2].sides[-1]
        if "wall" in state.board.side(along, side):
            return Masking(HullDown.FULL, "behind a Wall", "na:6.1.4.3.2a")
    return Masking()


def hexsides_crossed(hex_: Hex, origin: Hex) -> tuple[int, ...]:
    """The hexsides of a hex through which a line from another comes into it; two at a corner."""
    found: list[int] = []
    for step in line(origin, hex_):
        for other, direction in step.sides:
            if other == hex_:
                found.append(direction)
            elif other.neighbour(direction) == hex_:
                found.append((direction + 3) % 6)
    return tuple(found)


def _above(state: PanzerState, target: Unit, shooter: Unit, origin: Hex) -> Masking:
    """Partial Hull Down against fire from below, near enough to be under the brow (na:6.1.4.1.3, min:5.5.3)."""
    above = height_of(state, target) - height_of(state, shooter)
    reach = above * state.edition.hull_down_by_height
    if target.hex is not None and above > 0 and distance(origin, target.hex) <= reach:
        whole = state.edition.one_hull_down
        kind, rule = (HullDown.FULL, "min:5.5.3") if whole else (HullDown.PARTIAL, "na:6.1.4.1.3")
        return Masking(kind, f"{above} higher at no more than range {reach}", rule)
    return Masking()


def cannot_depress(state: PanzerState, shooter: Unit, mounted: MountedWeapon, target: Hex | None) -> Masking:
    """The Hull Down position from which a Limited weapon cannot fire into a hex; none if it can (na:6.1.4.1.2b).

    Any Hull Down position that the vehicle itself is in, and a Wall or Defilade between it and its target. In Partial
    Hull Down it fires as ever.
    """
    origin = standing_in(state, shooter)
    if not mounted.limited or not state.has(Switch.HULL_DOWN) or origin is None or target is None:
        return Masking()
    if shooter.hull_down is HullDown.FULL:
        return Masking(HullDown.FULL, "in a Hull Down position", "na:6.1.4.1.2b")
    if shooter.hull_down is None and improved(state, shooter) is not None:
        return Masking(HullDown.FULL, "in an Improved Position", "na:6.1.4.1.2b")
    found = [_inside(state, shooter), _behind(state, origin, target)]
    return next((m for m in found if m.kind is HullDown.FULL), Masking())
