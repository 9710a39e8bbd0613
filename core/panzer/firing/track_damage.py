"""Whether a gun is heavy enough for the tracks of what it hits (or:7.21, na:6.5.2.2.1)."""

from __future__ import annotations

from core.event import UnitId
from core.panzer.armament import armament
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState


def spares_tracks(state: PanzerState, target: VehicleCard, effectiveness: int) -> bool:
    """Whether a Track Hit does nothing: twice the maximum GP Effectiveness Factor of the firing unit, 1 for Small Arms
    and for whoever has no GP weapon, does not come up to the number of the target's GP Defense."""
    return state.has(Switch.VARIABLE_TRACK_DAMAGE) and max(1, 2 * effectiveness) < target.gp_defense


def shot_spares_tracks(state: PanzerState, shooter: UnitId, mounted: MountedWeapon, target: VehicleCard) -> bool:
    """The same of a weapon that fires AP, by the GP weapons of its unit; those fired from the hand always tell."""
    if mounted.hand_held:
        return False
    rows = (one.weapon.gp for one in armament(state, shooter))
    return spares_tracks(state, target, max((row.effectiveness for row in rows if row is not None), default=0))
