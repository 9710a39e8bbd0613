"""What a vehicle has against men who come close: machine guns that bear on them (pw:12.11.4.3)."""

from __future__ import annotations

from core.panzerwar.damage import crew
from core.panzerwar.damage.aspects import turret_heading
from core.panzerwar.pieces.cards import Mount, Place, Vehicle
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import HEADINGS, bearing, off_angle


def defended(state: WarState, card: Vehicle, target: Element, attacker: Element) -> bool:
    """Whether a machine gun of a vehicle that is not stunned bears on a squad that assaults it (pw:12.11.4.3)."""
    if target.harm.stunned:
        return False
    return any(_bears(state, card, target, attacker, mount) for mount in card.machine_guns)


def _bears(state: WarState, card: Vehicle, target: Element, attacker: Element, mount: Mount) -> bool:
    """Whether one of them does: on roof and pintle all round, with somebody to man it; the others in the fire zone of
    turret or hull (pw:8.1.2), if what they hang on is not destroyed (pw:9.9, pw:9.10.3, pw:9.11)."""
    if mount.place in (Place.ROOF, Place.PINTLE):
        return mount.remote or not crew.closed(card, target)
    if mount.place is Place.COAX and not crew.main_gun_fires(state.charts, card, target.harm):
        return False
    if mount.place is Place.HULL and not crew.hull_gun_fires(target.harm):
        return False
    if attacker.where == target.where:
        return True
    axis = target.heading if mount.place in (Place.HULL, Place.FRONT) else turret_heading(target)
    if mount.place is Place.REAR:
        axis = (axis + HEADINGS // 2) % HEADINGS
    off = off_angle(axis, bearing(target.where, attacker.where))
    return off <= state.charts.fire.fire_zones["gun"]
